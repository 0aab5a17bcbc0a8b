import { realpathSync } from "node:fs";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import type { BeforeHook } from "../../lessons/s07-hooks/execute-hooked.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { claimPlan, giveBackPlan, planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { findOnPath } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { Room } from "./room.ts";
import { fingerprintWork, readWork, readWorkOrNothing, WORK_TOOLS } from "./work-call.ts";

/**
 * Exactly what an approval of this call covers: the call's SHA-256, the shell that runs a command, and the workspace.
 * Undefined for a call that its tool would refuse.
 */
export function workOf({ workspace, environment }: Room, call: ToolUseBlock): ApprovedWork | undefined {
  const sha256 = fingerprintWork(call);
  if (sha256 === undefined) return undefined;
  const command = call.name === "bash" ? [shellIn(environment), "-c"] : [];
  return { sha256, command, folder: workspace.path };
}

/** The real path of the shell that runs commands. */
function shellIn(environment: NodeJS.ProcessEnv): string {
  try {
    return realpathSync(findOnPath("bash", environment) ?? "/bin/sh");
  } catch (error) {
    throw new Refusal("not-started", "There is no bash on PATH and no /bin/sh.", { cause: error });
  }
}

/**
 * What comes before the host's permission for each call of a member: a path that could lead out of the workspace is
 * refused before anybody is asked, and a teammate's work waits for an approved plan, whatever its task is and however
 * the work has reached it.
 */
export function gatesBefore(room: Room, member: string): BeforeHook[] {
  return member === LEAD ? [refuseOddPath] : [refuseOddPath, gateOne(room, member)];
}

const refuseOddPath: BeforeHook = (call) => {
  try {
    readWork(call);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.code, message: error.message };
    throw error;
  }
};

/** Gate one: the member's own plan for this very call, approved and not used yet. */
function gateOne(room: Room, member: string): BeforeHook {
  const requestId = (): string | undefined => room.assignments.get(member)?.planId;
  const gate = planGate(room.session, {
    actor: member,
    requestId,
    covers: WORK_TOOLS,
    work: (call) => workOf(room, call),
  });
  return async (call) => {
    if (!WORK_TOOLS.includes(call.name)) return undefined;
    const block = await gate(call);
    await tellDecision(room, {
      gate: "plan",
      member,
      call,
      open: !block,
      reason: block?.reason ?? "plan-approved",
      message: block?.message ?? "approved for this very call",
    });
    return block;
  };
}

/** Gate two: the host's answer for this very call. It is asked anew each time. */
export async function gateTwo(room: Room, member: string, call: ToolUseBlock): Promise<"allow" | "deny"> {
  const work = readWorkOrNothing(call);
  const open = work !== undefined && (await room.decide(member, work)) === "allow";
  await tellDecision(room, {
    gate: "permission",
    member,
    call,
    open,
    reason: open ? "permission-allowed" : "permission-denied",
    message: open ? "the host said yes" : "the host said no",
  });
  return open ? "allow" : "deny";
}

/**
 * Uses up the approval of a teammate's call, which begins now; the lead's calls need none. Returns the work that was
 * claimed, so that nothing else is done. Refuses with the reasons of gate one, and `cancelled` when the person has left.
 */
export async function claimWork(
  room: Room,
  member: string,
  call: ToolUseBlock,
  work = workOf(room, call),
): Promise<ApprovedWork> {
  if (room.signal?.aborted) throw new Refusal("cancelled", "the person has left, so nothing was begun.");
  if (!work) throw new Refusal("invalid-input", `${call.name} does not take that input.`);
  if (member === LEAD) return work;
  const requestId = room.assignments.get(member)?.planId;
  const refused = await claimPlan(room.session, { actor: member, requestId, work });
  if (!refused) return work;
  const { reason, message } = refused;
  await tellDecision(room, { gate: "plan", member, call, open: false, reason, message });
  throw new Refusal(reason, message);
}

/** Makes an approval good again whose call, as the host knows, has started nothing. */
export async function giveBackWork({ session, assignments }: Room, member: string): Promise<void> {
  if (member !== LEAD) await giveBackPlan(session, assignments.get(member)?.planId);
}

type Decision = {
  gate: "plan" | "permission";
  member: string;
  call: ToolUseBlock;
  open: boolean;
  reason: string;
  message: string;
};

/** The one way in which a decision of a gate is recorded and told: with the whole call, and its hash. */
async function tellDecision(room: Room, { call, ...decision }: Decision): Promise<void> {
  const { gate, member, open, reason } = decision;
  const work = readWorkOrNothing(call) ?? { tool: call.name, input: call.input };
  const sha256 = fingerprintWork(call) ?? null;
  const request_id = room.assignments.get(member)?.planId ?? null;
  const answer = open ? "open" : "closed";
  room.decisions.record({ gate, member, ...work, sha256, request_id, answer, reason });
  await room.tell({ event: "gate_checked", ...decision, call: work, sha256, request_id });
}
