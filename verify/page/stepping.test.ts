import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadScenarios, loadTrace } from "../recordings/recorder/fixture-files.ts";
import { buildPage, findChromium, launch } from "./browser.ts";
import { type OpenPage, openPage } from "./open-page.ts";

const AREAS = { open_request: "open", reply_request: "reply", match_response: "match" } as const;
const chromium = findChromium();

describe.runIf(chromium !== undefined)("a run, stepped", () => {
  let browser: Browser;
  let open: OpenPage;
  let address: string;
  const folder = mkdtempSync(join(tmpdir(), "two-gates-page-"));

  beforeAll(async () => {
    [browser] = await Promise.all([launch(chromium ?? ""), buildPage(folder)]);
    address = pathToFileURL(join(folder, "index.html")).href;
    open = await openPage(browser, address);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const text = async (page: Page, selector: string): Promise<string> =>
    ((await page.locator(selector).first().textContent()) ?? "").trim();
  const at = (page: Page): Promise<string> => text(page, ".position span");
  const stack = async (page: Page): Promise<string> =>
    (await page.locator(".stack li").allTextContents())
      .map((frame) => frame.replace(/:\d+$/, ""))
      .join(" › ");
  const state = (page: Page): Promise<string> => text(page, ".run-state");
  const press = async (page: Page, ...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Opens an address and waits until its run is recorded. */
  const visit = async (page: Page, hash: string): Promise<void> => {
    await page.goto(`${address}${hash}`);
    await page.locator(`[data-recorded="done"]`).waitFor();
  };
  /** What the main part shows, in a page that nothing else has been done in. */
  const inNewTab = async (hash: string): Promise<string> => {
    const page = await open.page.context().newPage();
    await visit(page, hash);
    const shown = await text(page, "main");
    await page.close();
    return shown;
  };

  test("has the debugger's own steps for all 22, also when the page has recorded them itself", async () => {
    const { page } = open;
    const counts: Record<string, string | null> = {};
    for (const { function: name, scenario } of loadScenarios()) {
      await visit(page, `#/${AREAS[name]}/${scenario}`);
      counts[`${name} ${scenario}`] = await page.locator(".position input").getAttribute("max");
    }
    expect(counts).toEqual(
      Object.fromEntries(
        loadScenarios().map((scenario) => [
          `${scenario.function} ${scenario.scenario}`,
          String(loadTrace(scenario).snapshots.length),
        ]),
      ),
    );
  }, 60_000);

  test("goes over, into and out of functions, and names who has called whom", async () => {
    const { page } = open;
    await visit(page, "#/consume/forged_first?step=5");
    expect([await at(page), await stack(page)]).toEqual([
      "Step 5 of 19",
      "consumeResponses › consumeLetters",
    ]);
    await press(page, "F11");
    expect([await at(page), await stack(page)]).toEqual([
      "Inside step 5 of 19, stop 1",
      "consumeResponses › consumeLetters › judge",
    ]);
    await press(page, "F10", "F10", "F10", "Shift+ArrowDown");
    expect([await at(page), await stack(page)]).toEqual([
      "Inside step 5 of 19, stop 5",
      "consumeResponses › consumeLetters › judge",
    ]);
    await press(page, "Shift+ArrowDown");
    expect(await stack(page)).toBe("consumeResponses › consumeLetters › judge › matchLetter");
    expect(await text(page, ".code [aria-current]")).toContain("namedValues(letter)");
    await press(page, "Shift+F11");
    expect(await stack(page)).toBe("consumeResponses › consumeLetters › judge");
    await press(page, "Shift+ArrowUp");
    expect([await at(page), await stack(page)]).toEqual([
      "Step 6 of 19",
      "consumeResponses › consumeLetters",
    ]);
    await press(page, "F9", "ArrowLeft");
    expect(await at(page)).toBe("Step 5 of 19");
    expect(new URL(page.url()).hash).not.toContain("5.1");
  });

  test("opens the very stop inside of a function from its address, and falls back where there is none", async () => {
    const { page } = open;
    await visit(page, "#/consume/forged_first?step=5.6");
    expect(await stack(page)).toBe("consumeResponses › consumeLetters › judge › matchLetter");
    expect(await inNewTab(new URL(page.url()).hash)).toBe(await text(page, "main"));
    await visit(page, "#/match/approved?step=99.99");
    expect(await at(page)).toBe("Step 18 of 18");
    await visit(page, "#/withdraw/nothing?step=-3.7&call=77&out=none,../x&breakpoints=1,x:2&own.kind=love");
    expect(await at(page)).toBe("Before step 1 of 11");
    expect(await page.locator(".changes").count()).toBe(0);
  });

  test("steps the set-up as it steps the call, from one into the next", async () => {
    const { page } = open;
    await visit(page, "#/reply/duplicate");
    expect(await page.locator(".came").allTextContents()).toEqual([
      "→ req-1, pending",
      "→ req-1, queued, reader-1",
      "",
    ]);
    await page.locator(".program a").first().click();
    await page.waitForURL(/call=1/);
    expect(await state(page)).toBe("not run");
    await press(page, "ArrowRight");
    expect([await state(page), await stack(page)]).toEqual(["paused", "openRequest"]);
    await press(page, "End");
    expect([await state(page), await text(page, ".came")]).toEqual(["done", "→ req-1, pending"]);
    await press(page, "ArrowRight");
    expect([await state(page), await at(page)]).toEqual(["not run", "Before step 1 of 18"]);
    await press(page, "ArrowRight");
    expect(await stack(page)).toBe("replyRequest");
    await press(page, "ArrowLeft", "ArrowLeft");
    expect([await state(page), await text(page, ".program [data-shown=true] .number")]).toEqual([
      "done",
      "1",
    ]);
    await page.goBack();
    expect(await at(page)).toBe("Before step 1 of 11");
  });

  test("takes a guard out beside its line, shows what stands there instead, and what it lets through", async () => {
    const { page } = open;
    await visit(page, "#/match/forged?step=17");
    expect(await text(page, ".output .kind")).toBe("⊘ ignored");
    await page.getByRole("switch", { name: "The guard saved-reply is in its place" }).click();
    await page.waitForURL(/out=saved-reply/);
    await page.locator(`[data-recorded="done"]`).waitFor();
    expect(await text(page, ".code del")).toContain("isSameReply(record.reply, response)");
    expect(await text(page, ".changes")).toBe("saved-reply is out ✕");
    await press(page, "End");
    expect(await text(page, ".output")).toContain("approved");
    expect(await text(page, "[data-fact=status] .value")).toBe("approved");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    expect(await text(page, ".verdict")).toBe("Recorded as it ran, without the guard.");
    const shown = new URL(page.url()).hash;
    expect(await inNewTab(shown)).toContain("saved-reply is out");
    await page.locator(".changes a").click();
    await page.waitForURL((url) => !url.hash.includes("out="));
    expect(await page.locator(".code del").count()).toBe(0);
    await page.goBack();
    await page.locator(".code del").waitFor();
  });

  test("steps one's own values like everything else, from an address that opens exactly them", async () => {
    const { page } = open;
    await visit(page, "#/reply/closed");
    await page.locator("[name=busy]").selectOption("reader");
    await page.getByRole("button", { name: "Run on these values" }).click();
    await page.waitForURL(/own\.busy=reader/);
    await page.locator(".calls").waitFor();
    expect(await page.locator(".calls li").last().textContent()).toMatch(/= nothing new\s+status|deferred/);
    await page.getByRole("button", { name: "Step through it" }).click();
    await press(page, "End");
    expect(await text(page, ".sentence")).toContain("replyRequest returns deferred");
    expect(await text(page, ".placed")).toBe("put in place: reader is in a turn");
    await page.waitForURL(/step=\d/);
    const hash = `#/reply/closed?step=4&own.busy=reader`;
    expect(await inNewTab(hash)).toContain("reader is in a turn");
    await page.goBack();
    await page.locator(".changes").waitFor({ state: "detached" });
    expect(await page.locator("[name=busy]").inputValue()).toBe("nobody");
  });

  test("refuses in words what is too long for an address, and leaves the shown run alone", async () => {
    const { page } = open;
    await visit(page, "#/open/plan?step=4");
    const before = page.url();
    await page.locator("[name=payload]").fill("x".repeat(601));
    await page.getByRole("button", { name: "Run on these values" }).click();
    expect(await text(page, ".own-result")).toContain("text has 601 characters");
    expect(page.url()).toBe(before);
    await page.locator("[name=payload]").fill("");
    await page.getByRole("button", { name: "Run on these values" }).click();
    await page.locator(".calls").waitFor();
    expect(await text(page, ".calls")).toContain("payload-length");
  });

  test("shows where a set-up was refused, and that nothing came after it", async () => {
    const { page } = open;
    await visit(page, "#/match/approved?own.sender=mallory");
    expect(await page.locator(".came").allTextContents()).toEqual(["", "not reached", "not reached"]);
    await press(page, "End");
    expect(await text(page, ".came")).toBe("→ unknown-member");
    expect(await text(page, ".sentence")).toContain("The function refused: unknown-member");
  });

  test("makes Debug stop somewhere, with and without a breakpoint, and says what runs next and what has just run", async () => {
    const { page } = open;
    await visit(page, "#/withdraw/withdrawn");
    expect([await state(page), await page.locator(".code [aria-current]").count()]).toEqual(["not run", 0]);
    await page.getByRole("button", { name: "Debug", exact: true }).click();
    expect([await state(page), await at(page)]).toEqual(["paused", "Step 1 of 11"]);
    expect(await text(page, ".code [role=status]")).toContain("No breakpoint yet");
    await press(page, "ArrowRight");
    expect(await text(page, ".code [aria-current]")).toContain("runs next");
    expect(await text(page, ".code [data-ran]")).toContain("has just run");
    await page.locator(".notes a", { hasText: "Set it for me" }).click();
    await page.waitForURL(/breakpoints=\d+/);
    await page.getByRole("button", { name: "Debug", exact: true }).click();
    expect(await text(page, ".code [aria-current]")).toContain('record.status = "withdrawn"');
    await press(page, "F10");
    expect(await text(page, "[data-fact=status] .value")).toBe("withdrawn");
  });

  test("leads with each claim to a step of the run that it names", async () => {
    const { page } = open;
    for (const word of ["open", "withdraw", "reply", "match", "consume"]) {
      await visit(page, `#/${word}`);
      const links = await page.locator(".notes a").evaluateAll((all) => all.map(({ hash }) => hash));
      expect(links.length).toBeGreaterThanOrEqual(4);
      for (const hash of links.slice(0, 4)) {
        await visit(page, hash);
        expect(new URL(page.url()).hash.startsWith(`#/${word}/`)).toBe(true);
      }
    }
  });
});
