import {
  type CallOutcome,
  playScenario,
  type Scenario,
  scenarioSession,
} from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import { type OwnResult, type OwnValues, runOwnValues } from "./own-call.ts";

export type Job = { run: "scenario"; scenario: Scenario } | { run: "own"; values: OwnValues };

export type ScenarioResult = { outcome: CallOutcome; state: SessionState };

export type Answer = { id: number } & ({ result: ScenarioResult | OwnResult } | { fault: string });

async function runJob(job: Job): Promise<ScenarioResult | OwnResult> {
  if (job.run === "own") return runOwnValues(job.values);
  const session = scenarioSession();
  const outcome = await playScenario(job.scenario, session);
  return { outcome, state: sessionStateOf(session.current, session.held) };
}

self.addEventListener("message", async ({ data }: MessageEvent<{ id: number; job: Job }>) => {
  const { id, job } = data;
  try {
    self.postMessage({ id, result: await runJob(job) } satisfies Answer);
  } catch (error) {
    self.postMessage({ id, fault: String(error) } satisfies Answer);
  }
});
