import { Refusal, type Tool, toolDefinition } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { type MemberOutcome, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import { gatesBefore, gateTwo } from "./gates.ts";
import { leadTools } from "./lead-tools.ts";
import { closeIfAgreed, takeMail } from "./protocol.ts";
import { assignmentOf, hasMail, type Room } from "./room.ts";
import { teammateTools } from "./teammate-tools.ts";

/** Model calls of one turn. A teammate that needs more goes on in the next round. */
const MODEL_CALLS = { lead: 24, teammate: 4 } as const;

/** How often lead and teammates can wake each other in one round. */
const PASSES = 20;

type Round = {
  /** Who has had a turn in this round. */
  served: Set<string>;
  /** Whose turn could not be played. */
  failed: Set<string>;
  /** The lead has had its say, and unfinished work is taken up again. */
  goesOn: boolean;
};

/**
 * One round: the person's sentence goes to the lead, and everyone works until nobody has an unread letter.
 *
 * The teammates take their turns at the lead's prepare boundary, in the order in which they joined, so a letter wakes
 * its reader before the lead's next step. A turn that a mailbox or the protocol stops is told as `turn_failed` and
 * leaves the others alone. Throws only what is no refusal.
 */
export async function playRound(room: Room, sentence: string): Promise<void> {
  const round: Round = { served: new Set(), failed: new Set(), goesOn: false };
  await leadTurn(room, round, sentence);
  round.goesOn = true;
  for (let pass = 1; pass <= PASSES; pass += 1) {
    await letTeammatesWork(room, round);
    if (round.failed.has(LEAD) || !hasMail(room, LEAD)) return;
    await leadTurn(room, round);
  }
  await room.tell({
    event: "notice",
    text: `The round ends after ${PASSES} passes. Letters that are still unread wait for your next sentence.`,
  });
}

async function leadTurn(room: Room, round: Round, sentence?: string): Promise<void> {
  const outcome = await memberTurn(room, LEAD, {
    tools: leadTools(room),
    maxModelCalls: MODEL_CALLS.lead,
    prepare: async () => {
      await letTeammatesWork(room, round);
      await takeMail(room, LEAD);
    },
    ...(sentence !== undefined && { task: `[person] ${sentence}` }),
  });
  if (outcome === undefined) round.failed.add(LEAD);
  else if (outcome.status === "call_limit") {
    const model_calls = outcome.modelCalls;
    await room.tell({ event: "turn_paused", member: LEAD, model_calls });
  } else if (outcome.status === "finished" && outcome.text !== "") {
    await room.tell({ event: "lead_answered", text: outcome.text });
  }
}

async function letTeammatesWork(room: Room, round: Round): Promise<void> {
  for (let pass = 1; pass <= PASSES; pass += 1) {
    let isQuiet = true;
    for (const name of room.assignments.keys()) {
      if (!isDue(room, round, name)) continue;
      isQuiet = false;
      await teammateTurn(room, round, name);
      round.served.add(name);
    }
    if (isQuiet) return;
  }
}

function isDue(room: Room, { served, failed, goesOn }: Round, name: string): boolean {
  if (room.session.team.get(name)?.status !== "idle" || failed.has(name)) return false;
  const { isBegun, isUnfinished, consent } = assignmentOf(room, name);
  if (consent) return !served.has(name);
  return !isBegun || hasMail(room, name) || (isUnfinished && goesOn && !served.has(name));
}

async function teammateTurn(room: Room, round: Round, name: string): Promise<void> {
  const assignment = assignmentOf(room, name);
  if (assignment.consent) return closeOrTell(room, name);
  const isFirst = !assignment.isBegun;
  assignment.isBegun = true;
  const kind = assignment.planFirst ? "task, plan first" : "task";
  const outcome = await memberTurn(room, name, {
    tools: teammateTools(room, name),
    maxModelCalls: MODEL_CALLS.teammate,
    prepare: () => takeMail(room, name),
    ...(isFirst && { task: `[${kind}] ${assignment.prompt}` }),
  });
  // What was stopped half way is taken up again, in the next round.
  assignment.isUnfinished = outcome?.status !== "finished";
  if (outcome === undefined) round.failed.add(name);
  else if (outcome.status === "call_limit") {
    await room.tell({ event: "turn_paused", member: name, model_calls: outcome.modelCalls });
  } else if (outcome.status === "finished") {
    await room.tell({ event: "turn_ended", member: name, text: outcome.text });
  }
  await closeOrTell(room, name);
}

async function closeOrTell(room: Room, name: string): Promise<void> {
  await orTell(room, name, () => closeIfAgreed(room, name));
}

type Turn = {
  tools: readonly Tool[];
  maxModelCalls: number;
  prepare: () => Promise<void>;
  task?: string;
};

/** One turn of the one loop. Undefined when a refusal ended it. */
function memberTurn(room: Room, name: string, turn: Turn): Promise<MemberOutcome | undefined> {
  const { tools, ...loop } = turn;
  const before = gatesBefore(room, name);
  return orTell(room, name, () =>
    runMember(room.session, {
      ...loop,
      name,
      model: room.model,
      tools: tools.map(toolDefinition),
      execute: (call) =>
        executeHooked(call, tools, (asked) => gateTwo(room, name, asked), {
          before,
          after: [
            ({ input }, { is_error = false, content }) =>
              room.tell({
                event: "tool_finished",
                member: name,
                tool: call.name,
                input,
                is_error,
                content,
              }),
          ],
        }),
    }),
  );
}

async function orTell<T>(room: Room, member: string, task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await room.tell({ event: "turn_failed", member, message: `${error.code}: ${error.message}` });
    return undefined;
  }
}
