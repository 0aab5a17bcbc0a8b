import { Refusal, type Tool, toolDefinition } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { consumeLetters, consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { answerUnknown } from "./begun-work.ts";
import { closeIfAgreed, tellUnanswered } from "./closing.ts";
import { gatesBefore, gateTwo } from "./gates.ts";
import {
  type Assignment,
  assignmentOf,
  changeAssignment,
  changeRound,
  endRound,
  roundOf,
  teammatesOf,
} from "./host-notes.ts";
import { leadTools } from "./lead-tools.ts";
import { hasMail, type Room } from "./room.ts";
import { teammateTools } from "./teammate-tools.ts";

/** Model calls of one turn. A teammate that needs more goes on in the next round. */
const MODEL_CALLS = { lead: 24, teammate: 4 } as const;

/** How often lead and teammates can wake each other in one round. */
const PASSES = 20;

/**
 * One round: the person's sentence goes to the lead, and everyone works until nobody has an unread letter.
 *
 * The teammates take their turns at the lead's prepare boundary, in the order in which they joined, so a letter wakes
 * its reader before the lead's next step. A turn that a mailbox or the protocol stops is told as `turn_failed` and
 * leaves the others alone. Throws only what is no refusal, and `member-attended` when another process plays the team.
 */
export async function playRound(room: Room, sentence: string): Promise<void> {
  await leadTurn(room, { task: `[person] ${sentence}` });
  await finishRound(room);
}

/**
 * Goes on with the round in which an earlier process ended: first with the turns that it interrupted, a teammate's
 * before the lead's, which waits for it; then with what is left of the round.
 */
export async function takeUpRound(room: Room, interrupted: readonly string[]): Promise<void> {
  const teammates = interrupted.filter((name) => name !== LEAD);
  for (const name of teammates) await teammateTurn(room, name, { resume: true });
  if (interrupted.includes(LEAD)) await leadTurn(room, { resume: true });
  const isOpen = await room.session.transact((state) => roundOf(state) !== undefined);
  if (isOpen) await finishRound(room);
}

async function finishRound(room: Room): Promise<void> {
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const isOver = await letTeammatesWork(room, (state) => {
      const goesOn = !roundOf(state)?.failed.includes(LEAD) && hasMail(state, LEAD);
      if (!goesOn) endRound(state);
      return !goesOn;
    });
    if (isOver) return;
    await leadTurn(room, {});
  }
  await room.session.transact((state) => {
    endRound(state);
    const text = `The round ends after ${PASSES} passes. Letters that are still unread wait for your next sentence.`;
    state.tell({ event: "notice", text });
  });
}

async function leadTurn(room: Room, begin: Begin): Promise<void> {
  await memberTurn(room, LEAD, {
    ...begin,
    tools: leadTools(room),
    maxModelCalls: MODEL_CALLS.lead,
    prepare: async () => void (await letTeammatesWork(room, (state) => consumeLetters(state, LEAD))),
    atStart: (state) => changeRound(state, {}),
    atEnd: (state, { status, text }) => {
      changeRound(state, { goesOn: true });
      if (status === "finished" && text !== "") state.tell({ event: "lead_answered", text });
    },
    atFailure: (state) => {
      changeRound(state, { goesOn: true });
      changeRoundOf(state, LEAD, "failed");
    },
  });
}

/** Lets the teammates work until none is due. What `atRest` does is done in the section that finds nobody. */
async function letTeammatesWork<T>(room: Room, atRest: (state: ProtocolState) => T): Promise<T> {
  for (let pass = 1; pass <= PASSES; pass += 1) {
    for (let last: string | undefined; ; ) {
      const found = await room.session.transact((state) => {
        const due = nextDue(state, last);
        return due === undefined && last === undefined ? { rest: atRest(state) } : { due };
      });
      if ("rest" in found) return found.rest;
      if (found.due === undefined) break;
      await teammateTurn(room, found.due, {});
      last = found.due;
    }
  }
  return room.session.transact(atRest);
}

/** The first teammate behind `last` that is to have a turn. */
function nextDue(state: ProtocolState, last = ""): string | undefined {
  const names = teammatesOf(state);
  return names.slice(names.indexOf(last) + 1).find((name) => isDue(state, name));
}

