import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** A signal asks this process to end. `exitCode` is what a shell reports for it: 128 and the signal's number. */
export class Interrupted extends Error {
  override name = "Interrupted";
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super(`Stopped by ${signal}.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

export type Interruption = {
  /** Aborted by the first signal, with `Interrupted` as the reason. */
  signal: AbortSignal;
  /** Rejects with `Interrupted` once everything that was waited for has ended. */
  interrupted: Promise<never>;
  /** Something that a signal ends and that has to be over before this process may go. */
  waitFor: (task: Promise<unknown>) => void;
  close: () => void;
};

/** The first signal ends what runs and then the process; a second one ends the process at once. */
export function listenForSignals(): Interruption {
  const controller = new AbortController();
  const tasks = new Set<Promise<unknown>>();
  const { promise: interrupted, reject } = newPromise();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      const reason = new Interrupted(name);
      if (controller.signal.aborted) process.exit(reason.exitCode);
      controller.abort(reason);
      void Promise.allSettled(tasks).then(() => reject(reason));
    };
    process.on(name, listener);
    return [name, listener] as const;
  });
  return {
    signal: controller.signal,
    interrupted,
    waitFor: (task) => {
      const forget = (): void => void tasks.delete(task);
      tasks.add(task);
      task.then(forget, forget);
    },
    close: () => {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}

/** Nobody has to wait for it: a rejection that nobody sees is no fault. */
function newPromise(): { promise: Promise<never>; reject: (reason: Error) => void } {
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
