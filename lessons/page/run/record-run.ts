import { scenarioSession } from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, type Snapshot, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import type { MemoryProtocolSession, ProtocolSession } from "../../s16-team-protocols/protocol-state.ts";
import { SHOWN_FUNCTIONS } from "../shown-functions.ts";
import type { Call, OwnRun } from "./call.ts";
import { localsOf } from "./locals.ts";
import { makeCall, putInPlace } from "./make-call.ts";
import type { RecordedCall, RecordedSnapshot, Recording, StackFrame, StopPlace } from "./recording.ts";

/** A recording keeps so many stops, and so many characters as JSON. The longest of the 22 has 21 stops. */
export const RECORDING_LIMITS = { stops: 4_000, characters: 8_000_000 } as const;

/** Past this many stops a call is ended: it would not end by itself. */
const ENDLESS = 400_000;

/** A stop that was reached: where, the variables by name, and the frames, innermost last. */
export type Seen = (
  place: Pick<StopPlace, "function" | "line" | "column" | "text">,
  variables: () => Readonly<Record<string, unknown>>,
  stack: () => readonly StackFrame[],
) => void;

/** Watches the call that begins now, until what it gives back is called: by the probes, or by a debugger. */
export type Watch = (seen: Seen) => () => void;

/**
 * Makes the calls of a run in a fresh session and records each of them, up to the first that is refused.
 *
 * Nothing about the values is checked. A refusal and a fault are results; past `RECORDING_LIMITS` the calls run on and
 * are not recorded any more. With `isInto` it stops in all functions that can be shown, and not only in those of the
 * call. Runs must not overlap: what is watched is the whole module's.
 */
export async function recordRun(
  { out = [], setup, call }: OwnRun,
  { watch, isInto }: { watch: Watch; isInto: boolean },
): Promise<Recording> {
  const observed = scenarioSession();
  const room: Room = { ...RECORDING_LIMITS, passed: 0, cut: null };
  const before: Recording["setup"][number][] = [];
  let session: ProtocolSession = observed;
  for (const [index, step] of [...setup, call].entries()) {
    if (!("function" in step)) {
      const put = await putInPlace(step, session).catch((error: unknown) => String(error));
      if (typeof put !== "string") session = put;
      const state = sessionStateOf(observed.current, observed.held);
      before.push({ step, state, refused: typeof put === "string" ? put : null });
      continue;
    }
    const shown: readonly string[] = SHOWN_FUNCTIONS[step.function];
    const isShown = (name: string): boolean => isInto || shown.includes(name);
    const recorded = await recordCall(step, { session, observed, room, isShown, watch });
    const isRefused = "error" in recorded.result || "fault" in recorded.result;
    const isLast = index === setup.length;
    if (isLast || isRefused) {
      return { ...recorded, setup: before, isRefusedBefore: !isLast, out, cut: room.cut };
    }
    before.push(recorded);
  }
  throw new Error("A run ends with its call.");
}

/** What is left of the limits, how many stops were passed, and which limit is reached. */
type Room = { stops: number; characters: number; passed: number; cut: Recording["cut"] };

type Observation = {
  session: ProtocolSession;
  observed: MemoryProtocolSession;
  room: Room;
  isShown: (name: string) => boolean;
  watch: Watch;
};

/** What is looked at is the draft while a section runs, and what is kept otherwise. */
async function recordCall(
  call: Call,
  { session, observed, room, isShown, watch }: Observation,
): Promise<RecordedCall> {
  const snapshots: RecordedSnapshot[] = [];
  const look = (): SessionState => sessionStateOf(observed.current, observed.held);
  const unwatch = watch((place, variables, stack) => {
    room.passed += 1;
    if (room.passed > ENDLESS) throw new Error(`It had not ended after ${ENDLESS} statements.`);
    const last = snapshots.at(-1);
    const { function: name, line, column, text } = place;
    // A debugger may stop at a statement and again at the first call in it.
    if (room.cut || !isShown(name) || (last?.line === line && last.column === column)) return;
    const locals = localsOf(variables(), session, observed.current);
    const snapshot = { line, column, text, locals, ...look(), stack: stack() };
    room.stops -= 1;
    room.characters -= JSON.stringify(snapshot).length;
    if (room.stops < 0) room.cut = "stops";
    else if (room.characters < 0) room.cut = "size";
    else snapshots.push(snapshot);
  });
  try {
    const result = await makeCall(call, session);
    snapshots.push({ line: null, column: null, text: "", locals: {}, ...look(), stack: [] });
    return { function: call.function, input: call.arguments as Snapshot["locals"], snapshots, result };
  } finally {
    unwatch();
  }
}
