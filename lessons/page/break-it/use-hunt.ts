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
  /** Starts a job. One that is still looking is dropped, as if it had never begun. */
  start: (job: HuntJob) => void;
  /** Ends the job that is looking: what it has seen so far is its result. */
  stop: () => void;
  drop: () => void;
};

const NONE: HuntState = { state: "none" };
const NOTHING: Progress = { depth: 0, states: 0, transitions: 0 };

/** Jobs of the area, one at a time. What they came to is kept as long as the area is shown; leaving it stops them. */
export function useHunts(): Hunts {
  const [states, setStates] = useState<ReadonlyMap<string, HuntState>>(new Map());
  const running = useRef<(Hunt & { key: string }) | undefined>(undefined);
  const set = (key: string, state: HuntState): void => setStates((known) => new Map(known).set(key, state));
  const drop = (): void => {
    const dropped = running.current;
    running.current = undefined;
    dropped?.stop();
    if (dropped) set(dropped.key, NONE);
  };
  useEffect(() => () => running.current?.stop(), []);

  const start = (job: HuntJob): void => {
    drop();
    const key = keyOf(job);
    set(key, { state: "looking", progress: NOTHING });
    const tell = (state: HuntState): void => {
      if (running.current === hunt) set(key, state);
    };
    const hunt = { ...startHunt(job, (progress) => tell({ state: "looking", progress })), key };
    running.current = hunt;
    const end = (state: HuntState): void => {
      tell(state);
      if (running.current === hunt) running.current = undefined;
    };
    hunt.ended.then(
      (result) => end({ state: "done", result }),
      (fault: unknown) => end({ state: "failed", message: String(fault) }),
    );
  };
  return {
    of: (job) => states.get(keyOf(job)) ?? NONE,
    start,
    stop: () => running.current?.stop(),
    drop,
  };
}

function keyOf(job: HuntJob): string {
  return JSON.stringify(job);
}
