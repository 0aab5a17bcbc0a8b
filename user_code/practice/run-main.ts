import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { defineTool, type Tool, type ToolOutput } from "../../lessons/s04-permission/execute-guarded.ts";
import { sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { claimPlan, giveBackPlan, keepRunEnd } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { ProcessOutcome } from "../../lessons/s16-team-protocols/run/process.ts";
import {
  type ProgramRun,
  runProgram,
  type StartedProgram,
} from "../../lessons/s16-team-protocols/run/program.ts";
import { runMarker } from "../../lessons/x1-shared-session/run-marker.ts";
import { keepCall } from "./gates.ts";
import { noteCall } from "./notes.ts";
import { placeOf } from "./program-place.ts";
import { RUN_MAIN, type Work } from "./setup.ts";
import { isSuccess } from "./summary.ts";
import { settleLostRun, settleUnknown, UNKNOWN } from "./unknown-outcome.ts";

export function runMainTool(work: Work): Tool {
  return defineTool({
    name: RUN_MAIN,
    description: "Runs python3 main.py once and returns its output.",
    access: "execute",
    input: z.strictObject({}),
    run: async (_, call) => {
      const run = runToItsEnd(work, call);
      work.onRun?.(run);
      const output = await run;
      work.signal?.throwIfAborted();
      return output;
    },
  });
}

/**
 * Runs `main.py` and keeps how it ended, together with the result of the call. When the practice is stopped, the end of
 * what was started is kept all the same, and nothing else: another process goes on from there.
 */
async function runToItsEnd(work: Work, call: ToolUseBlock): Promise<ToolOutput> {
  const { directory, signal, limits, planId } = work;
  const marker = runMarker(directory, planId ?? "");
  let isMarked = false;
  const outcome = await runProgram({
    ...placeOf(work),
    hide: directory,
    ...(signal && { signal }),
    ...(limits && { limits }),
    claim: async (fingerprint) =>
      marker.isThere() ? settleLostRun(work, call, fingerprint) : claimRun(work, call, fingerprint),
    mark: () => {
      isMarked = marker.make();
      return isMarked ? undefined : UNKNOWN;
    },
    giveBack: async () => {
      if (isMarked) marker.remove();
      await giveBackPlan(work.afterStop, planId);
    },
  });
  const hasEnded = "stdout" in outcome;
  if (!isMarked || !hasEnded) signal?.throwIfAborted();
  return hasEnded ? keepEnd(work, call, outcome) : keepNoStart(work, call, outcome);
}

/** The last look at gate 1: everything is ready, and the approval is used up now or never. */
function claimRun(
  { session, planId }: Work,
  call: ToolUseBlock,
  fingerprint: ApprovedWork,
): ReturnType<ProgramRun["claim"]> {
  const request_id = planId ?? null;
  return claimPlan(session, { actor: "reader", requestId: planId, work: fingerprint }, (state, block) => {
    const { input, name: tool } = call;
    if (!block) {
      keepCall(state, call, { begun: true });
      state.tell({ event: "program_started", member: "reader", command: "python3 main.py", request_id });
      return;
    }
    const { reason, message } = block;
    const { sha256 } = fingerprint;
    noteCall(state, { how: "blocked", gate: "plan", reason, at: "claim" });
    state.tell({
      event: "claim_refused",
      member: "reader",
      tool,
      input,
      sha256,
      reason,
      message,
      request_id,
    });
  });
}

type EndedProgram = Extract<ProcessOutcome, { stdout: unknown }>;

async function keepEnd(
  { afterStop, planId }: Work,
  call: ToolUseBlock,
  outcome: EndedProgram,
): Promise<ToolOutput> {
  const { status, stdout, stderr } = outcome;
  const ending = {
    status,
    exit_code: status === "exited" ? outcome.exit_code : null,
    signal: status === "killed" ? outcome.signal : null,
  };
  const ended = { ...ending, stdout, stderr };
  const content = JSON.stringify({ ...outcome, stdout: stdout.text, stderr: stderr.text });
  const output: ToolOutput = isSuccess(ended) ? content : { content, is_error: true };
  const kept = sessionForCall(afterStop, { member: "reader", call }, () => output);
  await kept.transact((state) => {
    keepRunEnd(state, planId ?? "", ended);
    noteCall(state, { how: "ran", ...ending });
    state.tell({ event: "program_ended", ...ended });
  });
  return output;
}

async function keepNoStart(
  work: Work,
  call: ToolUseBlock,
  outcome: Exclude<StartedProgram, EndedProgram>,
): Promise<ToolOutput> {
  const { message } = outcome;
  const reason = "reason" in outcome ? outcome.reason : outcome.status;
  const output: ToolOutput = { content: `${reason}: ${message}`, is_error: true };
  if (reason === UNKNOWN.reason) await settleUnknown(work, call);
  if (outcome.status === "refused") return output;
  const kept = sessionForCall(work.session, { member: "reader", call }, () => output);
  await kept.transact((state) => {
    noteCall(state, { how: "not_started", reason, message });
    state.tell({ event: "program_not_started", reason, message });
  });
  return output;
}
