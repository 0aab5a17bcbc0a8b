import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeEvent } from "../../lessons/page/gates/describe-event.ts";
import { storyOf } from "../../lessons/page/session/story.ts";
import strings from "../../lessons/page/strings/en.json" with { type: "json" };
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { pipeConsole } from "../harness/processes/console.ts";
import { practise } from "../harness/processes/practice.ts";
import { playUntilKilled } from "../practice/resumed.ts";
import { practicePaths } from "../recordings/transcripts/practice-transcripts.ts";
import { violationsOn } from "./axe.ts";
import { findChromium, launch, SCREENSHOTS } from "./browser.ts";
import { type OpenPage, openPage } from "./open-page.ts";
import { callPage, longSession } from "./own-session.ts";

const PATHS = practicePaths.map(({ plan, decision }) => `${plan}-${decision}`);
const NAMES = [...PATHS, "console", "killed", "resumed"];
const chromium = findChromium();

/** The page of a session, from the disk, without anything of an earlier one. */
async function openSession(browser: Browser, file: string): Promise<OpenPage> {
  const open = await openPage(browser, pathToFileURL(file).href);
  await open.page.locator(".events tbody tr").first().waitFor();
  return open;
}

/** What each step says and shows, from the first on. */
function walk(page: Page): Promise<{ sentence: string; current: string; changedRows: number }[]> {
  return page.locator("html").evaluate(async (html) => {
    const { ownerDocument: document } = html;
    const window = document.defaultView;
    const rendered = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await undefined;
    };
    const press = async (key: string): Promise<void> => {
      document.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
      await rendered();
    };
    const rows = new Set<unknown>();
    const watch = new window.MutationObserver((changes: { target: typeof html }[]) => {
      for (const { target } of changes) rows.add((target.closest ?? (() => target)).call(target, "tr"));
    });
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    watch.observe(html.querySelector(".events tbody"), options);
    await press("Home");
    const steps = Number(html.querySelector(".position input").max);
    const seen: { sentence: string; current: string; changedRows: number }[] = [];
    for (let step = 1; step <= steps; step += 1) {
      seen.push({
        sentence: html.querySelector(".sentence").textContent,
        current: html.querySelector(".events [aria-current] th").textContent,
        changedRows: rows.size,
      });
      rows.clear();
      await press("ArrowRight");
    }
    watch.disconnect();
    return seen;
  });
}

