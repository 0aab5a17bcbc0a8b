import * as z from "zod";
import { appendUserBlocks } from "../s01-agent-loop/model.ts";
import { FEEDBACK_CHARACTERS, PAYLOAD_CHARACTERS, requireText } from "../s15-mailboxes/limits.ts";
import { appendMessage, type MailboxMessage, readMailbox, type Session } from "../s15-mailboxes/mailbox.ts";
import { namedValues, ProtocolError, quoted } from "../s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../s15-mailboxes/team.ts";
import {
  claimedResponse,
  decodeBody,
  encodeProtocol,
  type ProtocolResponse,
  protocolRequest,
  type RequestKind,
  requestKind,
} from "./protocol-message.ts";
import {
  decisionConflict,
  memberClosed,
  notPending,
  notYours,
  requestPending,
  requestQuota,
} from "./request-refusals.ts";

/** `pending -> approved | rejected`, once. */
export type RequestStatus = "pending" | "approved" | "rejected";

/**
 * The exact work that a plan is about. The host writes it into the record; it is never taken out of a text.
 */
export const approvedWork = z
  .strictObject({
    /** The whole SHA-256 of what runs, as 64 hexadecimal digits. */
    sha256: z.string(),
    /** The real path of the program that is started, and its parameters. */
    command: z.array(z.string()).readonly(),
    /** The real path of the working folder. */
    folder: z.string(),
  })
  .readonly();
export type ApprovedWork = z.output<typeof approvedWork>;

/** One request. It keeps two facts apart: the saved `reply`, and the matched `status`. */
export type RequestRecord = {
  kind: RequestKind;
  sender: string;
  target: string;
  payload: string;
  /** Changes only when the sender matches the reply, never when the reply is saved. */
  status: RequestStatus;
  /** The reply that was saved in the sender's mailbox. */
  reply: ProtocolResponse | null;
  /** The id of the letter that carries the request. */
  receipt: string;
  /** What a plan is about, down to the bytes. Null for a plan of words alone, and for a shutdown. */
  work: ApprovedWork | null;
  /** An approval is good for one run. */
  used: boolean;
  /** Which bearer of the teammate's name this is about. */
  incarnation: number;
};

export type RequestTable = Map<string, RequestRecord>;

/** The session of s15 with the table of requests. */
export type ProtocolSession = Session & { requests: RequestTable };

export type OpenResult = { request_id: string; status: "pending" };

export type ReplyResult =
  | { request_id: string; status: "queued"; receipt: string }
  | { request_id: string; status: "already_sent" | "deferred" };

export type IgnoredReason =
  | "ordinary_message"
  | "bad_json"
  | "invalid_response"
  | "id_or_type"
  | "role_or_recipient"
  | "not_saved_reply";

export type MatchResult =
  | { request_id: string; status: "approved" | "rejected" | "duplicate" }
  | { status: "ignored"; reason: IgnoredReason };

/**
 * Asks for a plan approval (a teammate asks the lead) or a shutdown (the lead asks a teammate).
 *
 * Saves the letter first and registers the request second, in one critical section: a failed save leaves no request
 * behind. Order of checks: names (`unknown-member`), who may ask whom (`direction`), payload of 1 to 180 characters
 * (`payload-length`, `malformed-text`); then under the lock (`lock-timeout`) the session's requests
 * (`request-quota`), the same request still open (`request-pending`), the teammate (`member-closed`), and all that
 * saving the letter in the target's mailbox refuses (`appendMessage`): `body-length` for a payload that JSON writes
 * with more characters than a body has, `mailbox-full`, `mailbox-too-large`, `mailbox-corrupt`, `mailbox-unsafe`,
 * `save-failed`, `lock-lost`.
 *
 * Source: `open_request` of the s16 practice.
 */
export async function openRequest(
  session: ProtocolSession,
  request: { sender: string; target: string; kind: RequestKind; payload: string; work?: ApprovedWork },
): Promise<OpenResult> {
  const { sender, target, kind } = namedValues(request);
  const { team, lock, limits, requests } = session;
  requireMember(team, sender);
  requireMember(team, target);
  requireDirection(kind, sender, target);
  const payload = requireText(request.payload, {
    what: "request's payload",
    minimum: 1,
    maximum: PAYLOAD_CHARACTERS,
    code: "payload-length",
  });
  const work = kind === "plan" ? (approvedWork.safeParse(request.work).data ?? null) : null;
  return lock.run(() => {
    if (requests.size >= limits.sessionRequests) throw requestQuota(limits.sessionRequests);
    const subject = requireMember(team, kind === "plan" ? sender : target);
    const open = findPending(requests, { kind, sender, target, incarnation: subject.incarnation });
    if (open !== undefined) throw requestPending(open, kind);
    if (subject.status === "closed") throw memberClosed(subject.name);
    const request_id = `req-${requests.size + 1}`;
    const body = encodeProtocol({ type: `${kind}_request`, request_id, payload });
    const receipt = appendMessage(session, { sender, recipient: target, body });
    requests.set(request_id, {
      kind,
      sender,
      target,
      payload,
      status: "pending",
      reply: null,
      receipt: receipt.id,
      work,
      used: false,
      incarnation: subject.incarnation,
    });
    return { request_id, status: "pending" };
  });
}

