import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

/**
 * The least that saves a file durably and whole: write, sync, rename, and the folder synced. No lock, no checks, no look
 * at what is there.
 */
export function rawSave(folder: string, name: string, text: string): void {
  const temporary = join(folder, `${name}.1`);
  const file = openSync(temporary, "w", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, join(folder, name));
  const names = openSync(folder, "r");
  fsyncSync(names);
  closeSync(names);
}
