import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import type {
  Message,
  ModelRequest,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "../../../../lessons/s01-agent-loop/model.ts";

/** How the API says no. The shapes and the error types are those of its reference. */
export type ApiError = { status: number; type: string; message: string };

/** A request in order: the name of the model it asks for, and what the port carries of it. */
export type WireRequest = { model: string; request: ModelRequest };

const VERSIONS = ["2023-06-01", "2026-10-21"];

const textBlock = z.strictObject({
  type: z.literal("text"),
  text: z.string().regex(/\S/, "must not be blank"),
});
const wireTextBlock = textBlock.extend({ citations: z.null().optional() });
const toolUseBlock = z.object({
  type: z.literal("tool_use"),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  input: z.record(z.string(), z.unknown()),
});
const toolResultBlock = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.string(),
  is_error: z.boolean().optional(),
});
const thinkingBlock = z.strictObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string().min(1),
});

const message = z.discriminatedUnion("role", [
  z.strictObject({
    role: z.literal("user"),
    content: z.array(z.discriminatedUnion("type", [textBlock, toolResultBlock])).min(1),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.array(z.discriminatedUnion("type", [wireTextBlock, toolUseBlock, thinkingBlock])).min(1),
  }),
]);
type WireMessage = z.output<typeof message>;

const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string(),
  input_schema: z.looseObject({ type: z.literal("object") }).refine(isJsonSchema, "is no JSON schema"),
});

const requestBody = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  system: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(tool),
  metadata: z.strictObject({ user_id: z.string().min(1).max(256) }),
});

/**
 * Reads one `POST /v1/messages` as the API would, and says no in its words.
 *
 * Stricter than the API in one thing: it joins two messages of one role, while a loop that sends them has lost
 * something, so here they are refused.
 */
export function readRequest(
  headers: IncomingHttpHeaders,
  text: string,
  apiKey: string,
): WireRequest | ApiError {
  const given = headers["x-api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
  if (given !== apiKey) return { status: 401, type: "authentication_error", message: "invalid API key" };
  if (!VERSIONS.includes(String(headers["anthropic-version"]))) {
    return invalid(`anthropic-version: ${headers["anthropic-version"]} is not a valid version`);
  }
  if (headers["content-type"] !== "application/json")
    return invalid("content-type: must be application/json");

  let json: unknown;
  try {
    json = JSON.parse(text, requireWellFormed);
  } catch (error) {
    const reason = error instanceof HalfSurrogate ? ": no low surrogate in string" : "";
    return invalid(`the request body is not valid JSON${reason}`);
  }
  const parsed = requestBody.safeParse(json);
  if (!parsed.success) return invalid(z.prettifyError(parsed.error));
  const fault = findConversationFault(parsed.data.messages);
  return fault === undefined
    ? { model: parsed.data.model, request: modelRequestOf(parsed.data) }
    : invalid(`messages.${fault}`);
}

class HalfSurrogate extends Error {}

/** The parser of the API takes no escape of half a surrogate pair, which the one of JavaScript takes for a character. */
function requireWellFormed(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) throw new HalfSurrogate();
  return value;
}

function invalid(message: string): ApiError {
  return { status: 400, type: "invalid_request_error", message };
}

function isJsonSchema(schema: unknown): boolean {
  try {
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return true;
  } catch {
    return false;
  }
}

/** Roles alternate from user to user, and every tool call is answered, once, at the start of the next message. */
function findConversationFault(messages: readonly WireMessage[]): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? "user" : "assistant")) {
      return `${index}: roles must alternate between user and assistant, and begin with user`;
    }
    if (role === "assistant") continue;
    const previous = messages[index - 1]?.content ?? [];
    const called = previous.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    const answered = content.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
    if (called.toSorted().join() !== answered.toSorted().join()) {
      return `${index}: tool_use [${called}] must be answered by their tool_result in this message, found [${answered}]`;
    }
    if (content.findLastIndex((block) => block.type === "tool_result") >= answered.length) {
      return `${index}: tool_result blocks must come before any text`;
    }
  }
  return messages.at(-1)?.role === "user" ? undefined : `${messages.length - 1}: must be a user message`;
}

/** What the loop asked for, without what only the wire knows. */
function modelRequestOf({ system, messages, tools, metadata }: z.output<typeof requestBody>): ModelRequest {
  return { actor: metadata.user_id, system, tools, messages: messages.map(portMessage) };
}

function portMessage(wire: WireMessage): Message {
  if (wire.role === "user") {
    const content = wire.content.map((block): TextBlock | ToolResultBlock => {
      if (block.type === "text") return block;
      const { is_error, ...result } = block;
      return is_error ? { ...result, is_error } : result;
    });
    return { role: "user", content };
  }
  const content = wire.content.flatMap((block): (TextBlock | ToolUseBlock)[] => {
    if (block.type === "thinking") return [];
    return block.type === "text" ? [{ type: "text", text: block.text }] : [block];
  });
  return { role: "assistant", content };
}
