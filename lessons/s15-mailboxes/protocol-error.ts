import { Refusal } from "../s04-permission/execute-guarded.ts";

/** Every way in which mailboxes, the lock and the protocol say no. */
export type ProtocolErrorCode =
  | "unknown-member"
  | "direction"
  | "payload-length"
  | "body-length"
  | "malformed-text"
  | "request-quota"
  | "request-pending"
  | "member-closed"
  | "reserved-prefix"
  | "reply-shape"
  | "not-yours"
  | "decision-conflict"
  | "not-pending"
  | "mailbox-full"
  | "mailbox-corrupt"
  | "mailbox-unsafe"
  | "mailbox-too-large"
  | "save-failed"
  | "lock-timeout"
  | "lock-lost"
  | "directory-not-empty";

export type ErrorFields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * A refused operation. It changed nothing: no state, no file byte. `code` is one of the fixed words above, the
 * message says which value was wrong and what to do, `fields` carries the values that matter.
 */
export class ProtocolError extends Refusal {
  override name = "ProtocolError";
  declare readonly code: ProtocolErrorCode;
  readonly fields: ErrorFields;

  constructor(code: ProtocolErrorCode, message: string, fields: ErrorFields = {}, options?: ErrorOptions) {
    super(code, message, options);
    this.fields = fields;
  }
}

/** A value from outside, short and in quotes, fit to stand in a sentence. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? escaped(JSON.stringify(value)) : `a value of type ${typeof value}`;
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 57).join("")}…"` : text;
}

/** A name from outside as it is, or in quotes when it holds characters that a terminal would obey. */
export function printable(name: string): string {
  return escaped(name) === name ? name : escaped(JSON.stringify(name));
}

/** Control characters, the C1 ones too, which JSON leaves alone, and those that turn the direction of text. */
function escaped(text: string): string {
  return text.replace(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
