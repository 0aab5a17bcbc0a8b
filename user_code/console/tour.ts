import * as z from "zod";
import type { Key } from "../../lessons/strings/catalogue.ts";
import { say } from "../../lessons/strings/say.ts";

export const tourName = z.enum(["exercises", "guards"]);
export type TourName = z.output<typeof tourName>;

/** The five exercises of the lesson, word by word as a newcomer types them in the language. */
export function exercises(): string[] {
  return [say("exercise-1"), say("exercise-2"), say("exercise-3"), say("exercise-4"), say("exercise-5")];
}

/** What a guard is called, what it refuses, and the sentences that show it. */
export type Guard = { guard: string; refuses: string; lines: readonly string[] };

/** What the console refuses, in the order in which one session can show all of it. */
export function guards(): Guard[] {
  return GUARDS.map(({ guard, refuses, lines }) => ({
    guard: guard === NO ? say("guard-no") : guard,
    refuses: say(refuses),
    lines: lines.map((line) => say(line)),
  }));
}

/** The one guard that is no code, but a member's answer. */
const NO = "no";

type Told = Extract<Key, `refused-${string}`>;
type Typed = Extract<Key, `guards-${string}`>;

const GUARDS: readonly { guard: string; refuses: Told; lines: readonly Typed[] }[] = [
  { guard: NO, refuses: "refused-shutdown", lines: ["guards-spawn-erin", "guards-kill"] },
  { guard: "deferred", refuses: "refused-deferred", lines: ["guards-shut-down"] },
  { guard: "member-closed", refuses: "refused-closed", lines: ["guards-hello"] },
  { guard: "request-pending", refuses: "refused-second-plan", lines: ["guards-spawn-dave", "guards-plan"] },
  { guard: "plan-pending", refuses: "refused-early-work", lines: ["guards-again"] },
  { guard: "plan-rejected", refuses: "refused-rejected-work", lines: ["guards-reject", "guards-again"] },
  { guard: "decision-conflict", refuses: "refused-other-answer", lines: ["guards-approve"] },
  { guard: "plan-used", refuses: "refused-second-run", lines: ["guards-plan-approve", "guards-again"] },
  { guard: "reserved-prefix", refuses: "refused-forged", lines: ["guards-forge"] },
];

/** A tour without input: what it is called, its stops, and what to type when it is over. */
export type Tour = {
  title: string;
  stops: readonly { heading: string; lines: readonly string[] }[];
  afterwards: string;
};

export function tourOf(name: TourName): Tour {
  return name === "exercises" ? tourOfExercises() : tourOfGuards();
}

function tourOfExercises(): Tour {
  const lines = exercises();
  return {
    title: say("tour-title-exercises"),
    stops: lines.map((line, index) => ({
      heading: say("tour-exercise", { number: index + 1, count: lines.length }),
      lines: [line],
    })),
    afterwards: say("tour-exercises-after"),
  };
}

function tourOfGuards(): Tour {
  return {
    title: say("tour-title-guards"),
    stops: guards().map(({ guard, refuses: refused, lines }, index) => ({
      heading: say("tour-guard", { number: index + 1, count: GUARDS.length, guard, refused }),
      lines,
    })),
    afterwards: say("tour-guards-after"),
  };
}
