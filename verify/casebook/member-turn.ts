import type { ModelResponse } from "../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel, type ScriptStep } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { type Tool, toolDefinition } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { type MemberOutcome, type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { TestSession } from "./test-session.ts";

export function useTool(name: string, input: unknown = {}, id = "call-1"): ModelResponse {
  return { content: [{ type: "tool_use", id, name, input }], stop_reason: "tool_use" };
}

export function endTurn(text = "Done."): ModelResponse {
  return { content: [{ type: "text", text }], stop_reason: "end_turn" };
}

/** One turn of a member that plays a script to its end. Mail comes in where it always does. */
export async function scriptedTurn(
  session: TestSession,
  name: string,
  turn: {
    steps: readonly Omit<ScriptStep, "actor">[];
    tools?: readonly Tool[];
    execute?: MemberTurn["execute"];
  },
): Promise<MemberOutcome> {
  const { steps, tools = [] } = turn;
  const model = new ScriptedModel(steps.map((step) => ({ actor: name, ...step })));
  const outcome = await runMember(session, {
    name,
    model,
    tools: tools.map(toolDefinition),
    prepare: async () => void (await consumeResponses(session, name)),
    execute: turn.execute ?? ((call) => executeHooked(call, tools, () => "deny", {})),
  });
  model.assertFinished();
  return outcome;
}
