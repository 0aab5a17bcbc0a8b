import type { Conversation } from "../s01-agent-loop/conversation.ts";
import { appendUserBlocks, type Message, type UserMessage } from "../s01-agent-loop/model.ts";
import {
  type AgentOutcome,
  type AgentTurn,
  DEFAULT_MAX_MODEL_CALLS,
  runAgent,
} from "../s01-agent-loop/run-agent.ts";
import { keepResult } from "./kept-result.ts";
import type { ModelExchange } from "./member-event.ts";
import type { Session, SessionState } from "./session.ts";
import { type Member, requireMember } from "./team.ts";

export type MemberTurn<State extends SessionState = SessionState> = Omit<
  AgentTurn,
  "actor" | "system" | "conversation"
> & {
  name: string;
  /** What the host asks for. Without it, the member starts from its mail. */
  task?: string;
  /** What the turn is for, in the host's word. */
  purpose?: string;
  /** Runs in the section that occupies the member. */
  atStart?: (state: State, member: Member) => void;
  /** Runs in the section that frees the member, before the end of the turn is told. */
  atEnd?: (state: State, outcome: AgentOutcome) => void;
  /** Told when the member could not be freed: it stays `running`, and whoever plays it has to give it up. */
  onStuck?: (name: string) => Promise<void>;
};

/** `unavailable`: the member is closed. `busy`: it is in a turn. Neither calls the model. */
export type MemberOutcome = AgentOutcome | { status: "unavailable" } | { status: "busy" };

/**
 * Gives one member one turn of the agent loop, on the member's own history.
 *
 * The member is occupied in a critical section, so that a shutdown sees it either before the turn or running, and is
 * freed in another, whatever happens in the turn. The history holds well-formed text only, the task included. With
 * `resume` the turn of a member that is `running` goes on where an earlier process left it. That is for whoever knows
 * that no other process plays the member.
 *
 * Throws `unknown-member`, and what the session (`lock-timeout`, `save-failed`), the loop or the model throws. A member
 * that could not be freed stays `running`.
 */
export async function runMember<State extends SessionState>(
  session: Session<State>,
  turn: MemberTurn<State>,
): Promise<MemberOutcome> {
  const { name, task, purpose = "", atStart, atEnd, onStuck, ...loop } = turn;
  const occupied = await session.transact((state) => {
    const member = requireMember(state.team, name);
    if (member.status === "closed") return refuse(state, name, "unavailable");
    if (member.status === "running" && !turn.resume) return refuse(state, name, "busy");
    const isNew = member.status === "idle";
    if (isNew) {
      member.status = "running";
      member.turns += 1;
      member.answers = 0;
      if (task !== undefined) appendUserBlocks(member.history, [{ type: "text", text: task.toWellFormed() }]);
      state.tell({ event: "turn_started", member: name, turn: member.turns, purpose });
      atStart?.(state, member);
    }
    return { status: "occupied", role: member.role, answers: member.answers } as const;
  });
  if (occupied.status !== "occupied") return occupied;

  let outcome: AgentOutcome;
  try {
    const system = `You are ${name} on an agent team. Your role: ${occupied.role}.`;
    const conversation = conversationOf(session, name, {
      system,
      tools: turn.tools.map((tool) => tool.name),
    });
    const { answers } = occupied;
    const maxModelCalls = (turn.maxModelCalls ?? DEFAULT_MAX_MODEL_CALLS) - answers;
    // Before its first answer, the last one in the history is that of an earlier turn.
    const resume = answers > 0;
    outcome = await runAgent({ ...loop, maxModelCalls, resume, actor: name, system, conversation });
  } catch (fault) {
    // Whatever becomes of the member, the fault counts more.
    await session
      .transact((state) => void free(state, name))
      .catch(() => onStuck?.(name))
      .catch(() => undefined);
    throw fault;
  }
  try {
    await session.transact((state) => {
      const { turns } = free(state, name);
      atEnd?.(state, outcome);
      const { status, text, modelCalls: model_calls } = outcome;
      state.tell({ event: "turn_ended", member: name, turn: turns, status, text, model_calls });
    });
  } catch (fault) {
    await onStuck?.(name);
    throw fault;
  }
  return outcome;
}

/** A member's own history, in the session: what the loop adds to it is kept in a section of its own. */
function conversationOf(
  session: Session,
  name: string,
  request: Pick<ModelExchange, "system" | "tools">,
): Conversation {
  return {
    messages: () => session.transact(({ team }) => requireMember(team, name).history),
    say: ({ content, calls, text }) =>
      session.transact((state) => {
        const member = requireMember(state.team, name);
        // Nobody but this turn adds to the history, so it is still what the request held.
        const messages = member.history.length;
        const newest = newestOfUser(member.history);
        if (content.length > 0) member.history.push({ role: "assistant", content });
        member.modelCalls += 1;
        member.answers += 1;
        const call = [...state.team.values()].reduce((sum, { modelCalls }) => sum + modelCalls, 0);
        const tools = calls.map((asked) => asked.name);
        state.tell({ event: "model_called", member: name, call, tools, text });
        state.tell({
          event: "model_exchange",
          member: name,
          call,
          ...request,
          messages,
          newest,
          answer: content,
        });
      }),
    answer: (call, result) => session.transact((state) => keepResult(state, { member: name, call }, result)),
  };
}

function newestOfUser(history: readonly Message[]): UserMessage["content"] {
  const last = history.at(-1);
  return last?.role === "user" ? last.content : [];
}

function free(state: SessionState, name: string): Member {
  const member = requireMember(state.team, name);
  if (member.status === "running") member.status = "idle";
  member.calls = {};
  return member;
}

function refuse<Status extends "unavailable" | "busy">(
  state: SessionState,
  member: string,
  status: Status,
): { status: Status } {
  state.tell({ event: "delivery_refused", member, status });
  return { status };
}
