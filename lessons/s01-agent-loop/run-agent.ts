import { frozenHistory } from "./frozen-copy.ts";
import {
  appendUserBlocks,
  type Message,
  type Model,
  repeatedCallId,
  type ToolDefinition,
  type ToolResultBlock,
  type ToolUseBlock,
} from "./model.ts";
import { isWellFormed, wellFormed } from "./well-formed.ts";

/** The most model calls one turn may take when the caller names no other number. */
export const DEFAULT_MAX_MODEL_CALLS = 8;

export type AgentTurn = {
  actor: string;
  system: string;
  /** The member's own history. The loop appends to it and never rewrites what is there. */
  history: Message[];
  model: Model;
  tools: ToolDefinition[];
  /** Runs before every model call: the one boundary where mail and protocol responses come in. */
  prepare: () => Promise<void>;
  /** Executes one tool call. A refusal is a `tool_result` with `is_error`; only a fault may throw. */
  execute: (call: ToolUseBlock) => Promise<ToolResultBlock>;
  /** Told of each model call after its answer has come. */
  onModelCall?: (calls: readonly ToolUseBlock[], text: string) => Promise<void>;
  maxModelCalls?: number;
};

/** The model gave a tool call the id of another one, so their results could not be told apart. Neither is run. */
export class RepeatedCallIdError extends Error {
  override name = "RepeatedCallIdError";
  readonly code = "repeated-call-id";
  readonly actor: string;
  readonly id: string;

  constructor(actor: string, id: string) {
    super(
      `The model's answer to ${actor} gives a tool call the id of another one (${JSON.stringify(id)}). ` +
        "No tool call of it was run. Each call needs an id of its own.",
    );
    this.actor = actor;
    this.id = id;
  }
}

export type AgentOutcome = { status: "finished" | "call_limit"; text: string; modelCalls: number };

/**
 * The single agent loop: prepare, ask the model, execute its tool calls, append their results, again, until the
 * model ends its turn or `maxModelCalls` is reached (`call_limit`).
 *
 * Guarantees: every `tool_use` in the history is answered by its `tool_result`, also when an execution throws (the
 * throw goes up after the history is whole), user and assistant messages alternate, and no two calls with one id are
 * executed: such an answer throws `RepeatedCallIdError` and leaves the history as it was. What the model says and what
 * a tool returns is kept as well-formed Unicode, since the API refuses every later request that holds half of a
 * surrogate pair; a tool call with such a half is not executed but answered with the error `malformed-text`.
 */
export async function runAgent(turn: AgentTurn): Promise<AgentOutcome> {
  const { actor, system, history, model, tools } = turn;
  const limit = turn.maxModelCalls ?? DEFAULT_MAX_MODEL_CALLS;
  let text = "";

  for (let modelCalls = 1; modelCalls <= limit; modelCalls += 1) {
    await turn.prepare();
    const response = await model.respond({ actor, system, messages: frozenHistory(history), tools });
    const repeated = repeatedCallId(history, response.content);
    if (repeated !== undefined) throw new RepeatedCallIdError(actor, repeated);
    const calls = response.content.filter((block) => block.type === "tool_use");
    const content = wellFormed(response.content);
    text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    await turn.onModelCall?.(calls, text);

    // The Messages API refuses a message without content, so an empty answer leaves no message behind.
    if (content.length > 0) history.push({ role: "assistant", content });
    await executeAll(calls, turn);
    if (response.stop_reason === "end_turn" || calls.length === 0) {
      return { status: "finished", text, modelCalls };
    }
  }
  return { status: "call_limit", text, modelCalls: limit };
}

async function executeAll(calls: readonly ToolUseBlock[], turn: AgentTurn): Promise<void> {
  const results: ToolResultBlock[] = [];
  try {
    for (const call of calls) results.push(isWellFormed(call) ? await turn.execute(call) : malformed(call));
  } finally {
    for (const call of calls.slice(results.length)) {
      results.push({
        type: "tool_result",
        tool_use_id: call.id,
        content: "The call did not end.",
        is_error: true,
      });
    }
    appendUserBlocks(turn.history, wellFormed(results));
  }
}

function malformed(call: ToolUseBlock): ToolResultBlock {
  return {
    type: "tool_result",
    tool_use_id: call.id,
    content:
      "malformed-text: the call holds half of a surrogate pair. Call again with well-formed Unicode text.",
    is_error: true,
  };
}
