import { type MailboxMessage, ordinaryLetter } from "../../lessons/s15-mailboxes/mailbox.ts";
import {
  claimedResponse,
  decodeBody,
  protocolRequest,
} from "../../lessons/s16-team-protocols/protocol-message.ts";

/** The six types of letters. The last one is what does not hold and will be ignored. */
export type LetterType =
  | "message"
  | "broadcast"
  | "plan_request"
  | "plan_response"
  | "shutdown_request"
  | "shutdown_response"
  | "malformed";

/** What a letter says it is, and its words. Nothing is believed by reading it. */
export function readLetter({ body }: Pick<MailboxMessage, "body">): { type: LetterType; text: string } {
  const decoded = decodeBody(body);
  if (decoded.form === "bad_json") return { type: "malformed", text: body };
  if (decoded.form === "ordinary_message") return ordinaryLetter(body);
  const request = protocolRequest.safeParse(decoded.message);
  if (request.success) return { type: request.data.type, text: request.data.payload };
  const response = claimedResponse.safeParse(decoded.message);
  if (!response.success) return { type: "malformed", text: body };
  const { type, approve, feedback } = response.data;
  if (type !== "plan_response" && type !== "shutdown_response") return { type: "malformed", text: body };
  return { type, text: [approve ? "yes" : "no", feedback].filter(Boolean).join(": ") };
}
