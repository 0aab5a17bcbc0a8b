/**
 * The `Model` port, in the shape of the Messages API: a request carries messages and tools, a response carries
 * content blocks and a `stop_reason`. A stand-in, a recorded answer and a live model fit the same port.
 */

export type TextBlock = { type: "text"; text: string };
export type ToolUseBlock = { type: "tool_use"; id: string; name: string; input: unknown };
export type ToolResultBlock = { type: "tool_result"; tool_use_id: string; content: string; is_error?: true };

export type UserMessage = { role: "user"; content: (TextBlock | ToolResultBlock)[] };
export type AssistantMessage = { role: "assistant"; content: (TextBlock | ToolUseBlock)[] };
export type Message = UserMessage | AssistantMessage;

/** What the model is told about one tool. `input_schema` is JSON Schema with `type: "object"` at the top. */
export type ToolDefinition = {
  name: string;
  description: string;
  input_schema: { type: "object"; [keyword: string]: unknown };
};

/** `actor` is the member whose turn it is. The host sets it; no model can. */
export type ModelRequest = {
  actor: string;
  system: string;
  messages: Message[];
  tools: ToolDefinition[];
};

export type ModelResponse = {
  content: (TextBlock | ToolUseBlock)[];
  stop_reason: "end_turn" | "tool_use";
};

/**
 * An implementation must not change the request, must answer each request once, must give each tool call an id that no
 * other call of the history has, and must reject (with an error that says what went wrong) instead of inventing a
 * response it did not get.
 */
export type Model = { respond(request: ModelRequest): Promise<ModelResponse> };

/**
 * Adds blocks to the user's side of a history. Roles stay in alternation: a trailing user message is replaced by a
 * longer one. No message that was in the history is changed, so a copy of the list is a copy of the history.
 */
export function appendUserBlocks(history: Message[], blocks: UserMessage["content"]): void {
  if (blocks.length === 0) return;
  const last = history.at(-1);
  if (last?.role === "user") history[history.length - 1] = withBlocks(last, blocks);
  else history.push({ role: "user", content: [...blocks] });
}

function withBlocks({ content }: UserMessage, blocks: UserMessage["content"]): UserMessage {
  return { role: "user", content: [...content, ...blocks] };
}

/** The tool calls of the newest answer in a history that have no result yet, in their order. */
export function openCalls(history: readonly Message[]): ToolUseBlock[] {
  const asked = history.findLastIndex(({ role }) => role === "assistant");
  const answer = history[asked];
  if (answer?.role !== "assistant") return [];
  const results = toolResults(history.slice(asked + 1));
  return answer.content.filter((block) => block.type === "tool_use").filter(({ id }) => !results.has(id));
}

/**
 * The first id that a tool call of an answer shares with another call, of the same answer or of an earlier one in the
 * history. Undefined when each call has an id of its own, as every answer must.
 */
export function repeatedCallId(
  history: readonly Message[],
  content: readonly { type: string; id?: string }[],
): string | undefined {
  const ids = content.flatMap(({ type, id }) => (type === "tool_use" && id !== undefined ? [id] : []));
  const used = new Set<string>();
  // Most answers make no call, and a history may be long.
  for (const message of ids.length > 0 ? history : []) {
    if (message.role !== "assistant") continue;
    for (const block of message.content)
      if (block.type === "tool_use" && ids.includes(block.id)) used.add(block.id);
  }
  return ids.find((id, index) => used.has(id) || ids.indexOf(id) !== index);
}

/** The tool results in a history, by the id of the tool call that each one answers. */
export function toolResults(messages: readonly Message[]): Map<string, ToolResultBlock> {
  const results = new Map<string, ToolResultBlock>();
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const block of message.content)
      if (block.type === "tool_result") results.set(block.tool_use_id, block);
  }
  return results;
}
