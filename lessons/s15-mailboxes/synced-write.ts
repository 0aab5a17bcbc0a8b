import { closeSync, fstatSync, fsyncSync, openSync, type Stats, writeSync } from "node:fs";

/**
 * Writes a whole text into a file that is there, from its start, and returns once the disk has it.
 *
 * For `tmpfileCreated` of write-file-atomic, which does not look whether its own single write call took all bytes.
 * Throws the error of the file operation that failed.
 */
export function writeSynced(path: string, text: string): Stats {
  const bytes = new TextEncoder().encode(text);
  const file = openSync(path, "r+");
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}
