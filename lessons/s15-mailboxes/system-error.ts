const REMEDIES = new Map<string, string>(
  Object.entries({
    ENOSPC: "The disk is full: make room and try again.",
    EDQUOT: "Your share of the disk is full: make room and try again.",
    EIO: "The disk, or the connection to it, fails: look at it, or use another one.",
    EROFS: "Nothing can be written there: use another disk.",
    EACCES: "Check that you may write there.",
    EPERM: "Check that you may write there.",
    ENOENT: "Something on the way to it is gone: check the path.",
    ENOTDIR: "Something on the way to it is not a folder: check the path.",
    EISDIR: "A folder stands in its place: move it away.",
    ELOOP: "A link stands there or on the way to it: use the real path.",
    ENAMETOOLONG: "The path is too long: name a shorter one.",
    EMFILE: "Too many files are open: close some, or raise the limit (ulimit -n).",
    ENFILE: "Too many files are open on this machine: end some programs.",
    EBUSY: "Another program uses it: end that one and try again.",
  }),
);

/** The word that the system gave for what went wrong, such as `ENOSPC`, or `unknown`. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

/** What a person can do about a failed file operation, as a sentence. */
export function remedyFor(code: string): string {
  return REMEDIES.get(code) ?? "Mend the cause and try again.";
}
