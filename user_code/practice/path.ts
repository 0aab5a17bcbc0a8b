import * as z from "zod";
import {
  defineTool,
  dispatchOnly,
  type Tool,
  toolDefinition,
} from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import { type Facts, newFacts, summarize, verdictOf } from "./facts.ts";
import type { PracticeSetup } from "./setup.ts";
import { openAndTell, replyAndTell, takeMail } from "./telling.ts";
import { hostDecision, readExpectedTool, runMainTool, tellingPlanGate, workNow } from "./work.ts";

/**
 * The one path of the practice: reader plans, lead reviews, reader works behind both gates and reports, reader is
 * shut down, and a last delivery finds it closed.
 *
 * The path is the same whatever the two choices are; they only decide which gate is closed when `run_main` is
 * called. Every step is told to `emit`, the result last. Throws what the model, the mailboxes and the lock throw.
 */
export async function runPractice(setup: PracticeSetup): Promise<PracticeResult> {
  const { session, emit, plan, decision } = setup;
  const facts = newFacts(setup.directory);
  await emit({
    event: "session_started",
    plan,
    decision,
    model: setup.modelName,
    members: [...session.team.keys()],
  });
  await planTurn(setup, facts);
  await reviewTurn(setup, facts);
  await workTurn(setup, facts);
  await shutDownReader(setup);
  await deliverOnceMore(setup, facts);

  const result = summarize(setup, facts);
  await emit(result);
  return result;
}

async function planTurn(setup: PracticeSetup, facts: Facts): Promise<void> {
  const submitPlan = defineTool({
    name: "submit_plan",
    description: "Sends your plan to the lead for approval. The host adds the fingerprint of main.py.",
    access: "protocol",
    input: z.strictObject({ plan: z.string() }),
    run: async ({ plan }) => {
      const work = workNow(setup);
      const opened = await openAndTell(setup, {
        sender: "reader",
        target: "lead",
        kind: "plan",
        payload: planPayload(plan, work),
        ...(work && { work }),
      });
      facts.planId = opened.request_id;
      return JSON.stringify(opened);
    },
  });
  await takeTurn(setup, facts, {
    name: "reader",
    purpose: "plan",
    task: "Plan first: read expected.txt, run main.py, compare. Submit the plan with submit_plan, then end your turn.",
    tools: [submitPlan],
    execute: (call) => executeHooked(call, [submitPlan], () => "deny", {}, dispatchOnly(submitPlan)),
  });
}

async function reviewTurn(setup: PracticeSetup, facts: Facts): Promise<void> {
  const reviewPlan = defineTool({
    name: "review_plan",
    description: "Approves or rejects a plan that a teammate sent to you.",
    access: "protocol",
    input: z.strictObject({ request_id: z.string(), approve: z.boolean(), feedback: z.string() }),
    run: async (reply) => JSON.stringify(await replyAndTell(setup, { ...reply, actor: "lead" })),
  });
  await takeTurn(setup, facts, {
    name: "lead",
    purpose: "review",
    task: `Review the plan in your mail with review_plan and ${setup.plan} it, then end your turn.`,
    tools: [reviewPlan],
    execute: (call) => executeHooked(call, [reviewPlan], () => "deny", {}, dispatchOnly(reviewPlan)),
  });
}

async function workTurn(setup: PracticeSetup, facts: Facts): Promise<void> {
  const tools = [readExpectedTool(setup, facts), runMainTool(setup, facts)];
  await takeTurn(setup, facts, {
    name: "reader",
    purpose: "work",
    task: "The lead has replied. Call read_expected, then run_main, then report whether the output matches.",
    tools,
    execute: (call) =>
      executeHooked(call, tools, hostDecision(setup, facts), {
        before: [tellingPlanGate(setup, facts)],
        after: [
          ({ name }, { is_error = false, content }) =>
            setup.emit({ event: "tool_finished", member: "reader", tool: name, is_error, content }),
        ],
      }),
  });
}

async function shutDownReader(setup: PracticeSetup): Promise<void> {
  const opened = await openAndTell(setup, {
    sender: "lead",
    target: "reader",
    kind: "shutdown",
    payload: "The work is done. Please close at your idle boundary.",
  });
  await takeMail(setup, "reader");
  await replyAndTell(setup, {
    request_id: opened.request_id,
    actor: "reader",
    approve: true,
    feedback: "Idle, nothing left to do: closing.",
  });
  const status = setup.session.requests.get(opened.request_id)?.status ?? "pending";
  await setup.emit({ event: "member_closed", member: "reader", request_id: opened.request_id, status });
  await takeMail(setup, "lead");
}

async function deliverOnceMore(setup: PracticeSetup, facts: Facts): Promise<void> {
  await takeTurn(setup, facts, {
    name: "reader",
    purpose: "work",
    task: "One more thing.",
    tools: [],
    execute: (call) => executeHooked(call, [], () => "deny", {}),
  });
}

type PracticeTurn = {
  name: string;
  purpose: "plan" | "review" | "work";
  task: string;
  tools: readonly Tool[];
  execute: MemberTurn["execute"];
};

async function takeTurn(setup: PracticeSetup, facts: Facts, turn: PracticeTurn): Promise<void> {
  const { session, model, emit } = setup;
  const { name, purpose, task, tools, execute } = turn;
  const outcome = await runMember(session, {
    name,
    task,
    model,
    tools: tools.map(toolDefinition),
    execute,
    prepare: () => takeMail(setup, name),
    onStart: (member) => emit({ event: "turn_started", member: name, turn: member.turns, purpose }),
    onModelCall: (calls, text) => {
      facts.modelCalls += 1;
      const called = calls.map((call) => call.name);
      return emit({ event: "model_called", member: name, call: facts.modelCalls, tools: called, text });
    },
  });
  if (outcome.status === "unavailable" || outcome.status === "busy") {
    return emit({ event: "delivery_refused", member: name, status: outcome.status });
  }
  if (purpose === "work") {
    await emit({ event: "reported", member: name, text: outcome.text, verdict: verdictOf(facts) });
  }
  const turnNumber = session.team.get(name)?.turns ?? 0;
  await emit({ event: "turn_ended", member: name, turn: turnNumber, status: outcome.status });
}
