import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import { doJob, type Job, type ScenarioResult } from "./job.ts";
import type { OwnResult, OwnRun } from "./own-call.ts";
import { type Answer, startWorker } from "./worker.ts";

let worker: Worker | undefined;
/** A browser may forbid a worker that comes from a page's own text. It says so once, and is not asked again. */
let isForbidden = false;
let jobs = 0;

/** Runs a scenario on the real functions, from a fresh session: in a worker, or here where none may be started. */
export function runScenario(scenario: Scenario): Promise<ScenarioResult> {
  return runJob({ run: "scenario", scenario }) as Promise<ScenarioResult>;
}

/** Runs the real functions on somebody's own values. A refusal is a result. */
export function runOwn(own: OwnRun): Promise<OwnResult> {
  return runJob({ run: "own", own }) as Promise<OwnResult>;
}

/** The functions touch nothing but their session, so that the same job gives the same result here as in a worker. */
async function runJob(job: Job): Promise<unknown> {
  const running = runningWorker();
  const answer = running && (await answerOf(running, job));
  if (!answer) return doJob(job);
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
      finished.abort();
      resolve(answer);
    };
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
