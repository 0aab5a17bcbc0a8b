import * as z from "zod";
import { defineTool, dispatchOnly } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { isDone, notesOf } from "./notes.ts";
import { workNow } from "./program-place.ts";
import { runMainTool } from "./run-main.ts";
import type { Step } from "./step.ts";
import { takeTurn } from "./take-turn.ts";
import { readExpectedTool, workCall } from "./work.ts";

export const planTurn: Step = {
  actor: "reader",
  isDone: (state) => isDone(state, "plan"),
  play: async (practice) => {
    const submitPlan = defineTool({
      name: "submit_plan",
      description: "Sends your plan to the lead for approval. The host adds the fingerprint of main.py.",
      access: "protocol",
      input: z.strictObject({ plan: z.string() }),
      run: async ({ plan }, call) => {
        const work = workNow(practice);
        const opened = await openRequest(sessionForCall(practice.session, { member: "reader", call }), {
          sender: "reader",
          target: "lead",
          kind: "plan",
          payload: planPayload(plan, work),
          ...(work && { work }),
        });
        return JSON.stringify(opened);
      },
    });
    await takeTurn(practice, {
      name: "reader",
      part: "plan",
      task: "Plan first: read expected.txt, run main.py, compare. Submit the plan with submit_plan, then end your turn.",
      tools: [submitPlan],
      execute: (call) => executeHooked(call, [submitPlan], () => "deny", {}, dispatchOnly(submitPlan)),
    });
  },
};

export const reviewTurn: Step = {
  actor: "lead",
  isDone: (state) => isDone(state, "review"),
  play: async (practice) => {
    const { session } = practice;
    const { plan } = await session.transact(notesOf);
    const reviewPlan = defineTool({
      name: "review_plan",
      description: "Approves or rejects a plan that a teammate sent to you.",
      access: "protocol",
      input: z.strictObject({ request_id: z.string(), approve: z.boolean(), feedback: z.string() }),
      run: async (reply, call) => {
        const kept = sessionForCall(session, { member: "lead", call });
        return JSON.stringify(await replyRequest(kept, { ...reply, actor: "lead" }));
      },
    });
    await takeTurn(practice, {
      name: "lead",
      part: "review",
      task: `Review the plan in your mail with review_plan and ${plan} it, then end your turn.`,
      tools: [reviewPlan],
      execute: (call) => executeHooked(call, [reviewPlan], () => "deny", {}, dispatchOnly(reviewPlan)),
    });
  },
};

export const workTurn: Step = {
  actor: "reader",
  isDone: (state) => isDone(state, "work"),
  play: async (practice) => {
    const planId = await practice.session.transact(lastPlan);
    const work = { ...practice, planId };
    const tools = [readExpectedTool(work), runMainTool(work)];
    await takeTurn(practice, {
      name: "reader",
      part: "work",
      task: "The lead has replied. Call read_expected, then run_main, then report whether the output matches.",
      tools,
      execute: (call) => workCall(work, tools, call),
    });
  },
};

/** The request that the reader's work stands on. */
function lastPlan({ requests }: ProtocolState): string | undefined {
  return [...requests].findLast(([, { kind, sender }]) => kind === "plan" && sender === "reader")?.[0];
}
