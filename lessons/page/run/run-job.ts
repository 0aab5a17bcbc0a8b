import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import type { Lesson } from "../lesson.ts";
import type { OwnRun } from "./call.ts";
import { doJob, type Job, type Jobs } from "./job.ts";
import type { OwnResult } from "./own-call.ts";
import type { Recording } from "./recording.ts";
import { type Answer, startWorker } from "./worker.ts";

/** No run of the lesson's functions comes near this. A worker that takes longer is ended. */
const LONGEST_JOB_MS = 15_000;

let worker: Worker | undefined;
/** A browser may forbid a worker that comes from a page's own text. It says so once, and is not asked again. */
let isForbidden = false;
let jobs = 0;

/** Runs a scenario on the real functions, from a fresh session: in a worker, or here where none may be started. */
export function runScenario(scenario: Scenario): Promise<Jobs["scenario"]["result"]> {
  return runJob({ run: "scenario", scenario });
}

/** Runs the real functions on somebody's own values. A refusal is a result. */
export function runOwn(own: OwnRun): Promise<OwnResult> {
  return runJob({ run: "own", own });
}

/**
 * Records a run of one's own, statement by statement, set-up and call, with the guards of `own.out` taken out. With
 * `isInto` it stops in every function that can be shown. Refusals and faults of the functions are results; when no
 * recording comes about at all, `fault` is the sentence that says so.
 */
export async function record(
  { stops, strings }: Pick<Lesson, "stops" | "strings">,
  own: OwnRun,
  isInto = false,
): Promise<Recording | { fault: string }> {
  try {
    return await runJob({ run: "record", own, stops, isInto });
  } catch (error) {
    const isLate = error instanceof Error && error.message === TOO_LONG;
    return { fault: isLate ? strings.recording.too_long : String(error) };
  }
}

const TOO_LONG = "too-long";

/** The functions touch nothing but their session, so that the same job gives the same result here as in a worker. */
export async function runJob<Asked extends Job>(job: Asked): Promise<Jobs[Asked["run"]]["result"]> {
  const running = runningWorker();
  const answer = running && (await answerOf(running, job));
  const result = answer ? resultOf(answer) : await doJob(job);
  return result as Jobs[Asked["run"]]["result"];
}

function resultOf(answer: Answer): Jobs[keyof Jobs]["result"] {
  if ("fault" in answer) throw new Error(answer.fault);
  return answer.result;
}

function runningWorker(): Worker | undefined {
  if (isForbidden) return undefined;
  try {
    worker ??= startWorker();
  } catch {
    isForbidden = true;
  }
  return worker;
}

/** Undefined when the worker could not start: every fault of a job is an answer, so an error is one of the worker. */
function answerOf(running: Worker, job: Job): Promise<Answer | undefined> {
  jobs += 1;
  const id = jobs;
  return new Promise((resolve) => {
    const finished = new AbortController();
    const { signal } = finished;
    const finish = (answer?: Answer): void => {
      clearTimeout(late);
      finished.abort();
      resolve(answer);
    };
    const late = setTimeout(() => {
      running.terminate();
      if (worker === running) worker = undefined;
      finish({ id, fault: TOO_LONG });
    }, LONGEST_JOB_MS);
    running.addEventListener(
      "message",
      ({ data }: MessageEvent<Answer>) => {
        if (data.id === id) finish(data);
      },
      { signal },
    );
    running.addEventListener(
      "error",
      () => {
        isForbidden = true;
        worker = undefined;
        finish();
      },
      { signal },
    );
    running.postMessage({ id, job });
  });
}