describe.runIf(chromium !== undefined)("a session of one's own, as one file", () => {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-sessions-"));
  const directory = (name: string): string => join(folder, name);
  const file = (name: string): string => join(folder, `${name}.html`);
  let browser: Browser;

  beforeAll(async () => {
    const open = { plan: "approve", decision: "allow" } as const;
    const kills = ({ event }: SessionEvent): boolean => event === "program_started";
    await Promise.all([
      ...practicePaths.map(({ plan, decision }) =>
        practise("--plan", plan, "--decision", decision, "--dir", directory(`${plan}-${decision}`)),
      ),
      pipeConsole(["--dir", directory("console"), "--decision", "allow"], longSession()),
      playUntilKilled(directory("killed"), open, kills),
      playUntilKilled(directory("resumed"), open, ({ event }) => event === "gate_checked"),
    ]);
    await practise("--resume", "--decision", "allow", "--dir", directory("resumed"));
    const build = (name: string): ReturnType<typeof callPage> =>
      callPage(["build", "--session", directory(name), "--out", file(name)], {
        SOME_KEY: "Read expected.txt",
      });
    for (let next = 0; next < NAMES.length; next += 2)
      await Promise.all(NAMES.slice(next, next + 2).map(build));
    browser = await launch(chromium ?? "");
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(NAMES)(
    "%s opens from the disk, and every event of its log is a step",
    async (name) => {
      const { page, text, complaints, requested } = await openSession(browser, file(name));
      const log = readFileSync(join(directory(name), "events.jsonl"), "utf8")
        .trim()
        .split("\n");
      const { events, numbers } = storyOf(
        log.map((line) => (({ number, ...event }) => event)(JSON.parse(line))),
      );
      const seen = await walk(page);
      expect(seen.map(({ current }) => current)).toEqual(events.map((_, step) => `${step + 1}`));
      const expected = events.map((event, step) => {
        const where = `Step ${step + 1} of ${events.length}, line ${numbers[step]} of events.jsonl.`;
        return `${where} ${describeEvent(event, strings).long}`.replaceAll("Read expected.txt", "[secret]");
      });
      expect(seen.map(({ sentence }) => sentence).map(withoutPaths)).toEqual(expected.map(withoutPaths));
      expect(await page.locator(".end [data-equal]").getAttribute("data-equal")).toBe("true");
      expect(await text(".more .mailbox pre")).not.toBe("");
      expect(complaints).toEqual([]);
      expect(requested.filter((url) => !url.startsWith("file:") && !/^(data|blob):/.test(url))).toEqual([]);
      await page.context().close();
    },
    30_000,
  );

  test("a step of a long session draws two rows of its list anew, and no other", async () => {
    const { page } = await openSession(browser, file("console"));
    const seen = await walk(page);
    expect(seen.length).toBeGreaterThan(300);
    expect(Math.max(...seen.slice(1).map(({ changedRows }) => changedRows))).toBeLessThanOrEqual(2);
    await page.context().close();
  });

  test("mailboxes hold the lines of the files at the end, and grow with the letters", async () => {
    const { page, show: _, text } = await openSession(browser, file("approve-deny"));
    const lines = (): Promise<string[]> => page.locator(".more .mailbox pre").allTextContents();
    expect((await lines()).map((box) => box.trim())).toEqual(["empty", "empty", "empty"]);
    await page.keyboard.press("End");
    const kept = ["lead", "reader"].map((name) =>
      readFileSync(join(directory("approve-deny"), `${name}.jsonl`), "utf8"),
    );
    expect((await lines()).slice(0, 2)).toEqual(
      kept.map((box) => box.replaceAll("Read expected.txt", "[secret]")),
    );
    expect(await text(".sentence")).toContain("reader gets no further turn: unavailable.");
    await page.context().close();
  });

  test("shows what each request to the model held, and what it answered", async () => {
    const { page, text } = await openSession(browser, file("approve-allow"));
    await page.goto(`${pathToFileURL(file("approve-allow")).href}#/session?step=20`);
    await page.getByText("Step 20 of").first().waitFor();
    expect(await text(".model h3")).toBe("Request 6 to the model, for reader");
    expect(await text(".model dd.answer")).toBe("calls run_main as call-6, with {}");
    await page.locator(".model summary").click();
    const said = await page.locator(".model .said").allTextContents();
    expect(said).toHaveLength(7);
    expect(said.at(-1)).toBe("userresult of call-5: 42\n");
    await page.context().close();
  });

  test("its address brings back the step, the list and the slider lead to one, and next gate to a gate", async () => {
    const { page, text } = await openSession(browser, file("reject-allow"));
    await page.locator(".events button", { hasText: /^12$/ }).click();
    await page.waitForURL(/#\/session\?step=12$/);
    await page.reload();
    expect(await text(".events [aria-current] th")).toBe("12");
    await page.keyboard.press("F5");
    expect(await text(".sentence")).toContain(
      "Gate 1 (plan approval) is closed for run_main (plan-rejected)",
    );
    expect(await text('.gate-row[data-gate="permission"] .gate-state')).toBe("not asked");
    await page.locator(".position input").fill("3");
    expect(await text(".events [aria-current] th")).toBe("3");
    await page.context().close();
  });

  test.each(["approve-allow", "console", "killed"])(
    "%s has no accessibility violation and fits, at any width and in both themes",
    async (name) => {
      const { page, setTheme } = await openSession(browser, file(name));
      await page.keyboard.press("End");
      for (const theme of ["light", "dark"] as const) {
        await setTheme(theme);
        for (const [width, height] of [
          [360, 740],
          [1024, 768],
          [1280, 720],
          [1440, 900],
        ] as const) {
          await page.setViewportSize({ width, height });
          expect(await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
          await page.screenshot({ path: join(SCREENSHOTS, `session-${name}-${width}-${theme}.png`) });
        }
        expect(await violationsOn(page)).toEqual([]);
      }
      await page.context().close();
    },
    30_000,
  );

  test.each(NAMES)("%s tells no secret of the environment and no path of the machine", (name) => {
    const html = readFileSync(file(name), "utf8");
    const record = html.slice(html.indexOf('id="session"'));
    expect(record).not.toContain("Read expected.txt");
    for (const hidden of [folder, tmpdir(), homedir(), process.cwd(), process.execPath])
      expect(record).not.toContain(hidden);
    expect(html).not.toContain(folder);
    expect(html).not.toContain(process.cwd());
  });
});

/** Paths of this machine are told by their last names alone. */
function withoutPaths(sentence: string): string {
  return sentence.replace(/(?:…|\/[\w./-]*)\/([\w.-]+)/gu, "…/$1");
}
