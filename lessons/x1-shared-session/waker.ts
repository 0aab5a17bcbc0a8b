export type Waker = {
  /** Resolves a moment after `wake` was called since the last call, and after a while in any case. Rejects with the signal's reason. */
  next: (signal: AbortSignal) => Promise<void>;
  wake: () => void;
};

/** Waits for something that is told in bursts, and may not be told at all. */
export function waker({ fallbackMs, burstMs }: { fallbackMs: number; burstMs: number }): Waker {
  let isChanged = false;
  let notice: (() => void) | undefined;
  return {
    wake: () => {
      isChanged = true;
      notice?.();
    },
    next: async (signal) => {
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => finish(() => reject(signal.reason));
        const fallback = setTimeout(() => finish(resolve), fallbackMs);
        let burst: NodeJS.Timeout | undefined;
        const finish = (settle: () => void): void => {
          clearTimeout(fallback);
          clearTimeout(burst);
          signal.removeEventListener("abort", stop);
          notice = undefined;
          settle();
        };
        notice = () => {
          burst ??= setTimeout(() => finish(resolve), burstMs);
        };
        signal.addEventListener("abort", stop, { once: true });
        if (signal.aborted) stop();
        else if (isChanged) notice();
      });
      isChanged = false;
    },
  };
}
