/** What the area shows of a guard: the guard itself, an attack on it, what is found with all guards in, a step's code. */
export const BREAK_SHOWS = ["guard", "attack", "proof", "code"] as const;
export type BreakShow = (typeof BREAK_SHOWS)[number];

export type BreakAddress = {
  area: "break";
  /** The id of a guard, "" for the first. */
  input: string;
  /** The guards that are out, by their ids. */
  out: readonly string[];
  show: BreakShow;
  /** Which answer somebody expects, from 0. Null before they have said so. */
  guess: number | null;
  /** The step of the attack, from 0, which is before the first one. */
  step: number;
  /** In a step's code: the stop, from 0. */
  stop: number;
};

const GUARDS = 60;
const STEPS = 9_999;

/** `#/break/saved-reply?out=saved-reply&show=attack&guess=1&step=4`. What is as it is at first is not in it. */
export function formatBreakAddress(address: BreakAddress): string {
  const { input, out, show, guess, step, stop } = address;
  const values: string[] = [];
  if (out.length > 0) values.push(`out=${out.join(",")}`);
  if (guess !== null && guess !== undefined) values.push(`guess=${guess + 1}`);
  if (show !== undefined && show !== "guard") values.push(`show=${show}`);
  if (step > 0) values.push(`step=${step}`);
  if (stop > 0) values.push(`stop=${stop + 1}`);
  return `#/break/${input}${values.length > 0 ? "?" : ""}${values.join("&")}`;
}

/** What is no id of a guard is left out, a number beyond its bound falls back to the nearest. */
export function parseBreakAddress(wanted: string, values: URLSearchParams): BreakAddress {
  const out = [...new Set((values.get("out") ?? "").split(","))].filter(isId);
  const guess = numberOf(values.get("guess"));
  return {
    area: "break",
    input: isId(wanted) ? wanted : "",
    out: out.slice(0, GUARDS),
    show: BREAK_SHOWS.find((show) => show === values.get("show")) ?? "guard",
    guess: guess === null ? null : Math.max(guess - 1, 0),
    step: numberOf(values.get("step")) ?? 0,
    stop: Math.max((numberOf(values.get("stop")) ?? 1) - 1, 0),
  };
}

function isId(text: string): boolean {
  return /^[a-z][a-z-]{0,40}$/.test(text);
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Math.min(Number(text), STEPS) : null;
}
