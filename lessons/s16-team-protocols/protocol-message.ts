import * as z from "zod";
import { codePoints, FEEDBACK_CHARACTERS } from "../s15-mailboxes/limits.ts";
import { PROTOCOL_PREFIX } from "../s15-mailboxes/mailbox.ts";
import { parseStrictJson } from "../s15-mailboxes/strict-json.ts";

export const requestKind = z.enum(["plan", "shutdown"]);
export type RequestKind = z.output<typeof requestKind>;

/** `pending -> approved | rejected`, once, or `pending -> withdrawn`. */
export const requestStatus = z.enum(["pending", "approved", "rejected", "withdrawn"]);
export type RequestStatus = z.output<typeof requestStatus>;

/** What a request looks like in the body of a letter. */
export const protocolRequest = z.strictObject({
  type: z.enum(["plan_request", "shutdown_request"]),
  request_id: z.string(),
  payload: z.string(),
});
export type ProtocolRequest = z.output<typeof protocolRequest>;

/** What a response looks like in the body of a letter. `approve` is true or false, never a word for it. */
export const protocolResponse = z.strictObject({
  type: z.enum(["plan_response", "shutdown_response"]),
  request_id: z.string(),
  approve: z.boolean(),
  feedback: z.string().refine((text) => text.isWellFormed() && codePoints(text) <= FEEDBACK_CHARACTERS),
});
export type ProtocolResponse = z.output<typeof protocolResponse>;

/** A response whose type has still to be held against the request that it names. */
export const claimedResponse = protocolResponse.extend({ type: z.string() });

/**
 * The body of a protocol letter: the prefix, then JSON with sorted keys and without blanks between its parts.
 *
 * A request is believed only in exactly these bytes. Of a response the fields count: blanks and the order of its keys
 * say nothing, and are read over.
 */
export function encodeProtocol(message: ProtocolRequest | ProtocolResponse): string {
  return PROTOCOL_PREFIX + JSON.stringify(message, Object.keys(message).sort());
}

export type DecodedBody =
  | { form: "ordinary_message" }
  | { form: "bad_json" }
  | { form: "protocol"; message: unknown };

/**
 * What a body claims to be. Nothing about a protocol message is believed yet. `bad_json` is a body with the prefix and
 * something else than JSON behind it, a key that an object names twice, or half of a surrogate pair: no two readers
 * could be sure that they read the same. What is no text is no protocol message.
 */
export function decodeBody(body: unknown): DecodedBody {
  if (typeof body !== "string" || !body.startsWith(PROTOCOL_PREFIX)) return { form: "ordinary_message" };
  if (!body.isWellFormed()) return { form: "bad_json" };
  const json = parseStrictJson(body.slice(PROTOCOL_PREFIX.length));
  return json.ok ? { form: "protocol", message: json.value } : { form: "bad_json" };
}