/**
 * Answers a request, once. Only its target can, and `actor` is what the host says, never what a model says.
 *
 * Saves the letter first and records the reply second; the status stays `pending` until the sender matches it. An
 * approved shutdown closes the member in the same critical section. Order of checks: actor (`unknown-member`), a true
 * boolean and feedback of 0 to 120 characters (`reply-shape`, `malformed-text`); then under the lock
 * (`lock-timeout`): the request exists and waits for this actor (`not-yours`; ids are compared letter by letter); the
 * same reply is `already_sent`, another one `decision-conflict`; still pending (`not-pending`); a member in a turn
 * cannot agree to its shutdown (`deferred`, nothing is sent); and all that saving the letter in the asker's mailbox
 * refuses (`appendMessage`): `member-closed` (either of the two), `body-length`, `mailbox-full`, `mailbox-too-large`,
 * `mailbox-corrupt`, `mailbox-unsafe`, `save-failed`, `lock-lost`. A refused reply can be given again.
 *
 * Source: `reply_request` of the s16 practice.
 */
export async function replyRequest(
  session: ProtocolSession,
  reply: { request_id: string; actor: string; approve: boolean; feedback: string },
): Promise<ReplyResult> {
  const { request_id, approve, actor: name } = namedValues(reply);
  const { team, lock, requests } = session;
  const actor = requireMember(team, name);
  const feedback = requireReplyShape(reply);
  return lock.run(() => {
    const record = requests.get(request_id);
    if (record?.target !== actor.name || !isCurrent(session, record)) throw notYours(request_id, actor.name);
    const response: ProtocolResponse = { type: `${record.kind}_response`, request_id, approve, feedback };
    if (record.reply !== null) {
      if (!isSameReply(record.reply, response)) throw decisionConflict(request_id, record.reply);
      return { request_id, status: "already_sent" };
    }
    if (record.status !== "pending") throw notPending(request_id, record.status);
    const closes = record.kind === "shutdown" && approve;
    if (closes && actor.status === "running") {
      return { request_id, status: "deferred" };
    }
    const body = encodeProtocol(response);
    const receipt = appendMessage(session, { sender: actor.name, recipient: record.sender, body });
    record.reply = response;
    if (closes) actor.status = "closed";
    return { request_id, status: "queued", receipt: receipt.id };
  });
}

/**
 * Holds one letter of `recipient` against the request that it claims to answer. Only here a status changes.
 *
 * Never throws for what a letter says or is, only what the lock throws (`lock-timeout`). Order: no protocol message,
 * or no letter with a text at all (`ordinary_message`), no JSON that can be read in one way only (`bad_json`), wrong
 * fields or types (`invalid_response`); unknown id, or not the type of this request (`id_or_type`; ids are compared
 * letter by letter); recipient is not who asked, or the envelope names another sender or recipient
 * (`role_or_recipient`); not the saved reply (`not_saved_reply`); matched before (`duplicate`). Otherwise the request
 * becomes approved or rejected.
 *
 * Source: `match_response` of the s16 practice.
 */
export async function matchResponse(
  session: ProtocolSession,
  letter: { message: MailboxMessage; recipient: string },
): Promise<MatchResult> {
  const { message, recipient } = namedValues(letter);
  const { lock, requests } = session;
  const decoded = decodeBody(namedValues(message).body);
  if (decoded.form !== "protocol") {
    return ignored(decoded.form);
  }
  const claimed = claimedResponse.safeParse(decoded.message);
  if (!claimed.success) {
    return ignored("invalid_response");
  }
  const response = claimed.data;
  const { request_id } = response;
  return lock.run(() => {
    const record = requests.get(request_id);
    if (!record || response.type !== `${record.kind}_response`) {
      return ignored("id_or_type");
    }
    if (recipient !== record.sender || !isCurrent(session, record)) {
      return ignored("role_or_recipient");
    }
    if (message.recipient !== recipient || message.sender !== record.target) {
      return ignored("role_or_recipient");
    }
    if (record.reply === null || !isSameReply(record.reply, response)) {
      return ignored("not_saved_reply");
    }
    if (record.status !== "pending") {
      return { request_id, status: "duplicate" };
    }
    record.status = response.approve ? "approved" : "rejected";
    return { request_id, status: record.status };
  });
}

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
 * and ordinary text enter the member's history as text. A letter that does not hold is `ignored`, with the reason,
 * and never keeps later letters back. Reading again changes nothing. Throws `unknown-member`, what reading the mailbox
 * throws (`mailbox-corrupt`, `mailbox-unsafe`, `mailbox-too-large`), and what the lock throws (`lock-timeout`).
 */
