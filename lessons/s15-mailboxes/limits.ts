import { ProtocolError, type ProtocolErrorCode, quoted } from "./protocol-error.ts";

/** The four quotas of a session. The numbers of the practice are in `practiceLimits`. */
export type Limits = {
  /** Unicode code points of one message body, after trimming. */
  bodyCharacters: number;
  /** Messages that one mailbox holds. */
  mailboxMessages: number;
  /** UTF-8 bytes of one mailbox file. */
  mailboxBytes: number;
  /** Requests that one session opens, finished ones included. */
  sessionRequests: number;
};

export const practiceLimits: Readonly<Limits> = {
  bodyCharacters: 600,
  mailboxMessages: 8,
  mailboxBytes: 32_000,
  sessionRequests: 4,
};

/**
 * Code points of a request's payload, 1 to this. Fixed, so that the encoded request (JSON without blanks) fits in a
 * message body. The one exception, a payload of mostly control characters (JSON writes each with six), is refused as
 * `body-length`.
 */
export const PAYLOAD_CHARACTERS = 180;

/** Code points of a reply's feedback, 0 to this. Fixed for the same reason. */
export const FEEDBACK_CHARACTERS = 120;

export const MEMBER_NAME = /^[a-z][a-z0-9-]{0,23}$/;

type TextRule = { what: string; minimum: number; maximum: number; code: ProtocolErrorCode };

/**
 * The text, trimmed, when it is a string of `minimum` to `maximum` code points and well-formed Unicode.
 *
 * Throws `malformed-text` for a lone surrogate and `rule.code` for every other fault. Nothing is ever cut. The rule
 * holds for what is written; a mailbox is read by the same (`trimText`, then code points).
 */
export function requireText(text: unknown, rule: TextRule): string {
  const { what, minimum, maximum, code } = rule;
  if (typeof text !== "string") {
    throw new ProtocolError(code, `The ${what} must be text, not ${quoted(text)}.`, { maximum });
  }
  if (!text.isWellFormed()) {
    throw new ProtocolError(
      "malformed-text",
      `The ${what} holds half of a surrogate pair. Send well-formed Unicode text.`,
    );
  }
  const trimmed = trimText(text);
  const length = codePoints(trimmed);
  if (length < minimum || length > maximum) {
    throw new ProtocolError(
      code,
      `The ${what} has ${length} characters; ${minimum} to ${maximum} are allowed. ` +
        (length > maximum ? "Shorten it: nothing is cut." : "Write something."),
      { length, minimum, maximum },
    );
  }
  return trimmed;
}

/**
 * The text without the blanks at its ends: what Unicode calls white space (U+0085 and U+2028 are) and the separators
 * U+001C to U+001F, which is what `str.strip()` of the course's Python takes away. A byte order mark (U+FEFF) is no
 * blank there, though `trim()` of JavaScript takes it for one: it stays and counts.
 */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(character: string): boolean {
  return /^\p{White_Space}$/u.test(character) || (character >= "\u001c" && character <= "\u001f");
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
