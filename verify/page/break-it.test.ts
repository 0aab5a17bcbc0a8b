import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attackWith, predict } from "../../lessons/page/break-it/prediction.ts";
import { gatherBreakIt } from "../../lessons/page/build/embed-guards.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { placeOf } from "../../lessons/x2-break-it/without.ts";
import { keptAttacks } from "../../user_code/attack/kept-attacks.ts";
import {
  attackAddress,
  type BreakPage,
  openBreakPage,
  outOfBreakView,
  showBreak,
  stepThrough,
} from "./break-page.ts";
import { findChromium } from "./browser.ts";
import { openPage } from "./open-page.ts";
import { walk } from "./walk.ts";

const ROOT = join(import.meta.dirname, "../..");
const chromium = findChromium();
const kept = keptAttacks();
const forgedYes = kept.find(({ name }) => name === "forged-yes");

test("each guard is asked about with three answers, of which one is right and none said twice", async () => {
  const data = await gatherBreakIt(async (path) => readFileSync(join(ROOT, path), "utf8"));
  const shown = { ...data, guards };
  const sets = guards.flatMap(({ id }) => [[id], attackWith(shown, id)]);
  for (const out of sets) {
    const { answers, right } = predict(shown, out);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, out.join()).toBe(3);
    const attack = kept.find((one) => one.guards.join() === out.join());
    const isWorse = guards.every(({ id, kind }) => !out.includes(id) || kind === "answer");
    expect(answers[right], out.join()).toEqual(attack ? { rule: attack.rule } : isWorse ? "worse" : "held");
  }
});

