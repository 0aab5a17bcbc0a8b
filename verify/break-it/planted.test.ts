import { describe, expect, test } from "vitest";
import type { findAttack } from "../../lessons/x2-break-it/attack-search.ts";
import type { searchFolder } from "../../lessons/x2-break-it/folder-search.ts";
import { changed, modelDisk } from "../../lessons/x2-break-it/without.ts";
import { type PlantedFault, plantedFaults } from "./planted-faults.ts";

describe("the search finds faults that are in no list", () => {
  test.each(plantedFaults)("$name", async (fault) => {
    expect(await brokenRuleWith(fault)).toBe(fault.breaks);
  });
});

async function brokenRuleWith(fault: PlantedFault): Promise<string | undefined> {
  const planted = [fault.file, (source: string) => plant(source, fault)] as const;
  const instance = changed(fault.inFolder ? [planted, ...modelDisk] : [planted]);
  try {
    if (fault.inFolder) {
      const folder = await instance.load<{ searchFolder: typeof searchFolder }>("x2-break-it/folder-search.ts");
      return (await folder.searchFolder({ depth: 2 })).found?.rule.id;
    }
    const memory = await instance.load<{ findAttack: typeof findAttack }>("x2-break-it/attack-search.ts");
    return (await memory.findAttack({ rule: fault.breaks })).found?.rule.id;
  } finally {
    instance.remove();
  }
}

function plant(source: string, { find, replace, name }: PlantedFault): string {
  expect(source.split(find), `"${name}" stands in the source once`).toHaveLength(2);
  return source.replace(find, () => replace);
}
