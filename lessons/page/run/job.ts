import {
  type CallOutcome,
  playScenario,
  type Scenario,
  scenarioSession,
} from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import type { OwnRun } from "./call.ts";
import { type OwnResult, runOwnCall } from "./own-call.ts";
import { takeOut } from "./probe.ts";
import { recordRun } from "./record-run.ts";
import type { Recording, StopPlace } from "./recording.ts";
import { watchProbes } from "./watch-probes.ts";

/** What can be asked for, by the result that it gives. */
export type Jobs = {
  scenario: { job: { scenario: Scenario }; result: ScenarioResult };
  own: { job: { own: OwnRun }; result: OwnResult };
  record: { job: { own: OwnRun; stops: readonly StopPlace[]; isInto: boolean }; result: Recording };
};
export type Job = { [Run in keyof Jobs]: { run: Run } & Jobs[Run]["job"] }[keyof Jobs];
export type JobResult = Jobs[keyof Jobs]["result"];

export type ScenarioResult = { outcome: CallOutcome; state: SessionState };

let earlier: Promise<unknown> = Promise.resolve();

/**
 * Runs a job on the real functions, from a fresh session, wherever it is called: in the worker or beside the page. Jobs
 * run one after the other: which guards are out holds for a whole job.
 */
export function doJob(job: Job): Promise<JobResult> {
  const done = earlier.then(() => doWithout("own" in job ? (job.own.out ?? []) : [], job));
  earlier = done.catch(() => undefined);
  return done;
}

async function doWithout(guards: readonly string[], job: Job): Promise<JobResult> {
  takeOut(guards);
  try {
    return await doNow(job);
  } finally {
    takeOut([]);
  }
}

async function doNow(job: Job): Promise<JobResult> {
  switch (job.run) {
    case "own":
      return runOwnCall(job.own);
    case "record":
      return recordRun(job.own, { watch: watchProbes(job.stops, job.own.out ?? []), isInto: job.isInto });
    case "scenario": {
      const session = scenarioSession();
      const outcome = await playScenario(job.scenario, session);
      return { outcome, state: sessionStateOf(session.current, session.held) };
    }
  }
}
