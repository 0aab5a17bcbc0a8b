import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROTOCOL_PREFIX, readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { PracticeResult, Verdict } from "../../lessons/s16-team-protocols/practice-event.ts";
import type { ProgramOutcome } from "../../lessons/s16-team-protocols/program.ts";
import { type PracticeSetup, workspaceOf } from "./setup.ts";

/** What the host knows of the run, from its own doing and not from anybody's report. */
export type Facts = {
  planId: string | undefined;
  modelCalls: number;
  blockedBy: "plan" | "permission" | null;
  programRuns: number;
  outcome: Extract<ProgramOutcome, { stdout: unknown }> | undefined;
  expected: string;
};

export function newFacts(directory: string): Facts {
  return {
    planId: undefined,
    modelCalls: 0,
    blockedBy: null,
    programRuns: 0,
    outcome: undefined,
    expected: readFileSync(join(workspaceOf(directory), "expected.txt"), "utf8"),
  };
}

export function verdictOf({ outcome, expected }: Facts): Verdict {
  if (!outcome) return "not_run";
  const isSuccess = outcome.status === "exited" && outcome.exit_code === 0;
  return isSuccess && outcome.stdout.text.trim() === expected.trim() ? "match" : "mismatch";
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
    blocked_by: facts.programRuns > 0 ? null : facts.blockedBy,
    program_runs: facts.programRuns,
    stdout: facts.outcome?.stdout.text ?? null,
    expected: facts.expected,
    verdict: verdictOf(facts),
    model_calls: facts.modelCalls,
    letters: letters.filter((letter) => letter.body.startsWith(PROTOCOL_PREFIX)).length,
    requests: Object.fromEntries([...requests].map(([id, record]) => [id, record.status])),
    members: Object.fromEntries([...team].map(([name, member]) => [name, member.status])),
    dir: directory,
  };
}
