import { mkdirSync, type PathLike, realpathSync, rmdirSync, type Stats, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
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
 * be made at all (permissions, full disk) is `save-failed`.
 */
export class FileLock implements SharedLock {
  readonly path: string;
  readonly #directory: string;
  readonly #staleMs: number;
  readonly #waitMs: number;
  readonly #onWait: (lockPath: string) => void;
  readonly #queue = inOrder();
  readonly #operations: LockOperations;
  /** The lock folder that we made, as the file system describes it, while we hold it. */
  #ours: Stats | undefined;

  constructor(directory: string, options: FileLockOptions = {}) {
    this.#directory = realpathSync(directory);
    this.path = join(this.#directory, LOCK_NAME);
    this.#staleMs = options.staleMs ?? 5_000;
    this.#waitMs = options.waitMs ?? 15_000;
    this.#onWait = options.onWait ?? (() => undefined);
    this.#operations = lockOperations(() => this.#ours);
  }

  get held(): boolean {
    return this.#ours !== undefined;
  }

  run<T>(criticalSection: () => T): Promise<T> {
    return this.#queue(async () => {
      const release = await this.#acquire();
      try {
        this.#ours = statSync(this.path, { throwIfNoEntry: false });
        this.assertHeld();
        return criticalSection();
      } finally {
        // Releasing removes the lock folder only while it is ours, and has no other way to fail that matters.
        await release().catch(() => undefined);
        this.#ours = undefined;
      }
    });
  }

  /** Throws `lock-lost` unless the lock folder is the very one that this object made. */
  assertHeld(): void {
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (this.#ours && now && isSame(this.#ours, now) && this.#operations.madeInode === now.ino) return;
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
        const isTaken = errorCode(error) === "ELOCKED";
        if (!isTaken || waited >= this.#waitMs)
          throw lockError(errorCode(error), error, this.path, this.#waitMs);
        if (waited === 0) this.#onWait(this.path);
        await setTimeout(POLL_MS);
      }
    }
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

function lockError(code: string, error: unknown, lockPath: string, waitMs: number): ProtocolError {
  if (code === "ELOCKED") {
    return new ProtocolError(
      "lock-timeout",
      `Another process has held ${lockPath} for ${waitMs / 1000} s, so nothing was saved. End it and try again; ` +
        "if none is running, remove that folder.",
      { lockPath, waitMs },
      { cause: error },
    );
  }
  return new ProtocolError(
    "save-failed",
    `The lock ${lockPath} cannot be made (${code}), so nothing was saved. Check that the folder can be written to.`,
    { lockPath, cause: code },
    { cause: error },
  );
}

type Callback<T = unknown> = (error: Error | null, value?: T) => void;

/** The file operations that proper-lockfile uses, and what the lock has to know of them. */
type LockOperations = {
  mkdir: (path: PathLike, callback: Callback) => void;
  stat: (path: PathLike, callback: Callback<Stats>) => void;
  utimes: (path: PathLike, accessed: Date, modified: Date, callback: Callback) => void;
  rmdir: (path: PathLike, callback: Callback) => void;
  rmdirSync: (path: PathLike) => void;
  madeInode: number | undefined;
};

/**
 * proper-lockfile removes a lock folder without looking whose it is: of two processes that both saw a stale lock, the
 * second removes the fresh lock of the first. Here a folder is removed only while it is the one that was judged:
 * the one seen stale, or our own.
 */
function lockOperations(ours: () => Stats | undefined): LockOperations {
  let judged: Stats | undefined;
  const removeJudged = (path: PathLike): void => {
    const expected = ours() ?? judged;
    const now = statSync(path, { throwIfNoEntry: false });
    if (expected && now && isSame(expected, now)) rmdirSync(path);
  };
  const operations: LockOperations = {
    mkdir: (path, callback) =>
      settle(callback, () => {
        mkdirSync(path);
        operations.madeInode = statSync(path).ino;
      }),
    stat: (path, callback) =>
      settle(callback, () => {
        judged = statSync(path);
        return judged;
      }),
    utimes: (path, accessed, modified, callback) =>
      settle(callback, () => utimesSync(path, accessed, modified)),
    rmdir: (path, callback) => settle(callback, () => removeJudged(path)),
    rmdirSync: removeJudged,
    madeInode: undefined,
  };
  return operations;
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
  return one.ino === other.ino && one.mtimeMs === other.mtimeMs;
}
