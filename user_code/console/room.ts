import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import type { PermissionDecision } from "../../lessons/s04-permission/execute-guarded.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { DecisionLog } from "../../lessons/s16-team-protocols/run/decision-log.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { memberState, type ProtocolState } from "../../lessons/s16-team-protocols/team-protocols.ts";
import type { ConsoleEvent } from "./console-event.ts";
import type { WorkCall } from "./work-call.ts";
import type { Workspace } from "./workspace.ts";

/** What the host knows of a teammate beyond its place on the team. A name that is given anew gets a new one. */
export type Assignment = {
  prompt: string;
  /** It is told to submit a plan for its task right away. Its work tools need an approved plan in any case. */
  planFirst: boolean;
  /** The request of the plan that it submitted last. */
  planId: string | undefined;
  /** The prompt has been handed over, in the first turn. */
  isBegun: boolean;
  /** It stopped in the middle of its work and goes on in the next round. */
  isUnfinished: boolean;
  /** A yes to its shutdown that waits for the end of its turn. */
  consent: { request_id: string; feedback: string } | undefined;
};

/** All that the console works on. */
export type Room = {
  session: ProtocolSession;
  /** The files of the team. The file tools do not leave it. */
  workspace: Workspace;
  model: Model;
  /** Answers for the host, each time anew. The call is shown to it as it will be done. */
  decide: (member: string, call: WorkCall) => PermissionDecision | Promise<PermissionDecision>;
  tell: (event: ConsoleEvent) => Promise<void>;
  /** The record of what the gates have said. */
  decisions: DecisionLog;
  /** Where shells are looked up. Only PATH is passed on to them. */
  environment: NodeJS.ProcessEnv;
  /** Runs the monitor of every command; a sentence that says why there is none. */
  interpreter: Interpreter | string;
  signal?: AbortSignal;
  /** The teammates, in the order in which they joined. */
  assignments: Map<string, Assignment>;
  /** The one call that each plan is about, by the id of its request. No letter can say another. */
  works: Map<string, WorkCall>;
  /** Broadcasts that have not reached everyone yet: the words, and the members that still wait for them. */
  broadcasts: Map<string, string[]>;
};

export type MemberStatus = ProtocolState | "closed";

/** The status of a member as the console shows it: one that has not finished its work is working. */
export function statusOf({ session, assignments }: Room, name: string): MemberStatus {
  const state = memberState(session, name);
  return state === "idle" && assignments.get(name)?.isUnfinished ? "working" : state;
}

export function assignmentOf({ assignments }: Room, name: string): Assignment {
  const assignment = assignments.get(name);
  if (assignment) return assignment;
  throw new ProtocolError("unknown-member", `${name} is not a teammate.`, { member: name });
}

/** Whether letters wait for a member. A mailbox that cannot be read holds nothing that a turn could take in. */
export function hasMail({ session }: Room, name: string): boolean {
  try {
    return readMailbox(session, name).length > requireMember(session.team, name).cursor;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}
