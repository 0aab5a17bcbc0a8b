import { scenarioSession } from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, type Snapshot, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import type { MemoryProtocolSession, ProtocolSession } from "../../s16-team-protocols/protocol-state.ts";
import { SHOWN_FUNCTIONS } from "../shown-functions.ts";
import type { Call, OwnRun } from "./call.ts";
import { localsOf } from "./locals.ts";
import { makeCall, putInPlace } from "./make-call.ts";
import { type Frame, observe, takeOut } from "./probe.ts";
import type { RecordedCall, RecordedSnapshot, Recording, StackFrame, StopPlace } from "./recording.ts";

/** A recording keeps so many stops, and so many characters as JSON; a browser shows no more at ease. */
export const RECORDING_LIMITS = { stops: 4_000, characters: 8_000_000 } as const;

/** Past this many stops a call is ended: it would not end by itself. */
const ENDLESS = 400_000;

export type RecordOptions = {
  stops: readonly StopPlace[];
  /** Whether to step into every function that can be shown, and not only into those of the call. */
  isInto: boolean;
};

/** What is left of the limits, and what has reached one. */
type Room = { stops: number; characters: number; passed: number; cut: Recording["cut"] };

/**
 * Makes the calls of a run in a fresh session and records each of them, up to the first that is refused.
 *
 * Nothing about the values is checked. A refusal and a fault are results; past `RECORDING_LIMITS` the calls run on and
 * are not recorded any more. Calls must not overlap: guards and stops are the whole module's.
 */
export async function recordRun(
  { out = [], setup, call }: OwnRun,
  { stops, isInto }: RecordOptions,
): Promise<Recording> {
  const observed = scenarioSession();
  const room: Room = { ...RECORDING_LIMITS, passed: 0, cut: null };
  const before: Recording["setup"][number][] = [];
  let session: ProtocolSession = observed;
  takeOut(out);
  try {
    const record = (made: Call): Promise<RecordedCall> => {
      const functions = isInto ? undefined : new Set<string>(SHOWN_FUNCTIONS[made.function]);
      return recordCall(made, {
        session,
        observed,
        room,
        out,
        isShown: (name) => functions?.has(name) ?? true,
        stops,
      });
    };
    for (const step of setup) {
      if ("function" in step) {
        const recorded = await record(step);
        if ("error" in recorded.result || "fault" in recorded.result) {
          return { ...recorded, setup: before, isRefusedBefore: true, out, cut: room.cut };
        }
        before.push(recorded);
        continue;
      }
      const put = await putInPlace(step, session).catch((error: unknown) => String(error));
      if (typeof put !== "string") session = put;
      const state = sessionStateOf(observed.current, observed.held);
      before.push({ step, state, refused: typeof put === "string" ? put : null });
    }
    const recorded = await record(call);
    return { ...recorded, setup: before, isRefusedBefore: false, out, cut: room.cut };
  } finally {
    takeOut([]);
  }
}

type Observation = {
  session: ProtocolSession;
  observed: MemoryProtocolSession;
  room: Room;
  out: readonly string[];
  isShown: (name: string) => boolean;
  stops: readonly StopPlace[];
};

/** What is looked at is the draft while a section runs, and what is kept otherwise. */
async function recordCall(call: Call, observation: Observation): Promise<RecordedCall> {
  const { session, observed, room, out, isShown, stops } = observation;
  const snapshots: RecordedSnapshot[] = [];
  const look = (): SessionState => sessionStateOf(observed.current, observed.held);
  observe((number, frame, read) => {
    room.passed += 1;
    if (room.passed > ENDLESS) throw new Error(`It had not ended after ${ENDLESS} statements.`);
    const place = stops[number];
    const text = place && textOf(place, out);
    if (!place || text === undefined) return;
    frame.line = place.line;
    const last = snapshots.at(-1);
    const { line, column, names } = place;
    if (room.cut || !isShown(place.function) || (last?.line === line && last.column === column)) return;
    const variables = Object.fromEntries(read().map((value, index) => [names[index] ?? "", value]));
    const locals = localsOf(variables, session, observed.current);
    const snapshot = { line, column, text, locals, ...look(), stack: stackAt(frame) };
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
    observe(undefined);
  }
}

/** The text of a stop's line as the code now is, or undefined when nothing stops there. */
function textOf({ text, out, only }: StopPlace, guards: readonly string[]): string | undefined {
  if (only !== undefined && !guards.includes(only)) return undefined;
  const changes = guards.flatMap((id) => (out && id in out ? [out[id]] : []));
  return changes.includes(null) ? undefined : (changes[0] ?? text);
}

function stackAt(innermost: Frame): StackFrame[] {
  const stack: StackFrame[] = [];
  for (let frame: Frame | undefined = innermost; frame; frame = frame.caller)
    stack.unshift({ function: frame.function, line: frame.line });
  return stack;
}
