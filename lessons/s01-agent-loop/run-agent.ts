import { frozenHistory } from "./frozen-copy.ts";
import {
  appendUserBlocks,
  type Message,
  type Model,
  type ToolDefinition,
  type ToolResultBlock,
  type ToolUseBlock,
} from "./model.ts";

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

export type AgentOutcome = { status: "finished" | "call_limit"; text: string; modelCalls: number };

/**
 * The single agent loop: prepare, ask the model, execute its tool calls, append their results, again, until the
 * model ends its turn or `maxModelCalls` is reached (`call_limit`).
 *
 * Guarantees: every `tool_use` in the history is answered by its `tool_result`, also when an execution throws (the
 * throw goes up after the history is whole), and user and assistant messages alternate.
 */
export async function runAgent(turn: AgentTurn): Promise<AgentOutcome> {
  const { actor, system, history, model, tools } = turn;
  const limit = turn.maxModelCalls ?? DEFAULT_MAX_MODEL_CALLS;
  let text = "";

  for (let modelCalls = 1; modelCalls <= limit; modelCalls += 1) {
    await turn.prepare();
    const response = await model.respond({ actor, system, messages: frozenHistory(history), tools });
    const calls = response.content.filter((block) => block.type === "tool_use");
    text = response.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    await turn.onModelCall?.(calls, text);

    // The Messages API refuses a message without content, so an empty answer leaves no message behind.
    if (response.content.length > 0) {
      history.push({ role: "assistant", content: structuredClone(response.content) });
    }
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
    for (const call of calls) results.push(await turn.execute(call));
  } finally {
    for (const call of calls.slice(results.length)) {
      results.push({
        type: "tool_result",
        tool_use_id: call.id,
        content: "The call did not end.",
        is_error: true,
      });
    }
    appendUserBlocks(turn.history, results);
  }
}
