export type SessionAddress = {
  area: "session";
  /** Nothing to choose among: the page holds one session. */
  input: "";
  /** From 0, which is before the first numbered step. */
  step: number;
};

const STEPS = 99_999;

/** `#/session?step=12`. */
export function formatSessionAddress({ step }: SessionAddress): string {
  return `#/session?step=${step}`;
}

/** A step beyond the end is for the area to bound, which knows how long the session was. */
export function parseSessionAddress(values: URLSearchParams): SessionAddress {
  const asked = Number.parseInt(values.get("step") ?? "", 10);
  return { area: "session", input: "", step: Math.min(Math.max(Number.isNaN(asked) ? 0 : asked, 0), STEPS) };
}
