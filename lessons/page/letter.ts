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

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
