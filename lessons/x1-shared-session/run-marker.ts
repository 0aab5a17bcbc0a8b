import { closeSync, fsyncSync, lstatSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { createFile, syncFolder } from "../s15-mailboxes/synced-write.ts";
import { remedyFor, systemCode } from "../s15-mailboxes/system-error.ts";
import { makePrivateFolder, requireTrustedFolder } from "../s15-mailboxes/trusted-folder.ts";

/** The folder of the markers, in the session folder. */
export const RUNS = "runs";

/**
 * The mark of one start, `runs/<request>` in the session folder: an empty file that is made exclusively, once.
 *
 * It stands beside `session.json` and not in it, so that an older `session.json` that somebody puts back makes no
 * second start: whoever is about to start something looks here first. Who can remove it can write `session.json` too,
 * and is the host.
 */
export type RunMarker = {
  /** Whether something was started for this request, or was about to be. */
  isThere: () => boolean;
  /**
   * Makes the mark; file and folder are synced when it returns. False when it is there already: then nothing is to be
   * started. Throws `save-failed`, and `mailbox-unsafe` where `runs` is no folder of this user alone; nothing is left then.
   */
  make: () => boolean;
  /** Takes it back. Only for the living process that made it and knows that nothing was started. Throws `save-failed`. */
  remove: () => void;
};

export function runMarker(directory: string, request_id: string): RunMarker {
  const folder = join(directory, RUNS);
  const path = join(folder, request_id);
  return {
    isThere: () => orFailed(path, () => isThere(path)),
    make: () =>
      orFailed(path, () => {
        makeOrFind(folder);
        return makeSynced(path);
      }),
    remove: () => orFailed(path, () => unlinkSync(path)),
  };
}

/** Where `runs` is no folder there is no mark in it, and none can be made. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return false;
    throw error;
  }
}

function makeOrFind(folder: string): void {
  try {
    makePrivateFolder(folder);
    syncFolder(dirname(folder));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    requireTrustedFolder(folder);
  }
}

function makeSynced(path: string): boolean {
  let file: number;
  try {
    file = createFile(path, 0o600);
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    fsyncSync(file);
    syncFolder(dirname(path));
    return true;
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

function orFailed<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const cause = systemCode(error);
    throw new ProtocolError(
      "save-failed",
      `The mark of the start, ${printable(path)}, cannot be kept (${cause}). ${remedyFor(cause)}`,
      { path, cause },
      { cause: error },
    );
  }
}
