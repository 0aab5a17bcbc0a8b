import { FEEDBACK_CHARACTERS, PAYLOAD_CHARACTERS, requireText } from "../s15-mailboxes/limits.ts";
import { appendMessage, type MailboxMessage } from "../s15-mailboxes/mailbox.ts";
import { namedValues, ProtocolError, quoted } from "../s15-mailboxes/protocol-error.ts";
import { LEAD, requireMember } from "../s15-mailboxes/team.ts";
import {
  claimedResponse,
  decodeBody,
  encodeProtocol,
  type ProtocolResponse,
  type RequestKind,
  requestKind,
} from "./protocol-message.ts";
import {
  type ApprovedWork,
  approvedWork,
  isCurrent,
  type ProtocolSession,
  type ProtocolState,
  type RequestRecord,
  type RequestTable,
} from "./protocol-state.ts";
import {
  alreadyAnswered,
  decisionConflict,
  memberClosed,
  notAsked,
  notPending,
  notYours,
  requestPending,
  requestQuota,
} from "./request-refusals.ts";

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
 * Saves the letter first and registers the request second, in one critical section (`lock-timeout`): a failed save
 * leaves no request behind. Order of checks: names (`unknown-member`), who may ask whom (`direction`), payload of 1 to
 * 180 characters (`payload-length`, `malformed-text`), the session's requests (`request-quota`), the same request still
 * open (`request-pending`), the teammate (`member-closed`), and all that
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
  return session.transact((state) => {
    const { team, limits, requests } = state;
    requireMember(team, sender);
    requireMember(team, target);
    requireDirection(kind, sender, target);
    const payload = requirePayload(request.payload);
    if (requests.size >= limits.sessionRequests) throw requestQuota(limits.sessionRequests);
    const subject = requireMember(team, kind === "plan" ? sender : target);
    const open = findPending(requests, { kind, sender, target, incarnation: subject.incarnation });
    if (open !== undefined) throw requestPending(open, kind);
    if (subject.status === "closed") throw memberClosed(subject.name);
    const request_id = `req-${requests.size + 1}`;
    const body = encodeProtocol({ type: `${kind}_request`, request_id, payload });
    const receipt = appendMessage(state, { sender, recipient: target, body });
    const work = kind === "plan" ? (approvedWork.safeParse(request.work).data ?? null) : null;
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
    tellOpened(state, request_id);
    return { request_id, status: "pending" };
  });
}

