import { basename } from "node:path";
import { fileError, filesIn, intercept } from "../harness/sessions.ts";

/** All files of a session folder but those that hold the rest of the session. */
export function mailFiles({ directory }: { directory: string }): Record<string, string> {
  const { "session.json": _session, "events.jsonl": _log, ...others } = filesIn(directory);
  return others;
}

/** Lets the rename over one file of the folder fail with `code`, the first `times` times. Ends with the test. */
export function failRenameOf(
  file: string,
  code: string,
  times = Number.POSITIVE_INFINITY,
): { attempts: () => number } {
  let attempts = 0;
  intercept("renameSync", (rename) => (from, to) => {
    if (basename(String(to)) !== file) return rename(from, to);
    attempts += 1;
    if (attempts > times) return rename(from, to);
    throw fileError(code);
  });
  return { attempts: () => attempts };
}
