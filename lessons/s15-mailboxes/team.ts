import type { Message } from "../s01-agent-loop/model.ts";
import { MEMBER_NAME } from "./limits.ts";
import { ProtocolError, quoted } from "./protocol-error.ts";

/** The one member that reviews plans and asks for shutdowns. */
export const LEAD = "lead";

/** A mailbox of this name would be the session's log of events. */
export const LOG_NAME = "events";

export type MemberStatus = "idle" | "running" | "closed";

export type Member = {
  name: string;
  role: string;
  status: MemberStatus;
  /** The member's private history, in the form of the Messages API. */
  history: Message[];
  /** How many letters of the own mailbox have been taken in. */
  cursor: number;
  /** How many turns the member has begun. */
  turns: number;
  /** 1 for the first member of this name. A member that takes a closed one's name counts on. */
  incarnation: number;
  /** How many answers of its model have been kept. */
  modelCalls: number;
  /** How many of them in its newest turn. */
  answers: number;
  /** What is known of the calls of its turn that have no result yet, by the id of the tool call. */
  calls: Record<string, OpenCall>;
  /** Counts the processes that have played the member. The newest one alone may go on. 0: no process ever said so. */
  epoch: number;
};

/** A call between the host's answer and its kept result. */
export type OpenCall = {
  /** What the host said to this very call. It is asked once, also when the process ends before the call begins. */
  answer?: "allow" | "deny";
  /** The call has begun to act on the world. Without a kept result nobody knows what became of it. */
  begun?: true;
};

/** All members by name. A Map, so that names such as `constructor` mean nothing special. */
export type Team = Map<string, Member>;

/** A team was made of two members with one name. That is a fault of the program, and no refusal: it has no code. */
export class DuplicateMemberError extends Error {
  override name = "DuplicateMemberError";

  constructor(member: string) {
    super(`The team has two members of the name ${member}. Give each a name of its own.`);
  }
}

/**
 * A team of these members, all idle. Throws `unknown-member` for a name that `MEMBER_NAME` does not match, and
 * `DuplicateMemberError` for a name that is given twice.
 */
export function createTeam(roles: Iterable<readonly [name: string, role: string]>): Team {
  const team: Team = new Map();
  for (const [name, role] of roles) {
    if (team.has(requireMemberName(name))) throw new DuplicateMemberError(name);
    team.set(name, createMember(name, role));
  }
  return team;
}

export function createMember(name: string, role: string, incarnation = 1): Member {
  return {
    name,
    role,
    status: "idle",
    history: [],
    cursor: 0,
    turns: 0,
    incarnation,
    modelCalls: 0,
    answers: 0,
    calls: {},
    epoch: 0,
  };
}

/** A copy of the team. Changing a member of it, its history or its open calls changes nothing of the original. */
export function copyTeam(team: Team): Team {
  return new Map([...team].map(([name, member]) => [name, copyMember(member)]));
}

function copyMember(member: Member): Member {
  const calls = Object.entries(member.calls).map(([id, call]) => [id, { ...call }]);
  return { ...member, history: [...member.history], calls: Object.fromEntries(calls) };
}

/** The name, when it can be a member's name at all. Throws `unknown-member` otherwise. */
export function requireMemberName(name: unknown): string {
  if (name === LOG_NAME) {
    throw new ProtocolError(
      "unknown-member",
      `${LOG_NAME} cannot be a member's name: ${LOG_NAME}.jsonl is the session's log. Choose another.`,
    );
  }
  if (typeof name === "string" && MEMBER_NAME.test(name)) return name;
  throw new ProtocolError(
    "unknown-member",
    `${quoted(name)} cannot be a member's name. Use a small letter, then up to 23 small letters, digits or hyphens.`,
  );
}

/** The member of this name. Throws `unknown-member` when there is none; no name is ever made up. */
export function requireMember(team: Team, name: unknown): Member {
  const member = team.get(requireMemberName(name));
  if (member) return member;
  const members = [...team.keys()];
  throw new ProtocolError(
    "unknown-member",
    `There is no member ${quoted(name)}. The team: ${members.join(", ")}.`,
    { members },
  );
}
