import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import {
  type Decide,
  defineTool,
  type Tool,
  type ToolOutput,
} from "../../lessons/s04-permission/execute-guarded.ts";
import type { BeforeHook } from "../../lessons/s07-hooks/execute-hooked.ts";
import { claimPlan, giveBackPlan, planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { GateDecision } from "../../lessons/s16-team-protocols/run/decision-log.ts";
import {
  type ProgramPlace,
  programWork,
  runProgram,
  type StartedProgram,
} from "../../lessons/s16-team-protocols/run/program.ts";
import { endingOf, type Facts, isSuccess, noteCall, noteRun } from "./facts.ts";
import { type PracticeSetup, readExpected, workspaceOf } from "./setup.ts";

/** The tool that both gates stand in front of. */
const RUN_MAIN = "run_main";

export function readExpectedTool({ directory }: PracticeSetup, facts: Facts): Tool {
  return defineTool({
    name: "read_expected",
    description: "Reads what main.py is expected to print.",
    access: "read",
    input: z.strictObject({}),
    run: async () => {
      const expected = readExpected(directory);
      facts.expected = expected;
      return (
        expected ?? {
          content:
            "missing-file: there is no expected.txt that could be read: it is missing, a link, or too large.",
          is_error: true,
        }
      );
    },
  });
}

export function runMainTool(setup: PracticeSetup, facts: Facts): Tool {
  return defineTool({
    name: RUN_MAIN,
    description: "Runs python3 main.py once and returns its output.",
    access: "execute",
    input: z.strictObject({}),
    run: async (input) => {
      const run = runProgram({
        ...placeOf(setup),
        hide: setup.directory,
        ...(setup.signal && { signal: setup.signal }),
        ...(setup.limits && { limits: setup.limits }),
        claim: (work) => claimRun(setup, facts, { input, work }),
        giveBack: () => giveBackPlan(setup.session, facts.planId),
      });
      setup.onRun?.(run);
      const outcome = await run;
      setup.signal?.throwIfAborted();
      return tellOutcome(setup, facts, outcome);
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

/** The last look at gate 1: everything is ready, and the approval is used up now or never. */
async function claimRun(
  { session, emit, decisions }: PracticeSetup,
  facts: Facts,
  { input, work }: { input: unknown; work: ApprovedWork },
): Promise<{ reason: string; message: string } | undefined> {
  const request_id = facts.planId ?? null;
  const refused = await claimPlan(session, { actor: "reader", requestId: facts.planId, work });
  if (refused) {
    const { reason, message } = refused;
    const asked = { member: "reader", tool: RUN_MAIN, request_id };
    decisions.record({ gate: "plan", ...asked, input, sha256: work.sha256, answer: "closed", reason });
    noteCall(facts, { how: "blocked", gate: "plan", reason, at: "claim" });
    await emit({ event: "claim_refused", ...asked, reason, message });
    return refused;
  }
  await emit({ event: "program_started", member: "reader", command: "python3 main.py" });
  return undefined;
}

async function tellOutcome(
  { emit }: PracticeSetup,
  facts: Facts,
  outcome: StartedProgram,
): Promise<ToolOutput> {
  if ("stdout" in outcome) {
    noteRun(facts, outcome);
    const { stdout, stderr } = outcome;
    await emit({ event: "program_ended", ...endingOf(outcome), stdout, stderr });
    const content = JSON.stringify({ ...outcome, stdout: stdout.text, stderr: stderr.text });
    return isSuccess(outcome) ? content : { content, is_error: true };
  }
  const { message } = outcome;
  const reason = "reason" in outcome ? outcome.reason : outcome.status;
  if (outcome.status !== "refused") {
    noteCall(facts, { how: "not_started", reason, message });
    await emit({ event: "program_not_started", reason, message });
  }
  return { content: `${reason}: ${message}`, is_error: true };
}

/** Gate one, and an event and a line of the log that say how it stood. */
export function tellingPlanGate(setup: PracticeSetup, facts: Facts): BeforeHook {
  const covers = [RUN_MAIN];
  const work = (): ApprovedWork | undefined => workNow(setup);
  const gate = planGate(setup.session, { actor: "reader", requestId: () => facts.planId, covers, work });
  return async (call) => {
    const block = await gate(call);
    if (!covers.includes(call.name)) return block;
    const open = {
      reason: "plan-approved",
      message: `${facts.planId} is approved, unused, and main.py is unchanged.`,
    };
    const { reason, message } = block ?? open;
    if (block) noteCall(facts, { how: "blocked", gate: "plan", reason, at: "gate" });
    await tellGate(setup, facts, { gate: "plan", call, open: !block, reason, message });
    return block;
  };
}

/** Gate two: the host's answer for this very call. It is asked only when gate one is open. */
export function hostDecision(setup: PracticeSetup, facts: Facts): Decide {
  const { decision } = setup;
  return async (call: ToolUseBlock) => {
    const open = decision === "allow";
    const reason = open ? "permission-allowed" : "permission-denied";
    const message = open
      ? "the host allows this one call."
      : "the host denies this call, approved plan or not.";
    if (!open) noteCall(facts, { how: "blocked", gate: "permission", reason, at: "gate" });
    await tellGate(setup, facts, { gate: "permission", call, open, reason, message });
    return decision;
  };
}

type GateAnswer = {
  gate: GateDecision["gate"];
  call: ToolUseBlock;
  open: boolean;
  reason: string;
  message: string;
};

async function tellGate(setup: PracticeSetup, facts: Facts, answer: GateAnswer): Promise<void> {
  const { gate, call, open, reason, message } = answer;
  const plan = facts.planId ?? null;
  setup.decisions.record({
    gate,
    member: "reader",
    tool: call.name,
    input: call.input,
    sha256: workNow(setup)?.sha256 ?? null,
    request_id: plan,
    answer: open ? "open" : "closed",
    reason,
  });
  await setup.emit({
    event: "gate_checked",
    gate,
    member: "reader",
    tool: call.name,
    open,
    reason,
    message,
    request_id: gate === "plan" ? plan : null,
  });
}
