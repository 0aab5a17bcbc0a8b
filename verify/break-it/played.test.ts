import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { attacksOnFolders, encodePlayed, PLAYED_FOLDER, playBoth } from "../recordings/attacks/play-both.ts";

const attacks = attacksOnFolders();

test("every attack on files and processes is recorded, and nothing else is", () => {
  expect(readdirSync(PLAYED_FOLDER).sort()).toEqual(attacks.map(({ name }) => `${name}.json`));
});

test.each(attacks)("$name happens as it is recorded, with its guards and without them", async (attack) => {
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") throw new Error(interpreter);
  const played = await playBoth(attack, interpreter);
  expect(encodePlayed(played)).toBe(readFileSync(join(PLAYED_FOLDER, `${attack.name}.json`), "utf8"));
  expect(played.steps.at(-1)?.out.broken).toEqual([attack.rule]);
  expect(played.steps.flatMap(({ held }) => held.broken)).toEqual([]);
});
