import type { RequestStatus } from "../s16-team-protocols/protocol-message.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";

export type GateName = "plan" | "permission";

/** `not_asked`: the gate before it was closed, so nobody came to this one. */
export type GateState =
  | { state: "waiting" }
  | { state: "not_asked" }
  | { state: "open" | "closed"; reason: string; message: string; step: number };

/** Both gates, and whose call of which tool came to them. */
export type CallGates = Record<GateName, GateState> & { call: { member: string; tool: string } | null };

const UNREACHED: CallGates = { plan: { state: "waiting" }, permission: { state: "waiting" }, call: null };

/**
 * Both gates as the newest call found them, of the member that came to one last. The plan gate is looked at twice: when
 * the call comes, and when it is about to start (`claim_refused`).
 */
export function gatesAfter(events: readonly SessionEvent[]): CallGates {
  const calls = new Map<string, CallGates>();
  let newest = UNREACHED;
  events.forEach((event, step) => {
    if (event.event !== "gate_checked" && event.event !== "claim_refused") return;
    const { member, tool, reason, message } = event;
    const call = { member, tool };
    const before = calls.get(member) ?? UNREACHED;
    if (event.event === "claim_refused") {
      newest = { ...before, call, plan: { state: "closed", reason, message, step } };
    } else {
      const state = event.open ? "open" : "closed";
      const now: GateState = { state, reason, message, step };
      const permission: GateState = { state: event.open ? "waiting" : "not_asked" };
      newest = event.gate === "plan" ? { call, plan: now, permission } : { ...before, call, permission: now };
    }
    calls.set(member, newest);
  });
  return newest;
}

/** Why main.py ran or did not, read off the events, with the step that decided. */
export type Explanation = {
  /** `not_started`: both gates were open, and something else was in the way. `undecided`: nobody called it. */
  how: "ran" | "blocked" | "not_started" | "unknown" | "undecided";
  /** The closed gate, or null when none was closed. */
  gate: GateName | null;
  /** Whether gate 1 closed only at the last look, with the host's yes already given. */
  atClaim: boolean;
  reason: string;
  message: string;
  /** The gate that closed, the start of the program, or why it did not start. `Infinity` when nothing decided. */
  decidedAt: number;
  hostAsked: boolean;
  /** Where the lead's reply became the status of the plan, which the plan gate goes by. */
  matchedAt: number | null;
  /** What the plan became there. */
  status: RequestStatus | "duplicate";
};

/** Why the first call of `run_main` ended as it did. */
export function explain(events: readonly SessionEvent[]): Explanation {
  const decidedAt = events.findIndex(isDecision);
  const decision = events[decidedAt];
  const checked = events.find((event) => event.event === "gate_checked" && event.gate === "plan");
  const planId = checked?.event === "gate_checked" ? checked.request_id : null;
  const matched = events.findIndex(
    (event) =>
      (event.event === "response_matched" || event.event === "request_withdrawn") &&
      event.request_id === planId,
  );
  const settling = events[matched];
  return {
    ...outcomeOf(decision),
    decidedAt: decision ? decidedAt : Number.POSITIVE_INFINITY,
    hostAsked: events.some((event) => event.event === "gate_checked" && event.gate === "permission"),
    matchedAt: settling ? matched : null,
    status: settling?.event === "response_matched" ? settling.status : settling ? "withdrawn" : "pending",
  };
}

function isDecision(event: SessionEvent): boolean {
  if (event.event === "gate_checked") return !event.open;
  return ["claim_refused", "program_started", "program_not_started", "outcome_unknown"].includes(event.event);
}

function outcomeOf(
  decision: SessionEvent | undefined,
): Pick<Explanation, "how" | "gate" | "atClaim" | "reason" | "message"> {
  const plain = { gate: null, atClaim: false, reason: "", message: "" };
  switch (decision?.event) {
    case "gate_checked": {
      const { gate, reason, message } = decision;
      return { how: "blocked", gate, atClaim: false, reason, message };
    }
    case "claim_refused": {
      const { reason, message } = decision;
      return { how: "blocked", gate: "plan", atClaim: true, reason, message };
    }
    case "program_not_started": {
      const { reason, message } = decision;
      return { ...plain, how: "not_started", reason, message };
    }
    case "outcome_unknown":
      return { ...plain, how: "unknown", message: decision.message };
    case "program_started":
      return { ...plain, how: "ran" };
    default:
      return { ...plain, how: "undecided" };
  }
}
