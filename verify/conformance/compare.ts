import type { Outcome } from "./wire.ts";

/** How many differences of one answer are told. */
const TOLD = 6;

/** Two outcomes side by side, only where they differ. */
export type Difference = { expected: string; got: string };

/** Undefined when both say the same. The order of keys says nothing. */
export function difference(expected: Outcome, got: Outcome): Difference | undefined {
  const pairs = [...differing(expected, got, "")];
  if (pairs.length === 0) return undefined;
  const [first] = pairs;
  // A short answer is told whole; of a large one the places are.
  if (pairs.length === 1 && first && first.path.length <= 1)
    return { expected: told(expected), got: told(got) };
  const more = pairs.length > TOLD ? `\n(${pairs.length - TOLD} more places)` : "";
  const lines = (side: "expected" | "got"): string =>
    pairs
      .slice(0, TOLD)
      .map(({ path, ...values }) => `${path.slice(1)}: ${text(values[side])}`)
      .join("\n") + more;
  return isShort(expected) && isShort(got)
    ? { expected: told(expected), got: told(got) }
    : { expected: lines("expected"), got: lines("got") };
}

function* differing(
  expected: unknown,
  got: unknown,
  path: string,
): Generator<{ path: string; expected: unknown; got: unknown }> {
  if (Object.is(expected, got)) return;
  if (isObject(expected) && isObject(got) && Array.isArray(expected) === Array.isArray(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)]))
      yield* differing(own(expected, key), own(got, key), `${path}.${key}`);
    return;
  }
  yield { path, expected, got };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isShort(outcome: Outcome): boolean {
  return told(outcome).length <= 160;
}

/** An answer as it comes over the wire, without its id. */
export function told(outcome: Outcome): string {
  return "error" in outcome ? `refused: ${outcome.error}` : text(outcome.result);
}

function text(value: unknown): string {
  return value === undefined ? "(nothing)" : JSON.stringify(value);
}
