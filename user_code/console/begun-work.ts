import type { ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { errorResult, Refusal, type ToolOutput } from "../../lessons/s04-permission/execute-guarded.ts";
import { keepOutput } from "../../lessons/s15-mailboxes/kept-result.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import {
  claimPlan,
  giveBackPlan,
  keepRunEnd,
  type PlanBlock,
} from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { ProcessOutcome } from "../../lessons/s16-team-protocols/session-event.ts";
import { runMarker } from "../../lessons/x1-shared-session/run-marker.ts";
import { changeOpenCall, decidedCall, openCallOf, planIdOf, workOf } from "./gates.ts";
import type { Room } from "./room.ts";

/**
 * Begins a call's work: marks the call as begun, and in the same section uses up the approval of a teammate's; the
 * lead's calls need none. Returns the work that was claimed, so that nothing else is done. Refuses with the reasons of
 * gate one, and `cancelled` when the person has left.
 */
export async function beginWork(
  room: Room,
  member: string,
  call: ToolUseBlock,
  work = workOf(room, call),
): Promise<ApprovedWork> {
  const { session, signal } = room;
  if (signal?.aborted) throw new Refusal("cancelled", "the person has left, so nothing was begun.");
  if (!work) throw new Refusal("invalid-input", `${call.name} does not take that input.`);
  if (member === LEAD) {
    await session.transact((state) => changeOpenCall(state, member, call, { begun: true }));
    return work;
  }
  const requestId = (await session.transact((state) => planIdOf(state, member))) ?? undefined;
  const mark = requestId === undefined ? undefined : runMarker(room.directory, requestId);
  const claim = { actor: member, requestId, work };
  const refused = mark?.isThere()
    ? await session.transact((state) => tellRefused(state, member, call, alreadyMarked(requestId)))
    : await claimPlan(session, claim, (state, block) => {
        if (block) tellRefused(state, member, call, block);
        else changeOpenCall(state, member, call, { begun: true });
      });
  if (refused) throw new Refusal(refused.reason, refused.message);
  try {
    if (mark?.make() === false) throw new Refusal("plan-used", alreadyMarked(requestId).message);
  } catch (error) {
    // Another's mark stands for a start. Where none could be made, nothing was started.
    if (!mark?.isThere()) await giveBackPlan(session, requestId, (state) => unmarkBegun(state, member, call));
    throw error;
  }
  return work;
}

function tellRefused(state: ProtocolState, member: string, call: ToolUseBlock, block: PlanBlock): PlanBlock {
  state.tell({ event: "claim_refused", ...decidedCall(state, member, call), ...block });
  return block;
}

/** Whatever an older state says that somebody has put back: there is no second start. */
function alreadyMarked(requestId = ""): PlanBlock {
  const message = `${requestId} was good for one run, and something was started for it already. Submit a new plan.`;
  return { reason: "plan-used", message };
}

function unmarkBegun(state: ProtocolState, member: string, call: ToolUseBlock): void {
  delete openCallOf(state, member, call).begun;
}

/** Takes the beginning of a call back which, as the host knows, has done nothing: its approval is good again. */
export async function giveBackWork(
  { session, directory }: Room,
  member: string,
  call: ToolUseBlock,
): Promise<void> {
  const unmark = (state: ProtocolState): void => unmarkBegun(state, member, call);
  const requestId = await session.transact((state) => planIdOf(state, member));
  if (requestId === null) return session.transact(unmark);
  runMarker(directory, requestId).remove();
  await giveBackPlan(session, requestId, unmark);
}

/**
 * Keeps the end of a call's work together with its result. A save that fails here stops nothing: the loop keeps the
 * result once more, or ends the turn with what stands in the way.
 */
export async function endWork(
  { session }: Room,
  member: string,
  call: ToolUseBlock,
  { output, outcome = null }: { output: ToolOutput; outcome?: ProcessOutcome | null },
): Promise<ToolOutput> {
  try {
    await session.transact((state) => {
      const requestId = planIdOf(state, member);
      if (requestId !== null) keepRunEnd(state, requestId, outcome);
      keepOutput(state, { member, call }, output);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return output;
}

const UNKNOWN =
  "the call had begun when its process ended, and nobody kept how it ended. It is not made again: look at what is " +
  "there, and plan anew.";

/**
 * Answers a call of an interrupted turn that had begun: nobody knows what became of it, so it is never made again.
 * Undefined for a call that has not begun.
 */
export async function answerUnknown(
  { session }: Room,
  member: string,
  call: ToolUseBlock,
): Promise<ToolResultBlock | undefined> {
  return session.transact((state) => {
    if (!openCallOf(state, member, call).begun) return undefined;
    const request_id = planIdOf(state, member);
    const run = state.runs.get(request_id ?? "");
    if (run?.status === "started") run.status = "outcome-unknown";
    state.tell({ event: "outcome_unknown", member, tool: call.name, request_id, message: UNKNOWN });
    const content = `outcome-unknown: ${UNKNOWN}`;
    keepOutput(state, { member, call }, { content, is_error: true });
    return errorResult(call, content);
  });
}
