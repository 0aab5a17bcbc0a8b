import * as z from "zod";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import {
  type CallEnding,
  callEnding,
  decisionChoice,
  planChoice,
} from "../../lessons/s16-team-protocols/session-event.ts";

const KEY = "practice";

const part = z.enum(["plan", "review", "work", "delivery"]);

/** The parts of the path that leave nothing else behind that says they are over. */
export type Part = z.output<typeof part>;

/** What the practice keeps with its session: the choices, and what `summarize` cannot read off the rest of the state. */
const practiceNotes = z.strictObject({
  /** What the lead will say. Null while nobody has said so. */
  plan: planChoice.nullable(),
  /** What the host will say to the reader. Null while nobody has said so. */
  decision: decisionChoice.nullable(),
  /** What `--expected` said, with the decision. Null when it was left out. */
  expected: z.string().nullable(),
  /** How the call of `run_main` that came furthest ended: a later blocked one does not undo a run. */
  call: callEnding,
  /** The last look at gate 1: the same look again, by a process that takes the call up, is not told again. */
  look: z.strictObject({ call: z.string(), reason: z.string(), sha256: z.string().nullable() }).nullable(),
  /** What `expected.txt` held when it was last read. Null when there was none. */
  read: z.string().nullable(),
  done: z.array(part),
});
export type PracticeNotes = z.output<typeof practiceNotes>;

const nothingYet: PracticeNotes = {
  plan: null,
  decision: null,
  expected: null,
  call: { how: "not_asked" },
  look: null,
  read: null,
  done: [],
};

/** The notes as they are kept. Throws `session-corrupt` for what no practice has written. */
export function notesOf({ notes }: ProtocolState): PracticeNotes {
  const kept = notes.get(KEY);
  if (kept === undefined) return nothingYet;
  const parsed = practiceNotes.safeParse(kept);
  if (parsed.success) return parsed.data;
  throw new ProtocolError(
    "session-corrupt",
    "The notes of the practice in session.json are not as it writes them. Start a new session in another folder.",
    { key: KEY },
  );
}

export function keepNotes(state: ProtocolState, changes: Partial<PracticeNotes>): void {
  state.notes.set(KEY, { ...notesOf(state), ...changes });
}

export function isDone(state: ProtocolState, each: Part): boolean {
  return notesOf(state).done.includes(each);
}

export function noteDone(state: ProtocolState, each: Part): void {
  if (!isDone(state, each)) keepNotes(state, { done: [...notesOf(state).done, each] });
}

/** Keeps a look at gate 1. False when it is the one that was kept last. */
export function noteLook(state: ProtocolState, look: NonNullable<PracticeNotes["look"]>): boolean {
  const kept = notesOf(state).look;
  const isSame = kept?.call === look.call && kept.reason === look.reason && kept.sha256 === look.sha256;
  if (!isSame) keepNotes(state, { look });
  return !isSame;
}

/** Keeps how a call ended, unless an earlier one has started the program. */
export function noteCall(state: ProtocolState, call: CallEnding): void {
  const hasStarted = ({ how }: CallEnding): boolean => how === "ran" || how === "outcome_unknown";
  if (!hasStarted(notesOf(state).call) || hasStarted(call)) keepNotes(state, { call });
}
