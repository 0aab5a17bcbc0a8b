import type { Progress } from "../../x2-break-it/search.ts";
import { startWorker } from "../run/worker.ts";
import { doHunt, type HuntJob, type HuntResult } from "./hunt-job.ts";

/** The name by which the page's script knows, in a worker, what it is there for. */
export const HUNT_WORKER = "hunt";

type Told = { progress: Progress } | { result: HuntResult } | { fault: string };

/** How often somebody who waits is told how far it is, and how long the page is held up where no worker may be started. */
const MILLISECONDS_BETWEEN_WORDS = 100;
const MILLISECONDS_A_SLICE = 8;

/** How long is looked at most. A machine that is not there by then is a slow one, and says so. */
const MILLISECONDS_AT_MOST = 40_000;

/** A browser may forbid a worker that comes from a page's own text. It is asked once. */
let isForbidden = false;

/** A job that goes on. It can be stopped; `ended` then has what was seen so far, as far as that is known. */
export type Hunt = { ended: Promise<HuntResult>; stop: () => void };

/** In the worker: does one job and tells how far it is. */
export function answerHunts(): void {
  const tell = (told: Told): void => self.postMessage(told);
  self.addEventListener("message", async ({ data }: MessageEvent<HuntJob>) => {
    let last = performance.now();
    const tellNowAndThen = async (progress: Progress): Promise<boolean> => {
      if (performance.now() - last < MILLISECONDS_BETWEEN_WORDS) return false;
      last = performance.now();
      tell({ progress });
      return false;
    };
    try {
      tell({ result: await doHunt(data, tellNowAndThen) });
    } catch (error) {
      tell({ fault: String(error) });
    }
  });
}

/** Looks in a worker of its own, or beside the page where none may be started. */
export function startHunt(job: HuntJob, onProgress: (progress: Progress) => void): Hunt {
  const { promise, resolve, reject } = deferred<HuntResult>();
  const began = performance.now();
  let known: Progress = { depth: 0, states: 0, transitions: 0 };
  let isStopped = false;
  let worker: Worker | undefined;
  const isLate = (): boolean => performance.now() - began > MILLISECONDS_AT_MOST;
  const end = (how: "stopped" | "late"): void => {
    worker?.terminate();
    resolve({ ...known, end: how, happened: [], attack: null, play: null });
  };
  const hear = (progress: Progress): void => {
    known = progress;
    onProgress(progress);
    if (isLate()) end("late");
  };
  const stop = (): void => {
    isStopped = true;
    end("stopped");
  };
  const lookHere = (): void => {
    let slice = performance.now();
    let word = slice;
    doHunt(job, async (progress) => {
      if (performance.now() - slice < MILLISECONDS_A_SLICE) return isStopped;
      await new Promise((go) => setTimeout(go));
      slice = performance.now();
      if (slice - word < MILLISECONDS_BETWEEN_WORDS) return isStopped;
      word = slice;
      if (!isStopped) hear(progress);
      return isStopped || isLate();
    }).then(resolve, reject);
  };
  try {
    if (!isForbidden) worker = startWorker(HUNT_WORKER);
  } catch {
    isForbidden = true;
  }
  if (!worker) lookHere();
  else {
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
      if ("progress" in data) return hear(data.progress);
      worker?.terminate();
      if ("fault" in data) reject(new Error(data.fault));
      else resolve(data.result);
    });
    worker.addEventListener("error", () => {
      // Every fault of a job is told, so an error is one of the worker, which could not start.
      isForbidden = true;
      worker = undefined;
      if (!isStopped) lookHere();
    });
    worker.postMessage(job);
  }
  return { ended: promise, stop };
}

/** `Promise.withResolvers` is newer than some of the browsers that people have. */
function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (fault: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (fault: unknown) => void = () => undefined;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}
