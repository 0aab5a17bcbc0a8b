import * as z from "zod";
import { codePoints, FEEDBACK_CHARACTERS } from "../s15-mailboxes/limits.ts";
import { PROTOCOL_PREFIX } from "../s15-mailboxes/mailbox.ts";

export const requestKind = z.enum(["plan", "shutdown"]);
export type RequestKind = z.output<typeof requestKind>;

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
  feedback: z.string().refine((text) => codePoints(text) <= FEEDBACK_CHARACTERS),
});
export type ProtocolResponse = z.output<typeof protocolResponse>;

/** A response whose type has still to be held against the request that it names. */
export const claimedResponse = protocolResponse.extend({ type: z.string() });

/** The body of a protocol letter: the prefix, then JSON with sorted keys. */
export function encodeProtocol(message: ProtocolRequest | ProtocolResponse): string {
  return PROTOCOL_PREFIX + JSON.stringify(message, Object.keys(message).sort());
}

export type DecodedBody =
  | { form: "ordinary_message" }
  | { form: "bad_json" }
  | { form: "protocol"; message: unknown };

/** What a body claims to be. Nothing about a protocol message is believed yet. */
export function decodeBody(body: string): DecodedBody {
  if (!body.startsWith(PROTOCOL_PREFIX)) return { form: "ordinary_message" };
  try {
    return { form: "protocol", message: JSON.parse(body.slice(PROTOCOL_PREFIX.length)) };
  } catch {
    return { form: "bad_json" };
  }
}