export async function consumeResponses(
  session: ProtocolSession,
  recipient: string,
): Promise<ConsumedLetter[]> {
  const member = requireMember(session.team, recipient);
  const letters = await session.lock.run(() => readMailbox(session, recipient));
  const consumed: ConsumedLetter[] = [];
  for (let index = member.cursor; index < letters.length; index += 1) {
    const message = letters[index];
    if (!message) break;
    const letter = await judge(session, message, recipient);
    // From here to the end of the round nothing is awaited: of two readers at once, only one takes the letter.
    if (member.cursor !== index) continue;
    member.cursor = index + 1;
    if (letter.outcome !== "ignored") {
      appendUserBlocks(member.history, [{ type: "text", text: letterText(letter) }]);
    }
    consumed.push(letter);
  }
  return consumed;
}

async function judge(
  session: ProtocolSession,
  message: MailboxMessage,
  recipient: string,
): Promise<ConsumedLetter> {
  const decoded = decodeBody(message.body);
  if (decoded.form === "ordinary_message") return { message, outcome: "delivered" };
  const request = decoded.form === "protocol" ? protocolRequest.safeParse(decoded.message) : undefined;
  if (request?.success) return { message, ...judgeRequest(session, message, request.data.request_id) };
  const result = await matchResponse(session, { message, recipient });
  return result.status === "ignored"
    ? { message, outcome: "ignored", reason: result.reason }
    : { message, outcome: "matched", ...result };
}

/** A request is believed only as the very letter that `openRequest` saved for it. */
function judgeRequest(
  session: ProtocolSession,
  message: MailboxMessage,
  request_id: string,
): { outcome: "delivered"; request_id: string } | { outcome: "ignored"; reason: IgnoredReason } {
  const record = session.requests.get(request_id);
  if (!record) return { outcome: "ignored", reason: "id_or_type" };
  const { kind, payload } = record;
  const saved = encodeProtocol({ type: `${kind}_request`, request_id, payload });
  const fits = message.id === record.receipt && message.body === saved && isCurrent(session, record);
  if (!fits) return { outcome: "ignored", reason: "id_or_type" };
  if (message.sender !== record.sender) return { outcome: "ignored", reason: "role_or_recipient" };
  return { outcome: "delivered", request_id };
}

/** JSON, so that no body can write an envelope of its own into the history. */
function letterText({ message }: ConsumedLetter): string {
  const decoded = decodeBody(message.body);
  const content = decoded.form === "protocol" ? decoded.message : message.body;
  return `[mail] ${JSON.stringify({ id: message.id, sender: message.sender, content })}`;
}

function requireDirection(kind: RequestKind, sender: string, target: string): void {
  const known = requestKind.safeParse(kind).success;
  const right = kind === "plan" ? sender !== LEAD && target === LEAD : sender === LEAD && target !== LEAD;
  if (known && right) return;
  throw new ProtocolError(
    "direction",
    known
      ? `${sender} cannot send a ${kind} request to ${target}. A plan goes from a teammate to the lead, a shutdown ` +
          "from the lead to a teammate."
      : `A request is of the kind plan or shutdown, not ${quoted(kind)}.`,
    { sender, target },
  );
}

function requireReplyShape({ approve, feedback }: { approve: unknown; feedback: unknown }): string {
  if (typeof approve !== "boolean") {
    throw new ProtocolError("reply-shape", `approve must be true or false, not ${quoted(approve)}.`);
  }
  return requireText(feedback, {
    what: "feedback",
    minimum: 0,
    maximum: FEEDBACK_CHARACTERS,
    code: "reply-shape",
  });
}

/** Letters and requests of a closed member never reach a later one that bears the same name. */
function isCurrent({ team }: ProtocolSession, record: RequestRecord): boolean {
  const teammate = record.kind === "plan" ? record.sender : record.target;
  return team.get(teammate)?.incarnation === record.incarnation;
}

function isSameReply(saved: ProtocolResponse, claimed: { [K in keyof ProtocolResponse]: unknown }): boolean {
  return (
    saved.type === claimed.type &&
    saved.request_id === claimed.request_id &&
    saved.approve === claimed.approve &&
    saved.feedback === claimed.feedback
  );
}

function findPending(
  requests: RequestTable,
  wanted: Pick<RequestRecord, "kind" | "sender" | "target" | "incarnation">,
): string | undefined {
  for (const [id, record] of requests) {
    if (record.status !== "pending" || record.incarnation !== wanted.incarnation) continue;
    if (record.kind === wanted.kind && record.sender === wanted.sender && record.target === wanted.target)
      return id;
  }
  return undefined;
}

function ignored(reason: IgnoredReason): MatchResult {
  return { status: "ignored", reason };
}
