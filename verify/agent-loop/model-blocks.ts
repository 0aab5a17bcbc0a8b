import type { ModelResponse, ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";

export const call = (id: string): ToolUseBlock => ({ type: "tool_use", id, name: "look", input: { id } });
export const resultOf = ({ id }: ToolUseBlock): ToolResultBlock => ({
  type: "tool_result",
  tool_use_id: id,
  content: `seen ${id}`,
});
export const calling = (...ids: string[]): ModelResponse => ({
  content: ids.map(call),
  stop_reason: "tool_use",
});
export const saying = (text: string): ModelResponse => ({
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
});
