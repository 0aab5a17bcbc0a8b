import type { ToolOutput } from "../../lessons/s04-permission/execute-guarded.ts";
import { type CallOf, keepOutput } from "../../lessons/s15-mailboxes/kept-result.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";

/**
 * The session for one function of the protocol, with something more to do at the end of its section: kept with the
 * section, or not at all. `Value` is what that function gives.
 */
export function alsoDoing<Value>(
  session: ProtocolSession,
  also: (state: ProtocolState, value: Value) => void,
): ProtocolSession {
  return {
    limits: session.limits,
    transact: (section) =>
      session.transact((state) => {
        const value = section(state);
        also(state, value as unknown as Value);
        return value;
      }),
  };
}

/** The session for one function that is all that a call does: what the call gives is kept in the same section. */
export function keepingOutput<Value>(
  session: ProtocolSession,
  of: CallOf,
  outputOf: (value: Value) => ToolOutput,
): ProtocolSession {
  return alsoDoing(session, (state, value: Value) => keepOutput(state, of, outputOf(value)));
}
