import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadScenarios } from "../recordings/recorder/fixture-files.ts";
import { buildPage, findChromium, launch, SCREENSHOTS } from "./browser.ts";
import { cutTexts, outOfView } from "./eye-span.ts";
import { type OpenPage, openPage } from "./open-page.ts";

const AREAS = { open_request: "open", reply_request: "reply", match_response: "match" } as const;
const INPUTS = loadScenarios().map(({ function: name, scenario }) => `#/${AREAS[name]}/${scenario}`);
const DESKS = [
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
] as const;
const NARROW = [
  [390, 844],
  [768, 1024],
] as const;
const SIZES = [[360, 740], ...NARROW, ...DESKS] as const;
const WATCHED = { whole: [".sentence", ".program", ".card", ".letter", ".output"], scrolling: [".locals"] };
const chromium = findChromium();

describe.runIf(chromium !== undefined)("in one look", () => {
  let browser: Browser;
  let open: OpenPage;
  const folder = mkdtempSync(join(tmpdir(), "two-gates-page-"));

  beforeAll(async () => {
    [browser] = await Promise.all([launch(chromium ?? ""), buildPage(folder)]);
    open = await openPage(browser, pathToFileURL(join(folder, "index.html")).href);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(DESKS)(
    "at %i x %i, calls, line, sentence, request, letter, variables and result are in view at every step of all 22",
    async (width, height) => {
      const { page, show } = open;
      await page.setViewportSize({ width, height });
      const seen: Record<string, string[]> = {};
      for (const input of INPUTS) {
        await show(input);
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.locator('.verdict[data-verdict="true"]').waitFor();
        await page.keyboard.press("Home");
        const faults = await outOfView(page, WATCHED);
        if (faults.length > 0) seen[input] = faults;
      }
      expect(INPUTS).toHaveLength(22);
      expect(seen).toEqual({});
      const [code, result] = [".code", ".output"].map((name) => page.locator(name));
      const [left, right] = [await code?.boundingBox(), await result?.boundingBox()];
      expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    },
    90_000,
  );

  test.each(NARROW)(
    "at %i x %i the code comes first, and its line and sentence are above the controls at every step",
    async (width, height) => {
      const { page, show } = open;
      await page.setViewportSize({ width, height });
      const seen: Record<string, string[]> = {};
      for (const input of INPUTS) {
        await show(input);
        const faults = await outOfView(page, { whole: [".sentence"], scrolling: [] });
        if (faults.length > 0) seen[input] = faults;
      }
      expect(seen).toEqual({});
      const tops: (number | undefined)[] = [];
      for (const name of [".code", ".sentence", ".program", ".card", ".letter", ".locals", ".output"])
        tops.push((await page.locator(name).boundingBox())?.y);
      expect(tops).toEqual([...tops].sort((one, other) => (one ?? 0) - (other ?? 0)));
    },
    90_000,
  );

  test("breaks no word and cuts no pill and no choice, at any width, light and dark", async () => {
    const { page, show, setTheme } = open;
    const seen: Record<string, string[]> = {};
    for (const address of [
      "#/open/plan?step=2",
      "#/open/save_error?step=16",
      "#/reply/busy?step=14",
      "#/reply/conflict?step=9",
      "#/match/forged?step=15",
      "#/match/wrong_type?step=8",
      "#/gates/reject-allow?step=18",
    ]) {
      await show(address);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const run = page.getByRole("button", { name: "Run on these values" });
        if (await run.count()) {
          await run.click();
          await page.locator(".calls").waitFor();
        }
        for (const theme of ["light", "dark"] as const) {
          await setTheme(theme);
          const name = `${address.replace(/\W+/g, "-").slice(1)}-${width}-${theme}`;
          const faults = await cutTexts(page);
          const isWide = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
          if (isWide > width) faults.push(`the page is ${isWide} wide`);
          if (faults.length > 0) seen[name] = faults;
          await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
        }
      }
    }
    expect(seen).toEqual({});
  }, 120_000);

  test("does not move under a key that reaches the controls at its lower edge", async () => {
    const { page, show } = open;
    await page.setViewportSize({ width: 390, height: 844 });
    await show("#/match/approved?step=3");
    await page.locator("html").evaluate((html) => html.scrollTo(0, 0));
    const tops: number[] = [];
    await page.mouse.click(42, 790);
    for (const _ of ["Debug", "Restart", "Reverse", "Back"]) {
      await page.keyboard.press("Tab");
      tops.push(await page.locator("html").evaluate(({ scrollTop }) => scrollTop));
    }
    expect(await page.locator(":focus").textContent()).toBe("Back");
    expect(tops).toEqual([0, 0, 0, 0]);
  });

  test("leaves no void under the code: what stands beside it is as high", async () => {
    const { page, show } = open;
    for (const [width, height] of DESKS) {
      await page.setViewportSize({ width, height });
      await show("#/match/approved?step=16");
      const [player, state] = [page.locator(".player"), page.locator(".state")];
      const [left, right] = [await player.boundingBox(), await state.boundingBox()];
      expect(Math.abs((left?.height ?? 0) - (right?.height ?? 0))).toBeLessThanOrEqual(1);
    }
  });
});
