import { appendUserBlocks } from "../s01-agent-loop/model.ts";
import { type AgentOutcome, type AgentTurn, runAgent } from "../s01-agent-loop/run-agent.ts";
import type { Session } from "./mailbox.ts";
import { type Member, requireMember } from "./team.ts";

export type MemberTurn = Omit<AgentTurn, "actor" | "system" | "history"> & {
  name: string;
  /** What the host asks for. Without it, the member starts from its mail. */
  task?: string;
  /** Told once the member is occupied, before the first model call. */
  onStart?: (member: Member) => Promise<void>;
};

/** `unavailable`: the member is closed. `busy`: it is in a turn. Neither calls the model. */
export type MemberOutcome = AgentOutcome | { status: "unavailable" } | { status: "busy" };

/**
 * Gives one member one turn of the agent loop, on the member's own history.
 *
 * The member is occupied under the shared lock, so that a shutdown sees it either before the turn or running, and
 * is freed whatever happens in the turn. The history holds well-formed text only, the task included. Throws
 * `unknown-member`, and what the lock (`lock-timeout`), `onStart`, the loop or the model throws.
 */
export async function runMember(session: Session, turn: MemberTurn): Promise<MemberOutcome> {
  const { name, task, onStart, ...loop } = turn;
  const member = requireMember(session.team, name);
  const answer = await session.lock.run(() => {
    if (member.status === "closed") return "unavailable";
    if (member.status === "running") return "busy";
    member.status = "running";
    member.turns += 1;
    return "occupied";
  });
  if (answer !== "occupied") return { status: answer };

  try {
    if (task !== undefined) appendUserBlocks(member.history, [{ type: "text", text: task.toWellFormed() }]);
    await onStart?.(member);
    const system = `You are ${member.name} on an agent team. Your role: ${member.role}.`;
    return await runAgent({ ...loop, actor: member.name, system, history: member.history });
  } finally {
    // One statement cannot interleave with a critical section, and a lock that cannot be had must not keep a
    // member occupied for ever.
    member.status = "idle";
  }
}
