import { API_KEY } from "./stand-in.ts";

export type Malformed = {
  what: string;
  headers?: Record<string, string>;
  body?: Record<string, unknown> | string;
  status: number;
  message: string;
};

const text = (words: string) => ({ type: "text", text: words });
const call = { type: "tool_use", id: "call-1", name: "look", input: {} };
const result = { type: "tool_result", tool_use_id: "call-1", content: "seen" };
const user = (...content: unknown[]) => ({ role: "user", content });
const assistant = (...content: unknown[]) => ({ role: "assistant", content });
const tool = (schema: unknown) => [{ name: "look", description: "Looks.", input_schema: schema }];

export const properHeaders: Readonly<Record<string, string>> = {
  authorization: `Bearer ${API_KEY}`,
  "anthropic-version": "2026-10-21",
  "content-type": "application/json",
};

export const properBody: Readonly<Record<string, unknown>> = {
  model: "any-model",
  max_tokens: 100,
  system: "You look.",
  messages: [user(text("Look.")), assistant(call), user(result, text("And?"))],
  tools: tool({ type: "object", properties: { far: { type: "boolean" } } }),
  metadata: { user_id: "reader" },
};

const invalid = (what: string, body: Malformed["body"], message: string): Malformed => ({
  what,
  status: 400,
  message,
  ...(body && { body }),
});
const messages = (what: string, history: unknown[], message: string): Malformed =>
  invalid(what, { messages: history }, message);

/** Requests that differ from the proper one in one thing, which the API refuses. */
export const malformed: readonly Malformed[] = [
  { what: "another key", headers: { authorization: "Bearer x" }, status: 401, message: "API key" },
  { what: "no version", headers: { "anthropic-version": "" }, status: 400, message: "anthropic-version" },
  { what: "no JSON type", headers: { "content-type": "text/plain" }, status: 400, message: "content-type" },
  invalid("no JSON", "{", "not valid JSON"),
  messages("half a surrogate pair", [user(text("Look \ud83d."))], "no low surrogate in string"),
  invalid("half a surrogate pair in a key", { "\udc00": 1 }, "no low surrogate in string"),
  invalid("no model", { model: "" }, "model"),
  invalid("no room for an answer", { max_tokens: 0 }, "max_tokens"),
  invalid("an unknown field", { temprature: 1 }, "temprature"),
  messages("no message", [], "messages"),
  messages("a message without content", [user()], "messages[0].content"),
  messages("blank text", [user(text(" "))], "must not be blank"),
  messages("an assistant who begins", [assistant(text("Hi.")), user(text("Hi."))], "begin with user"),
  messages("two messages of one role", [user(text("Look.")), user(text("Look!"))], "must alternate"),
  messages("the assistant's word last", [user(text("Look.")), assistant(text("No."))], "must be a user"),
  messages(
    "a call without its result",
    [user(text("a")), assistant(call), user(text("b"))],
    "[call-1] must be",
  ),
  messages("a result without its call", [user(result)], "found [call-1]"),
  messages(
    "a call answered twice",
    [user(text("a")), assistant(call), user(result, result)],
    "found [call-1,",
  ),
  messages("text before a result", [user(text("a")), assistant(call), user(text("b"), result)], "before any"),
  invalid("a schema of a string", { tools: tool({ type: "string" }) }, "input_schema"),
  invalid(
    "a schema of no known type",
    { tools: tool({ type: "object", properties: { far: { type: "bool" } } }) },
    "is no JSON schema",
  ),
];
