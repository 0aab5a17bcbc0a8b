import type { ToolResultBlock, ToolUseBlock } from "../s01-agent-loop/model.ts";
import { type Decide, errorResult, executeGuarded, type Tool } from "../s04-permission/execute-guarded.ts";

/** Why a before-hook closes the way: a fixed word, and a sentence. */
export type Block = { reason: string; message: string };

/** Runs before the call. A returned block ends it: later hooks, the host and the tool are not reached. */
export type BeforeHook = (call: ToolUseBlock) => Block | undefined | Promise<Block | undefined>;

/** Sees the result of every call, the blocked ones too. It cannot change it. */
export type AfterHook = (call: ToolUseBlock, result: Readonly<ToolResultBlock>) => void | Promise<void>;

export type Hooks = { before?: readonly BeforeHook[]; after?: readonly AfterHook[] };

/** Takes the place of the default permission entry for a turn. */
export type Guard = (call: ToolUseBlock) => Promise<ToolResultBlock>;

/**
 * Executes one tool call with hooks around the permission entry.
 *
 * Order: each before-hook in turn, the first block wins and becomes a `tool_result` with `is_error` that reads
 * `<reason>: <message>`; then `guard`, or `executeGuarded` when the turn has none; then each after-hook. A hook that
 * throws is a fault and stops the call: a gate that breaks stays closed.
 */
export async function executeHooked(
  call: ToolUseBlock,
  tools: readonly Tool[],
  decide: Decide,
  hooks: Hooks,
  guard: Guard = (guarded) => executeGuarded(guarded, tools, decide),
): Promise<ToolResultBlock> {
  const result = (await firstBlock(call, hooks.before ?? [])) ?? (await guard(call));
  for (const after of hooks.after ?? []) await after(call, result);
  return result;
}

async function firstBlock(
  call: ToolUseBlock,
  hooks: readonly BeforeHook[],
): Promise<ToolResultBlock | undefined> {
  for (const before of hooks) {
    const block = await before(call);
    if (block) return errorResult(call, `${block.reason}: ${block.message}`);
  }
  return undefined;
}
