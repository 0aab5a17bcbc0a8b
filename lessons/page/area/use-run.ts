import { useState } from "preact/hooks";
import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import type { SessionState, Trace } from "../../../fixtures/scenarios/trace.ts";
import { runScenario } from "../run/run-job.ts";
import { isEqual } from "../view.ts";

export type RunState =
  | { state: "none" }
  | { state: "running" }
  | { state: "done"; outcome: unknown; isSame: boolean }
  | { state: "failed"; message: string };

/** The last run of the scenario on the real functions. Of another scenario's run nothing is told. */
export function useRun(trace: Trace, scenario: Scenario): [run: RunState, start: () => Promise<void>] {
  const [last, setLast] = useState<{ of: Trace; run: RunState } | undefined>();
  const start = async (): Promise<void> => {
    setLast({ of: trace, run: { state: "running" } });
    setLast({ of: trace, run: await runAndCompare(trace, scenario) });
  };
  return [last?.of === trace ? last.run : { state: "none" }, start];
}

async function runAndCompare(trace: Trace, scenario: Scenario): Promise<RunState> {
  try {
    const { outcome, state } = await runScenario(scenario);
    return { state: "done", outcome, isSame: isAsRecorded(trace, outcome, state) };
  } catch (error) {
    return { state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** A recording and a run are the same when result, requests, members and mailboxes are. */
function isAsRecorded(
  trace: Trace,
  outcome: unknown,
  { requests, members, mailboxes }: SessionState,
): boolean {
  const end = trace.snapshots.at(-1);
  const recorded = { requests: end?.requests, members: end?.members, mailboxes: end?.mailboxes };
  return isEqual(outcome, trace.result) && isEqual({ requests, members, mailboxes }, recorded);
}
