import { lstatSync } from "node:fs";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { replaceFile } from "../../lessons/s15-mailboxes/synced-write.ts";
import { remedyFor, systemCode } from "../../lessons/s15-mailboxes/system-error.ts";

/** Errors of a rename that another program's open file causes for a moment, and of a name that is in use. */
const PASSING_ERRORS = new Set(["EPERM", "EACCES", "EBUSY", "EEXIST"]);
const SAVE_ATTEMPTS = 3;

/**
 * Saves a whole text or nothing: a temporary file in the same folder, synced, renamed over the old one (`replaceFile`).
 *
 * What is no regular file is refused (`unsafe-file`). Every other failure is `save-failed`; the old bytes stay and no
 * temporary file is left. An old file keeps its mode, a new one is 600.
 */
export function saveFile(path: string, text: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const old = lstatSync(path, { throwIfNoEntry: false });
      if (old && !old.isFile()) {
        throw new Refusal("unsafe-file", `${path} is no regular file (a link is not followed).`);
      }
      replaceFile(path, text, { mode: old ? old.mode & 0o777 : 0o600 });
      return;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const code = systemCode(error);
      if (PASSING_ERRORS.has(code) && attempt < SAVE_ATTEMPTS) continue;
      throw new Refusal(
        "save-failed",
        `${path} could not be saved (${code}). The old text is untouched. ${remedyFor(code)}`,
        { cause: error },
      );
    }
  }
}
