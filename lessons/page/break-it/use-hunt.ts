import { useEffect, useRef, useState } from "preact/hooks";
import type { Progress } from "../../x2-break-it/search.ts";
import type { HuntJob, HuntResult } from "./hunt-job.ts";
import { type Hunt, startHunt } from "./hunt-worker.ts";

export type HuntState =
  | { state: "none" }
  | { state: "looking"; progress: Progress }
  | { state: "done"; result: HuntResult }
  | { state: "failed"; message: string };

export type Hunts = {
  /** What became of a job: the last time that it was started. */
  of: (job: HuntJob) => HuntState;
  /** Starts a job and stops the one before. */
  start: (job: HuntJob) => void;
  stop: () => void;
};

const NONE: HuntState = { state: "none" };
const NOTHING: Progress = { depth: 0, states: 0, transitions: 0 };

/** Jobs of the area, one at a time. What they came to is kept as long as the area is shown; leaving it stops them. */
export function useHunts(): Hunts {
  const [states, setStates] = useState<ReadonlyMap<string, HuntState>>(new Map());
  const running = useRef<Hunt | undefined>(undefined);
  const stop = (): void => running.current?.stop();
  useEffect(() => stop, []);

  const start = (job: HuntJob): void => {
    stop();
    const key = keyOf(job);
    const set = (state: HuntState): void => setStates((known) => new Map(known).set(key, state));
    set({ state: "looking", progress: NOTHING });
    const hunt = startHunt(job, (progress) => {
      if (running.current === hunt) set({ state: "looking", progress });
    });
    running.current = hunt;
    hunt.ended.then(
      (result) => set({ state: "done", result }),
      (fault: unknown) => set({ state: "failed", message: String(fault) }),
    );
  };
  return { of: (job) => states.get(keyOf(job)) ?? NONE, start, stop };
}

function keyOf(job: HuntJob): string {
  return JSON.stringify(job);
}
