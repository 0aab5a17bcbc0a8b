import { describe, expect, test } from "vitest";
import { modelDisk } from "../../lessons/x2-break-it/without.ts";
import { searchesWith } from "./instance.ts";
import { type PlantedFault, plantedFaults } from "./planted-faults.ts";

describe("the search finds faults that are in no list", () => {
  test.each(plantedFaults)("$name", async (fault) => {
    expect(await brokenRuleWith(fault)).toBe(fault.breaks);
  });
});

async function brokenRuleWith(fault: PlantedFault): Promise<string | undefined> {
  const planted = [fault.file, (source: string) => plant(source, fault)] as const;
  const { searchFolder, findAttack } = await searchesWith(
    fault.inFolder ? [planted, ...modelDisk] : [planted],
  );
  const { found } = fault.inFolder
    ? await searchFolder({ depth: 2 })
    : await findAttack({ rule: fault.breaks });
  return found?.rule.id;
}

function plant(source: string, { find, replace, name }: PlantedFault): string {
  expect(source.split(find), `"${name}" stands in the source once`).toHaveLength(2);
  return source.replace(find, () => replace);
}
