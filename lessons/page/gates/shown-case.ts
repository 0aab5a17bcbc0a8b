import { attackCase } from "../break-it/attack-input.ts";
import type { Lesson } from "../lesson.ts";
import type { GateCase } from "./gate-case.ts";

/** A case, the call in words, and where it comes from when it is a move of an attack. */
export type ShownCase = GateCase & {
  asked: string;
  meaning?: string;
  origin?: { label: string; address: string };
};

/** The case of a name: one of the gates' own, or a move of an attack. */
export function caseOf(name: string, lesson: Lesson): ShownCase | undefined {
  const own = Object.entries(lesson.gateCases).find(([one]) => one === name)?.[1];
  const words: Record<string, { call: string }> = lesson.strings.gates.cases;
  return own ? { ...own, asked: words[name]?.call ?? "" } : attackCase(name, lesson);
}
