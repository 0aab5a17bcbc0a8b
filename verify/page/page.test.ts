import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scenario } from "../../fixtures/scenarios/scenario.ts";
import { requestStatus } from "../../lessons/s16-team-protocols/protocol-message.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { loadScenarios } from "../recordings/recorder/fixture-files.ts";
import {
  BUILT_PAGE,
  buildPage,
  findChromium,
  INSTALL_HINT,
  launch,
  PAGE_ADDRESS,
  SCREENSHOTS,
} from "./browser.ts";
import { expectedRun, expectSameBothWays } from "./expectations.ts";
import { type OpenPage, openPage } from "./open-page.ts";
import { visit } from "./visit.ts";

const AREAS = { open_request: "open", reply_request: "reply", match_response: "match" } as const;
const PATHS = ["approve-allow", "reject-allow", "approve-deny", "reject-deny"];
/** A telephone and a desk. */
const SIZES = [
  [360, 740],
  [1440, 900],
] as const;
const scenarios = loadScenarios();
const chromium = findChromium();

test("a Chromium is there to test the page with, or its absence is told", () => {
  if (chromium) return;
  if (process.env.CI === "true") throw new Error(INSTALL_HINT);
  console.warn(INSTALL_HINT);
});

describe.runIf(chromium !== undefined)("the page, opened from its file", () => {
  let browser: Browser;
  let open: OpenPage;

  beforeAll(async () => {
    [browser] = await Promise.all([launch(chromium ?? ""), buildPage()]);
    open = await openPage(browser);
  }, 90_000);

  afterAll(() => browser?.close());

  test("is one file whose JavaScript, with its worker and zod, takes at most 70 KB gzipped", () => {
    const html = readFileSync(BUILT_PAGE, "utf8");
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    const code = scripts.filter(([, attributes]) => !attributes?.includes("application/json"));
    expect([scripts.length, code.length]).toEqual([2, 1]);
    expect(gzipSync(code.map(([, , text]) => text).join("")).length).toBeLessThanOrEqual(70 * 1024);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
  });

  describe("with each of its 22 inputs", () => {
    const visits: { scenario: Scenario; visited: Awaited<ReturnType<typeof visit>> }[] = [];

    beforeAll(async () => {
      for (const scenario of scenarios) {
        const address = `#/${AREAS[scenario.function]}/${scenario.scenario}`;
        visits.push({ scenario, visited: await visit(open.page, address) });
      }
    }, 60_000);

    test("runs the real functions in a worker, with the result that the scenario expects", () => {
      expect(visits).toHaveLength(22);
      for (const { scenario, visited } of visits) {
        const { error } = Object(visited.run?.outcome);
        expect(visited.run?.recorded).toEqual(visited.run?.outcome);
        expect({ ...visited.run, ...(error && { outcome: { error: error.code } }) }).toMatchObject(
          expectedRun(scenario),
        );
      }
    });

    test("steps to the end and back over the same states, and nothing on the page moves", () => {
      for (const { visited } of visits) expectSameBothWays(visited);
    });

    test("tells every step in a sentence", () => {
      const steps = visits.flatMap(({ visited }) => visited.there.map(({ text }) => text.split("\n")[0]));
      expect(
        steps.filter((sentence) => !/^(Before step 1|Step \d+) of \d+ \S.*[.?]$/.test(sentence ?? "")),
      ).toEqual([]);
    });
  });

  test("shows that saving the reply leaves the status pending and that matching it changes the status", async () => {
    const { page, show, text, currentLine, lineWith } = open;
    const facts = async (): Promise<string[]> => [
      await text("[data-fact=reply] .value"),
      await text("[data-fact=status] .value"),
    ];
    const stepTo = async (code: string): Promise<void> => {
      const line = await lineWith(code);
      for (let step = 0; step < 30 && (await currentLine()) !== line; step += 1)
        await page.keyboard.press("F10");
      expect(await currentLine()).toBe(line);
    };
    await show("#/reply/approve");
    await stepTo("record.reply = response");
    expect(await facts()).toEqual(["none yet", "pending"]);
    await page.keyboard.press("F10");
    expect(await facts()).toEqual(["approve", "pending"]);
    expect(await text(".sentence")).toContain("The reply to req-1 is saved. Its status is still pending.");
    await show("#/match/approved");
    await stepTo("state.tell({");
    expect(await facts()).toEqual(["approve", "approved"]);
    expect(await text(".sentence")).toContain("req-1 turns from pending to approved.");
    await page.keyboard.press("Shift+F10");
    expect(await facts()).toEqual(["approve", "pending"]);
  });

  test("draws every status that a request can have, and lights the one that it has", async () => {
    const { page, show } = open;
    await show("#/match/rejected?step=17");
    const drawn = await page.locator(".machine .node text").allTextContents();
    expect(drawn.sort()).toEqual([...requestStatus.options].sort());
    expect(await page.locator(".machine .node[data-lit=true]").allTextContents()).toEqual(["rejected"]);
  });

  test("stops at breakpoints in both directions, and at the ends without them", async () => {
    const { page, show, currentLine, lineWith } = open;
    await show("#/open/plan");
    const save = await lineWith("const receipt = appendMessage");
    const register = await lineWith("requests.set(");
    for (const line of [save, register]) await page.getByLabel(`Breakpoint on line ${line}`).click();
    const stops: number[] = [];
    for (const name of ["Debug", "Continue", "Continue", "Reverse", "Reverse", "Reverse", "Debug"]) {
      await page.getByRole("button", { name, exact: true }).click();
      stops.push(await currentLine());
    }
    expect(stops).toEqual([save, register, 0, register, save, 0, save]);
  });

  test("can be used from beginning to end with the keyboard alone", async () => {
    const { page, show, text } = open;
    await show("#/open/plan");
    await page.reload();
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        const isThere = await page
          .locator("html")
          .evaluate((html, wanted) => html.ownerDocument.activeElement.matches(wanted), selector);
        if (isThere) return;
      }
      throw new Error(`Tab does not reach ${selector}.`);
    };
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("?");
    expect(await page.locator("dialog").isVisible()).toBe(true);
    await press("Escape");
    expect(await page.locator("dialog").isVisible()).toBe(false);
    await tabTo('.life a[href^="#/reply"]');
    await press("Enter");
    await tabTo('.inputs a[href^="#/reply/closed"]');
    await press("Enter");
    await page.locator('.inputs a[aria-current][href^="#/reply/closed"]').waitFor();
    await tabTo(".code button");
    await press("ArrowDown", "ArrowDown", "Space", "F5");
    expect(await page.locator(".code button[aria-pressed=true]").count()).toBe(1);
    expect(await text(".code li[aria-current]")).toContain("requireMember(state.team, name)");
    await press("F10", "ArrowRight", "F9", "Shift+F10", "ArrowLeft", "F9", "Shift+F5");
    expect(await page.locator(".code button[aria-pressed=true]").count()).toBe(1);
    expect(await text(".position span")).toBe("Before step 1 of 18");
    await press("End");
    expect(await text(".sentence")).toContain(
      "The draft is kept and the lock is free. replyRequest returns queued: the reply is saved as letter lead-1.",
    );
    expect(await text(".team tr:has-text('reader') td")).toBe("closed");
    await press("Home");
    expect(await text(".position span")).toBe("Before step 1 of 18");
  });

  test("comes back to the same area, input, step and breakpoints after a reload", async () => {
    const { page, show, text, lineWith, currentLine } = open;
    await show("#/match/forged?step=9");
    const line = await lineWith("const record = state.requests.get(");
    await page.getByLabel(`Breakpoint on line ${line}`).click();
    await page.waitForURL(/#\/match\/forged\?step=9&breakpoints=\d+$/);
    await page.locator("[data-recorded=done]").waitFor();
    const before = [await text("main"), await currentLine()];
    await page.reload();
    await page.locator("[data-recorded=done]").waitFor();
    expect([await text("main"), await currentLine()]).toEqual(before);
    expect(await page.getByLabel(`Breakpoint on line ${line}`).getAttribute("aria-pressed")).toBe("true");
  });

  test("writes its address when it differs from what is shown, and leaves it alone when it does not", async () => {
    const page = await open.page.context().newPage();
    await page.clock.install();
    await page.addInitScript(`
      const { replaceState } = history;
      history.replaceState = (...values) => {
        document.title = "written";
        replaceState.apply(history, values);
      };
    `);
    const titles: string[] = [];
    for (const hash of ["#/match/forged?step=9", "#/match/forged"]) {
      await page.goto("about:blank");
      await page.goto(`${PAGE_ADDRESS}${hash}`);
      await page.clock.runFor(1_000);
      titles.push(await page.title());
    }
    expect(titles).toEqual(["Two gates", "written"]);
    await page.close();
  });

  test("runs the functions beside the page, with the same result, where a browser forbids a worker", async () => {
    const page = await browser.newPage();
    const forbidding = join(temporaryFolder(), "index.html");
    const html = readFileSync(BUILT_PAGE, "utf8");
    expect(html).toContain("worker-src blob: data:");
    writeFileSync(forbidding, html.replace("worker-src blob: data:", "worker-src 'none'"));
    const workers: unknown[] = [];
    page.on("worker", (worker) => workers.push(worker));
    await page.goto(`${pathToFileURL(forbidding)}#/reply/conflict`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator('.verdict[data-verdict="true"]').waitFor();
    await page.getByRole("button", { name: "Run on these values" }).click();
    await page.locator(".calls").waitFor();
    expect(workers).toEqual([]);
    await page.close();
  });

  test("needs nothing that one of its browsers lacks, or that is newer than the browsers that people have", () => {
    const html = readFileSync(BUILT_PAGE, "utf8");
    expect(html.match(/withResolvers|context-stroke|context-fill/g)).toBeNull();
  });

  test("falls back to the nearest thing that there is when an address makes no sense", async () => {
    const { page, text } = open;
    await page.goto(`${PAGE_ADDRESS}#/nowhere/at-all?step=-5&breakpoints=x`);
    await page.reload();
    expect(await text(".position span")).toMatch(/^Before step 1 of/);
    await page.goto(`${PAGE_ADDRESS}#/gates/reject-deny?step=1000`);
    await page.getByText("After step 27", { exact: true }).waitFor();
  });

  test("draws each path of the practice and says why main.py ran or did not", async () => {
    const { page, text } = open;
    const seen: Record<string, unknown> = {};
    for (const path of PATHS) {
      const visited = await visit(page, `#/gates/${path}`);
      expectSameBothWays(visited);
      const events = readFileSync(join("fixtures/transcripts", `${path}.jsonl`), "utf8")
        .trim()
        .split("\n");
      const drawn = [
        await page.locator(".diagram .row").count(),
        await page.locator(".twin tbody tr").count(),
      ];
      expect([visited.there.length, ...drawn]).toEqual([events.length, events.length, events.length]);
      expect(await text(".why h3")).toBe("Will main.py run?");
      await page.keyboard.press("End");
      await page.locator(".why .links button").first().click();
      const decisive = Number(/\d+/.exec(await text(".position span"))?.[0]);
      const { event, gate } = JSON.parse(events[decisive] ?? "");
      await page.keyboard.press("ArrowLeft");
      expect(await text(".why h3")).toBe("Will main.py run?");
      expect(await page.locator(".why .links").count()).toBe(0);
      await page.keyboard.press("ArrowRight");
      const states = [
        await text("[data-gate=plan] .gate-state"),
        await text("[data-gate=permission] .gate-state"),
      ];
      seen[path] = [await text(".why h3"), event, gate, ...states];
    }
    expect(seen).toEqual({
      "approve-allow": ["Why did main.py run?", "program_started", undefined, "open", "open"],
      "reject-allow": ["Why did main.py not run?", "gate_checked", "plan", "closed", "not asked"],
      "approve-deny": ["Why did main.py not run?", "gate_checked", "permission", "open", "closed"],
      "reject-deny": ["Why did main.py not run?", "gate_checked", "plan", "closed", "not asked"],
    });
  });

  test("counts the steps of a path as the terminal does", async () => {
    const { page, show, text } = open;
    for (const path of PATHS) {
      const lines = readFileSync(`fixtures/transcripts/${path}.txt`, "utf8").split("\n");
      const [, asked = ""] =
        lines.map((line) => /^ *(\d+) {2}gate 1 /.exec(line) ?? []).find(([line]) => line) ?? [];
      await show(`#/gates/${path}?step=${asked}`);
      expect(await text(".sentence")).toMatch(new RegExp(`^Step ${asked} of \\d+\\. Gate 1 `));
    }
    await show("#/gates/reject-allow?step=1");
    await page.keyboard.press("Home");
    expect(await text(".position span")).toBe("Before step 1 of 27");
  });

  test("shows on top what is so at this step, and nothing of how it ends", async () => {
    const { page, show } = open;
    const strip = async (address: string): Promise<string> => {
      await show(address);
      return (await page.locator(".life .lane .status").allTextContents()).join(" ");
    };
    const later = "not yet not yet";
    expect(await strip("#/open/plan?step=1")).toBe(`none not registered ${later} ${later}`);
    expect(await strip("#/open/plan?step=20")).toBe(`none pending ${later} ${later}`);
    expect(await strip("#/reply/reject?step=1")).toBe(`none pending none pending ${later}`);
    expect(await strip("#/reply/reject?step=18")).toBe(`none pending reject pending ${later}`);
    expect(await strip("#/match/forged?step=15")).toBe("none pending approve pending approve pending");
    expect(await strip("#/match/rejected?step=1")).toBe("none pending reject pending reject pending");
    expect(await strip("#/match/rejected?step=18")).toBe("none pending reject pending reject rejected");
    expect(await strip("#/gates/reject-deny?step=2")).toBe(`${later} ${later} ${later}`);
    expect(await strip("#/gates/reject-deny?step=9")).toBe(`none pending reject pending ${later}`);
    expect(await strip("#/gates/reject-deny?step=13")).toBe("none pending reject pending reject rejected");
  });

  test("says at the last step what the call came to", async () => {
    const { page, show, text } = open;
    const seen: Record<string, string> = {};
    for (const { function: name, scenario, expected } of scenarios) {
      await show(`#/${AREAS[name]}/${scenario}`);
      await page.keyboard.press("End");
      await page.locator(".position input").evaluate((slider) => slider.max === slider.value);
      const { error, status } = Object(expected.result);
      const said = await text(".sentence");
      if (!said.includes(error ?? status)) seen[scenario] = said;
    }
    expect(seen).toEqual({});
  });

  test("tells how to set a breakpoint, where Debug has none to stop at, and what was injected", async () => {
    const { page, show, text } = open;
    await show("#/open/save_error");
    expect(await text(".program .placed")).toBe("from here on every save fails, as on a full disk (ENOSPC)");
    expect(await text(".code [role=status]")).toBe("Click a line number for a breakpoint.");
    await page.getByRole("button", { name: "Debug", exact: true }).click();
    expect(await text(".code [role=status]")).toContain("No breakpoint yet: click a line number");
    const line = page.locator(".code button:enabled").nth(3);
    await line.click();
    expect(await text(".code [role=status]")).toBe("Click a line number for a breakpoint.");
    expect(await line.getAttribute("aria-pressed")).toBe("true");
    await line.click();
  });

  test("shows an ignored letter and a refusal otherwise than a yes", async () => {
    const { page, show } = open;
    const look = async (address: string): Promise<string> => {
      await show(address);
      await page.keyboard.press("End");
      await page.getByRole("button", { name: "Run on these values" }).click();
      await page.locator(".calls").waitFor();
      const colours: string[] = [];
      for (const selector of [".output .kind", ".calls li:last-child"])
        colours.push(
          await page
            .locator(selector)
            .first()
            .evaluate((box) => {
              const { color, borderLeftColor, borderLeftStyle } =
                box.ownerDocument.defaultView.getComputedStyle(box);
              return `${color} ${borderLeftColor} ${borderLeftStyle}`;
            }),
        );
      return colours.join(", ");
    };
    const yes = await look("#/match/approved");
    const others = [
      await look("#/match/forged"),
      await look("#/match/invalid"),
      await look("#/reply/conflict"),
    ];
    expect(others).not.toContain(yes);
    expect(new Set(others).size).toBe(1);
  });

  test("plays a path by itself, pauses, and stops at its end", async () => {
    const { page, show, text } = open;
    await page.clock.install();
    await show("#/gates/reject-deny?step=25");
    const pass = (milliseconds: number): Promise<void> => page.clock.runFor(milliseconds);
    await page.getByRole("button", { name: "Play" }).click();
    await pass(1_200);
    expect(await text(".position span")).toBe("Step 26 of 27");
    await page.getByRole("button", { name: "Pause" }).click();
    await pass(5_000);
    expect(await text(".position span")).toBe("Step 26 of 27");
    await page.getByRole("button", { name: "Play" }).click();
    for (const _ of [27, "end", "stays"]) await pass(1_200);
    expect(await text(".position span")).toBe("After step 27");
    expect(await page.getByRole("button", { name: "Play" }).count()).toBe(1);
    await page.clock.resume();
  });

  test("runs the real functions on anybody's values and shows a refusal with its code", async () => {
    const { page, show, text } = open;
    const run = async (values: Record<string, string>): Promise<string> => {
      await page.getByRole("button", { name: "Reset" }).click();
      for (const [name, value] of Object.entries(values)) {
        const field = page.locator(`[name="${name}"]`);
        const isChoice = await field.evaluate(({ tagName }) => tagName === "SELECT");
        await (isChoice ? field.selectOption(value) : field.fill(value));
      }
      await page.getByRole("button", { name: "Run on these values" }).click();
      await page.locator(".calls").waitFor();
      return text(".own-result");
    };
    await show("#/open/plan");
    expect(await run({ sender: "mallory" })).toMatch(/✗ refused\s*error\s*unknown-member/);
    expect(await run({ payload: "x".repeat(181) })).toMatch(/✗ refused\s*error\s*payload-length/);
    expect(await run({ kind: "shutdown" })).toMatch(/✗ refused\s*error\s*direction/);
    await show("#/reply/approve");
    expect(await run({ actor: "reviewer" })).toMatch(/✗ refused\s*error\s*not-yours/);
    expect(await run({ first_approve: "reject" })).toMatch(/✗ refused\s*error\s*decision-conflict/);
    expect(await run({ feedback: "y".repeat(121) })).toMatch(/✗ refused\s*error\s*reply-shape/);
    expect(await run({ approve: "reject" })).toContain("saved reply false, matched status pending");
    await show("#/match/approved");
    expect(await run({ letter_approve: '"true"' })).toContain("invalid_response");
    expect(await run({ request_id: "req-2" })).toContain("id_or_type");
    expect(await run({ letter_feedback: "yes" })).toContain("not_saved_reply");
    expect(await run({})).toContain("saved reply true, matched status approved");
  });

  test("gives the shown result on the values that it fills in, for all 22", async () => {
    const { page, show } = open;
    const same: string[] = [];
    for (const { function: name, scenario } of scenarios) {
      await show(`#/${AREAS[name]}/${scenario}`);
      await page.keyboard.press("End");
      await page.getByRole("button", { name: "Run on these values" }).click();
      const answer = page.locator(".calls li:last-child");
      await answer.waitFor();
      const cells = page.locator(".output tbody tr").first().locator("td");
      const shown = await cells.allTextContents();
      const own = await answer.locator("dd").allTextContents();
      if (shown.length > 0 && own.join(" ") === shown.join(" ")) same.push(scenario);
    }
    expect(same).toEqual(scenarios.map(({ scenario }) => scenario));
  }, 60_000);

  test("has no accessibility violation in any area, in both themes", async () => {
    const { page, show, setTheme } = open;
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const violations = (): Promise<unknown> =>
      page.locator("html").evaluate(async ({ ownerDocument: { defaultView } }) => {
        const results = await defaultView.axe.run({ resultTypes: ["violations"] });
        return results.violations.map(({ id, nodes }: typeof results) => `${id}: ${nodes[0].html}`);
      });
    for (const theme of ["light", "dark"] as const) {
      await setTheme(theme);
      for (const name of [
        "open/plan?step=17",
        "reply/reject?step=18",
        "match/wrong_role?step=9",
        "match/forged?step=14&out=saved-reply",
        "withdraw/answered?step=6&own.busy=lead",
        "consume/forged_first?step=6",
        "gates/reject-allow?step=18",
      ]) {
        await show(`#/${name}`);
        await page.locator("summary").first().click();
        expect({ theme, name, violations: await violations() }).toEqual({ theme, name, violations: [] });
      }
    }
  }, 60_000);

  test("fits a telephone and a desk, light and dark", async () => {
    const { page, show, setTheme } = open;
    for (const address of ["#/match/approved?step=16", "#/gates/approve-deny?step=19"]) {
      await show(address);
      for (const theme of ["light", "dark"] as const) {
        await setTheme(theme);
        for (const [width, height] of SIZES) {
          await page.setViewportSize({ width, height });
          expect(await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
          const file = `${/\w+/.exec(address)}-${width}-${theme}.png`;
          await page.screenshot({ path: join(SCREENSHOTS, file) });
          // Nothing lies on top of what can be unfolded.
          await page.locator("summary").first().click({ trial: true, timeout: 5_000 });
          await page.locator("html").evaluate((html) => html.scrollTo(0, 0));
        }
      }
    }
  });

  test("does without motion for those who ask for that", async () => {
    const { page } = open;
    const behaviour = (): Promise<string> =>
      page
        .locator(".scroll")
        .first()
        .evaluate((box) => box.ownerDocument.defaultView.getComputedStyle(box).scrollBehavior);
    expect(await behaviour()).toBe("auto");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await behaviour()).toBe("smooth");
  });

  test("has asked for nothing but itself, and the browser has complained about nothing", () => {
    expect(open.complaints).toEqual([]);
    expect(
      open.requested.filter((url) => !url.startsWith(PAGE_ADDRESS) && !/^(data|blob):/.test(url)),
    ).toEqual([]);
  });
});
