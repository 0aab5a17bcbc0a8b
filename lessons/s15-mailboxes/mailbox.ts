import * as z from "zod";
import { codePoints, type Limits, requireText, trimText } from "./limits.ts";
import { namedValues, ProtocolError, quoted } from "./protocol-error.ts";
import type { Session, SessionState } from "./session.ts";
import { type ParsedJson, parseStrictJson } from "./strict-json.ts";
import { type Member, requireMember } from "./team.ts";

/** Bodies that start like this are protocol messages. Only the protocol's own functions may save one. */
export const PROTOCOL_PREFIX = "[team-protocol] ";

/** Bodies that start like this are copies of one broadcast. */
export const BROADCAST_PREFIX = "[broadcast] ";

/** One line of a mailbox file. The host sets `sender`; no body and no model input can. */
export const mailboxMessage = z.strictObject({
  id: z.string(),
  sender: z.string(),
  recipient: z.string(),
  body: z.string(),
});
export type MailboxMessage = z.output<typeof mailboxMessage>;

/** `queued` says that the letter is saved, not that anyone has read it. `id` is `<recipient>-<n>`. */
export type Receipt = { id: string; status: "queued" };

/**
 * Saves an ordinary letter in the recipient's mailbox.
 *
 * Order of checks, all under the lock (`lock-timeout`): both names (`unknown-member`), which are two members
 * (`self-addressed`); the body of 1 to `limits.bodyCharacters` characters (`body-length`, `malformed-text`); a body
 * that looks like a protocol message (`reserved-prefix`); and all that `appendMessage` refuses. `sender` is what the
 * host says, never what a model says.
 */
export async function sendMessage(
  session: Session,
  letter: { sender: string; recipient: string; body: string },
): Promise<Receipt> {
  const given = namedValues(letter);
  return session.transact((state) => {
    const sender = requireMember(state.team, given.sender).name;
    const recipient = requireMember(state.team, given.recipient).name;
    requireTwo(sender, recipient);
    const body = requireText(given.body, bodyRule(state.limits));
    if (body.startsWith(PROTOCOL_PREFIX)) {
      throw new ProtocolError(
        "reserved-prefix",
        `A message cannot start with ${JSON.stringify(PROTOCOL_PREFIX)}: only the protocol functions write such letters.`,
      );
    }
    const receipt = appendMessage(state, { sender, recipient, body });
    state.tell({ event: "letter_sent", sender, recipient, letter: receipt.id, ...ordinaryLetter(body) });
    return receipt;
  });
}

/** What kind of ordinary letter a body is, and its words. */
export function ordinaryLetter(body: string): { type: "message" | "broadcast"; text: string } {
  return body.startsWith(BROADCAST_PREFIX)
    ? { type: "broadcast", text: body.slice(BROADCAST_PREFIX.length) }
    : { type: "message", text: body };
}

/**
 * Saves one letter, behind all letters that are there. Only for use inside a critical section.
 *
 * Refuses: `unknown-member` and `member-closed` (sender or recipient); `body-length` and `malformed-text`; a mailbox
 * that is full (`mailbox-full`) or would grow too large (`mailbox-too-large`); one that does not validate
 * (`mailbox-corrupt`) or cannot be read safely (`mailbox-unsafe`, `mailbox-too-large`); a save that fails
 * (`save-failed`) or comes too late for the lock (`lock-lost`): a session in memory says so here, one in files when the
 * section is kept. The old letters stay as they are in every case.
 */
export function appendMessage(
  state: SessionState,
  letter: { sender: string; recipient: string; body: string },
): Receipt {
  const { team, mail, limits } = state;
  const sender = requireMember(team, letter.sender);
  const recipient = requireMember(team, letter.recipient);
  requireOpen(sender, "send");
  requireOpen(recipient, "receive");
  const body = requireText(letter.body, bodyRule(limits));

  const before = mail.read(recipient.name);
  const messages = parseMailbox(before, recipient.name, state);
  if (messages.length >= limits.mailboxMessages) {
    throw new ProtocolError(
      "mailbox-full",
      `The mailbox of ${recipient.name} holds ${limits.mailboxMessages} messages, which is its limit. ` +
        "No old letter is overwritten: start a new session.",
      { recipient: recipient.name, limit: limits.mailboxMessages },
    );
  }
  const id = `${recipient.name}-${messages.length + 1}`;
  const message: MailboxMessage = { id, sender: sender.name, recipient: recipient.name, body };
  const after = `${before}${JSON.stringify(message)}\n`;
  const bytes = new TextEncoder().encode(after).length;
  if (bytes > limits.mailboxBytes) {
    throw new ProtocolError(
      "mailbox-too-large",
      `With this letter the mailbox of ${recipient.name} would take ${bytes} bytes; ${limits.mailboxBytes} are ` +
        "allowed. Shorten the letter, or start a new session.",
      { recipient: recipient.name, bytes, limit: limits.mailboxBytes },
    );
  }
  mail.replace(recipient.name, after);
  return { id, status: "queued" };
}

