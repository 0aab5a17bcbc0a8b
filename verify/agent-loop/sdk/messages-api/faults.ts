import type { ModelResponse } from "../../../../lessons/s01-agent-loop/model.ts";
import type { ModelErrorCode } from "../../../../lessons/s01-agent-loop/model-error.ts";
import { errorReply, messageReply, type Reply } from "./stand-in.ts";

export type ApiFault = { what: string; reply: Reply; code: ModelErrorCode; sentence: RegExp };

export const overloaded = errorReply({ status: 529, type: "overloaded_error", message: "Overloaded" });

const yes: ModelResponse = { content: [{ type: "text", text: "Yes." }], stop_reason: "end_turn" };

const refused: ApiFault[] = [
  {
    what: "529 on every call",
    reply: overloaded,
    code: "model-overloaded",
    sentence: /overloaded .*529 overloaded_error Overloaded/,
  },
  {
    what: "429 on every call",
    reply: errorReply({ status: 429, type: "rate_limit_error", message: "slow down" }),
    code: "model-overloaded",
    sentence: /limits this key \(429 rate_limit_error slow down\)/,
  },
  {
    what: "500 on every call",
    reply: errorReply({ status: 500, type: "api_error", message: "Internal" }),
    code: "model-unavailable",
    sentence: /500 api_error Internal/,
  },
  {
    what: "401",
    reply: errorReply({ status: 401, type: "authentication_error", message: "revoked" }),
    code: "model-unauthorized",
    sentence: /401 authentication_error revoked.*ANTHROPIC_API_KEY/,
  },
  {
    what: "404, as for a model that does not exist",
    reply: errorReply({ status: 404, type: "not_found_error", message: "model: any-model" }),
    code: "model-bad-request",
    sentence: /model: any-model.*ANTHROPIC_MODEL/,
  },
  {
    what: "400 with a message of two lines and a terminal's control character",
    reply: errorReply({ status: 400, type: "invalid_request_error", message: "a\n\u001b[31mb" }),
    code: "model-bad-request",
    sentence: /invalid_request_error a \[31mb/,
  },
];

const broken: ApiFault[] = [
  {
    what: "broken JSON",
    reply: { status: 200, text: '{"content": [{"ty' },
    code: "model-bad-response",
    sentence: /is no JSON/,
  },
  {
    what: "a page of HTML",
    reply: { status: 200, text: "<html>", contentType: "text/html" },
    code: "model-bad-response",
    sentence: /has not the shape of a response/,
  },
  {
    what: "an empty body",
    reply: { status: 200, text: "" },
    code: "model-bad-response",
    sentence: /has not the shape of a response/,
  },
  {
    what: "a connection cut in the middle of the body",
    reply: { ...messageReply(yes), end: "cut" },
    code: "model-connection",
    sentence: /failed or broke off/,
  },
  {
    what: "a response without content",
    reply: messageReply(yes, { content: undefined }),
    code: "model-bad-response",
    sentence: /at content\)/,
  },
  {
    what: "content of an unknown kind",
    reply: messageReply(yes, { content: [{ type: "hologram" }] }),
    code: "model-bad-response",
    sentence: /at content\[0\]/,
  },
  {
    what: "a tool call whose input is no object",
    reply: messageReply(yes, {
      content: [{ type: "tool_use", id: "call-4", name: "review_plan", input: "yes" }],
    }),
    code: "model-bad-response",
    sentence: /at content\[0\]\.input/,
  },
  {
    what: "two tool calls with one id",
    reply: callsWithIds("call-4", "call-4"),
    code: "model-bad-response",
    sentence: /the id of another one \("call-4"\)\. No tool call of it was run\./,
  },
  {
    what: "a tool call with the id of an earlier one",
    reply: callsWithIds("call-4", "call-3"),
    code: "model-bad-response",
    sentence: /the id of another one \("call-3"\)/,
  },
];

/** An answer that replies yes to the plan once for each id. */
function callsWithIds(...ids: string[]): Reply {
  const input = { request_id: "req-1", approve: true, feedback: "" };
  const content = ids.map((id) => ({ type: "tool_use" as const, id, name: "review_plan", input }));
  return messageReply({ content, stop_reason: "tool_use" });
}

/** A response that holds a tool call, and stopped for this reason. */
function stoppedWith(stop_reason: unknown, sentence: RegExp): ApiFault {
  const call = { type: "tool_use" as const, id: "call-4", name: "review_plan", input: {} };
  const reply = messageReply({ content: [call], stop_reason: "tool_use" }, { stop_reason });
  return { what: `stop_reason ${stop_reason}`, reply, code: "model-stop-reason", sentence };
}

/** Every way in which an answer of the API can be none that the loop could go on with. */
export const apiFaults: readonly ApiFault[] = [
  ...refused,
  ...broken,
  stoppedWith("daydream", /"daydream": this loop does not know that reason/),
  stoppedWith(null, /null: this loop does not know/),
  stoppedWith("max_tokens", /longer than max_tokens/),
  stoppedWith("refusal", /refused to answer/),
  stoppedWith("pause_turn", /paused a long turn/),
];
