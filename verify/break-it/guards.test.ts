import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type KeptAttack, ruleOf, wayOf } from "../../lessons/x2-break-it/attack.ts";
import { findAttack } from "../../lessons/x2-break-it/attack-search.ts";
import type * as attackSearch from "../../lessons/x2-break-it/attack-search.ts";
import type * as attacks from "../../lessons/x2-break-it/attack.ts";
import type { searchFolder } from "../../lessons/x2-break-it/folder-search.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { guardOf, onModelDisk, without, withoutGuard } from "../../lessons/x2-break-it/without.ts";
import { keptAttacks } from "../../user_code/attack/kept-attacks.ts";

const LESSONS = join(import.meta.dirname, "../../lessons");
const kept = keptAttacks();

/** What all guards in are searched to here; `npm run search` goes on to the end. */
const SMALL_BOUND = 5;

describe("the guards", () => {
  test("are two dozen at least, each of a name of its own", () => {
    expect(guards.length).toBeGreaterThanOrEqual(24);
    expect(new Set(guards.map(({ id }) => id)).size).toBe(guards.length);
  });

  test.each(guards)("$id stands in its file once, and its lines stay as many without it", (guard) => {
    const source = readFileSync(join(LESSONS, guard.file), "utf8");
    const changed = withoutGuard(source, guard);
    expect(changed).not.toBe(source);
    expect(changed.split("\n")).toHaveLength(source.split("\n").length);
  });

  test("a second line names the guard behind it, and a rule is named by each that has an attack", () => {
    for (const guard of guards) {
      if (guard.kind === "second-line") expect(guardOf(guard.behind ?? "").id).toBe(guard.behind);
      if (guard.kind !== "answer" && guard.shows === "search") expect(ruleOf(guard.breaks ?? "").id).toBe(guard.breaks);
    }
  });

  test("every one that shows in the search and does more than answer has its attack", () => {
    const wanted = guards.filter(({ kind, shows }) => kind !== "answer" && shows === "search");
    const attacked = kept.map(({ guards: [first] }) => first);
    expect(wanted.map(({ id }) => id).sort()).toEqual([...attacked].sort());
  });
});

describe("the search", () => {
  test("finds nothing with all guards in", async () => {
    const { found, states } = await findAttack({ bound: SMALL_BOUND });
    expect(found?.way.map(({ id }) => id)).toBeUndefined();
    expect(states).toBeGreaterThan(1_000);
  });

  test.each(kept)("finds $name again, as short as it is kept", async (attack) => {
    const { found, depth } = await findWithout(attack.guards, attack);
    expect(found?.rule.id).toBe(attack.rule);
    expect({ depth, length: found?.way.length }).toEqual({ depth: attack.way.length, length: attack.way.length });
  });

  test.each(kept)("$name breaks nothing while one of its guards is in", async (attack) => {
    expect(await breaksWithout([], attack)).toBe(false);
    if (attack.guards.length === 1) return;
    for (const guard of attack.guards) expect(await breaksWithout([guard], attack), `only ${guard} out`).toBe(false);
    expect(await breaksWithout(attack.guards, attack)).toBe(true);
  });
});

describe("the folder's commit code, killed before each of its saves", () => {
  test.each<[string, string[], string | undefined]>([
    ["with all guards in", [], undefined],
    ["without letter-decides", ["letter-decides"], "whole-or-not-at-all"],
    ["without accounted-letters", ["accounted-letters"], "own-id"],
  ])("%s", async (_, ids, rule) => {
    const instance = onModelDisk(...ids);
    try {
      const folder = await instance.load<{ searchFolder: typeof searchFolder }>("x2-break-it/folder-search.ts");
      const { found, happened } = await folder.searchFolder({ depth: ids.length === 0 ? 3 : 4 });
      expect(found?.rule.id).toBe(rule);
      if (rule === undefined)
        for (const thing of ["done though killed", "undone when killed"]) expect(happened).toContain(thing);
    } finally {
      instance.remove();
    }
  });
});

async function findWithout(
  ids: readonly string[],
  { rule }: KeptAttack,
): ReturnType<typeof attackSearch.findAttack> {
  const instance = without(...ids);
  const singles = ids.length > 1 ? ids.map((id) => without(id)) : [];
  try {
    const search = await instance.load<typeof attackSearch>("x2-break-it/attack-search.ts");
    const alone = await Promise.all(singles.map((single) => single.load<typeof attacks>("x2-break-it/attack.ts")));
    return await search.findAttack({
      rule,
      counts: async (way) => {
        const steps = { way: way.map(({ id }) => id) };
        for (const one of alone) if (await one.breaks(one.wayOf(steps), rule)) return false;
        return true;
      },
    });
  } finally {
    for (const made of [instance, ...singles]) made.remove();
  }
}

async function breaksWithout(ids: readonly string[], attack: KeptAttack): Promise<boolean> {
  if (ids.length === 0) {
    const { breaks } = await import("../../lessons/x2-break-it/attack.ts");
    return breaks(wayOf(attack), attack.rule);
  }
  const instance = without(...ids);
  try {
    const { breaks, wayOf: way } = await instance.load<typeof attacks>("x2-break-it/attack.ts");
    return await breaks(way(attack), attack.rule);
  } finally {
    instance.remove();
  }
}
