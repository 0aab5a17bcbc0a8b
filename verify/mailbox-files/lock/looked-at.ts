import { readdirSync, statSync } from "node:fs";
import { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";

/** A process that takes the lock of a folder and has somebody look into it: `node <this program> <folder>`. */
const [folder = ""] = process.argv.slice(2);
const lock = new FileLock(folder);
await lock.run(() => {
  const before = statSync(lock.path).atimeMs;
  while (statSync(lock.path).atimeMs === before && !isLate()) readdirSync(lock.path);
  const changed = statSync(lock.path).atimeMs !== before;
  process.stdout.write(`access time changed: ${changed}, still ours: ${isOurs()}\n`);
});

function isLate(): boolean {
  return performance.now() > 10_000;
}

function isOurs(): boolean {
  try {
    lock.assertHeld();
    return true;
  } catch {
    return false;
  }
}
