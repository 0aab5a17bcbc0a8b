import {
  existsSync,
  mkdirSync,
  type PathLike,
  realpathSync,
  rmdirSync,
  type Stats,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { lock as acquire } from "proper-lockfile";
import { ProtocolError } from "./protocol-error.ts";
import { inOrder, type SharedLock } from "./shared-lock.ts";

/** The lock of a session folder is a folder of this name inside it. */
export const LOCK_NAME = ".lock";

export type FileLockOptions = {
  /** After this many milliseconds without a sign of life a lock counts as left behind. At least 2000. */
  staleMs?: number;
  /** How many milliseconds to wait for another process before `lock-timeout`. More than `staleMs`. */
  waitMs?: number;
  /** Told once for each critical section that has to wait for another process. */
  onWait?: (lockPath: string) => void;
};

const POLL_MS = 50;

/**
 * The shared lock of a session folder, between processes: `proper-lockfile` with its lock at `<folder>/.lock`.
 *
 * Within a process callers queue and never poll. Another process is waited for, at most `waitMs`, then
 * `lock-timeout` names the lock's path; a lock that was left behind is taken over once it is stale. `assertHeld` tells
 * right before a write whether the lock is still ours; a lost lock is `lock-lost`, never a crash. A lock that cannot
 * be made or looked at (permissions, full disk) is `save-failed`.
 *
 * Whose the lock is stands in the folder's access time, which holds one mark at a time: of two processes that both
 * think they made the lock, at most one passes `assertHeld`.
 */
export class FileLock implements SharedLock {
  readonly path: string;
  readonly #directory: string;
  readonly #staleMs: number;
  readonly #waitMs: number;
  readonly #onWait: (lockPath: string) => void;
  readonly #queue = inOrder();
  readonly #operations = lockOperations(nextMark());
  #held = false;

  constructor(directory: string, options: FileLockOptions = {}) {
    this.#directory = realpathSync(directory);
    this.path = join(this.#directory, LOCK_NAME);
    this.#staleMs = options.staleMs ?? 5_000;
    this.#waitMs = options.waitMs ?? 15_000;
    this.#onWait = options.onWait ?? (() => undefined);
  }

  get held(): boolean {
    return this.#held;
  }

  run<T>(criticalSection: () => T): Promise<T> {
    return this.#queue(async () => {
      const release = await this.#acquire();
      try {
        this.#held = true;
        this.assertHeld();
        return criticalSection();
      } finally {
        // What the section did stands, whether or not the lock folder can be removed. One that stays becomes stale.
        await release().catch(() => undefined);
        this.#held = false;
      }
    });
  }

  /** Throws `lock-lost` unless the lock folder bears the mark of this object, `save-failed` when nobody can tell. */
  assertHeld(): void {
    let now: Stats | undefined;
    try {
      now = statSync(this.path, { throwIfNoEntry: false });
    } catch (error) {
      throw unusable(this.path, "looked at", error);
    }
    if (this.#held && this.#operations.isOurs(now)) return;
    throw new ProtocolError(
      "lock-lost",
      `The lock ${this.path} is no longer ours, so nothing was saved. Another process took it over: try again.`,
      { lockPath: this.path },
    );
  }

  async #acquire(): Promise<() => Promise<void>> {
    // proper-lockfile's own retries would also repeat what cannot get better, such as a missing permission.
    for (let waited = 0; ; waited += POLL_MS) {
      try {
        return await acquire(this.#directory, {
          lockfilePath: this.path,
          realpath: false,
          stale: this.#staleMs,
          fs: this.#operations,
          // The default throws inside a timer and would end the process. `assertHeld` finds a lost lock in time.
          onCompromised: () => undefined,
        });
      } catch (error) {
        const code = errorCode(error);
        // ENOENT: the lock was made, and removed again by a process that took it for the stale one before it.
        const isTaken = code === "ELOCKED" || (code === "ENOENT" && existsSync(this.#directory));
        if (!isTaken) throw unusable(this.path, "made", error);
        if (waited >= this.#waitMs) throw lockTimeout(this.path, this.#waitMs, error);
        if (waited === 0) this.#onWait(this.path);
        await setTimeout(POLL_MS);
      }
    }
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

function lockTimeout(lockPath: string, waitMs: number, cause: unknown): ProtocolError {
  return new ProtocolError(
    "lock-timeout",
    `Another process has held ${lockPath} for ${waitMs / 1000} s, so nothing was saved. End it and try again; ` +
      "if none is running, remove that folder.",
    { lockPath, waitMs },
    { cause },
  );
}

function unusable(lockPath: string, operation: "made" | "looked at", cause: unknown): ProtocolError {
  const code = errorCode(cause);
  return new ProtocolError(
    "save-failed",
    `The lock ${lockPath} cannot be ${operation} (${code}), so nothing was saved. ` +
      "Check that the folder can be written to.",
    { lockPath, cause: code },
    { cause },
  );
}

/** Seconds since 1970, in July 2036: later than the folder's other times, so that looking into it changes nothing. */
const FIRST_MARK = 2_100_000_000;
const MARKS_OF_A_PROCESS = 11;
let marks = 0;

/** Access times that no two locks of live processes have in common: 2^22 processes with 11 each, up to January 2038. */
function nextMark(): number {
  marks += 1;
  return (
    FIRST_MARK + (process.pid % 2 ** 22) * MARKS_OF_A_PROCESS + ((marks + threadId) % MARKS_OF_A_PROCESS)
  );
}

type Callback<T = unknown> = (error: Error | null, value?: T) => void;

/** The file operations that proper-lockfile uses, and whose a lock folder is. */
type LockOperations = {
  isOurs: (folder: Stats | undefined) => boolean;
  mkdir: (path: PathLike, callback: Callback) => void;
  stat: (path: PathLike, callback: Callback<Stats>) => void;
  utimes: (path: PathLike, accessed: Date, modified: Date, callback: Callback) => void;
  rmdir: (path: PathLike, callback: Callback) => void;
  rmdirSync: (path: PathLike) => void;
};

/**
 * proper-lockfile removes a lock folder without looking whose it is: of two processes that both saw a stale lock, the
 * second removes the fresh lock of the first. Here a lock bears the mark of its maker, and a folder is removed only
 * while it is the one that was judged: the one seen stale, or our own.
 */
function lockOperations(mark: number): LockOperations {
  let judged: Stats | undefined;
  let madeInode: number | undefined;
  const isOurs = (folder: Stats | undefined): boolean =>
    folder?.atimeMs === mark * 1000 && folder.ino === madeInode;
  const remove = (path: PathLike): void => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now && (isOurs(now) || (judged && isSame(judged, now)))) rmdirSync(path);
  };
  return {
    isOurs,
    mkdir: (path, callback) =>
      settle(callback, () => {
        madeInode = makeMarked(path, mark);
      }),
    stat: (path, callback) =>
      settle(callback, () => {
        judged = statSync(path);
        return judged;
      }),
    utimes: (path, _accessed, modified, callback) => settle(callback, () => utimesSync(path, mark, modified)),
    rmdir: (path, callback) =>
      settle(callback, () => {
        try {
          remove(path);
        } catch {
          // A lock that stays would keep everybody waiting until it is stale.
          remove(path);
        }
      }),
    rmdirSync: remove,
  };
}

/** Makes the folder and marks it as ours. Returns its inode number. Leaves no folder behind when it fails. */
function makeMarked(path: PathLike, mark: number): number {
  mkdirSync(path);
  try {
    const { ino, mtime } = statSync(path);
    utimesSync(path, mark, mtime);
    return ino;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") rmdirSync(path);
    throw error;
  }
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

/** An inode number alone is not enough: file systems give the number of a removed folder to the next one. */
function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.mtimeMs === other.mtimeMs && one.atimeMs === other.atimeMs;
}
