import type { FunctionName } from "../lesson.ts";
import type { StoppingFunction } from "../shown-functions.ts";

/** The functions that have a place of their own on the page. */
export type AreaFunction = FunctionName | "withdraw_request" | "consume_responses";

export const AREA_FUNCTIONS = [
  "open_request",
  "withdraw_request",
  "reply_request",
  "match_response",
  "consume_responses",
] as const satisfies readonly AreaFunction[];

/** Its word in the address, the station of a request's life that it belongs to, and its name in the code. */
export const AREAS = {
  open_request: { word: "open", station: "open_request", code: "openRequest" },
  withdraw_request: { word: "withdraw", station: "open_request", code: "withdrawRequest" },
  reply_request: { word: "reply", station: "reply_request", code: "replyRequest" },
  match_response: { word: "match", station: "match_response", code: "matchResponse" },
  consume_responses: { word: "consume", station: "match_response", code: "consumeResponses" },
} as const satisfies Record<AreaFunction, { word: string; station: FunctionName; code: StoppingFunction }>;

/** A function whose body is the one below it is shown, and stepped, as one piece with that. */
const BODIES: Partial<Record<string, StoppingFunction>> = {
  matchResponse: "matchLetter",
  consumeResponses: "consumeLetters",
};

/** The functions of the listing in which a function is shown, first the one that is called. */
export function pieceOf(name: string): readonly string[] {
  for (const [outer, body] of Object.entries(BODIES)) {
    if (body && (name === outer || name === body)) return [outer, body];
  }
  return [name];
}
