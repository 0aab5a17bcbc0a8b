import { PROTOCOL_PREFIX } from "../s15-mailboxes/mailbox.ts";
import type { SteppedCall, View } from "./view.ts";

export type LetterField = { field: string; letter: string; record: string; isEqual: boolean };

/** The letter that a call is about at a step: the one it is given, or the one that it has just taken from the mailbox. */
export function readLetter({ input }: SteppedCall, { locals }: View): Record<string, unknown> | undefined {
  const taken = locals.find(({ name }) => name === "message" || name === "letter")?.value;
  const letter = input.message ?? (isRecord(taken) && isRecord(taken.message) ? taken.message : taken);
  return isRecord(letter) && "body" in letter ? letter : undefined;
}

/** What a letter claims, beside what the record of the request says. The prefix is not part of the JSON. */
export function compareLetter(message: Record<string, unknown>, { card }: View): LetterField[] {
  const claims = claimsOf(message.body);
  const reply = asRecord(card.row?.record.reply ?? {});
  const compare = (field: string, letter: unknown, record: unknown): LetterField => ({
    field,
    letter: JSON.stringify(letter) ?? "",
    record: JSON.stringify(record) ?? "",
    isEqual: letter === record,
  });
  const envelope = [
    compare("recipient", message.recipient, card.sender),
    compare("sender", message.sender, card.target),
  ];
  if (!claims) return [...envelope, { ...compare("body", message.body, undefined), isEqual: true }];
  return [
    compare("request_id", claims.request_id, card.id),
    compare("type", claims.type, `${card.kind}_response`),
    ...envelope,
    compare("approve", claims.approve, reply.approve),
    compare("feedback", claims.feedback, reply.feedback),
  ];
}

export type SavedLetter = {
  /** Whose mailbox the call writes to. */
  mailbox: string;
  /** Fields of the newest letter in it, or undefined when there is none. */
  letter: [field: string, value: string][] | undefined;
  /** Those of the newest letter at the end of the recording. */
  kept: [field: string, value: string][] | undefined;
  isNew: boolean;
};

/** The newest letter in the mailbox that a call writes to; a call that writes none leaves the request's own there. */
export function savedLetter({ function: name, input, snapshots }: SteppedCall, shown: View): SavedLetter {
  const { sender, target } = shown.card;
  const member = name === "reply_request" ? sender : (input.target ?? target);
  const mailbox = typeof member === "string" ? member : "";
  const newest = shown.mailboxes.find((box) => box.member === mailbox)?.lines.at(-1);
  const last = snapshots.at(-1)?.mailboxes[mailbox]?.trim().split("\n").at(-1);
  return {
    mailbox,
    letter: newest && lettersFields(newest.text),
    kept: last ? lettersFields(last) : undefined,
    isNew: newest?.isNew ?? false,
  };
}

function lettersFields(line: string): [string, string][] {
  const { id, sender, recipient, body } = asRecord(JSON.parse(line));
  const claims = claimsOf(body) ?? { body };
  return [
    ["id", `${id}, ${sender} → ${recipient}`],
    ...Object.entries(claims).map(([field, value]): [string, string] => [field, JSON.stringify(value) ?? ""]),
  ];
}

/** The JSON of a protocol message, undefined for any other text. */
function claimsOf(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== "string" || !body.startsWith(PROTOCOL_PREFIX)) return undefined;
  try {
    return asRecord(JSON.parse(body.slice(PROTOCOL_PREFIX.length)));
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? { ...value } : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
