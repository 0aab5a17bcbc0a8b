import type { Conversation } from "./conversation.ts";
import { frozenHistory } from "./frozen-copy.ts";
import {
  type Message,
  type Model,
  openCalls,
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
  /** The member's own history. The loop adds to it and never rewrites what is there. */
  conversation: Conversation;
  model: Model;
  tools: ToolDefinition[];
  /** Runs before every model call: the one boundary where mail and protocol responses come in. */
  prepare: () => Promise<void>;
  /** Executes one tool call. A refusal is a `tool_result` with `is_error`; only a fault may throw. */
  execute: (call: ToolUseBlock) => Promise<ToolResultBlock>;
  /** The turn was interrupted: its last answer is in the history, and the model is not asked for it again. */
  resume?: boolean;
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
 * model ends its turn or `maxModelCalls` is reached (`call_limit`). An interrupted turn goes on with the calls that have
 * no result yet.
 *
 * Guarantees: an answer is in the history before its calls are executed, and each result as soon as it is there; every
 * `tool_use` in the history is answered by its `tool_result`, also when an execution throws (the throw goes up after the
 * history is whole), user and assistant messages alternate, and no two calls with one id are executed: such an answer
 * throws `RepeatedCallIdError` and leaves the history as it was. What the model says and what a tool returns is kept as
 * well-formed Unicode, since the API refuses every later request that holds half of a surrogate pair; a tool call with
 * such a half is not executed but answered with the error `malformed-text`.
 */
export async function runAgent(turn: AgentTurn): Promise<AgentOutcome> {
  const { actor, system, conversation, model, tools } = turn;
  const limit = turn.maxModelCalls ?? DEFAULT_MAX_MODEL_CALLS;
  let text = "";

  const last = turn.resume ? (await conversation.messages()).at(-1) : undefined;
  if (turn.resume) await executeAll(openCalls(await conversation.messages()), turn);
  if (last?.role === "assistant" && !last.content.some(({ type }) => type === "tool_use")) {
    return { status: "finished", text: textIn(last.content), modelCalls: 0 };
  }
  for (let modelCalls = 1; modelCalls <= limit; modelCalls += 1) {
    await turn.prepare();
    const history = await conversation.messages();
    const response = await model.respond({ actor, system, messages: frozenHistory(history), tools });
    const repeated = repeatedCallId(history, response.content);
    if (repeated !== undefined) throw new RepeatedCallIdError(actor, repeated);
    const calls = response.content.filter((block) => block.type === "tool_use");
    const content = wellFormed(response.content);
    text = textIn(content);

    await conversation.say({ content, calls, text });
    await executeAll(calls, turn);
    if (response.stop_reason === "end_turn" || calls.length === 0) {
      return { status: "finished", text, modelCalls };
    }
  }
  return { status: "call_limit", text, modelCalls: limit };
}

function textIn(content: Message["content"]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

async function executeAll(calls: readonly ToolUseBlock[], turn: AgentTurn): Promise<void> {
  const keep = (call: ToolUseBlock, result: ToolResultBlock): Promise<void> =>
    turn.conversation.answer(call, wellFormed(result));
  const left = [...calls];
  try {
    for (const call of calls) {
      await keep(call, isWellFormed(call) ? await turn.execute(call) : malformed(call));
      left.shift();
    }
  } catch (fault) {
    // Whatever becomes of the rest, the fault counts more.
    for (const call of left) await keep(call, unended(call)).catch(() => undefined);
    throw fault;
  }
}

function unended({ id }: ToolUseBlock): ToolResultBlock {
  return { type: "tool_result", tool_use_id: id, content: "The call did not end.", is_error: true };
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
