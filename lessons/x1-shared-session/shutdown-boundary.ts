import * as z from "zod";
import type { Message } from "../s01-agent-loop/model.ts";
import { readMailbox } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type Member, requireMember } from "../s15-mailboxes/team.ts";
import { consumeLetters } from "../s16-team-protocols/consume-responses.ts";
import { isCurrent, type ProtocolSession, type ProtocolState } from "../s16-team-protocols/protocol-state.ts";
import { type ReplyResult, replyRequest } from "../s16-team-protocols/requests.ts";

export type Confirmed = ReplyResult | { request_id: string; status: "unread_letters"; letters: string[] };

/**
 * The host's boundary where an idle member says yes to its shutdown.
 *
 * The member's mail is taken in first. While letters are there that the member has had no turn for, nothing is sent
 * and `unread_letters` is told: give it a turn and come again. A mailbox that cannot be read does not keep the member
 * from closing: `mailbox_unreadable` is told, and the yes is sent. A member in a turn is `deferred` with its mail as it
 * is. A letter that comes in the last moment is taken in as well: the yes is saved only while there is none. Throws what
 * `replyRequest` throws.
 */
export async function confirmShutdown(
  session: ProtocolSession,
  reply: { request_id: string; actor: string; feedback: string },
): Promise<Confirmed> {
  const { request_id, actor } = reply;
  for (;;) {
    const letters = await session.transact((state) => takeMail(state, request_id, actor));
    if (letters.length > 0) return { request_id, status: "unread_letters", letters };
    try {
      return await replyRequest(whileAllIsRead(session, actor), { ...reply, approve: true });
    } catch (error) {
      if (!(error instanceof NewLetter)) throw error;
    }
  }
}

/** A letter has come in since the mail was taken in. */
class NewLetter extends Error {}

/** Takes the mail in, and tells what the member has had no turn for. Only for use inside a critical section. */
function takeMail(state: ProtocolState, request_id: string, actor: string): string[] {
  const member = requireMember(state.team, actor);
  if (member.status !== "idle") return [];
  try {
    consumeLetters(state, actor);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    state.tell({ event: "mailbox_unreadable", member: actor, message: error.message });
    return [];
  }
  const own = state.requests.get(request_id)?.receipt;
  const letters = withoutTurn(member).filter((letter) => letter !== own);
  if (letters.length > 0) state.tell({ event: "unread_letters", member: actor, request_id, letters });
  return letters;
}

function whileAllIsRead(session: ProtocolSession, actor: string): ProtocolSession {
  return {
    ...session,
    transact: (section) =>
      session.transact((state) => {
        if (hasNewLetter(state, requireMember(state.team, actor))) throw new NewLetter();
        return section(state);
      }),
  };
}

function hasNewLetter(state: ProtocolState, { name, status, cursor }: Member): boolean {
  if (status !== "idle") return false;
  try {
    return readMailbox(state, name).length > cursor;
  } catch {
    // Told already, and no reason to stay.
    return false;
  }
}

const MAIL = "[mail] ";
const envelope = z.object({ id: z.string() });

/** The letters that entered the history behind the last answer of the member's model. */
function withoutTurn({ history }: Member): string[] {
  const answered = history.findLastIndex(({ role }) => role === "assistant");
  return history
    .slice(answered + 1)
    .flatMap(textsOf)
    .flatMap((text) => {
      if (!text.startsWith(MAIL)) return [];
      return envelope.parse(JSON.parse(text.slice(MAIL.length))).id;
    });
}

function textsOf({ content }: Message): string[] {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}

const KEY = "unanswered";
const ids = z.array(z.string());

/**
 * Tells, once each, the requests that a member has read and not answered. For the end of a turn, inside a critical
 * section: `atEnd` of `runMember`.
 */
export function tellUnanswered(state: ProtocolState, member: string): void {
  const { requests, notes, tell } = state;
  const { cursor } = requireMember(state.team, member);
  const told = ids.parse(notes.get(KEY) ?? []);
  const unanswered = [...requests].filter(([request_id, record]) => {
    const isOpen = record.target === member && record.status === "pending" && record.reply === null;
    const isRead = isCurrent(state, record) && numberOf(record.receipt) <= cursor;
    return isOpen && isRead && !told.includes(request_id);
  });
  if (unanswered.length === 0) return;
  for (const [request_id, { sender }] of unanswered) {
    tell({ event: "unanswered", member, request_id, asker: sender });
  }
  notes.set(KEY, [...told, ...unanswered.map(([request_id]) => request_id)]);
}

/** The place of a letter in its mailbox, from its id `<recipient>-<n>`. */
function numberOf(letter: string): number {
  return Number(letter.slice(letter.lastIndexOf("-") + 1));
}
