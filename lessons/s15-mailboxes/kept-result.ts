import {
  appendUserBlocks,
  openCalls,
  type ToolResultBlock,
  type ToolUseBlock,
} from "../s01-agent-loop/model.ts";
import type { ToolOutput } from "../s04-permission/execute-guarded.ts";
import type { Session, SessionState } from "./session.ts";
import { requireMember } from "./team.ts";

/** Whose call it is. The host binds the member, the model gave the call its id. */
export type CallOf = { member: string; call: ToolUseBlock };

/**
 * Keeps the result of a call in its member's history, once, and tells it. A call that has a result keeps that. Only for
 * use inside a critical section.
 */
export function keepResult(
  state: SessionState,
  { member: name, call }: CallOf,
  result: ToolResultBlock,
): void {
  const member = requireMember(state.team, name);
  if (!openCalls(member.history).some(({ id }) => id === call.id)) return;
  appendUserBlocks(member.history, [result]);
  delete member.calls[call.id];
  const { content, is_error = false } = result;
  state.tell({
    event: "tool_finished",
    member: name,
    tool: call.name,
    input: call.input,
    is_error,
    content,
  });
}

/**
 * The session as one call sees it that has its effect in a single section: what the section does and the result of the
 * call are kept together, so that a call whose effect is there is never executed again.
 */
export function sessionForCall<State extends SessionState>(
  session: Session<State>,
  of: CallOf,
  resultOf: (value: unknown) => ToolOutput = JSON.stringify,
): Session<State> {
  return {
    limits: session.limits,
    transact: (section) =>
      session.transact((state) => {
        const value = section(state);
        keepOutput(state, of, resultOf(value));
        return value;
      }),
  };
}

/** Keeps what the tool of a call gave, as `keepResult` does. Only for use inside a critical section. */
export function keepOutput(state: SessionState, of: CallOf, output: ToolOutput): void {
  const { content, ...failed } = typeof output === "string" ? { content: output } : output;
  const tool_use_id = of.call.id;
  keepResult(state, of, { type: "tool_result", tool_use_id, content: content.toWellFormed(), ...failed });
}
