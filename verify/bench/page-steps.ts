/** `npm run bench:page [-- ADDRESS]`: what a step takes on the page that is built now, by keys, in a real browser. */
import "../../user_code/node-version.mjs";
import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { endWithStandardOutput } from "../../user_code/standard-output.ts";
import { safeWriter } from "../../user_code/terminal.ts";
import { BUILT_PAGE, findChromium, INSTALL_HINT, launch, PAGE_ADDRESS } from "../page/browser.ts";

/** A frame of a screen that shows sixty a second. */
const MOST_MS = 16;

/** The longest of the 22 recordings. */
const LONGEST = "#/open/plan?step=1";

/** As many as it has. */
const STEPS = 20;

/** Resolves when what the last key has changed is painted. */
const PAINTED = "new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))";

/**
 * Steps to the end and back, and gives what each step took of the page's own thread: script, style, layout and paint.
 * That is processor time, so that other programs on the machine do not count.
 */
async function timeSteps(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const taken = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  const times: number[] = [];
  for (const key of ["ArrowRight", "ArrowLeft"]) {
    for (let step = 0; step < STEPS; step += 1) {
      const before = await taken();
      await page.keyboard.press(key);
      await page.evaluate(PAINTED);
      times.push((await taken()) - before);
    }
  }
  return times;
}

async function main([address = LONGEST]: readonly string[]): Promise<number> {
  const complain = safeWriter(process.stderr, process.env);
  const chromium = findChromium();
  if (!chromium || !existsSync(BUILT_PAGE)) {
    complain(`${chromium ? "There is no page yet: npm run build" : INSTALL_HINT}\n`);
    return 1;
  }
  const browser = await launch(chromium);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${PAGE_ADDRESS}${address}`);
    const times = await timeSteps(page);
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const told = [`${times.length} steps`, `half of them ${at(0.5).toFixed(1)} ms at most`];
    told.push(
      `95 in 100 ${at(0.95).toFixed(1)} ms`,
      `the longest ${at(1).toFixed(1)} ms`,
      `aim ${MOST_MS} ms`,
    );
    safeWriter(process.stdout, process.env)(`${address}: ${told.join(", ")}\n`);
    return 0;
  } finally {
    await browser.close();
  }
}

endWithStandardOutput();
process.exitCode = await main(process.argv.slice(2));
