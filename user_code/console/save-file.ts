import { lstatSync } from "node:fs";
import writeFileAtomic from "write-file-atomic";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { writeSynced } from "../../lessons/s15-mailboxes/synced-write.ts";

/** Errors of a rename that another program's open file causes for a moment. */
const PASSING_ERRORS = new Set(["EPERM", "EACCES", "EBUSY"]);
const SAVE_ATTEMPTS = 3;

/**
 * Saves a whole text or nothing: a temporary file in the same folder, synced, renamed over the old one.
 *
 * The library would follow a link, and does not look whether its one write call took all bytes: what is no regular
 * file is refused (`unsafe-file`), and the bytes are written here by a function that does look. Every other failure
 * is `save-failed`; the old bytes stay and no temporary file is left. An old file keeps its mode, a new one is 600.
 */
export function saveFile(path: string, text: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const old = lstatSync(path, { throwIfNoEntry: false });
      if (old && !old.isFile()) {
        throw new Refusal("unsafe-file", `${path} is no regular file (a link is not followed).`);
      }
      writeFileAtomic.sync(path, "", {
        mode: old ? old.mode & 0o777 : 0o600,
        fsync: false,
        tmpfileCreated: (temporary) => writeSynced(temporary, text),
      });
      return;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      if (PASSING_ERRORS.has(code) && attempt < SAVE_ATTEMPTS) continue;
      throw new Refusal("save-failed", `${path} could not be saved (${code}). The old text is untouched.`, {
        cause: error,
      });
    }
  }
}
