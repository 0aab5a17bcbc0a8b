export type BreakAddress = {
  area: "break";
  /** The id of a guard, "" for the list of them all. */
  input: string;
  /** Whether the guard is in its place or taken out in the run that is shown. */
  side: "in" | "out";
  /** From 0. */
  step: number;
};

const STEPS = 9_999;

/** `#/break/saved-reply?side=out&step=4`. */
export function formatBreakAddress({ input, side, step }: BreakAddress): string {
  return `#/break/${input}?side=${side}&step=${step + 1}`;
}

/** What is no id of a guard falls back to the list, a wrong side to the guard in its place. */
export function parseBreakAddress(wanted: string, values: URLSearchParams): BreakAddress {
  const asked = Number.parseInt(values.get("step") ?? "", 10);
  return {
    area: "break",
    input: /^[a-z][a-z-]{0,40}$/.test(wanted) ? wanted : "",
    side: values.get("side") === "out" ? "out" : "in",
    step: Math.min(Math.max(Number.isNaN(asked) ? 0 : asked - 1, 0), STEPS),
  };
}
