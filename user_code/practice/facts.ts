import { PROTOCOL_PREFIX, readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { ProgramOutcome } from "../../lessons/s16-team-protocols/run/program.ts";
import type { CallEnding, PracticeResult, Verdict } from "../../lessons/s16-team-protocols/session-event.ts";
import { type PracticeSetup, readExpected } from "./setup.ts";

/** How `main.py` ended, once it was started. */
export type EndedProgram = Extract<ProgramOutcome, { stdout: unknown }>;

/** What the host knows of the run, from its own doing and not from anybody's report. */
export type Facts = {
  planId: string | undefined;
  modelCalls: number;
  /** How the call of `run_main` that came furthest ended: a later blocked one does not undo a run. */
  call: CallEnding;
  programRuns: number;
  outcome: EndedProgram | undefined;
  /** What `expected.txt` held when it was last read. Undefined when there was none. */
  expected: string | undefined;
};

export function newFacts(directory: string): Facts {
  return {
    planId: undefined,
    modelCalls: 0,
    call: { how: "not_asked" },
    programRuns: 0,
    outcome: undefined,
    expected: readExpected(directory),
  };
}

/** Keeps how a call ended, unless an earlier one has run. */
export function noteCall(facts: Facts, ending: CallEnding): void {
  if (facts.call.how !== "ran" || ending.how === "ran") facts.call = ending;
}

export function noteRun(facts: Facts, outcome: EndedProgram): void {
  facts.programRuns += 1;
  facts.outcome = outcome;
  noteCall(facts, { how: "ran", ...endingOf(outcome) });
}

/** The ending in the form of the events. */
export function endingOf(outcome: EndedProgram): Omit<Extract<CallEnding, { how: "ran" }>, "how"> {
  return {
    status: outcome.status,
    exit_code: outcome.status === "exited" ? outcome.exit_code : null,
    signal: outcome.status === "killed" ? outcome.signal : null,
  };
}

export function isSuccess(outcome: EndedProgram): boolean {
  return outcome.status === "exited" && outcome.exit_code === 0;
}

export function verdictOf(facts: Facts): Verdict {
  if (!facts.outcome) return "not_run";
  const compared = comparedIn(facts);
  return compared && compared.printed === compared.expected ? "match" : "mismatch";
}

/** What a program printed that did not succeed is held against nothing, nor is output that was cut. */
function comparedIn({ outcome, expected }: Facts): PracticeResult["compared"] {
  if (!outcome || !isSuccess(outcome) || outcome.stdout.cut || expected === undefined) return null;
  return { printed: outcome.stdout.text.trim(), expected: expected.trim() };
}

/** The last event, read off the session as it is now. */
export function summarize(
  { session, plan, decision, directory }: PracticeSetup,
  facts: Facts,
): PracticeResult {
  const { team, requests } = session;
  const letters = [...team.keys()].flatMap((name) => readMailbox(session, name));
  return {
    event: "result",
    plan,
    decision,
    blocked_by: facts.call.how === "blocked" ? facts.call.gate : null,
    call: facts.call,
    program_runs: facts.programRuns,
    stdout: facts.outcome?.stdout.text ?? null,
    expected: facts.expected ?? "",
    compared: comparedIn(facts),
    verdict: verdictOf(facts),
    model_calls: facts.modelCalls,
    letters: letters.filter((letter) => letter.body.startsWith(PROTOCOL_PREFIX)).length,
    requests: Object.fromEntries([...requests].map(([id, record]) => [id, record.status])),
    members: Object.fromEntries([...team].map(([name, member]) => [name, member.status])),
    dir: directory,
  };
}
