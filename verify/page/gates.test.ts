import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CaseName, GATE_CASES } from "../../lessons/page/gates/gate-cases.ts";
import { PATHS } from "../../lessons/page/lesson.ts";
import { explain } from "../../lessons/page/path-gates.ts";
import { violationsOn } from "./axe.ts";
import { buildPage, findChromium, launch, SCREENSHOTS } from "./browser.ts";
import { cutTexts, outOfView } from "./eye-span.ts";
import { CAME_TO, paths } from "./gate-cases.ts";
import { type OpenPage, openPage } from "./open-page.ts";
import { walk } from "./walk.ts";

const CASE_NAMES = Object.keys(GATE_CASES) as CaseName[];

const chromium = findChromium();

describe.runIf(chromium !== undefined)("the gates on the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-page-"));
  let browser: Browser;
  let open: OpenPage;

  const show = async (address: string): Promise<void> => {
    // Anew each time: what an address shows must not depend on what was shown before.
    await open.page.goto("about:blank");
    await open.page.goto(`${pathToFileURL(join(folder, "index.html")).href}#/gates/${address}`);
    await open.page.locator(".sentence .where").waitFor();
  };
  const sentence = (): Promise<string> => open.text(".sentence");
  const gates = async (): Promise<string[]> => open.page.locator(".picture .gate-state").allTextContents();

  beforeAll(async () => {
    [browser] = await Promise.all([launch(chromium ?? ""), buildPage(folder)]);
    open = await openPage(browser, pathToFileURL(join(folder, "index.html")).href);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(CASE_NAMES)(
    "%s is stepped to its end and back, each statement in words, and tells its end only there",
    async (name) => {
      const { page } = open;
      await show(`${name}?step=1`);
      const last = page.locator(".position input");
      await expect.poll(async () => Number(await last.getAttribute("max"))).toBeGreaterThan(4);
      const there = await walk(page, "ArrowRight", ".picture .gate-state");
      const end = there.at(-1);
      const place = GATE_CASES[name].place === "permission" ? 1 : 0;
      const isOpen = !/^(plan|unknown|invalid|permission)-/.test(CAME_TO[name]);
      expect(end?.watched[place]).toBe(isOpen ? "open" : "closed");
      expect(end?.sentence).toMatch(
        isOpen ? /Gate 1 is open|The tool runs|The approval is claimed/ : `Refused with ${CAME_TO[name]}: `,
      );
      const before = there.slice(0, -1);
      expect(new Set(before.map(({ watched }) => watched.join())).size).toBe(1);
      const said = before.map(({ sentence: text }) => text);
      expect(said.filter((text) => !/^Step \d+ of \d+(, line \d+)?\. \S.*[.?]$/.test(text))).toEqual([]);
      expect((await walk(page, "ArrowLeft", ".picture .gate-state")).reverse()).toEqual(there);
    },
    30_000,
  );

  test("on a path the code behind a look is stepped before the look has happened", async () => {
    const { page, text } = open;
    await show("approve-allow?step=16");
    expect(await text(".code-entry")).toContain("Code of gate 1: planGate");
    await page.keyboard.press("F11");
    await page.locator(".gate-code li[aria-current]").waitFor();
    expect(await sentence()).toMatch(/^Before step 17 of 30, statement 1 of \d+, line \d+\. \S/);
    let statements = 1;
    for (; (await sentence()).startsWith("Before step 17"); statements += 1) {
      expect(await gates()).toEqual(["not reached", "not reached"]);
      expect(await sentence()).toMatch(/line \d+\. \S.*[.?]$/);
      await page.keyboard.press("ArrowRight");
    }
    expect(statements).toBeGreaterThan(15);
    expect(await sentence()).toContain("Step 17 of 30. Gate 1 (plan approval) is open");
    expect(await gates()).toEqual(["open", "not reached"]);
    await page.keyboard.press("ArrowLeft");
    expect(await sentence()).toContain("Step 16 of 30.");
    await page.getByRole("button", { name: "Next gate" }).click();
    await page.getByRole("button", { name: "Next gate" }).click();
    await page.locator(".code-entry button").click();
    await page.locator(".gate-code li[aria-current]").waitFor();
    expect(await text(".gate-code .stack")).toContain("claimPlan");
    await page.keyboard.press("Shift+F11");
    expect(await sentence()).toContain("Step 19 of 30.");
  });

  test("an address opens the very statement, and a wrong one the nearest that there is", async () => {
    const { page } = open;
    await show("approve-allow?step=18&at=3");
    await page.locator(".gate-code li[aria-current]").waitFor();
    const said = await sentence();
    expect(said).toMatch(/^Before step 18 of 30, statement 3 of \d+/);
    await page.reload();
    await page.locator(".gate-code li[aria-current]").waitFor();
    expect(await sentence()).toBe(said);
    await show("nowhere?step=400");
    expect(await sentence()).toMatch(/^After step 30\./);
  });

  test("asks what happens next, and tells whoever has answered whether it was that", async () => {
    const { page, text } = open;
    await show("reject-allow?step=16");
    expect(await text(".next")).toContain("How does it find the gate?");
    expect(await page.locator(".next .answers button").allTextContents()).toContain("closed: plan-changed");
    await page.getByRole("button", { name: "open", exact: true }).click();
    expect(await text(".said-before")).toContain("You said: open. It is: closed: plan-rejected.");
    expect(await page.locator(".said-before").getAttribute("data-right")).toBe("false");
    expect(await text(".next")).toContain("Is the host asked about run_main now?");
    await page.getByRole("button", { name: "no, the call is refused" }).click();
    expect(await text(".said-before")).toContain("So it is.");
    await page.keyboard.press("ArrowLeft");
    expect(await text(".said-before")).toContain("You said: open.");
  });

  test("the questions can be switched off: for the page's life, in every link, and in the address", async () => {
    const { page } = open;
    await show("approve-deny?step=16");
    await page.getByRole("button", { name: "Do not ask me" }).click();
    expect(await page.locator(".next").count()).toBe(0);
    await page.waitForURL(/step=16&ask=off$/);
    await page.getByRole("link", { name: "reject" }).click();
    await page.waitForURL(/reject-deny\?step=0&ask=off$/);
    await page.getByRole("link", { name: /Match/ }).click();
    await page.locator('.life a[aria-current][href^="#/match"]').waitFor();
    await page.locator('.life a[href^="#/gates"]').click();
    await page.waitForURL(/ask=off$/);
    await page.getByLabel("What happens next?").check();
    await page.waitForURL(/step=0$/);
  });

  test("tells of no closed gate and no end before the step at which it comes", async () => {
    const { page } = open;
    for (const { name, events } of paths) {
      const { decidedAt } = explain(events);
      await show(`${name}?step=0&ask=off`);
      const seen = await walk(page, "ArrowRight", ".picture, .slot, .row:not([data-when=coming])");
      const before = seen.slice(0, decidedAt).flatMap(({ watched }) => watched);
      expect(before.join(" ")).not.toMatch(
        /plan-rejected|permission-denied|not asked|did main|closed|python3/,
      );
      expect(seen[decidedAt]?.watched.join(" ")).toMatch(/closed|python3/);
    }
  }, 30_000);

  test("shows beside the events what the model was asked and answered", async () => {
    const { page, text } = open;
    await show("reject-deny?step=14");
    expect(await text(".slot .model h3")).toBe("Request 5 to the model, for reader");
    expect(await text(".slot .model dd.answer")).toBe("calls read_expected as call-5, with {}");
    await show("reject-deny?step=8");
    expect(await page.locator(".more section.model, .slot section.model").count()).toBe(1);
    await page.keyboard.press("Home");
    expect(await text("section.model")).toContain("No model has answered yet.");
  });

  test.each([
    [1280, 720],
    [1366, 768],
    [1440, 900],
  ] as const)(
    "at %i x %i event, sentence, both gates, request and code are in view at every step",
    async (width, height) => {
      const { page } = open;
      await page.setViewportSize({ width, height });
      const seen: Record<string, string[]> = {};
      const watched = [".sentence", ".picture", ".path-requests"];
      for (const address of [
        ...PATHS.map((name) => `${name}?step=0`),
        "approve-allow?step=17&at=1",
        "reject-deny?step=17&at=1",
        ...(["plan-not-yours-earlier", "plan-used", "claim-used", "permission-invalid"] as const).map(
          (name) => `${name}?step=1`,
        ),
      ]) {
        await show(address);
        if (address.includes("at=") || (!address.startsWith("a") && !address.startsWith("r")))
          await page.locator(".gate-code li").first().waitFor();
        const all = await outOfView(page, { whole: watched, scrolling: [] });
        // Beside an event, and before and after a call, there is no line that runs.
        const faults = all.filter((fault) => !fault.endsWith(": no line"));
        if (faults.length > 0) seen[address] = faults;
      }
      expect(seen).toEqual({});
    },
    60_000,
  );

  test("has no accessibility violation, breaks no word and fits, at any width and in both themes", async () => {
    const { page, setTheme } = open;
    const seen: Record<string, unknown> = {};
    for (const address of [
      "approve-allow?step=16",
      "approve-allow?step=17&at=9",
      "reject-allow?step=18&ask=off",
      "approve-deny?step=14",
      "plan-not-yours-earlier?step=99",
      "permission-invalid?step=3",
      "attack-work-of-the-closed-6?step=12&out=plan-closed",
      "attack-blocked-and-run-2?step=4&out=hook-block,claim-check",
    ]) {
      await show(address);
      for (const theme of ["light", "dark"] as const) {
        await setTheme(theme);
        for (const [width, height] of [
          [360, 740],
          [1024, 768],
          [1280, 720],
          [1440, 900],
        ] as const) {
          await page.setViewportSize({ width, height });
          const name = `gates-${address.replace(/\W+/g, "-")}-${width}-${theme}`;
          // A whole hash is wider than a telephone, and the names of a nested value have little room.
          const faults = (await cutTexts(page)).filter(
            (fault) => !/^([0-9a-f]{64}|description) breaks/.test(fault),
          );
          const isWide = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
          if (isWide > width) faults.push(`the page is ${isWide} wide`);
          if (faults.length > 0) seen[name] = faults;
          await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
        }
        const violations = await violationsOn(page);
        if (violations.length > 0) seen[`${address} ${theme}`] = violations;
      }
    }
    expect(seen).toEqual({});
    expect(open.complaints).toEqual([]);
  }, 90_000);
});
