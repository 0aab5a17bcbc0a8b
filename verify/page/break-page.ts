import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { buildPage, launch } from "./browser.ts";
import { type OpenPage, openPage } from "./open-page.ts";

/** The page of its own build, in a browser, with what tests of attacks ask of it. */
export type BreakPage = {
  browser: Browser;
  address: string;
  open: OpenPage;
  close: () => Promise<void>;
};

export async function openBreakPage(chromium: string): Promise<BreakPage> {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-break-"));
  const [browser] = await Promise.all([launch(chromium), buildPage(folder)]);
  const address = pathToFileURL(join(folder, "index.html")).href;
  return {
    browser,
    address,
    open: await openPage(browser, address),
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Goes to an address behind `#` and waits for what it shows. */
export async function showBreak(page: Page, address: string, shown: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  await page.locator(shown).first().waitFor();
}

/** The address of an attack on some guards. */
export function attackAddress(guards: readonly string[], more = ""): string {
  return `#/break/${guards[0]}?out=${guards.join(",")}&show=attack${more}`;
}

export type ShownStep = {
  does: string;
  sentence: string;
  /** The answers of the step and the rules said to be broken, first with the guards in. */
  answers: string[];
  rules: string[];
};

/** Goes through the attack that is shown, from its first step to its last, with the arrow key. */
export async function stepThrough(page: Page): Promise<ShownStep[]> {
  await page.keyboard.press("Home");
  const steps = Number(await page.locator(".position input").getAttribute("max"));
  const seen: ShownStep[] = [];
  for (let step = 1; step <= steps; step += 1) {
    await page
      .getByText(new RegExp(`^Step ${step} of ${steps}$`))
      .first()
      .waitFor();
    seen.push({
      does: (await page.locator(".moves tr[aria-current] td:last-child").textContent()) ?? "",
      sentence: (await page.locator(".sentence").textContent()) ?? "",
      answers: await page.locator(".side > .answer").allTextContents(),
      rules: await page.locator(".side > .rule").allTextContents(),
    });
    await page.keyboard.press("ArrowRight");
  }
  return seen;
}

/** At the step shown: what is cut off, outside of the window, or has to be scrolled to. */
export function outOfBreakView(page: Page): Promise<string[]> {
  return page.locator("html").evaluate((html) => {
    const window = html.ownerDocument.defaultView;
    type Box = typeof html;
    const boxes: Box[] = [...html.querySelectorAll(".sentence, .side, .moves tr[aria-current]")];
    // What a letter says may be cut at the edge of its line, and is whole in its title.
    const inSides: Box[] = [...html.querySelectorAll(".side :not(.in-box *)")];
    const outside = [...boxes, ...inSides].filter((box) => {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      return left < -1 || top < -1 || right > window.innerWidth + 1 || bottom > window.innerHeight + 1;
    });
    const scrolled = boxes.filter(
      (box) => box.scrollHeight > box.clientHeight + 1 && box.matches(".sentence, .side"),
    );
    const row = html.querySelector(".moves tr[aria-current]").getBoundingClientRect();
    const list = html.querySelector(".moves").getBoundingClientRect();
    return [
      ...outside.map((box) => `${box.outerHTML.slice(0, 60)} is outside of the window`),
      ...scrolled.map((box) => `${box.className} has to be scrolled`),
      ...(row.top < list.top - 1 || row.bottom > list.bottom + 1 ? ["the move is not in sight"] : []),
    ];
  });
}
