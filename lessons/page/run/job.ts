import {
  type CallOutcome,
  playScenario,
  type Scenario,
  scenarioSession,
} from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import { type OwnResult, type OwnRun, runOwnCall } from "./own-call.ts";

export type Job = { run: "scenario"; scenario: Scenario } | { run: "own"; own: OwnRun };

export type ScenarioResult = { outcome: CallOutcome; state: SessionState };

/** Runs a job on the real functions, from a fresh session, wherever it is called: in the worker or beside the page. */
export async function doJob(job: Job): Promise<ScenarioResult | OwnResult> {
  if (job.run === "own") return runOwnCall(job.own);
  const session = scenarioSession();
  const outcome = await playScenario(job.scenario, session);
  return { outcome, state: sessionStateOf(session.current, session.held) };
}
