import { readdirSync } from "node:fs";
import { join } from "node:path";
import { guards } from "../../x2-break-it/guards.ts";
import { always, inFolder, sometimes } from "../../x2-break-it/rules.ts";
import type { AttackEntry, BreakIt, Play } from "../break-it/break-it-data.ts";
import { callsOf } from "./attack-calls.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** How the way of an attack on files and processes begins. */
const IN_FOLDER = "in the folder: ";

/** The attack that everybody should see first. */
const FIRST = "forged-yes";

/**
 * Gathers for the page what its area of attacks shows: the attacks, the sentences of the rules, the reports behind the
 * guards, and the attacks on files and processes as they were played. `read` reads a file of the project.
 *
 * Fails the build when the report behind a guard is not one of the casebook's.
 */
export async function gatherBreakIt(read: (path: string) => Promise<string>): Promise<BreakIt> {
  const texts = (folder: string, end: string): Promise<string[]> =>
    Promise.all(filesIn(folder, end).map((file) => read(`${folder}/${file}`)));
  const kept = (await texts("fixtures/attacks", ".json")).map(
    (text): Omit<AttackEntry, "calls"> => JSON.parse(text),
  );
  const attacks = await Promise.all(
    kept.map(async (attack) => {
      const calls = attack.way[0]?.startsWith(IN_FOLDER) ? [] : await callsOf(attack);
      return { ...attack, calls };
    }),
  );
  const played = (await texts("fixtures/played-attacks", ".json")).map((text): Play & { attack: string } =>
    JSON.parse(text),
  );
  const reports = reportsIn(await texts("verify/casebook", ".test.ts"));
  const place = ({ guards: [first] }: AttackEntry): number => guards.findIndex(({ id }) => id === first);
  const rank = ({ name }: AttackEntry): number => (name === FIRST ? 0 : 1);
  return {
    attacks: attacks.sort((one, other) => rank(one) - rank(other) || place(one) - place(other)),
    rules: Object.fromEntries([...always, ...inFolder].map(({ id, sentence }) => [id, sentence])),
    sometimes,
    reports: Object.fromEntries(guards.map(({ incident: { id } }) => [id, reportOf(id, reports)])),
    recordings: Object.fromEntries(played.map(({ attack, ...play }) => [attack, play])),
  };
}

/** In an order that is the same on every machine. */
function filesIn(folder: string, end: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith(end))
    .sort();
}

/** The address that stands above each test of the casebook, by the test's id. */
function reportsIn(casebook: readonly string[]): ReadonlyMap<string, string> {
  const found = casebook.flatMap((text) =>
    [
      ...text.matchAll(
        /^\/\/ (https:\/\/\S+)\n(?:\/\/.*\n)*test(?:\.\w+)?(?:\([^"\n]*\))?\(\s*"([A-Z]\d\d) /gm,
      ),
    ].map(([, address = "", id = ""]) => [id, address] as const),
  );
  return new Map(found);
}

function reportOf(id: string, reports: ReadonlyMap<string, string>): string {
  const address = reports.get(id);
  if (address === undefined) throw new Error(`No test of verify/casebook stands under the report ${id}.`);
  return address;
}
