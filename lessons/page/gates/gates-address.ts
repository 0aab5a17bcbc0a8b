import { type Lesson, PATHS, type PathName } from "../lesson.ts";

export type GatesAddress = {
  area: "gates";
  input: PathName;
  /** From 0, which is before the first numbered step. */
  step: number;
};

/** `#/gates/reject-allow?step=18`. */
export function formatGatesAddress({ input, step }: GatesAddress): string {
  return `#/gates/${input}?step=${step}`;
}

/** An unknown path or a step beyond its end falls back to the nearest that there is. */
export function parseGatesAddress(wanted: string, values: URLSearchParams, lesson: Lesson): GatesAddress {
  const input = PATHS.find((name) => name === wanted) ?? PATHS[0];
  const asked = Number.parseInt(values.get("step") ?? "", 10);
  const last = lesson.paths[input].length - 1;
  return { area: "gates", input, step: Math.min(Math.max(Number.isNaN(asked) ? 0 : asked, 0), last) };
}
