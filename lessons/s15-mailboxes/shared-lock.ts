/**
 * One lock for the mailboxes and the requests of a session. Acquiring is asynchronous, the critical section is
 * synchronous: nothing can interleave with it, and a debugger steps it from top to bottom.
 *
 * An implementation must guarantee: sections run one at a time and, within a process, in the order of their calls;
 * the result or the error of a section is the caller's; the lock is free again afterwards in both cases.
 */
export type SharedLock = {
  run<T>(criticalSection: () => T): Promise<T>;
  /** True while a critical section of this object runs. */
  readonly held: boolean;
};

/** The lock of a session that lives in one process only: a queue of promises. */
export class MemoryLock implements SharedLock {
  readonly #queue = inOrder();
  #held = false;

  get held(): boolean {
    return this.#held;
  }

  run<T>(criticalSection: () => T): Promise<T> {
    return this.#queue(() => {
      this.#held = true;
      try {
        return criticalSection();
      } finally {
        this.#held = false;
      }
    });
  }
}

/** Runs tasks one after the other, first come, first served. A failed task does not stop the next. */
export function inOrder(): <T>(task: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
