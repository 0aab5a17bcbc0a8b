import type { Lesson, Listing } from "../lesson.ts";
import { ownDraft, runOf } from "../own-draft.ts";
import type { OwnRun, OwnStep } from "../run/call.ts";
import type { RecordedCall, RecordedCircumstance, Recording } from "../run/recording.ts";
import type { StoppingFunction } from "../shown-functions.ts";
import type { View } from "../view.ts";
import { type Breakpoint, breakpointAt, type FunctionAddress } from "./function-address.ts";
import { AREAS, type AreaFunction, pieceOf } from "./function-areas.ts";
import type { Input } from "./inputs.ts";
import { type SteppedStops, type Stop, stopsOf } from "./stops.ts";
import type { RecordingState } from "./use-recording.ts";

/** A line of the program that is run: something put in place, or a call. */
export type ProgramLine = {
  step: OwnStep;
  /** Which of the calls it is, from 0. Undefined for what is put in place. */
  call: number | undefined;
  /** What came of it, as soon as it is known. */
  recorded: RecordedCall | RecordedCircumstance | undefined;
  /** Whether a line before it was refused, so that it is never reached. */
  isReached: boolean;
};

/** The run that an address asks for: its input's, or one's own values in it, without the guards that are out. */
export function runAt(input: Input, { own, out }: Pick<FunctionAddress, "own" | "out">): OwnRun {
  const isOwn = Object.keys(own).length > 0;
  const { setup, call } = isOwn ? runOf(ownDraft(input, own), input.area) : input;
  return { out, setup, call };
}

/** Whether nothing about an input was changed, so that the real debugger's recording holds for it. */
export function isUnchanged({ own, out }: FunctionAddress): boolean {
  return out.length === 0 && Object.keys(own).length === 0;
}

/** The set-up and the call, each with its recording as far as there is one. */
export function programOf({ setup, call }: OwnRun, made: RecordingState): ProgramLine[] {
  const recorded = made.state === "done" ? recordedLines(made.recording) : [];
  const isRefused = made.state === "done" && made.recording.isRefusedBefore;
  let calls = -1;
  return [...setup, call].map((step, index) => {
    if ("function" in step) calls += 1;
    return {
      step,
      call: "function" in step ? calls : undefined,
      recorded: recorded[index],
      isReached: !isRefused || index < recorded.length,
    };
  });
}

function recordedLines({ setup, ...call }: Recording): (RecordedCall | RecordedCircumstance)[] {
  return [...setup, call];
}

/** The line of the call that an address shows. One beyond the last that was reached is that one. */
export function shownLine(lines: readonly ProgramLine[], call: number | null): ProgramLine {
  const reached = lines.filter((line) => line.call !== undefined && line.isReached);
  const line = reached.find((one) => one.call === call) ?? reached.at(-1);
  if (!line) throw new Error("A run has at least its call.");
  return line;
}

/** The stops of a line. Until its recording is made, those of the real debugger where it has recorded the input. */
export function steppedLine(line: ProgramLine, lesson: Lesson, trace: Input["trace"]): SteppedStops {
  const { recorded, step } = line;
  const call = recorded && "snapshots" in recorded && recorded.snapshots.length > 1 ? recorded : trace;
  if (!call) return { call: { ...callOf(step), snapshots: [NOTHING_YET], result: {} }, all: [], own: [] };
  const name = codeNameOf(call.function);
  return stopsOf(call, name, (at) => functionAt(lesson, name, at));
}

/** What is known of a session before anything is recorded of it. */
const NOTHING_YET = {
  ...{ line: null, column: null, text: "", locals: {} },
  ...{ requests: {}, members: {}, mailboxes: {}, lock_held: false },
};

function callOf(step: OwnStep): Pick<SteppedStops["call"], "function" | "input"> {
  if (!("function" in step)) throw new Error(`${step.circumstance} is no call.`);
  return { function: step.function, input: step.arguments as SteppedStops["call"]["input"] };
}

/** `openRequest` of `open_request`. */
export function codeNameOf(called: string): string {
  return AREAS[called as AreaFunction].code;
}

/** The breakpoint that a stop would hold: its line in the file of its function. */
export function breakpointOf({ snapshot, stack }: Stop, { functions }: Lesson): Breakpoint | undefined {
  const innermost = stack.at(-1)?.function as StoppingFunction | undefined;
  const file = innermost && functions[innermost]?.file;
  return file === undefined || snapshot.line === null ? undefined : breakpointAt(file, snapshot.line);
}

/** The line that has just run, where it is one of the listing that is shown. */
export function ranIn(
  stops: SteppedStops,
  index: number,
  shown: View,
  lesson: Lesson,
  file: string,
): number | null {
  const stop = stops.all[index];
  if (!stop || shown.ran === null) return null;
  const before = stop.depth === 0 ? stops.own[stop.step - 2] : stops.all[index - 1];
  const breakpoint = before && breakpointOf(before, lesson);
  return breakpoint === breakpointAt(file, shown.ran) ? shown.ran : null;
}

function functionAt({ functions }: Lesson, name: string, line: number): string | undefined {
  return pieceOf(name).find((one) => {
    const { firstLine, lines } = functions[one as StoppingFunction];
    return line >= firstLine && line < firstLine + lines.length;
  });
}

/** The listings of the piece that a function is shown in. */
export function listingsOf({ functions }: Lesson, name: string): Listing[] {
  return pieceOf(name).flatMap((one) => functions[one as StoppingFunction] ?? []);
}

/** A call as it would be written, with long texts cut. */
export function codeOf(step: OwnStep, cutAt: number): string {
  if (!("function" in step)) return "";
  const name = codeNameOf(step.function);
  const { recipient } = step.arguments as { recipient?: string };
  const given = step.function === "consume_responses" ? recipient : step.arguments;
  return `${name}(session, ${literal(given, cutAt)})`;
}

function literal(value: unknown, cutAt: number): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > cutAt ? `${value.slice(0, cutAt)}…` : value);
  }
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(([name, inside]) => `${name}: ${literal(inside, cutAt)}`);
  return `{ ${fields.join(", ")} }`;
}
