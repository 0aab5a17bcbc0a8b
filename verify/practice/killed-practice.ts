import { type FileOperation, interceptFileOperations } from "../faults/file-operations.ts";
import type { PracticePath } from "../recordings/transcripts/practice-transcripts.ts";
import { playUntilKilled } from "./resumed.ts";

/** The operations that leave another disk behind. A kill before one that only looks leaves what the last one left. */
const CHANGES: ReadonlySet<string> = new Set([
  "writeSync",
  "writeFileSync",
  "fsyncSync",
  "renameSync",
  "unlinkSync",
  "rmdirSync",
  "mkdirSync",
  "linkSync",
  "ftruncateSync",
  "fchmodSync",
]);

/** Plays the practice in a folder and kills itself right before the given change of the disk, the first being 1. */
const [directory = "", path = "{}", kill = "0"] = process.argv.slice(2);
const { plan, decision }: PracticePath = JSON.parse(path);
let changes = 0;

interceptFileOperations(directory, (operation, perform, args) => {
  if (isChange(operation, args)) changes += 1;
  if (changes > 0 && changes === Number(kill)) process.kill(process.pid, "SIGKILL");
  return perform();
});

function isChange({ name }: FileOperation, [, flags]: readonly unknown[]): boolean {
  return (
    CHANGES.has(name) || (name === "openSync" && (typeof flags === "string" ? flags !== "r" : flags !== 0))
  );
}

await playUntilKilled(directory, { plan, decision }, () => false);
process.stdout.write(`${changes}\n`);