/**
 * All letters of a mailbox, oldest first. Only for use inside a critical section. Throws `unknown-member`, `mailbox-corrupt` with file, line and reason, and
 * what `MailStore.read` throws (`mailbox-unsafe`, `mailbox-too-large`).
 */
export function readMailbox(state: SessionState, member: string): MailboxMessage[] {
  const { name } = requireMember(state.team, member);
  return parseMailbox(state.mail.read(name), name, state);
}

/**
 * Reads the text of a mailbox strictly: whole lines split at byte 0A and nowhere else, each a record that names each
 * key once and no other, ids `<recipient>-1`, `-2`, … without gaps, the right recipient, a sender who is another
 * member, a body within its limits.
 *
 * Throws `mailbox-corrupt` with file, line (from 1) and reason. The file stays as it is.
 */
function parseMailbox(text: string, recipient: string, { team, limits }: SessionState): MailboxMessage[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.pop() !== "") throw corrupt(recipient, lines.length + 1, "the last line is cut off");
  if (lines.length > limits.mailboxMessages) {
    throw corrupt(
      recipient,
      limits.mailboxMessages + 1,
      `only ${limits.mailboxMessages} messages are allowed`,
    );
  }
  return lines.map((line, index) => {
    const fault = (reason: string): ProtocolError => corrupt(recipient, index + 1, reason);
    const message = recordIn(line);
    if (typeof message === "string") throw fault(message);
    const id = `${recipient}-${index + 1}`;
    if (message.id !== id) throw fault(`the id should be ${id}`);
    if (message.recipient !== recipient) throw fault(`the recipient should be ${recipient}`);
    if (!team.has(message.sender)) throw fault("the sender is not on the team");
    if (message.sender === recipient) throw fault("nobody writes to themselves");
    if (!message.body.isWellFormed()) throw fault("the body holds half of a surrogate pair");
    const length = codePoints(trimText(message.body));
    if (length < 1 || length > limits.bodyCharacters) {
      throw fault(`the body has ${length} characters; 1 to ${limits.bodyCharacters} are allowed`);
    }
    return message;
  });
}

/** Lines that were read before, and what they hold: a line says the same whenever it is read. */
const knownLines = new Map<string, Readonly<MailboxMessage> | string>();
const KNOWN_LINES = 256;

/** The record of a line, or the reason why it is none. */
function recordIn(line: string): Readonly<MailboxMessage> | string {
  const known = knownLines.get(line);
  if (known !== undefined) return known;
  const json = parseStrictJson(line);
  const parsed = mailboxMessage.safeParse(json.ok ? json.value : undefined);
  const record = parsed.success ? Object.freeze(parsed.data) : reasonAgainst(json);
  if (knownLines.size >= KNOWN_LINES) knownLines.clear();
  knownLines.set(line, record);
  return record;
}

function reasonAgainst(json: ParsedJson): string {
  return !json.ok && json.duplicate !== undefined
    ? `the key ${quoted(json.duplicate)} stands twice`
    : "not a record of exactly id, sender, recipient and body, all text";
}

function corrupt(recipient: string, line: number, reason: string): ProtocolError {
  const file = `${recipient}.jsonl`;
  return new ProtocolError(
    "mailbox-corrupt",
    `${file}, line ${line}: ${reason}. The file is left as it is; mend it or start a new session.`,
    { file, line, reason },
  );
}

function requireTwo(sender: string, recipient: string): void {
  if (sender !== recipient) return;
  throw new ProtocolError(
    "self-addressed",
    `${sender} cannot write to ${sender}: a letter goes to another member. Nothing was saved.`,
    { member: sender },
  );
}

function requireOpen(member: Member, does: "send" | "receive"): void {
  if (member.status !== "closed") return;
  throw new ProtocolError(
    "member-closed",
    `${member.name} is closed and can no longer ${does} letters. Nothing was saved.`,
    { member: member.name },
  );
}

function bodyRule(limits: Limits): Parameters<typeof requireText>[1] {
  return { what: "message body", minimum: 1, maximum: limits.bodyCharacters, code: "body-length" };
}
