import type { ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { errorResult } from "../../lessons/s04-permission/execute-guarded.ts";
import { keepResult } from "../../lessons/s15-mailboxes/kept-result.ts";
import { appendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { ApprovedWork, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { noteCall } from "./notes.ts";
import type { Work } from "./setup.ts";

/** What is said of a run that was started and has no kept end. */
export const UNKNOWN = {
  reason: "outcome-unknown",
  message:
    "main.py was started, and its process ended before it could say how. It is not started again, and its approval " +
    "stays used.",
} as const;

/**
 * Settles a run of the reader's that was started and has no kept end: nobody starts it again by itself. The call gets
 * its result, the event is told and the lead written to, in one section. Undefined when no such run is there.
 */
export async function settleUnknown(
  { session, planId = "" }: Work,
  call: ToolUseBlock,
): Promise<ToolResultBlock | undefined> {
  return session.transact((state) => {
    const run = state.runs.get(planId);
    if (run?.status !== "started") return undefined;
    run.status = "outcome-unknown";
    return tellUnknown(state, call, planId);
  });
}

/** The same for a run that only its mark tells of, because somebody put an older state back. */
export async function settleLostRun(
  { session, planId = "" }: Work,
  call: ToolUseBlock,
  work: ApprovedWork,
): Promise<typeof UNKNOWN> {
  await session.transact((state) => {
    const record = state.requests.get(planId);
    if (record) record.used = true;
    state.runs.set(planId, { member: "reader", work, status: "outcome-unknown", outcome: null });
    tellUnknown(state, call, planId);
  });
  return UNKNOWN;
}

function tellUnknown(state: ProtocolState, call: ToolUseBlock, request_id: string): ToolResultBlock {
  const { reason, message } = UNKNOWN;
  const tool = call.name;
  noteCall(state, { how: "outcome_unknown" });
  state.tell({ event: "outcome_unknown", member: "reader", tool, request_id, message });
  const letter = { sender: "reader", recipient: "lead" } as const;
  const { id } = appendMessage(state, { ...letter, body: message });
  state.tell({ event: "letter_sent", ...letter, letter: id, type: "message", text: message });
  const result = errorResult(call, `${reason}: ${message}`);
  keepResult(state, { member: "reader", call }, result);
  return result;
}
