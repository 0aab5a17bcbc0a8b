import { Refusal } from "../s04-permission/execute-guarded.ts";
import { safeLine } from "./safe-text.ts";

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
  | "directory-not-empty"
  | "self-addressed"
  | "already-answered"
  | "member-attended"
  | "session-corrupt"
  | "session-version"
  | "store-unavailable";

export type ErrorFields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * A refused operation. It changed nothing: no state, no file byte. `code` is one of the fixed words above, the
 * message says which value was wrong and what to do, in one line that a terminal can show, `fields` carries the values
 * that matter, as they came.
 */
export class ProtocolError extends Refusal {
  override name = "ProtocolError";
  declare readonly code: ProtocolErrorCode;
  readonly fields: ErrorFields;

  constructor(code: ProtocolErrorCode, message: string, fields: ErrorFields = {}, options?: ErrorOptions) {
    super(code, safeLine(message), options);
    this.fields = fields;
  }
}

/** How much of a value stands in a sentence. */
const QUOTED_CHARACTERS = 60;

/**
 * A value from outside, short, fit to stand in a sentence wherever a name could: text in quotes, `undefined`, `null`,
 * numbers and booleans as they are, `[…]` and `{…}` for what holds more. It never throws, whatever the value is.
 */
export function quoted(value: unknown): string {
  // An escape has six characters at most, a character two units: more than this many units is never shown.
  const text =
    typeof value === "string" ? JSON.stringify(value.slice(0, 4 * QUOTED_CHARACTERS)) : notation(value);
  const characters = [...safeLine(text)];
  if (characters.length <= QUOTED_CHARACTERS) return characters.join("");
  return `${characters.slice(0, QUOTED_CHARACTERS - 3).join("")}…${typeof value === "string" ? '"' : ""}`;
}

function notation(value: unknown): string {
  switch (typeof value) {
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "[…]" : "{…}";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    default:
      return String(value);
  }
}

/** A name from outside as it is, or in quotes when it holds characters that a terminal would obey. */
export function printable(name: string): string {
  return safeLine(name) === name ? name : safeLine(JSON.stringify(name));
}

/**
 * The named values that a function was called with. A caller without types may pass anything in their place, `null`
 * too; then each of them is undefined, and the first check says so in its own words.
 */
export function namedValues<Values extends object>(values: Values): Values {
  return Object(values);
}
