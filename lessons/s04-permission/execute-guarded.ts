import * as z from "zod";
import type { ToolDefinition, ToolResultBlock, ToolUseBlock } from "../s01-agent-loop/model.ts";

/**
 * What a tool may do. `read` changes nothing outside the team and is allowed. `execute` acts on the world and asks
 * the host for every single call. `protocol` sends a letter to a teammate; the protocol's own checks guard it.
 */
export type ToolAccess = "read" | "execute" | "protocol";

export type ToolOutput = string | { content: string; is_error: true };

export type Tool = {
  name: string;
  description: string;
  access: ToolAccess;
  /** The parsed input is what `run` gets. Who calls is never part of it: the host binds that in a closure. */
  input: z.ZodObject;
  run: (input: never, call: ToolUseBlock) => Promise<ToolOutput>;
};

/** The host's answer for one call. Anything but `"allow"` closes the gate. */
export type PermissionDecision = "allow" | "ask" | "deny";
export type Decide = (call: ToolUseBlock) => PermissionDecision | Promise<PermissionDecision>;

/** The host that nobody asked: no. */
export const denyAll: Decide = () => "deny";

/**
 * A refusal is an answer, not a fault: thrown by a tool, it becomes a `tool_result` with `is_error`, while any other
 * error goes up through the loop. `code` is a fixed word for programs, the message a sentence for people.
 */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Defines a tool, with `run` typed by the input schema. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    input: Input;
    run: (input: z.output<Input>, call: ToolUseBlock) => Promise<ToolOutput>;
  },
): Tool {
  return tool;
}

/** The form in which a model is told about a tool. */
export function toolDefinition({ name, description, input }: Tool): ToolDefinition {
  const { $schema, ...schema } = z.toJSONSchema(input);
  return { name, description, input_schema: { ...schema, type: "object" } };
}

/**
 * Executes one tool call behind the host's permission.
 *
 * Order: unknown tool -> error `unknown-tool`; input that the schema refuses -> error `invalid-input`; an `execute`
 * tool for which `decide` does not say `"allow"` for this very call -> error `permission-denied`; then the tool runs.
 * The answer is never kept for a later call. Refusals come back as `tool_result` with `is_error`; nothing ran then.
 */
export async function executeGuarded(
  call: ToolUseBlock,
  tools: readonly Tool[],
  decide: Decide = denyAll,
): Promise<ToolResultBlock> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (!tool) {
    const known = tools.map((candidate) => candidate.name).join(", ") || "none";
    return errorResult(
      call,
      `unknown-tool: there is no tool ${call.name}. The tools of this turn: ${known}.`,
    );
  }
  const input = tool.input.safeParse(call.input);
  if (!input.success) return errorResult(call, `invalid-input: ${z.prettifyError(input.error)}`);
  if (tool.access === "execute" && (await decide(call)) !== "allow") {
    return errorResult(call, `permission-denied: the host did not allow this call of ${tool.name}.`);
  }
  return runTool(tool, call, input.data);
}

/**
 * A guard for a turn that has one purpose: it dispatches only `tool` and never asks the host. Any other name is
 * answered with the error `not-in-this-turn`.
 */
export function dispatchOnly(tool: Tool): (call: ToolUseBlock) => Promise<ToolResultBlock> {
  return async (call) => {
    if (call.name !== tool.name) {
      return errorResult(call, `not-in-this-turn: only ${tool.name} can be called in this turn.`);
    }
    return executeGuarded(call, [tool]);
  };
}

export function errorResult(call: ToolUseBlock, content: string): ToolResultBlock {
  return { type: "tool_result", tool_use_id: call.id, content, is_error: true };
}

async function runTool(tool: Tool, call: ToolUseBlock, input: unknown): Promise<ToolResultBlock> {
  try {
    const output = await tool.run(input as never, call);
    if (typeof output !== "string") return errorResult(call, output.content);
    return { type: "tool_result", tool_use_id: call.id, content: output };
  } catch (error) {
    if (error instanceof Refusal) return errorResult(call, `${error.code}: ${error.message}`);
    throw error;
  }
}
