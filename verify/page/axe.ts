import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds wrong with what the page shows: the rule, and the first element that breaks it. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(AXE, "utf8"));
  return page.locator("html").evaluate(async ({ ownerDocument: { defaultView } }) => {
    const results = await defaultView.axe.run({ resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }: typeof results) => `${id}: ${nodes[0].html}`);
  });
}