describe.runIf(chromium !== undefined)("the area of attacks", () => {
  let shown: BreakPage;
  let page: Page;

  beforeAll(async () => {
    shown = await openBreakPage(chromium ?? "");
    page = shown.open.page;
    await page.setViewportSize({ width: 1280, height: 720 });
  }, 90_000);

  afterAll(() => shown?.close());

  test("lists every guard in its order, with its line of code and a switch that says whether it is in", async () => {
    await showBreak(page, "#/break/", ".guard-list");
    const rows = await page.locator(".guard-list li").evaluateAll((items) =>
      items.map((item) => ({
        id: item.querySelector("b")?.textContent,
        code: item.querySelector("code")?.textContent,
        isIn: item.querySelector("[role=switch]")?.getAttribute("aria-checked"),
      })),
    );
    const expected = guards.map((guard) => ({ id: guard.id, code: placeOf(guard).code, isIn: "true" }));
    expect(rows).toEqual(expected);
  });

  test("tells of a guard what it is for, who lacked it, where it stands, and what stands there without it", async () => {
    await showBreak(page, "#/break/plan-used", ".guard-card");
    const text = await shown.open.text(".guard-card");
    expect(text).toContain("An approval is good for one run.");
    expect(text).toContain("A call that was carried out ran again when the history was replayed.");
    expect(await page.locator(".incident a").getAttribute("href")).toMatch(/^https:\/\/github\.com\//);
    expect(await page.locator(".guard-card .guard-lines li").allInnerTexts()).toEqual(["if (record.used) {"]);
    await page.locator(".guard-card [role=switch]").click();
    await page.locator(".guard-card .instead").waitFor();
    expect(await page.locator(".guard-card .guard-lines li").allInnerTexts()).toEqual([
      "if (record.used) {",
      "if (false) {",
    ]);
    expect(await page.locator(".guard-card .guard-lines del").count()).toBe(1);
    expect(page.url()).toMatch(/#\/break\/plan-used\?out=plan-used$/);
  });

  test("by keyboard alone: predicts, attacks, steps to where the two part, and proves", async () => {
    await showBreak(page, "#/break/saved-reply", ".predict");
    await page.locator(".predict input").first().focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    expect(await shown.open.text(":focus")).toBe("Attack without saved-reply");
    await page.keyboard.press("Enter");
    await page.getByText(/^Found, and no way is shorter\. Steps: 7\./).waitFor();
    await page.keyboard.press("F5");
    await page.getByText("Step 4 of 7", { exact: true }).first().waitFor();
    expect(await shown.open.text(".moves .parting")).toBe("From here they part.");
    await page.keyboard.press("End");
    const steps = await stepThrough(page);
    expect(steps).toHaveLength(forgedYes?.way.length ?? 0);
    expect(steps[2]?.answers).toEqual(["queued", "queued"]);
    expect(steps[3]?.answers).toEqual([
      "reader-1 ignored (not_saved_reply), req-1 rejected",
      "req-1 approved, req-1 duplicate",
    ]);
    expect(steps[6]?.answers).toEqual(["not possible any more", "main.py runs"]);
    expect(steps[6]?.rules).toEqual([
      "No rule is broken.",
      "Broken: main.py never runs against the lead's no.",
    ]);
    expect(await page.locator(".side .runs").allInnerTexts()).toEqual([
      "main.py did not run",
      "main.py ran once",
    ]);
    expect(await shown.open.text(".note")).toContain("As you expected.");
    await page.getByRole("link", { name: "Prove it with the guard in" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/^Nothing found\. With every guard in its place, no way of up to 7 moves/).waitFor();
    expect(await shown.open.text(".proof")).toContain("States looked at, each once: 1,982.");
    expect(await page.locator('.happened [data-seen="true"]').count()).toBeGreaterThan(10);
  });

  test("a second line alone breaks nothing, says which guard is behind it, and offers to take that out as well", async () => {
    await showBreak(page, attackAddress(["response-envelope"]), ".note button");
    expect(await shown.open.text(".note")).toMatch(/^No rule breaks without response-envelope/);
    expect(await shown.open.text(".note")).toContain("saved-reply holds the same");
    await page.getByRole("button", { name: "Take saved-reply out as well" }).click();
    await page.getByText(/^Found, and no way is shorter\. Steps: 6\./).waitFor();
    expect(page.url()).toContain("out=response-envelope,saved-reply");
  });

  test.each([
    ["reply-conflict", 3, ["refused: decision-conflict", "already_sent"]],
    ["withdraw-pending", 3, ["refused: not-pending", "withdrawn"]],
    ["one-tool", 1, [/^not-in-this-turn/, /^unknown-tool/]],
  ])("%s is only about an answer, and shows the worse one", async (id, steps, answers) => {
    await showBreak(page, attackAddress([id]), ".side");
    await page.keyboard.press("End");
    const shownSteps = await stepThrough(page);
    expect(shownSteps).toHaveLength(steps);
    const last = shownSteps.at(-1);
    for (const [index, answer] of answers.entries()) expect(last?.answers[index]).toMatch(answer);
    expect(last?.rules).toEqual(["No rule is broken.", "No rule is broken."]);
  });

  test("an address opens what it was copied from: attack, step, what was expected, or an attack that is not kept", async () => {
    for (const address of [
      attackAddress(["saved-reply"], "&guess=3&step=4"),
      attackAddress(["saved-reply", "text-length"], "&step=1"),
      attackAddress(["plan-pending"], "&step=3").replace("show=attack", "show=search"),
      "#/break/plan-used?out=plan-used&guess=2",
      "#/break/claim-check?out=claim-check&show=proof",
    ]) {
      const settled = ".side, .proof, .guard-card";
      await showBreak(page, address, settled);
      const other = await openPage(shown.browser, `${shown.address}${address}`);
      await other.page.setViewportSize({ width: 1280, height: 720 });
      await other.page.locator(settled).first().waitFor();
      expect(await other.text("main"), address).toBe(await shown.open.text("main"));
      await other.page.context().close();
    }
  });

  test("what nobody has ever called a guard, a step beyond the last, and nonsense fall back", async () => {
    await showBreak(
      page,
      "#/break/no-such-guard?out=nobody,%3Cb%3E,plan-used&guess=99&step=zero",
      ".guard-card",
    );
    expect(await shown.open.text("#guard-title")).toBe("saved-reply");
    expect(await page.locator('.guard-list [aria-checked="false"]').count()).toBe(1);
    await showBreak(page, attackAddress(["plan-used"], "&step=900"), ".side");
    await page.getByText("Step 9 of 9", { exact: true }).first().waitFor();
    expect(shown.open.complaints).toEqual([]);
  });

  test("a search can be stopped, and leaving the area stops it", async () => {
    const long = "#/break/reply-conflict?out=reply-conflict&show=proof";
    const started = page.waitForEvent("worker");
    await showBreak(page, long, ".looking");
    const stopped = (await started).waitForEvent("close");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/^Not finished/).waitFor();
    await stopped;
    const startedAgain = page.waitForEvent("worker");
    await page.getByRole("button", { name: "Prove again" }).click();
    const left = (await startedAgain).waitForEvent("close");
    await page.locator(".looking").waitFor();
    await page.evaluate('location.hash = "#/gates/approve-allow"');
    await left;
  });

  test("tells a screen reader of each length that is looked at, and not of each number", async () => {
    await showBreak(page, "#/break/request-quota", ".guard-card");
    await page.evaluate(`{
      globalThis.told = [];
      new MutationObserver(() => {
        const text = document.querySelector(".looking [role=status]")?.textContent;
        if (text && told.at(-1) !== text) told.push(text);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }`);
    await page.getByRole("button", { name: "Attack without request-quota" }).click();
    await page.getByText(/^Found, and no way is shorter/).waitFor();
    const told = (await page.evaluate("told")) as string[];
    expect(told.length).toBeLessThanOrEqual(7);
    expect(new Set(told).size).toBe(told.length);
  });

  test("where no worker may be started it looks beside the page, which goes on meanwhile, and can be stopped", async () => {
    const context = await shown.browser.newContext({
      viewport: { width: 1280, height: 720 },
      reducedMotion: "reduce",
    });
    const forbidden = await context.newPage();
    await forbidden.addInitScript(
      "globalThis.Worker = class { constructor() { throw new Error('forbidden'); } };",
    );
    await forbidden.goto(`${shown.address}#/break/request-quota`);
    await forbidden.evaluate("globalThis.beats = 0; setInterval(() => { beats += 1; }, 20)");
    await forbidden.getByRole("button", { name: "Attack without request-quota" }).click();
    await forbidden.locator(".looking").waitFor();
    await forbidden.evaluate("beats = 0");
    await forbidden.getByText(/^Found, and no way is shorter\. Steps: 6\./).waitFor();
    expect(await forbidden.evaluate("beats")).toBeGreaterThan(10);
    await forbidden.evaluate(`location.hash = "#/break/reply-conflict?out=reply-conflict&show=proof"`);
    await forbidden.getByRole("button", { name: "Stop" }).click();
    await forbidden.getByText(/^Not finished/).waitFor();
    await context.close();
  });

  test("at 1280 x 720 all of a step is in one look, at every step of the longest attack", async () => {
    await showBreak(page, attackAddress(["plan-used"]), ".side");
    const faults: string[] = [];
    for (let step = 1; step <= 9; step += 1) {
      await showBreak(page, attackAddress(["plan-used"], `&step=${step}`), ".side");
      await page.getByText(`Step ${step} of 9`, { exact: true }).first().waitFor();
      faults.push(...(await outOfBreakView(page)).map((fault) => `step ${step}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test.each([
    ["nobody-asked-the-host", "permission-denied", "The tool runs: gate 2 let this call through."],
    ["blocked-and-run", "plan-pending", "The tool runs: gate 2 let this call through."],
    ["anothers-approval", "plan-not-yours", "Gate 1 is open."],
    ["work-of-the-closed", "plan-not-yours", "Gate 1 is open."],
    ["before-the-answer", "plan-pending", "Gate 1 is open."],
    ["after-taking-back", "plan-missing", "Gate 1 is open."],
    ["against-the-no", "plan-rejected", "Gate 1 is open."],
    ["two-runs", "plan-used", "Gate 1 is open."],
    ["other-bytes", "plan-changed", "The approval is claimed"],
    ["at-the-last-moment", "plan-changed", "The approval is claimed"],
  ])(
    "of %s the code of the call at which the two part is stepped: %s as shipped, another end without",
    async (name, reason, end) => {
      const out = kept.find((attack) => attack.name === name)?.guards ?? [];
      await showBreak(page, attackAddress(out), ".side");
      const steps = await stepThrough(page);
      const parting = steps.findIndex(({ answers: [held, without] }) => held !== without);
      const attack = attackAddress(out, parting > 0 ? `&step=${parting + 1}` : "");
      await showBreak(page, attack, ".moves tr[aria-current]");
      await page
        .getByText(`Step ${parting + 1} of`)
        .first()
        .waitFor();
      await page.locator("a.into").click();
      // The set-up is shown without a line of the code: whoever comes there steps on.
      const lines = async (): Promise<number> => {
        const count = await page.locator(".gate-code li[aria-current]").count();
        if (count === 0) await page.keyboard.press("ArrowRight");
        return count;
      };
      await expect.poll(lines, { timeout: 10_000 }).toBe(1);
      expect(await page.evaluate("location.hash")).toContain(`#/gates/attack-${name}-${parting + 1}?step=`);
      const sentence = page.locator(".sentence");
      const said = await walk(page, "ArrowRight", ".picture .gate-state");
      expect(said.filter((step) => !/^Step \d+ of \d+(, line \d+)?\. \S.*[.?]$/.test(step.sentence))).toEqual(
        [],
      );
      expect(await sentence.textContent()).toContain(end);
      await page.locator(".changes a").first().waitFor();
      while ((await page.locator(".changes a").count()) > 1) {
        const left = await page.locator(".changes a").count();
        await page.locator(".changes a").last().click();
        await expect.poll(() => page.locator(".changes a").count()).toBe(left - 1);
      }
      // The call is recorded anew first, and begins again.
      const atEnd = async (): Promise<string | null> => {
        await page.keyboard.press("End");
        return sentence.textContent();
      };
      await expect.poll(atEnd).toContain(`Refused with ${reason}: `);
      expect(await page.locator(".gate-code del").count()).toBe(0);
      await page.locator(".changes a").click();
      await page.locator(".side").first().waitFor();
      expect(await page.evaluate("location.hash")).toBe(attack);
    },
    30_000,
  );

  test("a guard of a gate's own case is taken out beside its line, and its code is struck", async () => {
    await showBreak(page, "#/gates/plan-pending?step=12", ".gate-code [role=switch]");
    const sentence = page.locator(".sentence");
    await page.getByRole("switch", { name: /plan-pending/ }).click();
    const atEnd = async (): Promise<string | null> => {
      await page.keyboard.press("End");
      return sentence.textContent();
    };
    await expect.poll(atEnd).toContain("Gate 1 is open.");
    expect(await page.evaluate("location.hash")).toContain("&out=plan-pending");
  });

  test("an attack on files is said to be a recording, with the command that plays it", async () => {
    await showBreak(page, attackAddress(["lock-mark", "file-unchanged"]), ".side");
    const note = await shown.open.text(".note");
    expect(note).toMatch(/^A recording: /);
    expect(note).toContain("npm run attack -- late-writer --without lock-mark,file-unchanged");
    await page.keyboard.press("End");
    expect((await stepThrough(page)).at(-1)?.answers).toEqual(["it is there", "it is gone"]);
  });

  test.each(["light", "dark"] as const)(
    "in the %s theme nothing is wrong for axe, and nothing is wider than a telephone",
    async (theme) => {
      await shown.open.setTheme(theme);
      const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
      for (const [width, height] of [
        [360, 740],
        [1280, 720],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const [address, settled] of [
          ["#/break/hook-block?out=hook-block&guess=1", ".guard-card"],
          [attackAddress(["saved-reply"], "&guess=2&step=7"), ".side"],
          [attackAddress(["run-marker"], "&step=6"), ".side"],
          ["#/break/saved-reply?out=saved-reply&show=proof", ".proof"],
        ] as const) {
          await showBreak(page, address, settled);
          expect(await page.evaluate("document.documentElement.scrollWidth"), address).toBe(width);
          await page.evaluate(source);
          const violations = await page.evaluate(
            `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
          );
          expect(violations, `${address} at ${width}`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    },
    60_000,
  );
});
