import { randomBytes } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Puts a whole text in the place of a file, or changes nothing: a temporary file `<path>.<number>` in the same folder,
 * synced, then renamed over `path`, and the folder synced where the platform can: without that, a power cut can bring
 * the old file back.
 *
 * The number is random and the file is opened exclusively, so no other process, thread or machine writes to the same
 * one. `beforeRename` stands as close to the rename as anything can, and may throw. Returns the new file as it was
 * before its rename. Throws the error of the file operation that failed, after it has removed the temporary file.
 */
export function replaceFile(
  path: string,
  text: string,
  { mode, beforeRename = () => undefined }: { mode: number; beforeRename?: () => void },
): BigIntStats {
  const temporary = `${path}.${randomBytes(8).readBigUInt64BE()}`;
  const file = createFile(temporary, mode);
  try {
    let written: BigIntStats;
    try {
      written = writeSynced(file, text);
    } finally {
      closeSync(file);
    }
    beforeRename();
    renameSync(temporary, path);
    syncFolder(dirname(path));
    return written;
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/**
 * Returns once the disk has the names of a folder. What is renamed stays renamed, so a folder that cannot be synced
 * (some network mounts, Windows) is no failure of a save.
 */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // The file itself is synced.
  }
}

/** Opens a file that was not there for writing, with this mode whatever the umask says. Throws as `openSync` does. */
export function createFile(path: string, mode: number): number {
  const file = openSync(path, "wx", mode);
  try {
    if ((fstatSync(file).mode & 0o777) !== mode) fchmodSync(file, mode);
  } catch {
    // Some disks and network mounts know one mode only. Whoever reads the file judges the mode that it has.
  }
  return file;
}

/** One write call may take a part of the bytes only. */
function writeSynced(file: number, text: string): BigIntStats {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  fsyncSync(file);
  return fstatSync(file, { bigint: true });
}

/** What stays is removed by the next save of the same mailbox; the reason of the failure counts more. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It may be gone: whoever took the lock over removes it.
  }
}
