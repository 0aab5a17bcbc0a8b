export type SessionAddress = {
  area: "session";
  /** Nothing to choose among: the page holds one session. */
  input: "";
  /** From 0. */
  step: number;
};

const STEPS = 99_999;

/** `#/session?step=12`. Steps count as the page shows them. */
export function formatSessionAddress({ step }: SessionAddress): string {
  return `#/session?step=${step + 1}`;
}

/** A step beyond the end is for the area to bound, which knows how long the session was. */
export function parseSessionAddress(values: URLSearchParams): SessionAddress {
  const asked = Number.parseInt(values.get("step") ?? "", 10);
  const step = Math.min(Math.max(Number.isNaN(asked) ? 0 : asked - 1, 0), STEPS);
  return { area: "session", input: "", step };
}
