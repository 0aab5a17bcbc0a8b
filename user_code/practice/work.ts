import * as z from "zod";
import type { ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  type Decide,
  defineTool,
  type Tool,
  type ToolOutput,
} from "../../lessons/s04-permission/execute-guarded.ts";
import { type BeforeHook, executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { claimPlan, giveBackPlan, keepRunEnd, planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { ProcessOutcome } from "../../lessons/s16-team-protocols/run/process.ts";
import {
  type ProgramPlace,
  type ProgramRun,
  programWork,
  runProgram,
  type StartedProgram,
} from "../../lessons/s16-team-protocols/run/program.ts";
import { runMarker } from "../../lessons/x1-shared-session/run-marker.ts";
import { keepNotes, noteCall, noteLook, notesOf } from "./notes.ts";
import { type Playing, type PracticeSetup, readExpected, workspaceOf } from "./setup.ts";
import { isSuccess } from "./summary.ts";
import { settleLostRun, settleUnknown, UNKNOWN } from "./unknown-outcome.ts";

/** The practice in the reader's work turn, which stands on one plan. */
export type Work = Playing & { planId: string | undefined };

/** The tool that both gates stand in front of. */
export const RUN_MAIN = "run_main";

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

/** What a run of `main.py` would be now. A plan is approved for this, and each look at gate 1 compares it. */
export function workNow(setup: PracticeSetup): ApprovedWork | undefined {
  return programWork(placeOf(setup));
}

function placeOf({ directory, interpreter, environment }: PracticeSetup): ProgramPlace {
  return { workspace: workspaceOf(directory), interpreter, environment };
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
    claim: (fingerprint) =>
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

/** Gate one, and an event that says how it stood. */
function tellingPlanGate(work: Work): BeforeHook {
  const { session, planId } = work;
  return planGate(session, {
    actor: "reader",
    requestId: () => planId,
    covers: [RUN_MAIN],
    work: () => workNow(work),
    tell: (state, call, claim, block) => {
      const open = {
        reason: "plan-approved",
        message: `${planId} is approved, unused, and main.py is unchanged.`,
      };
      const { reason, message } = block ?? open;
      const sha256 = claim.work?.sha256 ?? null;
      if (!noteLook(state, { call: call.id, reason, sha256 })) return;
      if (block) noteCall(state, { how: "blocked", gate: "plan", reason, at: "gate" });
      state.tell({
        event: "gate_checked",
        gate: "plan",
        member: "reader",
        tool: call.name,
        input: call.input,
        sha256,
        open: !block,
        reason,
        message,
        request_id: planId ?? null,
      });
    },
  });
}

/** Gate two: the host's answer for this very call. It is asked once, and only when gate one is open. */
function hostDecision(work: Work): Decide {
  return async (call) => {
    const sha256 = workNow(work)?.sha256 ?? null;
    return work.session.transact((state) => {
      const kept = requireMember(state.team, "reader").calls[call.id]?.answer;
      if (kept) return kept;
      const answer = notesOf(state).decision ?? "deny";
      const open = answer === "allow";
      const reason = open ? "permission-allowed" : "permission-denied";
      const message = open
        ? "the host allows this one call."
        : "the host denies this call, approved plan or not.";
      keepCall(state, call, { answer });
      if (!open) noteCall(state, { how: "blocked", gate: "permission", reason, at: "gate" });
      const { input, name: tool } = call;
      const checked = { gate: "permission", member: "reader", tool, input, sha256, open } as const;
      state.tell({ event: "gate_checked", ...checked, reason, message, request_id: null });
      return answer;
    });
  };
}

/** An id that a model gave may be any word, `__proto__` too: no property is set by it. */
function keepCall(
  { team }: ProtocolState,
  { id }: ToolUseBlock,
  change: { answer: "allow" | "deny" } | { begun: true },
): void {
  const member = requireMember(team, "reader");
  const calls = new Map(Object.entries(member.calls));
  member.calls = Object.fromEntries(calls.set(id, { ...calls.get(id), ...change }));
}
