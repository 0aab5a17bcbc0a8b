import * as z from "zod";
import {
  defineTool,
  dispatchOnly,
  type Tool,
  toolDefinition,
} from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type {
  ProtocolSession,
  ProtocolState,
  RequestRecord,
} from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import { confirmShutdown, tellUnanswered } from "../../lessons/x1-shared-session/shutdown-boundary.ts";
import { begin } from "./begin.ts";
import { isDone, noteDone, notesOf, type Part } from "./notes.ts";
import type { Playing, PracticeSetup } from "./setup.ts";
import { untilStopped } from "./stop.ts";
import { summarize, verdictOf } from "./summary.ts";
import { readExpectedTool, runMainTool, workCall, workNow } from "./work.ts";

/** A part of the path, played by whoever plays its actor. What is done of it stands in the session. */
export type Step = {
  actor: "lead" | "reader";
  isDone: (state: ProtocolState) => boolean;
  /** Plays the step, or goes on with it where an earlier process left it. */
  play: (practice: Playing) => Promise<void>;
};

/** Plays the steps of these members, and waits for those of the others. */
export type Players = {
  plays: (actor: Step["actor"]) => boolean;
  /** Resolves when the step is done. */
  waitFor: (step: Step) => Promise<void>;
};

const everybody: Players = { plays: () => true, waitFor: async () => undefined };

/**
 * The one path of the practice: reader plans, lead reviews, reader works behind both gates and reports, reader is
 * shut down, and a last delivery finds it closed.
 *
 * The path is the same whatever the choices are; they only decide which gate is closed when `run_main` is called. It
 * goes on from wherever an earlier process left the session, so it can be played by several, one after another or side
 * by side. What happens is told by the session. Throws what the model, the mailboxes and the session throw, and the
 * reason of `setup.signal` once that is aborted.
 */
export async function runPractice(
  setup: PracticeSetup,
  { plays, waitFor }: Players = everybody,
): Promise<PracticeResult> {
  const session = untilStopped(setup.session, setup.signal);
  const practice: Playing = { ...setup, session, afterStop: setup.session };
  await begin(practice);
  for (const step of steps) {
    if (await session.transact(step.isDone)) continue;
    if (plays(step.actor)) await step.play(practice);
    else await waitFor(step);
  }
  return session.transact((state) => summarize(state, setup.directory));
}

/** Whether the path has come to its end. */
export function isFinished(state: ProtocolState): boolean {
  return steps.every((step) => step.isDone(state));
}

const planTurn: Step = {
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

const reviewTurn: Step = {
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

const workTurn: Step = {
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

const askToClose: Step = {
  actor: "lead",
  isDone: (state) => shutdownOf(state) !== undefined,
  play: async ({ session }) => {
    await openRequest(session, {
      sender: "lead",
      target: "reader",
      kind: "shutdown",
      payload: "The work is done. Please close at your idle boundary.",
    });
  },
};

const confirm: Step = {
  actor: "reader",
  isDone: (state) => shutdownOf(state)?.record.reply != null,
  play: async (practice) => {
    const { session } = practice;
    const request_id = (await session.transact(shutdownOf))?.request_id ?? "";
    const feedback = "Idle, nothing left to do: closing.";
    for (;;) {
      const { status } = await confirmShutdown(session, { request_id, actor: "reader", feedback });
      if (status !== "unread_letters" && status !== "deferred") return;
      await takeTurn(practice, {
        name: "reader",
        part: "letters",
        task: "Letters came in that you have not seen. Read them, then end your turn.",
        tools: [],
        execute: (call) => executeHooked(call, [], () => "deny", {}),
      });
    }
  },
};

const takeConfirmation: Step = {
  actor: "lead",
  isDone: (state) => shutdownOf(state)?.record.status !== "pending",
  play: async ({ session }) => void (await consumeResponses(session, "lead")),
};

const deliverOnceMore: Step = {
  actor: "reader",
  isDone: (state) => isDone(state, "delivery"),
  play: (practice) =>
    takeTurn(practice, {
      name: "reader",
      part: "delivery",
      task: "One more thing.",
      tools: [],
      execute: (call) => executeHooked(call, [], () => "deny", {}),
    }),
};

const steps: readonly Step[] = [
  planTurn,
  reviewTurn,
  workTurn,
  askToClose,
  confirm,
  takeConfirmation,
  deliverOnceMore,
];

type PracticeTurn = Pick<MemberTurn, "execute"> & {
  name: string;
  part: Part | "letters";
  task: string;
  tools: readonly Tool[];
};

/** A turn that an earlier process began goes on; one that a fault has ended is begun again. */
async function takeTurn({ session, model }: Playing, turn: PracticeTurn): Promise<void> {
  const { name, part, task, tools, execute } = turn;
  const over = (state: ProtocolState): void => {
    if (part !== "letters") noteDone(state, part);
  };
  await runMember(notingRefusal(session, name, over), {
    name,
    task,
    purpose: part,
    resume: true,
    model,
    tools: tools.map(toolDefinition),
    execute,
    prepare: async () => void (await consumeResponses(session, name)),
    atEnd: (state, { text }) => {
      if (part === "work") state.tell({ event: "reported", member: name, text, verdict: verdictOf(state) });
      tellUnanswered(state, name);
      over(state);
    },
  });
}

/** The session of a turn: that a closed member gets none is noted in the section that tells it. */
function notingRefusal(
  session: ProtocolSession,
  name: string,
  over: (state: ProtocolState) => void,
): ProtocolSession {
  return {
    ...session,
    transact: (section) =>
      session.transact((state) => {
        const value = section(state);
        if (requireMember(state.team, name).status === "closed") over(state);
        return value;
      }),
  };
}

/** The request that the reader's work stands on. */
function lastPlan({ requests }: ProtocolState): string | undefined {
  return [...requests].findLast(([, { kind, sender }]) => kind === "plan" && sender === "reader")?.[0];
}

function shutdownOf({ requests }: ProtocolState): { request_id: string; record: RequestRecord } | undefined {
  const found = [...requests].findLast(([, { kind, target }]) => kind === "shutdown" && target === "reader");
  return found && { request_id: found[0], record: found[1] };
}
