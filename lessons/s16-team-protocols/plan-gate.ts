import type { ToolUseBlock } from "../s01-agent-loop/model.ts";
import type { BeforeHook, Block } from "../s07-hooks/execute-hooked.ts";
import { quoted } from "../s15-mailboxes/protocol-error.ts";
import { requireMember } from "../s15-mailboxes/team.ts";
import type { ProtocolSession, RequestRecord } from "./requests.ts";

export type PlanGateReason =
  | "plan-missing"
  | "plan-not-yours"
  | "plan-pending"
  | "plan-rejected"
  | "plan-used"
  | "plan-changed";

export type PlanBlock = Block & { reason: PlanGateReason };

/** Names the work of one call: a short hash of exactly what would run. Undefined when there is nothing to run. */
export type Fingerprint = (call: ToolUseBlock) => string | undefined;

/**
 * Exactly what an approval covers: the whole SHA-256 of the work, the real path of the interpreter that does it ("" when
 * none does) and the real path of the folder in which it is done.
 */
export type ApprovedWork = Readonly<{ sha256: string; interpreter: string; folder: string }>;

export type PlanGate = {
  /** The member whose turn it is. The host binds it; no call can name another. */
  actor: string;
  /** The request that this turn is bound to, if the member has opened one. */
  requestId: () => string | undefined;
  /** The tools that need an approved plan. Calls of other tools pass. */
  covers: readonly string[];
} & ({ fingerprint: Fingerprint } | { work: (call: ToolUseBlock) => ApprovedWork | undefined });

/** The work that each plan is about, beside its record. */
const works = new WeakMap<RequestRecord, ApprovedWork>();

/** Binds the work to the request of a plan, right after it was opened. */
export function keepWork({ requests }: ProtocolSession, requestId: string, work: ApprovedWork): void {
  const record = requests.get(requestId);
  if (record) works.set(record, work);
}

/** The host writes it behind the plan; a plan that ends in one of its own has the host's behind that. */
const TAG = / \[sha256 ([0-9a-f]{16})\]$/;

/**
 * The payload of a plan: the plan in words, then the fingerprint of the work that it is about. A plan without words
 * stays empty, so that `openRequest` refuses it: a fingerprint alone is no plan.
 */
export function planPayload(plan: string, sha256: string): string {
  const words = plan.trim();
  return words === "" ? "" : `${words} [sha256 ${sha256.slice(0, 16)}]`;
}

/**
 * The first gate, as a before-hook: an approved plan, the member's own, not used yet, for exactly this work.
 *
 * Blocks with the first reason that holds, in this order: `plan-missing` (no request, or no plan), `plan-not-yours`,
 * `plan-pending`, `plan-rejected`, `plan-used`, `plan-changed`. When it blocks, the host is never asked. It changes
 * nothing: an approval is used up by `claimPlan`, when the run is about to start.
 */
export function planGate(session: ProtocolSession, gate: PlanGate): BeforeHook {
  return (call) =>
    gate.covers.includes(call.name)
      ? findPlanBlock(session, {
          actor: gate.actor,
          requestId: gate.requestId(),
          ...("work" in gate ? { work: gate.work(call) } : { fingerprint: gate.fingerprint(call) }),
        })
      : undefined;
}

/**
 * Uses up an approval: checks all conditions of the gate again and marks the plan `used`, in one critical section. Of
 * two calls at once, one claims the plan and the other is `plan-used`. Returns why not, or undefined when claimed.
 */
export async function claimPlan(session: ProtocolSession, claim: PlanUse): Promise<PlanBlock | undefined> {
  return session.lock.run(() => {
    const block = findPlanBlock(session, claim);
    if (block) return block;
    const record = session.requests.get(claim.requestId ?? "");
    if (record) record.used = true;
    return undefined;
  });
}

type PlanUse = { actor: string; requestId: string | undefined } & (
  | { fingerprint: string | undefined }
  | { work: ApprovedWork | undefined }
);

function findPlanBlock(session: ProtocolSession, use: PlanUse): PlanBlock | undefined {
  const { actor, requestId } = use;
  const member = requireMember(session.team, actor);
  const record = requestId === undefined ? undefined : session.requests.get(requestId);
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
  if (record.status === "pending") {
    return block("plan-pending", `${requestId} is still pending: no reply has been matched yet.`);
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
  if (!isApproved(record, use)) {
    return block(
      "plan-changed",
      `the work is no longer what ${requestId} was approved for. Submit a new plan.`,
    );
  }
  return undefined;
}

function isApproved(record: RequestRecord, use: PlanUse): boolean {
  if (!("work" in use)) {
    return use.fingerprint !== undefined && TAG.exec(record.payload)?.[1] === use.fingerprint;
  }
  const [approved, now] = [works.get(record), use.work];
  return (
    approved !== undefined &&
    now !== undefined &&
    approved.sha256 === now.sha256 &&
    approved.interpreter === now.interpreter &&
    approved.folder === now.folder
  );
}