function isDue(state: ProtocolState, name: string): boolean {
  const round = roundOf(state);
  if (state.team.get(name)?.status !== "idle" || round?.failed.includes(name)) return false;
  const { isBegun, isUnfinished, consent } = assignmentOf(state, name);
  if (!isBegun || hasMail(state, name)) return true;
  if (consent) return !round?.unclosed.includes(name);
  return isUnfinished && round?.goesOn === true && !round.served.includes(name);
}

function changeRoundOf(state: ProtocolState, name: string, list: "served" | "failed" | "unclosed"): void {
  const names = roundOf(state)?.[list] ?? [];
  if (!names.includes(name)) changeRound(state, { [list]: [...names, name] });
}

async function teammateTurn(room: Room, name: string, begin: Begin): Promise<void> {
  const { session } = room;
  const { assignment, closes } = await session.transact((state) => ({
    assignment: assignmentOf(state, name),
    closes: assignmentOf(state, name).consent !== null && !hasMail(state, name) && !begin.resume,
  }));
  if (!closes) await workTurn(room, name, { ...begin, ...taskOf(assignment) });
  await orTell(
    room,
    name,
    () => close(room, name),
    (state) => changeRoundOf(state, name, "unclosed"),
  );
}

/** Closes a teammate that has agreed to it. It gets a turn for each letter that came in at the last moment. */
async function close(room: Room, name: string): Promise<void> {
  for (let pass = 1; pass <= PASSES; pass += 1) {
    if ((await closeIfAgreed(room.session, name)) !== "unread") return;
    await workTurn(room, name, {});
    if (await room.session.transact((state) => roundOf(state)?.failed.includes(name))) return;
  }
}

/** What a teammate is told in its first turn. */
function taskOf({ isBegun, planFirst, prompt }: Assignment): Begin {
  return isBegun ? {} : { task: `[${planFirst ? "task, plan first" : "task"}] ${prompt}` };
}

async function workTurn(room: Room, name: string, begin: Begin): Promise<void> {
  await memberTurn(room, name, {
    ...begin,
    tools: teammateTools(room, name),
    maxModelCalls: MODEL_CALLS.teammate,
    prepare: async () => void (await consumeResponses(room.session, name)),
    atStart: (state) => changeAssignment(state, name, { isBegun: true }),
    atEnd: (state, { status }) => {
      changeAssignment(state, name, { isUnfinished: status !== "finished" });
      changeRoundOf(state, name, "served");
      tellUnanswered(state, name);
    },
    atFailure: (state) => {
      // What was stopped half way is taken up again, in the next round.
      changeAssignment(state, name, { isUnfinished: true });
      changeRoundOf(state, name, "failed");
      changeRoundOf(state, name, "served");
    },
  });
}

type Begin = Pick<MemberTurn, "task" | "resume">;

type Turn = Pick<MemberTurn<ProtocolState>, "task" | "resume" | "prepare" | "atStart" | "atEnd"> & {
  tools: readonly Tool[];
  maxModelCalls: number;
  /** Runs in the section that tells of a turn which a refusal has ended. */
  atFailure: (state: ProtocolState) => void;
};

/** One turn of the one loop. */
async function memberTurn(room: Room, name: string, { tools, atFailure, ...turn }: Turn): Promise<void> {
  const before = gatesBefore(room, name);
  await orTell(
    room,
    name,
    async () => {
      await runMember(room.session, {
        ...turn,
        name,
        onStuck: room.giveUp,
        model: room.model,
        tools: tools.map(toolDefinition),
        execute: async (call) =>
          (turn.resume ? await answerUnknown(room, name, call) : undefined) ??
          executeHooked(call, tools, (asked) => gateTwo(room, name, asked), { before }),
      });
    },
    atFailure,
  );
}

/** Whoever is overtaken by another process, or has no session any more, is not to go on. */
const FATAL: ReadonlySet<string> = new Set(["member-attended", "session-corrupt", "session-version"]);

/** Does a task; a refusal that ends it is told, and kept with what `atFailure` changes. */
async function orTell(
  room: Room,
  member: string,
  task: () => Promise<void>,
  atFailure: (state: ProtocolState) => void,
): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Refusal) || FATAL.has(error.code)) throw error;
    const event: SessionEvent = { event: "turn_failed", member, message: `${error.code}: ${error.message}` };
    await room.session.transact((state) => {
      atFailure(state);
      state.tell(event);
    });
  }
}
