import { appendFileSync, readSync, writeSync } from "node:fs";
import { FileLock } from "../../lessons/s15-mailboxes/file-lock.ts";

/**
 * A process that takes the lock of a folder: `npx tsx hold-lock.ts <folder> <log>`. It says on stdout when it is
 * `waiting` for another process, has `entered` the critical section and has `left` it, and stays inside until a byte
 * comes on stdin; on an `x` it exits right there. The log gets one line at each end of the section.
 */
const [folder = "", log = ""] = process.argv.slice(2);

const say = (word: string): void => void writeSync(1, `${word}\n`);
// A section that waits for a key gives no sign of life, and must not count as left behind on a slow machine.
const patience = { staleMs: 600_000, waitMs: 600_000 };
const lock = new FileLock(folder, { ...patience, onWait: () => say("waiting") });

await lock.run(() => {
  appendFileSync(log, `${process.pid} enters\n`);
  say("entered");
  const byte = new Uint8Array(1);
  readSync(0, byte);
  if (byte[0] === "x".charCodeAt(0)) process.exit(0);
  appendFileSync(log, `${process.pid} leaves\n`);
});
say("left");
