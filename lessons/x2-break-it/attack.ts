import * as z from "zod";
import { type Move, moves, REACHES } from "./moves.ts";
import type { Rule } from "./rules.ts";
import { brokenBy, make } from "./search.ts";
import { seen, type World, Worlds } from "./world.ts";

/** An attack as it is kept: which guards it needs out, the rule that it breaks then, and the shortest way there. */
export const keptAttack = z.strictObject({
  name: z.string(),
  guards: z.array(z.string()).min(1),
  rule: z.string(),
  way: z.array(z.string()).min(1),
});
export type KeptAttack = z.output<typeof keptAttack>;

/** One step of a story. */
export type Told = { actor: string; does: string; answer: string };

/** The moves of a kept way. Throws for one that is not known any more. */
export function wayOf({ way }: Pick<KeptAttack, "way">): Move[] {
  return way.map((id) => {
    const move = moves.find((candidate) => candidate.id === id);
    if (!move) throw new Error(`There is no move "${id}" any more: look for the attack again.`);
    return move;
  });
}

/**
 * Goes a way in memory, step by step. `broken` is the first rule that it breaks. A step that is not possible after what
 * came before it is said to be so, and the way goes on. `look` is shown the world after each step, which it must not change
 * or keep, and the rules that the step has broken.
 */
export async function goWay(
  way: readonly Move[],
  look: (now: World, broken: readonly Rule[]) => void = () => undefined,
): Promise<{ told: Told[]; broken: Rule | undefined }> {
  const worlds = new Worlds();
  const told: Told[] = [];
  let place = worlds.first(REACHES);
  let broken: Rule | undefined;
  for (const move of way) {
    const { actor, does } = move;
    const here = worlds.at(place);
    const world = worlds.at(place);
    const made = move.isPossible?.(here) === false ? undefined : await make(move, world);
    told.push({ actor, does, answer: made?.done.answer ?? NOT_POSSIBLE });
    const rules = made ? brokenBy(made, seen(here), world, worlds.holds(place, world)) : [];
    broken ??= rules[0];
    if (made?.isKept) place = worlds.place(place, world);
    look(worlds.at(place), rules);
  }
  return { told, broken };
}

export const NOT_POSSIBLE = "not possible any more";

/** The same, for one rule alone: whatever else is broken on the way is gone past. */
export async function breaks(way: readonly Move[], rule: string): Promise<boolean> {
  const worlds = new Worlds();
  let place = worlds.first(REACHES);
  for (const move of way) {
    const here = worlds.at(place);
    const world = worlds.at(place);
    const made = move.isPossible?.(here) === false ? undefined : await make(move, world);
    if (!made) continue;
    const broken = brokenBy(made, seen(here), world, worlds.holds(place, world));
    if (broken.some(({ id }) => id === rule)) return true;
    if (made.isKept) place = worlds.place(place, world);
  }
  return false;
}
