import { attackInput } from "../break-it/attack-input.ts";
import type { Lesson } from "../lesson.ts";
import { changesOf, DRAFT_FIELDS, type Draft, OWN_CHARACTERS, ownDraft } from "../own-draft.ts";
import { AREA_FUNCTIONS, AREAS, type AreaFunction } from "./function-areas.ts";
import { inputsOf } from "./inputs.ts";

/** One function, and which run of it is shown at which step. */
export type FunctionAddress = {
  area: AreaFunction;
  input: string;
  /** The values that somebody has put in place of the input's: only those that differ. */
  own: Partial<Draft>;
  /** The guards that are taken out of the code, by their ids. */
  out: readonly string[];
  /** Which call of the run is shown, from 0: those of the set-up first. Null for the last, which the input is about. */
  call: number | null;
  /** 0 before the call, then a number for each stop in the function itself. */
  step: number;
  /** The stops since that in functions that the step calls, 0 for the step itself. */
  inside: number;
  breakpoints: readonly Breakpoint[];
};

/** A line of a file: `requests:93`. */
export type Breakpoint = string;

/** Nobody types more of them; an address that somebody else has made is bounded all the same. */
const GUARDS = 60;
const STEPS = 9_999;

/** The file in which the most functions stand: its lines go without its name. */
const HOME = "requests:";

export function breakpointAt(file: string, line: number): Breakpoint {
  return `${file.slice(file.lastIndexOf("/") + 1).replace(/\.ts$/, "")}:${line}`;
}

/** `#/reply/approve?step=4.1&call=1&breakpoints=93,94&out=saved-reply&own.actor=reviewer`. Calls count from 1. */
export function formatFunctionAddress(address: FunctionAddress): string {
  const { area, input, own, out, call, step, inside, breakpoints } = address;
  const values = [`step=${step}${inside > 0 ? `.${inside}` : ""}`];
  if (call !== null) values.push(`call=${call + 1}`);
  const lines = breakpoints.map((breakpoint) => breakpoint.replace(HOME, ""));
  if (lines.length > 0) values.push(`breakpoints=${lines.join(",")}`);
  if (out.length > 0) values.push(`out=${out.join(",")}`);
  for (const field of DRAFT_FIELDS) {
    const value = own[field];
    if (value !== undefined) values.push(`own.${field}=${encodeURIComponent(value)}`);
  }
  return `#/${AREAS[area].word}/${input}?${values.join("&")}`;
}

/** What is out of bounds falls back: the first input, the nearest step, no such breakpoint, guard or value. */
export function parseFunctionAddress(
  word: string,
  wanted: string,
  values: URLSearchParams,
  lesson: Lesson,
): FunctionAddress {
  const area = AREA_FUNCTIONS.find((name) => AREAS[name].word === word) ?? AREA_FUNCTIONS[0];
  const inputs = inputsOf(area, lesson);
  const input = inputs.find(({ name }) => name === wanted) ?? attackInput(area, wanted, lesson) ?? inputs[0];
  if (!input) throw new Error(`The area ${area} has no input.`);
  const own = input.origin ? {} : changesOf(input, ownDraft(input, ownValues(values)));
  const out = outIn(values, lesson);
  const call = Number.parseInt(values.get("call") ?? "", 10);
  const isRecorded = Number.isNaN(call) && out.length === 0 && Object.keys(own).length === 0;
  const steps = (isRecorded && input.trace?.snapshots.length) || STEPS;
  const [step = 0, inside = 0] = (values.get("step") ?? "").split(".").map(asStep);
  return {
    area,
    input: input.name,
    own,
    out,
    call: Number.isNaN(call) ? null : Math.max(call - 1, 0),
    step: Math.min(step, steps),
    inside: step < steps && step > 0 ? inside : 0,
    breakpoints: knownBreakpoints(values.get("breakpoints") ?? "", lesson),
  };
}

/** The guards that an address takes out: those that the page can. */
export function outIn(values: URLSearchParams, { guards }: Lesson): string[] {
  const known = new Set(guards.filter(({ isSwitch }) => isSwitch).map(({ id }) => id));
  const out = [...new Set((values.get("out") ?? "").split(","))].filter((id) => known.has(id));
  return out.slice(0, GUARDS);
}

/** A guard that is in goes out, and one that is out comes back. */
export function switched(out: readonly string[], guard: string): string[] {
  const others = out.filter((id) => id !== guard);
  return others.length < out.length ? others : [...out, guard];
}

function ownValues(values: URLSearchParams): Partial<Draft> {
  const own: Partial<Draft> = {};
  for (const field of DRAFT_FIELDS) {
    const value = values.get(`own.${field}`);
    if (value !== null && value.length <= OWN_CHARACTERS) own[field] = value;
  }
  return own;
}

function asStep(text: string): number {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), STEPS);
}

/** In the order of the lines, so that equal sets have equal addresses. */
function knownBreakpoints(text: string, { listings, functions }: Lesson): Breakpoint[] {
  const asked = new Set(text.split(",").map((line) => (/^\d+$/.test(line) ? `${HOME}${line}` : line)));
  const all = [...Object.values(listings), ...Object.values(functions)].flatMap(({ file, stoppable }) =>
    stoppable.map((line) => breakpointAt(file, line)),
  );
  return [...new Set(all)].filter((breakpoint) => asked.has(breakpoint));
}
