import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type KeptAttack, keptAttack } from "../../lessons/x2-break-it/attack.ts";
import type { Guard } from "../../lessons/x2-break-it/guard.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { ruleSentence } from "../../lessons/x2-break-it/rules.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/attacks");

/** All attacks that are kept, by name, those first that everybody should see. */
export function keptAttacks(): KeptAttack[] {
  const attacks = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => keptAttack.parse(JSON.parse(readFileSync(join(FOLDER, file), "utf8"))));
  const place = ({ guards: [first] }: KeptAttack): number => guards.findIndex(({ id }) => id === first);
  return attacks.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
}

export function fileOf({ name }: KeptAttack): string {
  return join(FOLDER, `${name}.json`);
}

function rank({ name }: KeptAttack): number {
  return name === "forged-yes" ? 0 : 1;
}

/** What happened in a real system, what is tried here, and what must hold. */
export function storyOf(attack: KeptAttack): [string, string, string] {
  const guard = heldBy(attack);
  const { id, happened } = guard.incident;
  return [`${happened} (${id})`, guard.purpose, ruleSentence(attack.rule)];
}

/** The guard that stands in the way of an attack. */
export function heldBy({ guards: [first], name }: KeptAttack): Guard {
  const guard = guards.find(({ id }) => id === first);
  if (!guard) throw new Error(`The attack ${name} needs a guard ${first}, which is not there.`);
  return guard;
}
