import type { ToolUseBlock } from "../s01-agent-loop/model.ts";
import type { BeforeHook, Block } from "../s07-hooks/execute-hooked.ts";
import { trimText } from "../s15-mailboxes/limits.ts";
import { namedValues, quoted } from "../s15-mailboxes/protocol-error.ts";
import { requireMember } from "../s15-mailboxes/team.ts";
import type { ApprovedWork, ProtocolSession, ProtocolState } from "./protocol-state.ts";
import type { ProcessOutcome } from "./session-event.ts";

export type PlanGateReason =
  | "plan-missing"
  | "plan-not-yours"
  | "plan-pending"
  | "plan-rejected"
  | "plan-used"
  | "plan-changed";

export type PlanBlock = Block & { reason: PlanGateReason };

/** Who wants to use which approval, and for what. `work` is undefined when there is nothing to run. */
export type PlanClaim = {
  actor: string;
  requestId: string | undefined;
  work: ApprovedWork | undefined;
};

/** The work of one call, exactly as it would run now. Undefined when there is nothing to run. */
export type WorkOfCall = (call: ToolUseBlock) => ApprovedWork | undefined;

export type PlanGate = {
  /** The member whose turn it is. The host binds it; no call can name another. */
  actor: string;
  /** The request that this turn is bound to, if the member has opened one. */
  requestId: (state: ProtocolState) => string | undefined;
  /** The tools that need an approved plan. Calls of other tools pass. */
  covers: readonly string[];
  work: WorkOfCall;
  /** Tells, in the section of the look itself, how the gate stands for a call that it covers. */
  tell?: (state: ProtocolState, call: ToolUseBlock, claim: PlanClaim, block: PlanBlock | undefined) => void;
};

/**
 * The payload of a plan: the plan in words, then the first digits of the hash of its work, for people. The gate never
 * reads it: what was approved is the record's `work`. A plan without words stays empty, so that `openRequest` refuses
 * it: a hash alone is no plan.
 */
export function planPayload(plan: string, work: ApprovedWork | undefined): string {
  const words = trimText(plan);
  return words === "" || !work ? words : `${words} [sha256 ${work.sha256.slice(0, 16)}]`;
}

/**
 * The first gate, as a before-hook: an approved plan, the member's own, not used yet, for exactly this work.
 *
 * Blocks with the first reason that holds, in this order: `plan-missing` (no request, no plan, or a withdrawn one), `plan-not-yours`,
 * `plan-pending`, `plan-rejected`, `plan-used`, `plan-changed`. When it blocks, the host is never asked. It changes
 * nothing: an approval is used up by `claimPlan`, when the run is about to start.
 */
export function planGate(session: ProtocolSession, gate: PlanGate): BeforeHook {
  const { actor, covers } = gate;
  return async (call) => {
    if (!covers.includes(call.name)) return undefined;
    const work = gate.work(call);
    return session.transact((state) => {
      const claim = { actor, requestId: gate.requestId(state), work };
      const block = findPlanBlock(state, claim);
      gate.tell?.(state, call, claim, block);
      return block;
    });
  };
}

/**
 * Uses up an approval: checks all conditions of the gate again, marks the plan `used` and keeps the run as `started`, in
 * one critical section. Of two calls at once, one claims the plan and the other is `plan-used`. Returns why not, or
 * undefined when claimed. `tell` tells of either, in the same section.
 */
export async function claimPlan(
  session: ProtocolSession,
  claim: PlanClaim,
  tell: (state: ProtocolState, block: PlanBlock | undefined) => void = () => undefined,
): Promise<PlanBlock | undefined> {
  return session.transact((state) => {
    const block = findPlanBlock(state, claim);
    const { actor, requestId = "", work } = claim;
    const record = state.requests.get(requestId);
    if (!block && record && work) {
      record.used = true;
      state.runs.set(requestId, { member: actor, work, status: "started", outcome: null });
    }
    tell(state, block);
    return block;
  });
}

/**
 * Makes a claimed approval good for its one run again. Only for the living host that claimed it and knows that nothing
 * was started: no interpreter, no room on the disk.
 */
export async function giveBackPlan(
  session: ProtocolSession,
  requestId: string | undefined,
  tell: (state: ProtocolState) => void = () => undefined,
): Promise<void> {
  await session.transact((state) => {
    const record = state.requests.get(requestId ?? "");
    const run = state.runs.get(requestId ?? "");
    if (record) record.used = false;
    if (run) run.status = "not-started";
    tell(state);
  });
}

/**
 * Keeps how a run ended that was started: once, and only while nobody has called its outcome unknown. `outcome` is null
 * for work that is no process.
 */
export function keepRunEnd({ runs }: ProtocolState, requestId: string, outcome: ProcessOutcome | null): void {
  const run = runs.get(requestId);
  if (run?.status !== "started") return;
  run.status = "ended";
  run.outcome = outcome;
}

function findPlanBlock(state: ProtocolState, claim: PlanClaim): PlanBlock | undefined {
  const { actor, requestId, work } = namedValues(claim);
  const member = requireMember(state.team, actor);
  const record = requestId === undefined ? undefined : state.requests.get(requestId);
  const block = (reason: PlanGateReason, message: string): PlanBlock => ({ reason, message });
  if (record?.kind !== "plan") {
    return block("plan-missing", `${actor} has no plan for this work. Submit one and wait for the lead.`);
  }
  if (record.sender !== member.name || record.incarnation !== member.incarnation) {
    return block(
      "plan-not-yours",
      `${requestId} is the plan of ${record.sender}. Nobody works on another's approval.`,
    );
  }
  if (member.status === "closed") {
    return block("plan-not-yours", `${member.name} is closed. The approval of a closed member is nobody's.`);
  }
  if (record.status === "pending") {
    return block("plan-pending", `${requestId} is still pending: no reply has been matched yet.`);
  }
  if (record.status === "withdrawn") {
    return block("plan-missing", `${requestId} was withdrawn. Submit a new plan and wait for the lead.`);
  }
  if (record.status === "rejected") {
    const why = record.reply?.feedback ? ` The lead: ${quoted(record.reply.feedback)}` : "";
    return block("plan-rejected", `the lead rejected ${requestId}.${why}`);
  }
  if (record.used) {
    return block(
      "plan-used",
      `${requestId} was good for one run, and that run has started. Submit a new plan.`,
    );
  }
  if (!work || record.work === null || !isSameWork(record.work, work)) {
    return block(
      "plan-changed",
      `the work is no longer what ${requestId} was approved for. Submit a new plan.`,
    );
  }
  return undefined;
}

function isSameWork(approved: ApprovedWork, work: ApprovedWork): boolean {
  return (
    approved.sha256 === work.sha256 &&
    approved.folder === work.folder &&
    Array.isArray(work.command) &&
    approved.command.length === work.command.length &&
    approved.command.every((part, index) => part === work.command[index])
  );
}
