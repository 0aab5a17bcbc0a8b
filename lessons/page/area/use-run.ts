import { useState } from "preact/hooks";
import type { SessionState } from "../../../fixtures/scenarios/trace.ts";
import type { OwnRun } from "../run/call.ts";
import { runOwn, runScenario } from "../run/run-job.ts";
import { isEqual, type SteppedCall } from "../view.ts";
import type { Input } from "./inputs.ts";

export type RunState =
  | { state: "none" }
  | { state: "running" }
  /** `isSame` is null where there is nothing to hold the run against: without guards it was recorded as it ran. */
  | { state: "done"; outcome: unknown; isSame: boolean | null }
  | { state: "failed"; message: string };

type Asked = {
  input: Input;
  run: OwnRun;
  /** The recording of the call that the run ends with, as soon as it is made. */
  recorded: SteppedCall | undefined;
  isUnchanged: boolean;
};

/** The last run on the real functions. Of the run of another input or of other values nothing is told. */
export function useRun(asked: Asked): [run: RunState, start: () => Promise<void>] {
  const [last, setLast] = useState<{ of: OwnRun; run: RunState } | undefined>();
  const { run } = asked;
  const start = async (): Promise<void> => {
    setLast({ of: run, run: { state: "running" } });
    setLast({ of: run, run: await runAndCompare(asked) });
  };
  return [last?.of === run ? last.run : { state: "none" }, start];
}

async function runAndCompare({ input, run, recorded, isUnchanged }: Asked): Promise<RunState> {
  try {
    if (isUnchanged && input.scenario) {
      const { outcome, state } = await runScenario(input.scenario);
      return { state: "done", outcome, isSame: isAsRecorded(input.trace, outcome, state) };
    }
    if ((run.out ?? []).length > 0) return { state: "done", outcome: recorded?.result, isSame: null };
    const { calls, state } = await runOwn(run);
    const outcome = calls.at(-1)?.outcome;
    return { state: "done", outcome, isSame: isAsRecorded(recorded, outcome, state) };
  } catch (error) {
    return { state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** A recording and a run are the same when result, requests, members and mailboxes are. */
function isAsRecorded(
  recorded: SteppedCall | undefined,
  outcome: unknown,
  { requests, members, mailboxes }: SessionState,
): boolean {
  const end = recorded?.snapshots.at(-1);
  const kept = { requests: end?.requests, members: end?.members, mailboxes: end?.mailboxes };
  return isEqual(outcome, recorded?.result) && isEqual({ requests, members, mailboxes }, kept);
}
