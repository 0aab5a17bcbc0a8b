import type { SessionState } from "../../../fixtures/scenarios/trace.ts";
import type { Strings } from "../lesson.ts";
import type { CallGates } from "../path-gates.ts";
import type { PathRequest } from "../path-view.ts";
import type { OwnStep } from "../run/call.ts";
import type { RecordedSnapshot, Recording } from "../run/recording.ts";
import { fill } from "../strings.ts";
import type { LocalRow } from "../view.ts";
import type { GateCase } from "./gate-case.ts";

/** A step of a case: something of the set-up is done, a statement is about to run, or the call has returned. */
export type CaseStep =
  | { is: "setup"; index: number; state: SessionState }
  | { is: "statement"; snapshot: RecordedSnapshot; statement: number; state: SessionState }
  | { is: "end"; state: SessionState };

/** The set-up first, a step each, then every statement of the call, then its result. */
export function caseSteps({ setup, snapshots }: Recording): CaseStep[] {
  const before = setup.flatMap((done, index): CaseStep[] => {
    const state = "snapshots" in done ? done.snapshots.at(-1) : done.state;
    return state ? [{ is: "setup", index, state }] : [];
  });
  const call = snapshots.map(
    (snapshot, statement): CaseStep =>
      snapshot.line === null
        ? { is: "end", state: snapshot }
        : { is: "statement", snapshot, statement: statement + 1, state: snapshot },
  );
  return [...before, ...call];
}

/** The requests of a state in the shape in which a path shows them. */
export function requestsIn(state: SessionState, before: SessionState | undefined): PathRequest[] {
  return Object.entries(state.requests).map(([id, { kind, sender, target, reply, status, used }]) => {
    const earlier = before?.requests[id];
    return {
      id,
      kind,
      sender,
      target,
      approve: reply?.approve ?? null,
      status,
      used,
      replyChanged: reply !== null && earlier?.reply === null,
      statusChanged: earlier?.status !== status,
    };
  });
}

export type CaseEnd = { isOpen: boolean; reason: string; message: string };

/** What the call came to: of a refusal the reason and its sentence, else that the gate is open. */
export function endOf({ result }: Recording): CaseEnd {
  if ("block" in result) {
    const { block } = result;
    return { isOpen: block === null, reason: block?.reason ?? "", message: block?.message ?? "" };
  }
  const [reason = "", ...rest] = contentOf(result).split(": ");
  const isOpen = "tool_result" in result && !result.tool_result.is_error;
  return isOpen
    ? { isOpen, reason: "", message: contentOf(result) }
    : { isOpen, reason, message: rest.join(": ") };
}

function contentOf(result: Recording["result"]): string {
  if ("tool_result" in result) return result.tool_result.content;
  if ("error" in result) return `${result.error.code}: ${result.error.message}`;
  return "fault" in result ? `fault: ${result.fault.message}` : "";
}

/** Both gates while a case is shown: nothing is told of the end before it is there. */
export function gatesOf(
  { place: last, call: asked }: GateCase,
  end: CaseEnd | undefined,
  out: readonly string[],
): CallGates {
  // A call through both gates ends at the first that is closed.
  const place = last === "permission" && end?.reason.startsWith("plan-") ? "plan" : last;
  const member = "actor" in asked.arguments ? asked.arguments.actor : "reader";
  const call = { member, tool: "run_main" };
  const waiting = { state: "waiting" } as const;
  const passed = {
    state: "open",
    reason: out.length > 0 ? "" : "plan-approved",
    message: "",
    step: 0,
  } as const;
  const now = end && ({ ...end, state: end.isOpen ? "open" : "closed", step: 0 } as const);
  if (place === "permission") return { call, plan: passed, permission: now ?? waiting };
  if (place === "plan")
    return { call, plan: now ?? waiting, permission: now && !now.isOpen ? { state: "not_asked" } : waiting };
  const allowed = { ...passed, reason: passed.reason && "permission-allowed" };
  return { call, plan: now && !now.isOpen ? now : passed, permission: allowed };
}

/** What somebody has done before the call, in words. */
export function setupText(step: OwnStep, words: Strings["gates"]["setup"]): string {
  if (!("function" in step)) {
    const sentences: Record<string, string> = words;
    return fill(sentences[step.circumstance] ?? "", { ...step } as Record<string, string>);
  }
  switch (step.function) {
    case "open_request": {
      const { kind, sender, target } = step.arguments;
      return fill(words[`open_${kind}`], { sender, target });
    }
    case "reply_request":
      return fill(step.arguments.approve ? words.yes : words.no, { actor: step.arguments.actor });
    case "consume_responses":
      return fill(words.consume, step.arguments);
    case "withdraw_request":
      return fill(words.withdraw, step.arguments);
    case "plan_gate":
      return fill(words.gate, { actor: step.arguments.actor });
    case "claim_plan":
      return fill(words.claim, { actor: step.arguments.actor });
    case "execute_guarded":
      return fill(words.host, { host: step.arguments.host });
    default:
      return "";
  }
}

/** The variables that a statement can see, and which of them the one before it has made or changed. */
export function localsAt(
  shown: RecordedSnapshot | undefined,
  before: RecordedSnapshot | undefined,
): LocalRow[] {
  const isSameCall = shown?.stack.length === before?.stack.length;
  const earlier = new Map(Object.entries((isSameCall && before?.locals) || {}));
  return Object.entries(shown?.locals ?? {}).map(([name, value]) => {
    const isSame = JSON.stringify(earlier.get(name)) === JSON.stringify(value);
    return { name, value, change: isSame ? "same" : earlier.has(name) ? "changed" : "new" };
  });
}
