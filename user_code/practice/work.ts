import * as z from "zod";
import type { ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { defineTool, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { hostDecision, tellingPlanGate } from "./gates.ts";
import { keepNotes } from "./notes.ts";
import { RUN_MAIN, readExpected, type Work } from "./setup.ts";
import { settleUnknown } from "./unknown-outcome.ts";

/** Executes a call of the work turn behind both gates. What was started earlier and has no end is not begun again. */
export async function workCall(
  work: Work,
  tools: readonly Tool[],
  call: ToolUseBlock,
): Promise<ToolResultBlock> {
  const unknown = call.name === RUN_MAIN ? await settleUnknown(work, call) : undefined;
  return unknown ?? executeHooked(call, tools, hostDecision(work), { before: [tellingPlanGate(work)] });
}

export function readExpectedTool({ session, directory }: Work): Tool {
  return defineTool({
    name: "read_expected",
    description: "Reads what main.py is expected to print.",
    access: "read",
    input: z.strictObject({}),
    run: async (_, call) => {
      const expected = readExpected(directory);
      const output = expected ?? {
        content:
          "missing-file: there is no expected.txt that could be read: it is missing, a link, or too large.",
        is_error: true as const,
      };
      const kept = sessionForCall(session, { member: "reader", call }, () => output);
      await kept.transact((state) => keepNotes(state, { read: expected ?? null }));
      return output;
    },
  });
}
