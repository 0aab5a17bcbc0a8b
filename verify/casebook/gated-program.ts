import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { type Decide, defineTool, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { claimPlan, planGate, planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { ProcessLimits } from "../../lessons/s16-team-protocols/run/process.ts";
import { programLimits, programWork, runProgram } from "../../lessons/s16-team-protocols/run/program.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { openPlan, type TestSession } from "./test-session.ts";

const COUNTING_PROGRAM = readFileSync(
  join(import.meta.dirname, "../../fixtures/practice-workspace/main.py"),
  "utf8",
);

export type GatedProgram = {
  workspace: string;
  tool: Tool;
  /** Opens the actor's plan for `main.py` as it is now. From then on `run` is bound to it. */
  plan: () => Promise<string>;
  /** Calls `run_main` behind both gates, bound to the latest plan or to the one that is named. */
  run: (requestId?: string) => Promise<ToolResultBlock>;
  execute: (call: ToolUseBlock) => Promise<ToolResultBlock>;
  /** Uses up the approval as a run does right before it starts, without the start. */
  claim: () => Promise<string>;
  /** How often `main.py` really ran: every run leaves one mark. */
  runs: () => number;
};

/** One member's `main.py` behind the two gates, put together as a host does. `decide` is the host's answer. */
export function gatedProgram(
  session: TestSession,
  options: {
    actor?: string;
    decide?: Decide;
    source?: string;
    limits?: Partial<ProcessLimits>;
    signal?: AbortSignal;
    environment?: NodeJS.ProcessEnv;
    interpreter?: Interpreter;
    /** Called when a run has used up its plan and is about to start. */
    onClaimed?: () => void;
  } = {},
): GatedProgram {
  const { actor = "alice", decide = () => "allow", source = COUNTING_PROGRAM, signal } = options;
  const { environment = process.env, interpreter = testInterpreter } = options;
  const workspace = join(session.directory, `workspace-${actor}`);
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, "main.py"), source);
  const place = { workspace, environment, interpreter };
  let requestId: string | undefined;

  const tool = defineTool({
    name: "run_main",
    description: "Runs python3 main.py once.",
    access: "execute",
    input: z.strictObject({}),
    run: async () => {
      const outcome = await runProgram({
        ...place,
        claim: async (work) => {
          const block = await claimPlan(session, { actor, requestId, work });
          if (!block) options.onClaimed?.();
          return block;
        },
        limits: { ...programLimits, ...options.limits },
        ...(signal && { signal }),
      });
      const isSuccess = outcome.status === "exited" && outcome.exit_code === 0;
      const content = "reason" in outcome ? `${outcome.reason}: ${outcome.message}` : JSON.stringify(outcome);
      return isSuccess ? content : { content, is_error: true };
    },
  });
  const gate = planGate(session, {
    actor,
    requestId: () => requestId,
    covers: [tool.name],
    work: () => programWork(place),
  });
  const execute = (call: ToolUseBlock) => executeHooked(call, [tool], decide, { before: [gate] });
  return {
    workspace,
    tool,
    execute,
    plan: async () => {
      const work = programWork(place);
      requestId = await openPlan(session, actor, planPayload("Run main.py once.", work), work);
      return requestId;
    },
    run: (named = requestId) => {
      requestId = named;
      return execute({ type: "tool_use", id: "call-1", name: tool.name, input: {} });
    },
    claim: async () => {
      return (await claimPlan(session, { actor, requestId, work: programWork(place) }))?.reason ?? "ran";
    },
    runs: () => marks(join(workspace, "runs.txt")),
  };
}

/** The fixed word with which a refused call begins, or `ran`. */
export function gateOf({ content, is_error }: ToolResultBlock): string {
  return is_error ? (content.split(":")[0] ?? "") : "ran";
}

function marks(counter: string): number {
  return existsSync(counter) ? readFileSync(counter, "utf8").length : 0;
}
