import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { OwnRun } from "../../lessons/page/run/call.ts";
import type { Recording } from "../../lessons/page/run/recording.ts";
import { withoutGuard } from "../../lessons/x2-break-it/guard.ts";
import { guardOf } from "../../lessons/x2-break-it/without.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Records runs under a real debugger, in a process of its own, on the functions as they stand in `root`. */
export async function recordedByDebugger(
  runs: readonly OwnRun[],
  { root = ROOT, isInto = false }: { root?: string; isInto?: boolean } = {},
): Promise<Recording[]> {
  const recorder = join(root, "verify/recordings/recorder/record-runs.ts");
  const words = ["--import", "tsx", recorder, ...(isInto ? ["--into"] : [])];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["pipe", "pipe", "pipe"] });
  const closed = once(child, "close");
  child.stdin.end(JSON.stringify(runs));
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  if (code !== 0) throw new Error(`The recorder ended with ${code}:\n${complaint}`);
  return JSON.parse(said);
}

/** Makes a copy of what is recorded, and of the recorder, in which guards are taken out of the source. */
export function copyWithout(guards: readonly string[], root: string): string {
  for (const part of ["lessons", "fixtures/scenarios", "verify/recordings/recorder", "user_code"])
    cpSync(join(ROOT, part), join(root, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), '{"type":"module"}\n');
  for (const guard of guards.map(guardOf)) {
    const path = join(root, "lessons", guard.file);
    writeFileSync(path, withoutGuard(readFileSync(path, "utf8"), guard));
  }
  return root;
}
