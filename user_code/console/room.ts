import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { PermissionDecision } from "../../lessons/s04-permission/execute-guarded.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { type AgentState, memberState } from "../../lessons/s16-team-protocols/team-protocols.ts";
import { assignmentOf } from "./host-notes.ts";
import type { WorkCall } from "./work-call.ts";
import type { Workspace } from "./workspace.ts";

/** All that the console works with. What there is to know about the team is in the session alone. */
export type Room = {
  session: ProtocolSession;
  /** The session folder. */
  directory: string;
  /** The files of the team. The file tools do not leave it. */
  workspace: Workspace;
  model: Model;
  /** Answers for the host, each time anew. The call is shown to it as it will be done. */
  decide: (member: string, call: WorkCall) => PermissionDecision | Promise<PermissionDecision>;
  /** Makes this process the one that plays a member, which has just joined. */
  attend: (member: string) => Promise<void>;
  /** Whether a living process plays a member. */
  isAttended: (member: string) => Promise<boolean>;
  /** Gives up a member that could not be freed after its turn: whoever takes the team up next settles that turn. */
  giveUp: (member: string) => Promise<void>;
  /** Where shells are looked up. Only PATH is passed on to them. */
  environment: NodeJS.ProcessEnv;
  /** Runs the monitor of every command; a sentence that says why there is none. */
  interpreter: Interpreter | string;
  signal?: AbortSignal;
};

/** The lead's role, as a model is told it. A person reads it in the language. */
export const LEAD_ROLE = "talks to you, reviews plans, asks for shutdowns";

export type ShownStatus = AgentState | "closed";

/** The status of a member as the console shows it: one that has not finished its work is working. */
export function statusOf(state: ProtocolState, name: string): ShownStatus {
  const status = memberState(state, name);
  const isUnfinished = name !== LEAD && assignmentOf(state, name).isUnfinished;
  return status === "idle" && isUnfinished ? "working" : status;
}

/** Whether letters wait for a member. A mailbox that cannot be read holds nothing that a turn could take in. */
export function hasMail(state: ProtocolState, name: string): boolean {
  const { cursor } = requireMember(state.team, name);
  try {
    // Asked many times a round, mostly of mailboxes with nothing new in them.
    const lines = state.mail.read(name).split("\n").length - 1;
    return lines > cursor && readMailbox(state, name).length > cursor;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}
