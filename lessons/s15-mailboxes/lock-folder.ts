import { randomBytes } from "node:crypto";
import {
  closeSync,
  lstatSync,
  openSync,
  type PathLike,
  readdirSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { ProtocolError, printable } from "./protocol-error.ts";
import { systemCode } from "./system-error.ts";
import { makePrivateFolder } from "./trusted-folder.ts";

const MARK = /^mark-[0-9a-f]{32}$/;

/** The file operations that proper-lockfile uses, and whose a lock folder is. */
export type LockFolder = {
  /** Whether the mark of our last acquisition is still in the folder. Throws what the file system throws. */
  isOurs: () => boolean;
  /** Whether the lock that was last looked at bears a time that lies more than the stale time ahead. */
  isAhead: () => boolean;
  operations: {
    mkdir: (path: PathLike, callback: Callback) => void;
    stat: (path: PathLike, callback: Callback<{ mtime: Date }>) => void;
    utimes: (path: PathLike, accessed: Date, modified: Date, callback: Callback) => void;
    rmdir: (path: PathLike, callback: Callback) => void;
    rmdirSync: () => void;
  };
};

type Callback<T = unknown> = (error: Error | null, value?: T) => void;

/** A lock folder as it was at one look. */
type Seen = { marks: string[]; inode: bigint; modified: bigint };

/**
 * proper-lockfile removes a lock folder without looking whose it is: of two processes that both saw a stale lock, the
 * second removes the fresh lock of the first. Here each acquisition puts an empty file with a random name into the
 * folder, its mark, and that closes the gap: a folder with a mark cannot be removed, and of all who judged one mark
 * stale only one can remove it. No clock, process id or reading of the folder has a say in whose a lock is.
 */
export function lockFolder(path: string, staleMs: number): LockFolder {
  let own: string | undefined;
  let judged: Seen | undefined;
  let firstSeen = 0;

  const make = (): void => {
    own = undefined;
    const mark = join(path, `mark-${randomBytes(16).toString("hex")}`);
    const start = performance.now();
    // Held up for that long, we may have put the mark into the lock of a program that knows no marks.
    const isLate = (): boolean => performance.now() - start > staleMs;
    makePrivateFolder(path);
    try {
      putMark(path, mark);
      if (isLate()) throw taken(path);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") takeBack(mark, isLate() ? undefined : path);
      throw error;
    }
    own = mark;
  };

  const isAhead = (): boolean =>
    judged !== undefined && Number(judged.modified / 1_000_000n) > Date.now() + staleMs;

  /** A time that lies ahead says nothing: such a lock is stale when it does not change for as long as we look on. */
  const look = (): { mtime: Date } => {
    if (own !== undefined) return lstatSync(path);
    const now = seen(path);
    if (!judged || !isSame(judged, now)) firstSeen = performance.now();
    judged = now;
    const isSilent = performance.now() - firstSeen >= staleMs;
    return { mtime: new Date(isAhead() && isSilent ? 0 : Number(now.modified / 1_000_000n)) };
  };

  const removeJudged = (): void => {
    if (!judged) return;
    for (const mark of judged.marks) if (!removeFile(join(path, mark))) return;
    if (judged.marks.length > 0 || isSame(judged, seen(path))) removeEmpty(path);
  };

  const remove = (): void => {
    const mark = own;
    own = undefined;
    if (mark === undefined) removeJudged();
    else if (removeFile(mark)) removeEmpty(path);
  };

  return {
    isOurs: () => own !== undefined && isThere(own),
    isAhead,
    operations: {
      mkdir: (_path, callback) => settle(callback, make),
      stat: (_path, callback) => settle(callback, look),
      utimes: (_path, accessed, modified, callback) =>
        settle(callback, () => utimesSync(path, accessed, modified)),
      rmdir: (_path, callback) => settle(callback, remove),
      rmdirSync: remove,
    },
  };
}

/**
 * Marks a folder as ours, and makes sure that no one else did: of two who mark the same one, each looks after it has
 * marked, so at most one finds itself alone.
 */
function putMark(path: string, mark: string): void {
  closeSync(openSync(mark, "wx", 0o600));
  const marks = marksIn(path).map((name) => join(path, name));
  if (marks.includes(mark) && marks.length === 1) return;
  if (marks.includes(mark) || !isThere(mark)) throw taken(path);
  throw new ProtocolError(
    "save-failed",
    `The file system of ${printable(path)} does not keep the name of a file as it was given, so nobody could tell ` +
      "whose the lock is. Nothing was saved. Name a folder on another disk.",
    { lockPath: path, cause: "mark-not-kept" },
  );
}

/** What stands at the lock's path. Throws `mailbox-unsafe` for anything but a folder, empty or with marks. */
function seen(path: string): Seen {
  const { isDirectory, isSymbolicLink } = kindOf(path);
  if (!isDirectory) {
    const kind = isSymbolicLink ? "a link" : "a file";
    throw obstacle(path, `${printable(path)} is ${kind}, and a lock is a folder, so no session made it.`);
  }
  // First the marks, then the time: a lock that was made in between has a time that is not stale.
  const names = readdirSync(path);
  const { ino, mtimeNs } = lstatSync(path, { bigint: true });
  const strange = names.filter((name) => !MARK.test(name)).sort();
  if (strange.length > 0) {
    const shown = strange.slice(0, 6).map(printable).join(", ");
    throw obstacle(path, `The lock ${printable(path)} holds ${shown}, which no session put there.`);
  }
  return { marks: names.sort(), inode: ino, modified: mtimeNs };
}

function kindOf(path: string): { isDirectory: boolean; isSymbolicLink: boolean } {
  const stats = lstatSync(path);
  return { isDirectory: stats.isDirectory(), isSymbolicLink: stats.isSymbolicLink() };
}

function marksIn(path: string): string[] {
  return readdirSync(path).filter((name) => MARK.test(name));
}

function obstacle(path: string, what: string): ProtocolError {
  return new ProtocolError(
    "mailbox-unsafe",
    `${what} Nothing was saved. Look at it and move it away, or name another session folder.`,
    { lockPath: path },
  );
}

/** As proper-lockfile says it. */
function taken(path: string): Error {
  return Object.assign(new Error(`Another process has the lock ${path}.`), { code: "ELOCKED" });
}

/** Removes a mark. False when somebody else has. */
function removeFile(mark: string): boolean {
  return unlessGone(() => {
    twice(() => unlinkSync(mark));
    return true;
  });
}

function isThere(mark: string): boolean {
  return unlessGone(() => lstatSync(mark).isFile());
}

/** False when the file, or the folder that it is in, is gone. */
function unlessGone(operation: () => boolean): boolean {
  try {
    return operation();
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}

/** After a lock that could not be marked as it should. What went wrong with it counts more than what goes wrong here. */
function takeBack(mark: string, folder: string | undefined): void {
  try {
    removeFile(mark);
    if (folder !== undefined) removeEmpty(folder);
  } catch {
    // A mark that stays is stale soon.
  }
}

/** Removes the folder unless somebody has marked it. */
function removeEmpty(path: string): void {
  try {
    twice(() => rmdirSync(path));
  } catch {
    // One that stays keeps everybody waiting until it is stale, and nobody longer.
  }
}

/** Scanners and indexers have a file open for a moment. */
function twice(operation: () => void): void {
  try {
    operation();
  } catch {
    operation();
  }
}

/** An inode number alone is not enough: file systems give the number of a removed folder to the next one. */
function isSame(one: Seen, other: Seen): boolean {
  return (
    one.inode === other.inode && one.modified === other.modified && one.marks.join() === other.marks.join()
  );
}

function settle<T>(callback: Callback<T>, operation: () => T): void {
  let value: T;
  try {
    value = operation();
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  callback(null, value);
}
