import { FUNCTIONS, type FunctionName, type Lesson } from "../lesson.ts";
import { DRAFT_FIELDS, type Draft, OWN_CHARACTERS } from "../own-draft.ts";

/** One function, and which run of it is shown at which step. */
export type FunctionAddress = {
  area: FunctionName;
  input: string;
  /** The values that somebody has put in place of the input's: only those that differ. */
  own: Partial<Draft>;
  /** The guards that are taken out of the code, by their ids. */
  out: readonly string[];
  /** Which call of the run is shown, from 0: those of the set-up first. Null for the last, which the input is about. */
  call: number | null;
  /** From 0. */
  step: number;
  /** Line numbers of the function's file. */
  breakpoints: readonly number[];
};

export const FUNCTION_WORDS = {
  open_request: "open",
  reply_request: "reply",
  match_response: "match",
} as const satisfies Record<FunctionName, string>;

/** Nobody types more of them; an address that somebody else has made is bounded all the same. */
const GUARDS = 60;
const STEPS = 9_999;

/** `#/reply/approve?step=4&call=1&breakpoints=93,94&out=saved-reply&own.actor=reviewer`. Steps count as the page shows them. */
export function formatFunctionAddress(address: FunctionAddress): string {
  const { area, input, own, out, call, step, breakpoints } = address;
  const values = [`step=${step + 1}`];
  if (call !== null) values.push(`call=${call + 1}`);
  if (breakpoints.length > 0) values.push(`breakpoints=${breakpoints.join(",")}`);
  if (out.length > 0) values.push(`out=${out.join(",")}`);
  for (const field of DRAFT_FIELDS) {
    const value = own[field];
    if (value !== undefined) values.push(`own.${field}=${encodeURIComponent(value)}`);
  }
  return `#/${FUNCTION_WORDS[area]}/${input}?${values.join("&")}`;
}

/** What is out of bounds falls back: the first input, the nearest step, no such breakpoint, guard or value. */
export function parseFunctionAddress(
  word: string,
  wanted: string,
  values: URLSearchParams,
  lesson: Lesson,
): FunctionAddress {
  const area = FUNCTIONS.find((name) => FUNCTION_WORDS[name] === word) ?? FUNCTIONS[0];
  const traces = lesson.traces.filter((trace) => trace.function === area);
  const trace = traces.find(({ scenario }) => scenario === wanted) ?? traces[0];
  const own = ownValues(values);
  const out = [...new Set((values.get("out") ?? "").split(","))].filter((id) =>
    /^[a-z][a-z-]{0,40}$/.test(id),
  );
  const call = numberFrom1(values.get("call"));
  const isRecorded = call === null && out.length === 0 && Object.keys(own).length === 0;
  const steps = isRecorded ? (trace?.snapshots.length ?? 1) : STEPS;
  const lines = (values.get("breakpoints") ?? "").split(",").map(Number);
  return {
    area,
    input: trace?.scenario ?? "",
    own,
    out: out.slice(0, GUARDS),
    call,
    step: Math.min(numberFrom1(values.get("step")) ?? 0, steps - 1),
    breakpoints: lesson.listings[area].stoppable.filter((line) => lines.includes(line)),
  };
}

function ownValues(values: URLSearchParams): Partial<Draft> {
  const own: Partial<Draft> = {};
  for (const field of DRAFT_FIELDS) {
    const value = values.get(`own.${field}`);
    if (value !== null && value.length <= OWN_CHARACTERS) own[field] = value;
  }
  return own;
}

/** A number that counts from 1, as one that counts from 0. Null for what is none. */
function numberFrom1(text: string | null): number | null {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? null : Math.max(number - 1, 0);
}
