import { outIn } from "../area/function-address.ts";
import { type Lesson, PATHS, type PathName } from "../lesson.ts";
import { caseOf } from "./shown-case.ts";

export type GatesAddress = {
  area: "gates";
  /** One of the four paths, one case of a call at a gate, or such a call as a move of an attack. */
  input: string;
  /** The guards that are out, by their ids. None on a path. */
  out: readonly string[];
  /** From 0: of a path the first is before the numbered ones. */
  step: number;
  /** The statement of the code behind the step, from 0. Null when the step itself is shown. */
  at: number | null;
  /** Whether it is asked what happens next. */
  asks: boolean;
};

const STEPS = 9_999;

/** Links say nothing of the questions: whoever has switched them off is not asked again while the page is open. */
let asksNow = true;

/** `#/gates/reject-allow?step=18`, `…?step=17&at=3` in the code behind it, `&out=plan-used` and `&ask=off`. */
export function formatGatesAddress({
  input,
  step,
  at = null,
  asks = asksNow,
  out = [],
}: Pick<GatesAddress, "input" | "step"> & Partial<GatesAddress>): string {
  // A link to the area names nothing: it leads to the first path.
  const shown = isPath(input) || input.length === 0 ? step : step + 1;
  return `#/gates/${input}?step=${shown}${at === null ? "" : `&at=${at + 1}`}${out.length > 0 ? `&out=${out}` : ""}${asks ? "" : "&ask=off"}`;
}

/** An unknown path or case, or a step beyond its end, falls back to the nearest that there is. */
export function parseGatesAddress(wanted: string, values: URLSearchParams, lesson: Lesson): GatesAddress {
  const input = isPath(wanted) || caseOf(wanted, lesson) ? wanted : PATHS[0];
  const asked = Number.parseInt(values.get("step") ?? "", 10);
  const at = Number.parseInt(values.get("at") ?? "", 10);
  const last = isPath(input) ? lesson.paths[input].length - 1 : STEPS;
  const step = (Number.isNaN(asked) ? 0 : asked) - (isPath(input) ? 0 : 1);
  asksNow = values.get("ask") !== "off";
  return {
    area: "gates",
    input,
    step: Math.min(Math.max(step, 0), last),
    at: Number.isNaN(at) || !isPath(input) ? null : Math.min(Math.max(at - 1, 0), STEPS),
    asks: asksNow,
    out: isPath(input) ? [] : outIn(values, lesson),
  };
}

export function isPath(input: string): input is PathName {
  return PATHS.some((name) => name === input);
}
