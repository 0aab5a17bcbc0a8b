import type { Play } from "./break-it-data.ts";

/** The step, from 0, from which the two sides differ, and the one that breaks the rule. -1 where there is none. */
export type Marks = { parts: number; breaks: number };

export function marksOf({ steps, rule }: Play): Marks {
  return {
    parts: steps.findIndex(({ held, out }) => held.answer !== out.answer),
    breaks: steps.findIndex(({ out }) => out.broken.includes(rule)),
  };
}

/** The next step in a direction at which the sides part or a rule breaks, or the end. */
export function nextMark({ steps }: Play, { parts, breaks }: Marks, step: number, by: 1 | -1): number {
  const stops = [0, parts, breaks, steps.length - 1].filter((stop) =>
    by > 0 ? stop > step : stop >= 0 && stop < step,
  );
  return by > 0 ? Math.min(...stops, steps.length - 1) : Math.max(...stops, 0);
}