/**
 * Answers a request, once. Only its target can, and `actor` is what the host says, never what a model says.
 *
 * Saves the letter first and records the reply second, in one critical section (`lock-timeout`); the status stays
 * `pending` until the sender matches it. An approved shutdown closes the member in the same section, and withdraws what
 * it has asked for and not matched. Order of checks: actor (`unknown-member`), a true boolean and feedback of 0
 * to 120 characters (`reply-shape`, `malformed-text`), the request exists and waits for this actor (`not-yours`; ids are compared letter by letter); the
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
  return session.transact((state) => {
    const actor = requireMember(state.team, name);
    const feedback = requireReplyShape(reply);
    const record = state.requests.get(request_id);
    if (record?.target !== actor.name || !isCurrent(state, record)) throw notYours(request_id, actor.name);
    const response: ProtocolResponse = { type: `${record.kind}_response`, request_id, approve, feedback };
    if (record.reply !== null) {
      if (!isSameReply(record.reply, response)) throw decisionConflict(request_id, record.reply);
      return { request_id, status: "already_sent" };
    }
    if (record.status !== "pending") throw notPending(request_id, record.status);
    const closes = record.kind === "shutdown" && approve;
    if (closes && actor.status === "running") {
      state.tell({ event: "reply_deferred", actor: actor.name, request_id });
      return { request_id, status: "deferred" };
    }
    const body = encodeProtocol(response);
    const receipt = appendMessage(state, { sender: actor.name, recipient: record.sender, body });
    record.reply = response;
    tellReply(state, request_id, receipt.id);
    if (closes) close(state, actor.name, request_id);
    return { request_id, status: "queued", receipt: receipt.id };
  });
}

/**
 * Holds one letter of `recipient` against the request that it claims to answer. Only here a reply becomes a status.
 *
 * Never throws for what a letter says or is, only what the session throws (`lock-timeout`, `save-failed`). Order: no protocol message,
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
  return session.transact((state) => matchLetter(state, letter));
}

/** The same inside a critical section: one that takes in several letters, say. */
export function matchLetter(
  state: ProtocolState,
  letter: { message: MailboxMessage; recipient: string },
): MatchResult {
  const { message, recipient } = namedValues(letter);
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
  const record = state.requests.get(request_id);
  if (!record || response.type !== `${record.kind}_response`) {
    return ignored("id_or_type");
  }
  if (recipient !== record.sender || !canTakeAnswer(state, record)) {
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
  state.tell({
    event: "response_matched",
    member: record.sender,
    letter: message.id,
    request_id,
    status: record.status,
  });
  return { request_id, status: record.status };
}

/**
 * Takes a request back. Only who asked can, and only while nobody has answered.
 *
 * The record becomes `withdrawn`: it is not pending any more, so no later reply is saved (`not-pending`), and the letter
 * stays where it is. No letter is written. Order of checks, in one critical section (`lock-timeout`): actor
 * (`unknown-member`), the request exists and is this actor's own (`not-yours`; ids are compared letter by letter), no
 * reply is saved (`already-answered`), still pending (`not-pending`).
 */
export async function withdrawRequest(
  session: ProtocolSession,
  request: { request_id: string; actor: string },
): Promise<{ request_id: string; status: "withdrawn" }> {
  const { request_id, actor: name } = namedValues(request);
  return session.transact((state) => {
    const actor = requireMember(state.team, name);
    const record = state.requests.get(request_id);
    if (record?.sender !== actor.name || !isCurrent(state, record)) throw notAsked(request_id, actor.name);
    if (record.reply !== null) throw alreadyAnswered(request_id, record.reply);
    if (record.status !== "pending") throw notPending(request_id, record.status);
    record.status = "withdrawn";
    state.tell({ event: "request_withdrawn", actor: actor.name, request_id, because: "asked" });
    return { request_id, status: "withdrawn" };
  });
}

/** An approved shutdown closes the member. Nobody is left who could take in what it has asked for. */
function close(state: ProtocolState, name: string, request_id: string): void {
  requireMember(state.team, name).status = "closed";
  state.tell({ event: "member_closed", member: name, request_id, status: "pending" });
  for (const [id, record] of state.requests) {
    if (record.sender !== name || record.status !== "pending") continue;
    record.status = "withdrawn";
    state.tell({ event: "request_withdrawn", actor: name, request_id: id, because: "closed" });
  }
}

/**
 * A plan's answer is for the very member that asked. That of a shutdown is for the lead, also when the name has been
 * given to a new member since.
 */
function canTakeAnswer(state: ProtocolState, record: RequestRecord): boolean {
  return record.kind === "shutdown" || isCurrent(state, record);
}

function tellOpened({ requests, tell }: ProtocolState, request_id: string): void {
  const record = requests.get(request_id);
  if (!record) return;
  const { kind, sender: actor, target, receipt: letter, payload, work } = record;
  const call = work?.call;
  tell({
    event: "request_opened",
    actor,
    target,
    kind,
    letter,
    payload,
    request_id,
    status: "pending",
    ...(call && { call }),
  });
}

function tellReply({ requests, tell }: ProtocolState, request_id: string, letter: string): void {
  const record = requests.get(request_id);
  if (!record?.reply) return;
  const { kind, target: actor, status } = record;
  const { approve, feedback } = record.reply;
  tell({ event: "reply_saved", request_id, actor, approve, feedback, kind, letter, status });
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

function requirePayload(payload: unknown): string {
  return requireText(payload, {
    what: "request's payload",
    minimum: 1,
    maximum: PAYLOAD_CHARACTERS,
    code: "payload-length",
  });
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
