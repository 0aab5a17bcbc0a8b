import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import type { OwnResult, OwnValues } from "./own-call.ts";
import type { Answer, Job, ScenarioResult } from "./worker.ts";
import ProtocolWorker from "./worker.ts?worker&inline";

let worker: Worker | undefined;
let jobs = 0;

/** Runs a scenario on the real functions, in a worker, from a fresh session. Rejects when the worker cannot run. */
export function runScenario(scenario: Scenario): Promise<ScenarioResult> {
  return runJob({ run: "scenario", scenario }) as Promise<ScenarioResult>;
}

/** Runs the real functions on somebody's own values. A refusal is a result. */
export function runOwn(values: OwnValues): Promise<OwnResult> {
  return runJob({ run: "own", values }) as Promise<OwnResult>;
}

function runJob(job: Job): Promise<unknown> {
  worker ??= new ProtocolWorker();
  const running = worker;
  jobs += 1;
  const id = jobs;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const finished = new AbortController();
  const { signal } = finished;
  running.addEventListener(
    "message",
    ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      finished.abort();
      if ("fault" in data) reject(new Error(data.fault));
      else resolve(data.result);
    },
    { signal },
  );
  running.addEventListener(
    "error",
    ({ message }) => {
      finished.abort();
      worker = undefined;
      reject(new Error(message));
    },
    { signal },
  );
  running.postMessage({ id, job });
  return promise;
}
