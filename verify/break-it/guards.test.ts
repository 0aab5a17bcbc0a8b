import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { breaks, type KeptAttack, wayOf } from "../../lessons/x2-break-it/attack.ts";
import { type AttackSearch, findAttack, worldOf } from "../../lessons/x2-break-it/attack-search.ts";
import { withoutGuard } from "../../lessons/x2-break-it/guard.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { IN_FOLDER } from "../../lessons/x2-break-it/play.ts";
import { ruleSentence } from "../../lessons/x2-break-it/rules.ts";
import { guardOf, modelDisk, withoutGuards } from "../../lessons/x2-break-it/without.ts";
import { keptAttacks } from "../../user_code/attack/kept-attacks.ts";
import { type Searches, searchesWith } from "./instance.ts";

const LESSONS = join(import.meta.dirname, "../../lessons");
const everyAttack = keptAttacks();
/** Those on files and processes are played, and not searched for: `attacks.test.ts`. */
const kept = everyAttack.filter(({ way: [first = ""] }) => !first.startsWith(IN_FOLDER));

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
      if (guard.kind !== "answer" && guard.shows === "search")
        expect(ruleSentence(guard.breaks ?? "")).not.toBe("");
    }
  });

  test("every one that does more than answer has its attack", () => {
    const wanted = guards.filter(({ kind }) => kind !== "answer");
    const attacked = new Set(everyAttack.flatMap(({ guards: ids }) => ids));
    expect(wanted.filter(({ id }) => !attacked.has(id))).toEqual([]);
    for (const { kind, id, behind = "" } of guards) {
      const alone = everyAttack.find(({ guards: ids }) => ids.join() === id);
      const both = everyAttack.find(({ guards: ids }) => [id, behind].every((one) => ids.includes(one)));
      if (kind === "safety") expect(alone?.guards, id).toEqual([id]);
      if (kind === "second-line") expect(both, `${id} and ${behind}`).toBeDefined();
    }
  });
});

describe("the search", () => {
  test("finds nothing with all guards in", async () => {
    const { found, states } = await findAttack({ bound: SMALL_BOUND });
    expect(found?.way.map(({ id }) => id)).toBeUndefined();
    expect(states).toBeGreaterThan(1_000);
  });

  const harmless = guards.filter(({ kind, shows }) => kind !== "safety" && shows !== "folder");
  test.each(harmless)("finds nothing without $id alone, which is no more than a $kind", async ({ id }) => {
    const { findAttack: find } = await instanceWithout([id]);
    expect((await find({ bound: SMALL_BOUND - 2 })).found?.way.map((move) => move.id)).toBeUndefined();
  });

  test.each(kept)("finds $name again, as short as it is kept", async (attack) => {
    const { found, depth } = await findWithout(attack.guards, attack);
    expect(found?.rule.id).toBe(attack.rule);
    expect({ depth, length: found?.way.length }).toEqual({
      depth: attack.way.length,
      length: attack.way.length,
    });
  });

  test.each(kept)("$name breaks nothing while one of its guards is in", async (attack) => {
    expect(await breaksWithout([], attack)).toBe(false);
    if (attack.guards.length === 1) return;
    for (const guard of attack.guards)
      expect(await breaksWithout([guard], attack), `only ${guard} out`).toBe(false);
    expect(await breaksWithout(attack.guards, attack)).toBe(true);
  });
});

describe("the folder's commit code, killed before each of its saves", () => {
  test.each<[string, string[], string | undefined]>([
    ["with all guards in", [], undefined],
    ["without letter-decides", ["letter-decides"], "whole-or-not-at-all"],
    ["without accounted-letters", ["accounted-letters"], "own-id"],
  ])("%s", async (_, ids, rule) => {
    const { searchFolder } = await searchesWith([...withoutGuards(ids), ...modelDisk]);
    const { found, happened } = await searchFolder({ depth: ids.length === 0 ? 3 : 4 });
    expect(found?.rule.id).toBe(rule);
    if (rule === undefined)
      for (const thing of ["done though killed", "undone when killed"]) expect(happened).toContain(thing);
  });
});

const instances = new Map<string, Promise<Searches>>();

/** One instance for each set of guards that is taken out. */
function instanceWithout(ids: readonly string[]): Promise<Searches> {
  const key = ids.join();
  const made = instances.get(key) ?? searchesWith(withoutGuards(ids));
  instances.set(key, made);
  return made;
}

/** In the smallest world that holds the kept way: `npm run search` looks into all of them. */
async function findWithout(ids: readonly string[], attack: KeptAttack): Promise<AttackSearch> {
  const { rule } = attack;
  const world = worldOf(wayOf(attack));
  const search = await instanceWithout(ids);
  const singles = ids.length > 1 ? await Promise.all(ids.map((id) => instanceWithout([id]))) : [];
  return search.findAttack({
    rule,
    ...(world && { worlds: [world] }),
    counts: async (way) => {
      const steps = { way: way.map(({ id }) => id) };
      for (const single of singles) if (await single.breaks(single.wayOf(steps), rule)) return false;
      return true;
    },
  });
}

async function breaksWithout(ids: readonly string[], attack: KeptAttack): Promise<boolean> {
  if (ids.length === 0) return breaks(wayOf(attack), attack.rule);
  const instance = await instanceWithout(ids);
  return instance.breaks(instance.wayOf(attack), attack.rule);
}
