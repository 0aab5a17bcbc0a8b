import { appendFileSync, readSync, writeSync } from "node:fs";
import { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";

/**
 * A process that takes the lock of a folder again and again: `node <this program> <folder> <log>`. A key on stdin
 * lets it begin, another one lets it leave the critical section; on an `x` it exits right there. It says on stdout
 * when it is `waiting` for another process, has `entered` and has `left`. The log gets a line at both ends.
 */
const [folder = "", log = ""] = process.argv.slice(2);

const say = (word: string): void => void writeSync(1, `${word}\n`);
// A section that waits for a key gives no sign of life, and must not count as left behind on a slow machine.
const patience = { staleMs: 600_000, waitMs: 600_000 };
const lock = new FileLock(folder, { ...patience, onWait: () => say("waiting") });

while (key() !== undefined) {
  await lock.run(() => {
    appendFileSync(log, `${process.pid} enters\n`);
    say("entered");
    if (key() === "x") process.exit(0);
    appendFileSync(log, `${process.pid} leaves\n`);
  });
  say("left");
}

function key(): string | undefined {
  const byte = new Uint8Array(1);
  return readSync(0, byte) === 1 ? String.fromCharCode(byte[0] ?? 0) : undefined;
}
