import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { lock as acquire } from "proper-lockfile";
import { type LockFolder, lockFolder } from "./lock-folder.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import { inOrder, type SharedLock } from "./shared-lock.ts";
import { remedyFor, systemCode } from "./system-error.ts";

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
/** What proper-lockfile takes for anything shorter. */
const SHORTEST_STALE_MS = 2_000;

/**
 * The shared lock of a session folder, between processes: `proper-lockfile` with its lock at `<folder>/.lock`.
 *
 * Within a process callers queue and never poll. Another process is waited for, at most `waitMs`, then
 * `lock-timeout` names the lock's path; a lock that was left behind is taken over once it is stale. `assertHeld` tells
 * right before a write whether the lock is still ours; a lost lock is `lock-lost`, never a crash. A lock that cannot
 * be made or looked at (permissions, full disk, a disk that keeps no file names) is `save-failed`. What stands in the
 * lock's place and is no lock (a file, a link, a folder with other things) is `mailbox-unsafe`, at once.
 *
 * Whose the lock is stands in it as a mark, a random name of this very acquisition (`lockFolder`): of two that both
 * think they made the lock, in whatever process, thread or container, at most one passes `assertHeld`. Looking into
 * the folder changes nothing.
 */
export class FileLock implements SharedLock {
  readonly path: string;
  readonly #directory: string;
  readonly #staleMs: number;
  readonly #waitMs: number;
  readonly #onWait: (lockPath: string) => void;
  readonly #queue = inOrder();
  readonly #folder: LockFolder;
  #held = false;

  constructor(directory: string, options: FileLockOptions = {}) {
    this.#directory = realFolder(directory);
    this.path = join(this.#directory, LOCK_NAME);
    this.#staleMs = Math.max(options.staleMs ?? 5_000, SHORTEST_STALE_MS);
    this.#folder = lockFolder(this.path, this.#staleMs);
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

  /** Throws `lock-lost` unless the mark of this acquisition is in the lock, `save-failed` when nobody can tell. */
  assertHeld(): void {
    if (this.isOurs()) return;
    throw new ProtocolError(
      "lock-lost",
      `The lock ${printable(this.path)} is no longer ours, so nothing was saved. ` +
        "Another process took it over or removed it: try again.",
      { lockPath: this.path },
    );
  }

  /** Whether a section runs and the mark of its acquisition is still in the lock. `save-failed` when nobody can tell. */
  isOurs(): boolean {
    try {
      return this.#held && this.#folder.isOurs();
    } catch (error) {
      throw unusable(this.path, "looked at", error);
    }
  }

  async #acquire(): Promise<() => Promise<void>> {
    // proper-lockfile's own retries would also repeat what cannot get better, such as a missing permission.
    for (let waited = 0; ; waited += POLL_MS) {
      try {
        return await acquire(this.#directory, {
          lockfilePath: this.path,
          realpath: false,
          stale: this.#staleMs,
          fs: this.#folder.operations,
          // The default throws inside a timer and would end the process. `assertHeld` finds a lost lock in time.
          onCompromised: () => undefined,
        });
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        const code = systemCode(error);
        // ENOENT: the lock was made, and removed again by a process that took it for the stale one before it.
        const isTaken = code === "ELOCKED" || (code === "ENOENT" && existsSync(this.#directory));
        if (!isTaken) throw unusable(this.path, "made", error);
        if (waited >= this.#waitMs) throw lockTimeout(this.path, this.#waitMs, this.#folder.isAhead(), error);
        if (waited === 0) this.#onWait(this.path);
        await setTimeout(POLL_MS);
      }
    }
  }
}

/** The lock of a folder is the same one by whatever path the folder is reached. */
function realFolder(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (error) {
    throw unusable(join(directory, LOCK_NAME), "made", error);
  }
}

function lockTimeout(lockPath: string, waitMs: number, isAhead: boolean, cause: unknown): ProtocolError {
  const lock = printable(lockPath);
  const seconds = waitMs / 1000;
  return new ProtocolError(
    "lock-timeout",
    isAhead
      ? `${lock} bears a time that lies ahead, as after a change of the clock, and has not been given back for ` +
          `${seconds} s, so nothing was saved. End what holds it and try again; if nothing does, remove that folder.`
      : `Another process has held ${lock} for ${seconds} s, so nothing was saved. End it and try again; ` +
          "if none is running, remove that folder.",
    { lockPath, waitMs },
    { cause },
  );
}

function unusable(lockPath: string, operation: "made" | "looked at", error: unknown): ProtocolError {
  const cause = systemCode(error);
  return new ProtocolError(
    "save-failed",
    `The lock ${printable(lockPath)} cannot be ${operation} (${cause}), so nothing was saved. ${remedyFor(cause)}`,
    { lockPath, cause },
    { cause: error },
  );
}
