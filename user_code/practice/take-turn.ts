import { type Tool, toolDefinition } from "../../lessons/s04-permission/execute-guarded.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { tellUnanswered } from "../../lessons/x1-shared-session/shutdown-boundary.ts";
import { noteDone, type Part } from "./notes.ts";
import type { Playing } from "./setup.ts";
import { verdictOf } from "./summary.ts";

export type PracticeTurn = Pick<MemberTurn, "execute"> & {
  name: string;
  part: Part | "letters";
  task: string;
  tools: readonly Tool[];
};

/**
 * A turn that an earlier process began goes on; one that a fault has ended is begun again. A member that is closed gets
 * none, and the path goes on without it.
 */
export async function takeTurn(
  { session, model, onUnavailable }: Playing,
  turn: PracticeTurn,
): Promise<void> {
  const { name, part, task, tools, execute } = turn;
  const over = (state: ProtocolState): void => {
    if (part !== "letters") noteDone(state, part);
  };
  const { status } = await runMember(notingRefusal(session, name, over), {
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
      // The turn for letters is a part of answering: the yes comes right behind it.
      if (part !== "letters") tellUnanswered(state, name);
      over(state);
    },
  });
  if (status === "unavailable" && part !== "delivery") onUnavailable?.(name);
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
