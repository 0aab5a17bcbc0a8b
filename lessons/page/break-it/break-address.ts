/**
 * What the area shows of a guard: the guard itself, the attack on it that is known, the same looked for anew, or what is
 * found with all guards in.
 */
export const BREAK_SHOWS = ["guard", "attack", "search", "proof"] as const;
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
  /** The step of the attack, from 0. */
  step: number;
};

/** Nobody takes out more, and an address that somebody else has made is bounded. */
const GUARDS = 60;

/**
 * `#/break/saved-reply?out=saved-reply&guess=1&show=attack&step=4`. Answers and steps count as the page shows them, and
 * what is as it is at first is left out.
 */
export function formatBreakAddress(address: BreakAddress): string {
  const { input, out, show, guess, step } = address;
  const values: string[] = [];
  if (out.length > 0) values.push(`out=${out.join(",")}`);
  if (guess !== null && guess !== undefined) values.push(`guess=${guess + 1}`);
  if (show !== undefined && show !== "guard") values.push(`show=${show}`);
  if (step > 0) values.push(`step=${step + 1}`);
  return `#/break/${input}${values.length > 0 ? "?" : ""}${values.join("&")}`;
}

/**
 * What is no id of a guard is left out, a number beyond its bound falls back to the nearest, and an attack on nothing
 * that is out to the guard itself.
 */
export function parseBreakAddress(wanted: string, values: URLSearchParams): BreakAddress {
  const out = [...new Set((values.get("out") ?? "").split(","))].filter(isId);
  const show = BREAK_SHOWS.find((each) => each === values.get("show")) ?? "guard";
  return {
    area: "break",
    input: isId(wanted) ? wanted : "",
    out: out.slice(0, GUARDS),
    show: out.length === 0 && (show === "attack" || show === "search") ? "guard" : show,
    guess: numberFrom1(values.get("guess")),
    step: numberFrom1(values.get("step")) ?? 0,
  };
}

function isId(text: string): boolean {
  return /^[a-z][a-z-]{0,40}$/.test(text);
}

/** A number that counts from 1, as one that counts from 0. Null for what is none. */
function numberFrom1(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Math.max(Number(text) - 1, 0) : null;
}
