import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { type Assignment, assignmentOf, changeAssignment } from "./host-notes.ts";

/** Letters came in before the yes could be sent. */
class UnreadLetters extends Refusal {}

/**
 * Sends the yes to its shutdown that a member gave in a turn, now that the turn is over, and so closes it.
 *
 * While letters wait that the member has not read, no yes is sent: that is told, and the yes waits for the end of the
 * turn in which they are read. A mailbox that cannot be read keeps nobody from closing, and that is told too. Throws
 * what `replyRequest` throws; the yes is still there then.
 */
export async function closeIfAgreed(session: ProtocolSession, member: string): Promise<void> {
  const consent = await session.transact((state) => openConsent(state, member));
  if (!consent) return;
  const replying: ProtocolSession = {
    limits: session.limits,
    transact: (section) =>
      session.transact((state) => {
        requireAllRead(state, member);
        const value = section(state);
        changeAssignment(state, member, { consent: null });
        return value;
      }),
  };
  try {
    await replyRequest(replying, { ...consent, actor: member, approve: true });
  } catch (error) {
    if (!(error instanceof UnreadLetters)) throw error;
    await session.transact((state) => {
      const letters = unreadLetters(state, member) ?? [];
      state.tell({ event: "unread_letters", member, request_id: consent.request_id, letters });
    });
  }
}

/** A yes to a request that is settled or withdrawn by now is forgotten. */
function openConsent(state: ProtocolState, member: string): Assignment["consent"] {
  const { consent } = assignmentOf(state, member);
  const record = state.requests.get(consent?.request_id ?? "");
  if (record?.status === "pending" && record.reply === null) return consent;
  if (consent) changeAssignment(state, member, { consent: null });
  return null;
}

function requireAllRead(state: ProtocolState, member: string): void {
  const letters = unreadLetters(state, member);
  if (letters !== undefined && letters.length > 0)
    throw new UnreadLetters("unread-letters", letters.join(", "));
}

/** The ids of the letters that a member has not read. Undefined, and told, when its mailbox cannot be read. */
function unreadLetters(state: ProtocolState, member: string): string[] | undefined {
  try {
    const { cursor } = requireMember(state.team, member);
    return readMailbox(state, member)
      .slice(cursor)
      .map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    state.tell({ event: "mailbox_unreadable", member, message: `${error.code}: ${error.message}` });
    return undefined;
  }
}

/** Tells who asked when a member's turn ends with a shutdown that it has read and not answered. */
export function tellUnanswered(state: ProtocolState, member: string): void {
  const { consent } = assignmentOf(state, member);
  const { cursor, incarnation } = requireMember(state.team, member);
  for (const [request_id, record] of state.requests) {
    const { kind, target, sender: asker, status, reply, receipt } = record;
    const isAsked = kind === "shutdown" && target === member && record.incarnation === incarnation;
    const isRead = Number(receipt.slice(receipt.lastIndexOf("-") + 1)) <= cursor;
    if (!isAsked || !isRead || status !== "pending" || reply !== null) continue;
    if (consent?.request_id !== request_id) state.tell({ event: "unanswered", member, request_id, asker });
  }
}
