import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { say } from "../../lessons/strings/say.ts";
import { teammatesOf } from "./host-notes.ts";
import { statusOf } from "./room.ts";

/** A short letter and the record around it. */
const LETTER_BYTES = 400;

/**
 * What a newcomer can type next, read off the state of the team: about whom the person spoke last when there is
 * something to say, else about whoever joined first. Names nothing that a guard would refuse.
 */
export function nextStep(state: ProtocolState): string {
  const names = byInterest(state);
  if (names.length === 0) return say("type-spawn");
  for (const name of names) {
    const suggestions = suggestionsFor(state, name);
    if (suggestions.length > 0) return suggestions.join(say("next-or"));
  }
  return [say("type-list"), "/team"].join(say("next-or"));
}

/** The open teammates, those first whom the newest calls of the lead were about. */
function byInterest(state: ProtocolState): string[] {
  const spoken = spokenOf(state);
  const names = teammatesOf(state);
  return spoken !== undefined && names.includes(spoken)
    ? [spoken, ...names.filter((name) => name !== spoken)]
    : names;
}

function suggestionsFor(state: ProtocolState, name: string): string[] {
  const status = statusOf(state, name);
  if (status === "closed" || !canReach(state, name) || !canReach(state, LEAD)) return [];
  const requests = [...state.requests.values()];
  // A plan of an earlier bearer of the name can neither be approved nor done.
  const { incarnation } = requireMember(state.team, name);
  const plans = requests.filter(
    (request) => request.kind === "plan" && request.sender === name && request.incarnation === incarnation,
  );
  const waits = plans.some(({ status: is, reply }) => is === "pending" && reply === null);
  if (waits) return [say("type-approve", { name }), `${say("type-reject", { name })} ...`];
  if (status === "working") return ["/team", say("type-wait")];
  if (status !== "idle") return [];
  const isOpen = plans.at(-1)?.status === "approved" && plans.at(-1)?.used === false;
  if (isOpen) return [say("next-unused", { sentence: say("type-again", { name }) })];
  const isAsked = requests.some(
    ({ kind, target, status: is }) => kind === "shutdown" && target === name && is === "pending",
  );
  if (isAsked || requests.length >= state.limits.sessionRequests)
    return [`${say("type-tell", { name })} ...`];
  return [say("type-shut-down", { name }), say("type-plan", { name })];
}

/** Whether one more letter fits in a mailbox that can be read. */
function canReach(state: ProtocolState, name: string): boolean {
  try {
    const letters = readMailbox(state, name);
    const bytes = letters.reduce((sum, letter) => sum + Buffer.byteLength(JSON.stringify(letter)) + 1, 0);
    const { mailboxMessages, mailboxBytes } = state.limits;
    return letters.length < mailboxMessages && bytes + LETTER_BYTES <= mailboxBytes;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

/** Whom the lead's newest call was about that was about a teammate. */
function spokenOf(state: ProtocolState): string | undefined {
  const history = state.team.get(LEAD)?.history ?? [];
  for (const message of history.toReversed()) {
    if (message.role !== "assistant") continue;
    for (const block of message.content.toReversed()) {
      const name = block.type === "tool_use" ? memberIn(state, block.input) : undefined;
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

function memberIn(state: ProtocolState, input: unknown): string | undefined {
  const values = new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
  const planner = state.requests.get(String(values.get("request_id")))?.sender;
  return [values.get("name"), values.get("teammate"), values.get("to"), planner].find(
    (name) => typeof name === "string" && name !== LEAD && state.team.has(name),
  );
}
