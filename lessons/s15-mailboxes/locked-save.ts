import { identityAt, identityOnceRenamed } from "./file-identity.ts";
import type { FileLock } from "./file-lock.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import { replaceFile } from "./synced-write.ts";
import { remedyFor, systemCode } from "./system-error.ts";

/**
 * Errors that pass: of a rename, when another program has the file open for a moment (virus scanners, indexers), of a
 * temporary file that was removed by a process which had just lost the lock to us, and of a name that is in use.
 */
const PASSING_ERRORS = new Set(["EPERM", "EACCES", "EBUSY", "ENOENT", "EEXIST"]);
const SAVE_ATTEMPTS = 3;

export type LockedSave = {
  lock: FileLock;
  /** The identity of the file as it was last read: another one refuses. Undefined when it was not looked at. */
  seen: string | undefined;
  /** Runs before each attempt. */
  prepare?: () => void;
  /** What stays as it was, for the sentence of a failure. */
  untouched: string;
};

/**
 * Puts a text in the place of a file of the session, mode 600, while the lock is held, and returns its identity.
 *
 * Right before the rename it makes sure that the file is still the one that was read and the lock still ours
 * (`lock-lost`). Errors that pass are tried again, twice. Every other failure is `save-failed`: the old bytes stay, no
 * temporary file is left.
 */
export function saveUnderLock(path: string, text: string, save: LockedSave): string {
  const { lock, seen, prepare = () => undefined, untouched } = save;
  for (let attempt = 1; ; attempt += 1) {
    try {
      prepare();
      const saved = replaceFile(path, text, {
        mode: 0o600,
        beforeRename: () => {
          requireUnchanged(path, seen);
          lock.assertHeld();
        },
      });
      return identityOnceRenamed(path, saved);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // A temporary file that the lock's new owner removed is no fault of the disk.
      lock.assertHeld();
      const code = systemCode(error);
      if (PASSING_ERRORS.has(code) && attempt < SAVE_ATTEMPTS) continue;
      throw new ProtocolError(
        "save-failed",
        `${printable(path)} could not be saved (${code}). ${untouched} ${remedyFor(code)}`,
        { path, cause: code },
        { cause: error },
      );
    }
  }
}

/** Refuses to overwrite what somebody saved since the file was read. */
function requireUnchanged(path: string, seen: string | undefined): void {
  if (seen === undefined || seen === identityAt(path)) return;
  throw new ProtocolError(
    "lock-lost",
    `${printable(path)} was changed by another program while it was locked, so nothing was saved. Try again.`,
    { path },
  );
}
