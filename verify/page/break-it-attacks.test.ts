import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attackWith, predict } from "../../lessons/page/break-it/prediction.ts";
import { gatherBreakIt } from "../../lessons/page/build/embed-guards.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { IN_FOLDER } from "../../lessons/x2-break-it/play.ts";
import { always, ruleSentence } from "../../lessons/x2-break-it/rules.ts";
import { withoutGuards } from "../../lessons/x2-break-it/without.ts";
import { keptAttacks } from "../../user_code/attack/kept-attacks.ts";
import { searchesWith } from "../break-it/instance.ts";
import {
  attackAddress,
  type BreakPage,
  openBreakPage,
  outOfBreakView,
  showBreak,
  stepThrough,
} from "./break-page.ts";
import { findChromium } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");
const chromium = findChromium();
const kept = keptAttacks();
const inFolder = ({ way: [first = ""] }: (typeof kept)[number]): boolean => first.startsWith(IN_FOLDER);

/** The wrong answers are looked for so far. */
const BOUND = 5;

describe.runIf(chromium !== undefined)("in the page", () => {
  let shown: BreakPage;
  let page: Page;

  beforeAll(async () => {
    shown = await openBreakPage(chromium ?? "");
    page = shown.open.page;
    await page.setViewportSize({ width: 1280, height: 720 });
  }, 90_000);

  afterAll(() => shown?.close());

  const broken = (rule: string): string => `Broken: ${ruleSentence(rule)}`;

  test.each(kept.filter((attack) => !inFolder(attack)))(
    "$name is found as short as in the terminal, breaks its rule without $guards and none with them",
    async ({ guards: out, rule, way }) => {
      await showBreak(page, attackAddress(out), ".side");
      const known = await stepThrough(page);
      await page.getByRole("button", { name: /^Search/ }).click();
      await page
        .locator(".note p")
        .filter({ hasText: /^(Found|No rule|Stopped)/ })
        .waitFor();
      expect(await shown.open.text(".note")).toMatch(
        new RegExp(`^Found, and no way is shorter\\. Steps: ${way.length}\\.`),
      );
      const steps = await stepThrough(page);
      expect(steps).toEqual(known);
      expect(steps).toHaveLength(way.length);
      expect(steps.at(-1)?.rules).toEqual(["No rule is broken.", broken(rule)]);
      expect(steps.slice(0, -1).flatMap(({ rules }) => rules)).not.toContain(broken(rule));
      expect(steps.at(-1)?.sentence).toContain(ruleSentence(rule));
    },
    60_000,
  );

  test.each(kept.filter(inFolder))("$name is shown as it was played", async ({ guards: out, rule }) => {
    await showBreak(page, attackAddress(out), ".side");
    const steps = await stepThrough(page);
    expect(steps.at(-1)?.rules).toEqual(["No rule is broken.", broken(rule)]);
    expect(await shown.open.text(".note")).toMatch(/^A recording: /);
    expect(await page.locator('[role="alert"], .hunt-head .actions > *').count()).toBe(0);
  });

  test.each(kept)("each step of $name is in one look at 1280 x 720", async ({ guards: out }) => {
    await showBreak(page, attackAddress(out), ".side");
    await page.keyboard.press("Home");
    const steps = Number(await page.locator(".position input").getAttribute("max"));
    const faults: string[] = [];
    for (let step = 1; step <= steps; step += 1) {
      await page.getByText(`Step ${step} of ${steps}`, { exact: true }).first().waitFor();
      faults.push(...(await outOfBreakView(page)).map((fault) => `step ${step}: ${fault}`));
      await page.keyboard.press("ArrowRight");
    }
    expect(faults).toEqual([]);
  });

  test.each(kept.filter((attack) => !inFolder(attack)))(
    "with $guards in their places the same search finds nothing",
    async ({ guards: out, way }) => {
      await showBreak(page, `#/break/${out[0]}?out=${out.join(",")}&show=proof`, ".proof .verdict");
      expect(await shown.open.text(".proof .verdict")).toContain(`no way of up to ${way.length} moves`);
      expect(await shown.open.text(".proof .verdict")).toMatch(/^Nothing found\./);
    },
    60_000,
  );
});

describe("of the answers that somebody can expect", async () => {
  const data = await gatherBreakIt(async (path) => readFileSync(join(ROOT, path), "utf8"));
  const shown = { ...data, guards };
  const sets = new Map(
    guards.flatMap(({ id }) => [[id], attackWith(shown, id)]).map((out) => [out.join(), out]),
  );
  const searched = [...sets.values()].filter((out) =>
    guards.every(({ id, shows }) => shows !== "folder" || !out.includes(id)),
  );

  test.each(searched.map((out) => [out.join(), out] as const))(
    "the wrong ones are wrong without %s",
    async (_, out) => {
      const { answers, right } = predict(shown, out);
      const rules = answers.flatMap((answer, index) =>
        typeof answer === "object" && index !== right ? [answer.rule] : [],
      );
      const { findAttack } = await searchesWith(withoutGuards(out));
      for (const rule of rules.filter((id) => always.some((one) => one.id === id))) {
        const { found } = await findAttack({ rule, bound: BOUND });
        expect(
          found?.way.map(({ id }) => id),
          rule,
        ).toBeUndefined();
      }
    },
    60_000,
  );
});
