import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { type Decide, defineTool, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import type { BeforeHook } from "../../lessons/s07-hooks/execute-hooked.ts";
import { claimPlan, planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { PracticeEvent } from "../../lessons/s16-team-protocols/practice-event.ts";
import {
  fingerprintProgram,
  type ProgramOutcome,
  runProgram,
} from "../../lessons/s16-team-protocols/program.ts";
import type { Facts } from "./facts.ts";
import { type PracticeSetup, workspaceOf } from "./setup.ts";

export function readExpectedTool({ directory }: PracticeSetup): Tool {
  return defineTool({
    name: "read_expected",
    description: "Reads what main.py is expected to print.",
    access: "read",
    input: z.strictObject({}),
    run: async () => {
      return readFileSync(join(workspaceOf(directory), "expected.txt"), "utf8");
    },
  });
}

export function runMainTool(
  { session, emit, directory, environment, signal }: PracticeSetup,
  facts: Facts,
): Tool {
  return defineTool({
    name: "run_main",
    description: "Runs python3 main.py once and returns its output.",
    access: "execute",
    input: z.strictObject({}),
    run: async () => {
      const outcome = await runProgram({
        workspace: workspaceOf(directory),
        runFolder: join(directory, "runs", facts.planId ?? "no-plan"),
        environment,
        ...(signal && { signal }),
        claim: async (fingerprint) => {
          const refused = await claimPlan(session, { actor: "reader", requestId: facts.planId, fingerprint });
          if (refused) return refused;
          facts.programRuns += 1;
          await emit({ event: "program_started", member: "reader", command: "python3 main.py" });
          return undefined;
        },
      });
      if (!("stdout" in outcome)) {
        const reason = outcome.status === "refused" ? outcome.reason : outcome.status;
        return { content: `${reason}: ${outcome.message}`, is_error: true };
      }
      facts.outcome = outcome;
      await emit(programEnded(outcome));
      const content = JSON.stringify({
        ...outcome,
        stdout: outcome.stdout.text,
        stderr: outcome.stderr.text,
      });
      const isSuccess = outcome.status === "exited" && outcome.exit_code === 0;
      return isSuccess ? content : { content, is_error: true };
    },
  });
}

/** Gate one, and an event that says how it stood. */
export function tellingPlanGate({ session, emit, directory }: PracticeSetup, facts: Facts): BeforeHook {
  const covers = ["run_main"];
  const gate = planGate(session, {
    actor: "reader",
    requestId: () => facts.planId,
    covers,
    fingerprint: () => fingerprintProgram(workspaceOf(directory)),
  });
  return async (call) => {
    const block = await gate(call);
    if (!covers.includes(call.name)) return block;
    const open = {
      reason: "plan-approved",
      message: `${facts.planId} is approved, unused, and main.py is unchanged.`,
    };
    const { reason, message } = block ?? open;
    if (block) facts.blockedBy = "plan";
    await emit({
      event: "gate_checked",
      gate: "plan",
      member: "reader",
      tool: call.name,
      open: !block,
      reason,
      message,
      request_id: facts.planId ?? null,
    });
    return block;
  };
}

/** Gate two: the host's answer for this very call. It is asked only when gate one is open. */
export function hostDecision({ emit, decision }: PracticeSetup, facts: Facts): Decide {
  return async (call: ToolUseBlock) => {
    const open = decision === "allow";
    facts.blockedBy = open ? null : "permission";
    await emit({
      event: "gate_checked",
      gate: "permission",
      member: "reader",
      tool: call.name,
      open,
      reason: open ? "permission-allowed" : "permission-denied",
      message: open ? "the host allows this one call." : "the host denies this call, approved plan or not.",
      request_id: null,
    });
    return decision;
  };
}

function programEnded(outcome: Extract<ProgramOutcome, { stdout: unknown }>): PracticeEvent {
  const { status, stdout, stderr } = outcome;
  return {
    event: "program_ended",
    status,
    exit_code: outcome.status === "exited" ? outcome.exit_code : null,
    signal: outcome.status === "killed" ? outcome.signal : null,
    stdout,
    stderr,
  };
}
