import type { Trace } from "../../fixtures/scenarios/trace.ts";
import type { View } from "./view.ts";

export type LetterField = { field: string; letter: string; record: string; isEqual: boolean };

/** What a letter claims, beside what the record of the request says. The prefix is not part of the JSON. */
export function compareLetter({ input }: Trace, { card }: View): LetterField[] {
  const message = asRecord(input.message);
  const body = typeof message.body === "string" ? message.body : "";
  const claims = asRecord(JSON.parse(body.slice(body.indexOf("{"))));
  const reply = asRecord(card.row?.record.reply ?? {});
  const compare = (field: string, letter: unknown, record: unknown): LetterField => ({
    field,
    letter: JSON.stringify(letter) ?? "",
    record: JSON.stringify(record) ?? "",
    isEqual: letter === record,
  });
  return [
    compare("request_id", claims.request_id, card.id),
    compare("type", claims.type, `${card.kind}_response`),
    compare("recipient", message.recipient, card.sender),
    compare("sender", message.sender, card.target),
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

/** The newest letter in the mailbox that a call of `openRequest` or `replyRequest` writes to. */
export function savedLetter({ function: name, input, snapshots }: Trace, shown: View): SavedLetter {
  const member = name === "reply_request" ? shown.card.sender : input.target;
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
  const text = String(body);
  const claims = Object.entries(asRecord(JSON.parse(text.slice(text.indexOf("{")))));
  return [
    ["id", `${id}, ${sender} → ${recipient}`],
    ...claims.map(([field, value]): [string, string] => [field, JSON.stringify(value)]),
  ];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
