import { appendUserBlocks } from "../s01-agent-loop/model.ts";
import { type MailboxMessage, ordinaryLetter, readMailbox } from "../s15-mailboxes/mailbox.ts";
import { requireMember } from "../s15-mailboxes/team.ts";
import { decodeBody, encodeProtocol, protocolRequest } from "./protocol-message.ts";
import { isCurrent, type ProtocolSession, type ProtocolState } from "./protocol-state.ts";
import { type IgnoredReason, matchLetter } from "./requests.ts";

/** What became of one letter. `delivered` letters have entered the member's history as text. */
export type ConsumedLetter = { message: MailboxMessage } & (
  | { outcome: "delivered"; request_id?: string }
  | { outcome: "matched"; request_id: string; status: "approved" | "rejected" | "duplicate" }
  | { outcome: "ignored"; reason: IgnoredReason }
);

/**
 * Takes in the letters that a member has not seen yet: the one way mail comes in, at the loop's prepare boundary.
 *
 * Each letter is taken once, in order; the log itself stays. A response is matched; a matched one, an open request
 * and ordinary text enter the member's history as text, and with a plan about one call that call, from the host's own
 * record. A letter that does not hold is `ignored`, with the reason, and never keeps later letters back. All of it is
 * one critical section: history, cursor and statuses are kept together. Reading again changes nothing. Throws
 * `unknown-member`, what reading the mailbox throws (`mailbox-corrupt`, `mailbox-unsafe`, `mailbox-too-large`), and what
 * the session throws (`lock-timeout`, `save-failed`).
 */
export async function consumeResponses(
  session: ProtocolSession,
  recipient: string,
): Promise<ConsumedLetter[]> {
  return session.transact((state) => consumeLetters(state, recipient));
}

/** The same inside a critical section. */
export function consumeLetters(state: ProtocolState, recipient: string): ConsumedLetter[] {
  const member = requireMember(state.team, recipient);
  const unread = readMailbox(state, recipient).slice(member.cursor);
  return unread.map((message) => {
    const letter = judge(state, message, recipient);
    member.cursor += 1;
    if (letter.outcome !== "ignored") {
      appendUserBlocks(
        member.history,
        textsOf(state, letter).map((text) => ({ type: "text", text })),
      );
    }
    tellLetter(state, recipient, letter);
    return letter;
  });
}

function judge(state: ProtocolState, message: MailboxMessage, recipient: string): ConsumedLetter {
  const decoded = decodeBody(message.body);
  if (decoded.form === "ordinary_message") return { message, outcome: "delivered" };
  const request = decoded.form === "protocol" ? protocolRequest.safeParse(decoded.message) : undefined;
  if (request?.success) return { message, ...judgeRequest(state, message, request.data.request_id) };
  const result = matchLetter(state, { message, recipient });
  return result.status === "ignored"
    ? { message, outcome: "ignored", reason: result.reason }
    : { message, outcome: "matched", ...result };
}

/** A request is believed only as the very letter that `openRequest` saved for it. */
function judgeRequest(
  state: ProtocolState,
  message: MailboxMessage,
  request_id: string,
): { outcome: "delivered"; request_id: string } | { outcome: "ignored"; reason: IgnoredReason } {
  const record = state.requests.get(request_id);
  if (!record) return { outcome: "ignored", reason: "id_or_type" };
  const { kind, payload } = record;
  const saved = encodeProtocol({ type: `${kind}_request`, request_id, payload });
  const fits = message.id === record.receipt && message.body === saved && isCurrent(state, record);
  if (!fits) return { outcome: "ignored", reason: "id_or_type" };
  if (message.sender !== record.sender) return { outcome: "ignored", reason: "role_or_recipient" };
  return { outcome: "delivered", request_id };
}

/** JSON, so that no body can write an envelope, or a call, of its own into the history. */
function textsOf({ requests }: ProtocolState, letter: ConsumedLetter): string[] {
  const { id, sender, body } = letter.message;
  const decoded = decodeBody(body);
  const content = decoded.form === "protocol" ? decoded.message : body;
  const mail = `[mail] ${JSON.stringify({ id, sender, content })}`;
  const request_id = letter.outcome === "delivered" ? letter.request_id : undefined;
  const call = requests.get(request_id ?? "")?.work?.call;
  return call ? [mail, `[call ${request_id}] ${JSON.stringify(call)}`] : [mail];
}

/** A response that was matched just now has been told by `matchLetter`. */
function tellLetter({ requests, tell }: ProtocolState, member: string, letter: ConsumedLetter): void {
  const { id, sender, body } = letter.message;
  if (letter.outcome === "ignored") {
    tell({ event: "letter_ignored", member, letter: id, sender, reason: letter.reason });
  } else if (letter.outcome === "matched") {
    const { request_id, status } = letter;
    if (status === "duplicate") tell({ event: "response_matched", member, letter: id, request_id, status });
  } else {
    const request_id = letter.request_id ?? null;
    const record = requests.get(request_id ?? "");
    const type = record ? (`${record.kind}_request` as const) : ordinaryLetter(body).type;
    const status = record?.status ?? null;
    tell({ event: "letter_delivered", member, letter: id, sender, request_id, status, type });
  }
}
