import { closeSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ProtocolError, printable } from "./protocol-error.ts";
import { createFile } from "./synced-write.ts";
import { remedyFor, systemCode } from "./system-error.ts";
import { makePrivateFolder } from "./trusted-folder.ts";

/**
 * Claims a session folder: makes a folder in it, which nobody else can have made, and writes files there.
 *
 * Of all who start in one session folder, in whatever process, exactly one makes the folder; the others are refused
 * with `directory-not-empty` and have changed nothing. A lay-out that fails (`save-failed`) takes back what it made
 * itself, and never the session folder or what another put there. Modes are 700 and 600 whatever the umask says.
 */
export function layOutFolder(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw systemCode(error) === "EEXIST" ? claimed(folder) : notLaidOut(folder, error);
  }
  const made: string[] = [];
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      const file = createFile(path, 0o600);
      made.unshift(path);
      fill(file, content);
    }
  } catch (error) {
    takeBack(folder, made);
    throw notLaidOut(folder, error);
  }
}

function fill(file: number, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

function takeBack(folder: string, made: readonly string[]): void {
  try {
    for (const path of made) unlinkSync(path);
    rmdirSync(folder);
  } catch {
    // Somebody else put something there: it stays, and the folder with it.
  }
}

function claimed(folder: string): ProtocolError {
  const session = dirname(folder);
  return new ProtocolError(
    "directory-not-empty",
    `Another session has just started in ${printable(session)}: name a new folder.`,
    { path: session, found: [basename(folder)] },
  );
}

function notLaidOut(folder: string, error: unknown): ProtocolError {
  const cause = systemCode(error);
  return new ProtocolError(
    "save-failed",
    `The files of the session could not be laid out in ${printable(folder)} (${cause}). ${remedyFor(cause)}`,
    { path: folder, cause },
    { cause: error },
  );
}
