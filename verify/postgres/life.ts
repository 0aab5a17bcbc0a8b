import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { claimPlan, keepRunEnd } from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { workAt } from "../sequences/world.ts";

type Step = {
  name: string;
  isDone: (state: ProtocolState) => boolean;
  take: (session: ProtocolSession) => Promise<unknown>;
};

const WORK = workAt(1);

/** The life of a plan and of a shutdown, with a letter before them: each step can be seen in the state when it is done. */
export const STEPS: readonly Step[] = [
  {
    name: "a letter is sent",
    isDone: ({ mail }) => mail.read("reader").includes("begin"),
    take: (session) => sendMessage(session, { sender: "lead", recipient: "reader", body: "begin" }),
  },
  {
    name: "a plan is asked for",
    isDone: ({ requests }) => requests.has("req-1"),
    take: (session) =>
      openRequest(session, { sender: "reader", target: "lead", kind: "plan", payload: "a plan", work: WORK }),
  },
  {
    name: "the lead takes its mail in",
    isDone: ({ team }) => (team.get("lead")?.cursor ?? 0) > 0,
    take: (session) => consumeResponses(session, "lead"),
  },
  {
    name: "the plan is approved",
    isDone: ({ requests }) => requests.get("req-1")?.reply?.approve === true,
    take: (session) =>
      replyRequest(session, { request_id: "req-1", actor: "lead", approve: true, feedback: "good" }),
  },
  {
    name: "the approval is matched",
    isDone: ({ requests }) => requests.get("req-1")?.status === "approved",
    take: (session) => consumeResponses(session, "reader"),
  },
  {
    name: "the approval is claimed",
    isDone: ({ runs }) => runs.has("req-1"),
    take: async (session) => {
      const block = await claimPlan(session, { actor: "reader", requestId: "req-1", work: WORK });
      if (block) throw new Error(block.message);
    },
  },
  {
    name: "the end of the run is kept",
    isDone: ({ runs }) => runs.get("req-1")?.status === "ended",
    take: (session) =>
      session.transact((state) => {
        const nothing = { text: "", cut: false };
        keepRunEnd(state, "req-1", {
          status: "exited",
          exit_code: 0,
          signal: null,
          stdout: nothing,
          stderr: nothing,
        });
        state.tell({ event: "notice", text: "ended" });
      }),
  },
  {
    name: "a shutdown is asked for",
    isDone: ({ requests }) => requests.has("req-2"),
    take: (session) =>
      openRequest(session, { sender: "lead", target: "reader", kind: "shutdown", payload: "well done" }),
  },
  {
    name: "the shutdown is approved",
    isDone: ({ team }) => team.get("reader")?.status === "closed",
    take: (session) =>
      replyRequest(session, { request_id: "req-2", actor: "reader", approve: true, feedback: "" }),
  },
  {
    name: "the shutdown is matched",
    isDone: ({ requests }) => requests.get("req-2")?.status === "approved",
    take: (session) => consumeResponses(session, "lead"),
  },
];

/** The plan's part of it: the first of the steps, up to the approval that is matched. */
export const PLAN_STEPS: readonly Step[] = STEPS.slice(0, 5);

/** Takes all steps of a session that begins. */
export async function live(session: ProtocolSession, steps = STEPS): Promise<void> {
  for (const { take } of steps) await take(session);
}

/** Takes the steps that are not done yet. `onDone` is told of each once it is acknowledged. */
export async function liveOn(
  session: ProtocolSession,
  onDone: (step: string) => void | Promise<void> = () => undefined,
): Promise<void> {
  for (const { name, isDone, take } of STEPS) {
    if (await session.transact(isDone)) continue;
    await take(session);
    await onDone(name);
  }
}
