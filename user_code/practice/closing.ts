import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { ProtocolState, RequestRecord } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { confirmShutdown } from "../../lessons/x1-shared-session/shutdown-boundary.ts";
import { isDone } from "./notes.ts";
import type { Step } from "./step.ts";
import { takeTurn } from "./take-turn.ts";

export const askToClose: Step = {
  actor: "lead",
  isDone: (state) => shutdownOf(state) !== undefined || isClosed(state),
  play: async ({ session }) => {
    await openRequest(session, {
      sender: "lead",
      target: "reader",
      kind: "shutdown",
      payload: "The work is done. Please close at your idle boundary.",
    });
  },
};

export const confirm: Step = {
  actor: "reader",
  isDone: (state) => shutdownOf(state)?.record.reply != null || isClosed(state),
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

export const takeConfirmation: Step = {
  actor: "lead",
  isDone: (state) => shutdownOf(state)?.record.status !== "pending",
  play: async ({ session }) => void (await consumeResponses(session, "lead")),
};

export const deliverOnceMore: Step = {
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

/** Somebody may have closed the reader before the lead asks for it. */
function isClosed({ team }: ProtocolState): boolean {
  return requireMember(team, "reader").status === "closed";
}

function shutdownOf({ requests }: ProtocolState): { request_id: string; record: RequestRecord } | undefined {
  const found = [...requests].findLast(([, { kind, target }]) => kind === "shutdown" && target === "reader");
  return found && { request_id: found[0], record: found[1] };
}
