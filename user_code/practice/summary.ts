import { PROTOCOL_PREFIX, readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type {
  PracticeResult,
  ProcessOutcome,
  Verdict,
} from "../../lessons/s16-team-protocols/session-event.ts";
import { notesOf } from "./notes.ts";

/** The last event, read off the session as it is now. Only for use inside a critical section. */
export function summarize(state: ProtocolState, directory: string): PracticeResult {
  const { team, requests, runs } = state;
  const { plan, decision, call, read } = notesOf(state);
  const letters = [...team.keys()].flatMap((name) => readMailbox(state, name));
  const started = [...runs.values()].filter(({ status }) => status !== "not-started");
  return {
    event: "result",
    plan: plan ?? "approve",
    decision: decision ?? "deny",
    blocked_by: call.how === "blocked" ? call.gate : null,
    call,
    program_runs: started.length,
    stdout: outcomeOf(state)?.stdout.text ?? null,
    expected: read ?? "",
    compared: comparedIn(state),
    verdict: verdictOf(state),
    model_calls: [...team.values()].reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    letters: letters.filter((letter) => letter.body.startsWith(PROTOCOL_PREFIX)).length,
    requests: Object.fromEntries([...requests].map(([id, record]) => [id, record.status])),
    members: Object.fromEntries([...team].map(([name, member]) => [name, member.status])),
    dir: directory,
  };
}

/** What was started and has no known end did not come to the end that was wanted. */
export function verdictOf(state: ProtocolState): Verdict {
  if (notesOf(state).call.how === "outcome_unknown") return "mismatch";
  if (!outcomeOf(state)) return "not_run";
  const compared = comparedIn(state);
  return compared && compared.printed === compared.expected ? "match" : "mismatch";
}

export function isSuccess({ status, exit_code }: ProcessOutcome): boolean {
  return status === "exited" && exit_code === 0;
}

/** How the last run ended that has an end. */
function outcomeOf({ runs }: ProtocolState): ProcessOutcome | undefined {
  return [...runs.values()].flatMap(({ outcome }) => outcome ?? []).at(-1);
}

/** What a program printed that did not succeed is held against nothing, nor is output that was cut. */
function comparedIn(state: ProtocolState): PracticeResult["compared"] {
  const outcome = outcomeOf(state);
  const { read } = notesOf(state);
  if (!outcome || !isSuccess(outcome) || outcome.stdout.cut || read === null) return null;
  return { printed: outcome.stdout.text.trim(), expected: read.trim() };
}
