import * as z from "zod";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";

/** What the host knows of a teammate beyond its place on the team. A name that is given anew gets a new one. */
const assignment = z
  .strictObject({
    prompt: z.string(),
    /** It is told to submit a plan for its task right away. Its work tools need an approved plan in any case. */
    planFirst: z.boolean(),
    /** The request of the plan that it submitted last. */
    planId: z.string().nullable(),
    /** The prompt has been handed over, in the first turn. */
    isBegun: z.boolean(),
    /** It stopped in the middle of its work and goes on in the next round. */
    isUnfinished: z.boolean(),
    /** A yes to its shutdown that waits for the end of its turn. */
    consent: z.strictObject({ request_id: z.string(), feedback: z.string() }).nullable(),
  })
  .readonly();
export type Assignment = z.output<typeof assignment>;

/** The round that is being played: the person's sentence and all that follows from it. */
const round = z
  .strictObject({
    /** Who has had a turn in this round. */
    served: z.array(z.string()).readonly(),
    /** Whose turn could not be played. */
    failed: z.array(z.string()).readonly(),
    /** Whose yes to a shutdown could not be sent. */
    unclosed: z.array(z.string()).readonly(),
    /** The lead has had its say, and unfinished work is taken up again. */
    goesOn: z.boolean(),
  })
  .readonly();
export type Round = z.output<typeof round>;

/** What became of a broadcast at one recipient. `failed` ones get it when the same words are sent again. */
const delivery = z.discriminatedUnion("status", [
  z.strictObject({ recipient: z.string(), status: z.literal("queued"), letter: z.string() }),
  z.strictObject({
    recipient: z.string(),
    status: z.literal("failed"),
    code: z.string(),
    message: z.string(),
  }),
]);
export type Delivery = z.output<typeof delivery>;

/** Words that are on their way to many, or have not reached everyone yet. */
const broadcast = z
  .strictObject({
    content: z.string(),
    /** Who waits for the words. */
    waiting: z.array(z.string()).readonly(),
    /** The call that sends them, until it is over, and what it has led to so far. */
    sending: z
      .strictObject({ call: z.string(), left: z.array(z.string()), deliveries: z.array(delivery) })
      .readonly()
      .nullable(),
  })
  .readonly();
export type Broadcast = z.output<typeof broadcast>;

const broadcasts = z.array(broadcast).readonly();

/** The keys of the notes. A note is never taken away, only emptied. */
const ROUND = "round";
const WORKSPACE = "workspace";
const BROADCASTS = "broadcasts";
const assignmentKey = (name: string): string => `assignment ${name}`;

/** Refuses notes that this console did not write (`session-corrupt`). Only for use inside a critical section. */
export function requireNotes(state: ProtocolState): void {
  try {
    for (const name of teammatesOf(state)) assignmentOf(state, name);
    roundOf(state);
    broadcastsOf(state);
  } catch (error) {
    if (!(error instanceof z.ZodError) && !(error instanceof ProtocolError)) throw error;
    throw new ProtocolError(
      "session-corrupt",
      "The notes of the console in session.json are not as it leaves them. Nothing was touched: mend them, or name " +
        "another folder.",
      {},
      { cause: error },
    );
  }
}

/** The teammates, in the order in which their names joined first. */
export function teammatesOf({ team }: Pick<ProtocolState, "team">): string[] {
  return [...team.keys()].filter((name) => name !== LEAD);
}

export function assignmentOf({ notes }: ProtocolState, name: string): Assignment {
  const note = notes.get(assignmentKey(name));
  if (note === undefined) {
    throw new ProtocolError("unknown-member", `${name} is not a teammate.`, { member: name });
  }
  return assignment.parse(note);
}

export function assign({ notes }: ProtocolState, name: string, given: Assignment): void {
  notes.set(assignmentKey(name), given);
}

export function changeAssignment(state: ProtocolState, name: string, change: Partial<Assignment>): void {
  assign(state, name, { ...assignmentOf(state, name), ...change });
}

const NEW_ROUND: Round = { served: [], failed: [], unclosed: [], goesOn: false };

/** Undefined between two rounds. */
export function roundOf({ notes }: ProtocolState): Round | undefined {
  return round.nullable().parse(notes.get(ROUND) ?? null) ?? undefined;
}

export function changeRound(state: ProtocolState, change: Partial<Round>): void {
  const before = roundOf(state) ?? NEW_ROUND;
  state.notes.set(ROUND, { ...before, ...change });
}

export function endRound({ notes }: ProtocolState): void {
  notes.set(ROUND, null);
}

export function broadcastsOf({ notes }: ProtocolState): readonly Broadcast[] {
  return broadcasts.parse(notes.get(BROADCASTS) ?? []);
}

/** Whether the team's files have been laid out, so that somebody may have worked on them. */
export function isLaidOut({ notes }: ProtocolState): boolean {
  return notes.get(WORKSPACE) === "laid out";
}

export function noteLaidOut({ notes }: ProtocolState): void {
  notes.set(WORKSPACE, "laid out");
}

/** Keeps how a broadcast stands. One that nobody waits for, and no call sends, is forgotten. */
export function keepBroadcast(state: ProtocolState, changed: Broadcast): void {
  const others = broadcastsOf(state).filter(({ content }) => content !== changed.content);
  const isOver = changed.waiting.length === 0 && changed.sending === null;
  state.notes.set(BROADCASTS, isOver ? others : [...others, changed]);
}
