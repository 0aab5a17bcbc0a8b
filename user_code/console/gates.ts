import { realpathSync } from "node:fs";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import type { BeforeHook } from "../../lessons/s07-hooks/execute-hooked.ts";
import { LEAD, type OpenCall, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { findOnPath } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { assignmentOf } from "./host-notes.ts";
import type { Room } from "./room.ts";
import { fingerprintWork, readWork, readWorkOrNothing, WORK_TOOLS } from "./work-call.ts";

/**
 * Exactly what an approval of this call covers: the call's SHA-256, the shell that runs a command, the workspace, and
 * the call itself for whoever approves. Undefined for a call that its tool would refuse.
 */
export function workOf({ workspace, environment }: Room, call: ToolUseBlock): ApprovedWork | undefined {
  const work = readWorkOrNothing(call);
  const sha256 = fingerprintWork(call);
  if (!work || sha256 === undefined) return undefined;
  const command = call.name === "bash" ? [shellIn(environment), "-c"] : [];
  return { sha256, command, folder: workspace.path, call: { tool: work.tool, input: { ...work.input } } };
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
  return planGate(room.session, {
    actor: member,
    requestId: (state) => planIdOf(state, member) ?? undefined,
    covers: WORK_TOOLS,
    work: (call) => workOf(room, call),
    tell: (state, call, _claim, block) =>
      state.tell({
        event: "gate_checked",
        gate: "plan",
        ...decidedCall(state, member, call),
        open: !block,
        reason: block?.reason ?? "plan-approved",
        message: block?.message ?? "approved for this very call",
      }),
  });
}

/**
 * Gate two: the host's answer for this very call. It is asked anew for each call, and once for one: the answer is kept
 * with the call until that has a result.
 */
export async function gateTwo(room: Room, member: string, call: ToolUseBlock): Promise<"allow" | "deny"> {
  const given = await room.session.transact((state) => openCallOf(state, member, call).answer);
  if (given) return given;
  const work = readWorkOrNothing(call);
  const open = work !== undefined && (await room.decide(member, work)) === "allow";
  const answer = open ? "allow" : "deny";
  await room.session.transact((state) => {
    changeOpenCall(state, member, call, { answer });
    state.tell({
      event: "gate_checked",
      gate: "permission",
      ...decidedCall(state, member, call),
      open,
      reason: open ? "permission-allowed" : "permission-denied",
      message: open ? "the host said yes" : "the host said no",
    });
  });
  return answer;
}

/** What is known of a call that has no result yet. Only for use inside a critical section. */
export function openCallOf({ team }: ProtocolState, member: string, { id }: ToolUseBlock): OpenCall {
  return requireMember(team, member).calls[id] ?? {};
}

export function changeOpenCall(
  state: ProtocolState,
  member: string,
  call: ToolUseBlock,
  change: OpenCall,
): void {
  const { calls } = requireMember(state.team, member);
  calls[call.id] = { ...openCallOf(state, member, call), ...change };
}

/** The plan that a teammate has submitted last. Null for the lead: it needs none. */
export function planIdOf(state: ProtocolState, member: string): string | null {
  return member === LEAD ? null : assignmentOf(state, member).planId;
}

type DecidedCall = {
  member: string;
  tool: string;
  input: unknown;
  sha256: string | null;
  request_id: string | null;
};

/** A call as the record of the gates' decisions holds it: whole, as it would be done, with its hash. */
export function decidedCall(state: ProtocolState, member: string, call: ToolUseBlock): DecidedCall {
  const { input } = readWorkOrNothing(call) ?? call;
  const sha256 = fingerprintWork(call) ?? null;
  return { member, tool: call.name, input, sha256, request_id: planIdOf(state, member) };
}
