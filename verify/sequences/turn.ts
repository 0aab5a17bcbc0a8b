import * as z from "zod";
import type { ModelResponse, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { defineTool, type Tool, toolDefinition } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { claimPlan, planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { refusalOf } from "./refusal.ts";
import type { ConcreteWork } from "./rules.ts";
import { type World, workAt } from "./world.ts";

/** Begins a turn of the real loop. `held`: the member is running, and its model waits for `endTurn`. */
export async function beginTurn(world: World, name: string): Promise<string[]> {
  const answer = promised<ConcreteWork | null>();
  const reached = promised<string[]>();
  const results: string[] = [];
  let work: ConcreteWork | null = null;

  const outcome = runMember(world.session, {
    name,
    task: "work",
    tools: [toolDefinition(runMain(world, "nobody", "no request", () => "not asked"))],
    prepare: async () => {
      await consumeResponses(world.session, name);
    },
    model: {
      respond: async ({ messages }) => {
        if (work) return endOfTurn;
        reached.fulfil(["held"]);
        work = await answer.value;
        return work ? toolUses(work, messages.length) : endOfTurn;
      },
    },
    execute: async (call) => {
      if (work) results.push(...(await executeWork(world, name, work, call)));
      return { type: "tool_result", tool_use_id: call.id, content: "told" };
    },
  });
  const ended = outcome.then(
    ({ status }) => [...results, status],
    (error) => [...results, refusalOf(error, world.session.team.has(name) ? "stopped" : "refused")],
  );
  const first = await Promise.race([reached.value, ended]);
  if (first[0] === "held") world.turns.set(name, { goOn: answer.fulfil, ended });
  return first;
}

/** Lets the model of a held turn answer, with calls of `run_main` or with the end of the turn. */
export async function endTurn(world: World, name: string, work: ConcreteWork | null): Promise<string[]> {
  const turn = world.turns.get(name);
  if (!turn) throw new Error(`${name} is in no turn.`);
  world.turns.delete(name);
  turn.goOn(work);
  return turn.ended;
}

/** One claim outside of all gates, as a careless host would make it. */
export async function claimDirectly(
  world: World,
  claim: { actor: string; request_id: string; content: number | null },
): Promise<string> {
  const { actor, request_id, content } = claim;
  const work = content === null ? undefined : workAt(content);
  const block = await claimPlan(world.session, { actor, requestId: request_id, work });
  if (block) return `blocked ${block.reason}`;
  recordStart(world, request_id, "allow");
  return "claimed";
}

async function executeWork(
  world: World,
  name: string,
  work: ConcreteWork,
  call: ToolUseBlock,
): Promise<string[]> {
  if (!work.atOnce) return [await executeOnce(world, name, work, call)];
  const both = await Promise.all([
    executeOnce(world, name, work, call),
    executeOnce(world, name, work, call),
  ]);
  return both.sort();
}

async function executeOnce(
  world: World,
  name: string,
  work: ConcreteWork,
  call: ToolUseBlock,
): Promise<string> {
  const { request_id, host, editMeanwhile } = work;
  let hostSaid = "not asked";
  const gate = planGate(world.session, {
    actor: name,
    requestId: () => request_id,
    covers: ["run_main"],
    work: () => workAt(world.content),
  });
  const decide = (): ConcreteWork["host"] => {
    hostSaid = host;
    if (editMeanwhile !== null) world.content = editMeanwhile;
    return host;
  };
  const tool = runMain(world, name, request_id, () => hostSaid);
  const result = await executeHooked(call, [tool], decide, { before: [gate] });
  const asked = hostSaid === "not asked" ? "" : ", host asked";
  return `${result.is_error ? `blocked ${result.content.split(":")[0]}` : result.content}${asked}`;
}

/** Stands for `python3 main.py`: it claims the plan as the real tool does, then counts instead of running. */
function runMain(world: World, actor: string, request_id: string, hostSaid: () => string): Tool {
  return defineTool({
    name: "run_main",
    description: "Counts a run.",
    access: "execute",
    input: z.strictObject({}),
    run: async () => {
      const work = workAt(world.content);
      const block = await claimPlan(world.session, { actor, requestId: request_id, work });
      if (block) return { content: `${block.reason}: ${block.message}`, is_error: true };
      recordStart(world, request_id, hostSaid());
      return "ran";
    },
  });
}

function recordStart(world: World, request_id: string, hostSaid: string): void {
  const status = world.session.requests.get(request_id)?.status ?? "no request";
  world.starts.push({ request_id, status, hostSaid });
}

const endOfTurn: ModelResponse = { content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" };

function toolUses({ calls, atOnce }: ConcreteWork, historyLength: number): ModelResponse {
  const ids = (calls === 1 || atOnce ? [1] : [1, 2]).map((number) => `call-${historyLength}-${number}`);
  const content = ids.map((id) => ({ type: "tool_use" as const, id, name: "run_main", input: {} }));
  return { content, stop_reason: "tool_use" };
}

function promised<T>(): { value: Promise<T>; fulfil: (value: T) => void } {
  let fulfil: (value: T) => void = () => undefined;
  const value = new Promise<T>((resolve) => {
    fulfil = resolve;
  });
  return { value, fulfil };
}
