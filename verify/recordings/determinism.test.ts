import crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { factsOf, playScenario, scenario, scenarioSession } from "../../fixtures/scenarios/scenario.ts";
import { MemoryLock } from "../../lessons/s15-mailboxes/shared-lock.ts";
import { practise } from "../harness/processes/practice.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { playPractice } from "../practice/played.ts";
import { type PracticePath, practicePaths, transcriptFile } from "./transcripts/practice-transcripts.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Whose calls of clock and chance are none of ours: libraries look how old a lock is, the test runner how late it is. */
const OUR_CODE = [join(ROOT, "lessons/"), join(ROOT, "user_code/"), join(ROOT, "fixtures/")];
/**
 * What needs chance and a clock to keep two processes apart: the marks of the lock and the names of temporary files,
 * and how long a lock is silent. Nobody prints or keeps any of it, which the transcripts below would show.
 */
const KEEPS_PROCESSES_APART = ["lock-folder.ts", "synced-write.ts"].map((file) =>
  join(ROOT, "lessons/s15-mailboxes", file),
);

class ClockOrChance extends Error {
  override name = "ClockOrChance";
}

let restore: () => void = () => undefined;
afterEach(() => restore());

/**
 * From here to the end of the test, clock and chance throw: for every caller, or when the function that calls them
 * stands in a file of ours.
 */
function forbidClockAndChance(callers: "all" | "ours"): void {
  const guard = <T>(name: string, use: () => T): T => {
    const caller = (new Error().stack ?? "")
      .split("\n")
      .slice(1)
      .find((frame) => !frame.includes("determinism.test.ts"));
    const isIn = (place: string): boolean => caller?.includes(place) === true;
    const isOurs = OUR_CODE.some(isIn) && !KEEPS_PROCESSES_APART.some(isIn);
    if (callers === "all" || isOurs) throw new ClockOrChance(`${name} was called: ${caller?.trim()}`);
    return use();
  };
  const undo: (() => void)[] = [];
  const forbid = (owner: object, key: string, name: string): void => {
    const original: unknown = Reflect.get(owner, key);
    if (typeof original !== "function") throw new Error(`There is no ${name}.`);
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    const guarded = (...args: unknown[]): unknown => guard(name, () => Reflect.apply(original, owner, args));
    Object.defineProperty(owner, key, {
      value: Object.assign(guarded, original),
      configurable: true,
      writable: true,
    });
    undo.push(() => {
      Reflect.deleteProperty(owner, key);
      if (descriptor) Object.defineProperty(owner, key, descriptor);
    });
  };
  const RealDate = Date;
  const now = (): number => guard("Date.now", () => RealDate.now());
  globalThis.Date = new Proxy(RealDate, {
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
    apply: () => guard("Date()", () => RealDate()),
    construct: (target, args, created) =>
      args.length > 0
        ? Reflect.construct(target, args, created)
        : guard("new Date()", () => Reflect.construct(target, args, created)),
  });
  undo.push(() => {
    globalThis.Date = RealDate;
  });
  forbid(process.hrtime, "bigint", "process.hrtime.bigint");
  for (const key of ["hrtime", "uptime"]) forbid(process, key, `process.${key}`);
  forbid(performance, "now", "performance.now");
  forbid(Math, "random", "Math.random");
  for (const key of ["randomUUID", "getRandomValues"]) forbid(globalThis.crypto, key, `crypto.${key}`);
  for (const key of ["randomUUID", "randomBytes", "randomInt", "randomFillSync"])
    forbid(crypto, key, `crypto.${key}`);
  syncBuiltinESMExports();
  restore = () => {
    for (const step of undo.reverse()) step();
    syncBuiltinESMExports();
    restore = () => undefined;
  };
}

describe("with a clock and a chance that throw", () => {
  const uses = [
    "Date.now()",
    "new Date()",
    "Date()",
    "performance.now()",
    "process.hrtime()",
    "process.hrtime.bigint()",
    "Math.random()",
    "crypto.randomUUID()",
    "crypto.getRandomValues(new Uint8Array(1))",
  ];
  test("the code of a lesson is known by its path", async () => {
    const stack = await new MemoryLock().run(() => new Error().stack);
    expect(stack).toContain(join(ROOT, "lessons/s15-mailboxes/shared-lock.ts"));
  });

  test.each(uses)("a lesson that called %s would be found, a library that did would not", (use) => {
    const called = (filename: string) => () => new Script(use, { filename }).runInThisContext();
    const [ours, library] = [join(ROOT, "lessons/new.ts"), join(ROOT, "node_modules/library/index.js")];
    forbidClockAndChance("ours");
    expect(called(ours)).toThrow(ClockOrChance);
    expect(called(library)).not.toThrow();
    restore();
    forbidClockAndChance("all");
    expect(called(library)).toThrow(ClockOrChance);
    restore();
    expect(called(ours)).not.toThrow();
  });

  test.each(["open_request", "reply_request", "match_response"])(
    "every scenario of %s has the outcome that it always has",
    async (name) => {
      const file = join(ROOT, `fixtures/scenarios/${name}.json`);
      const scenarios = scenario.array().parse(JSON.parse(readFileSync(file, "utf8")));
      expect(scenarios.length).toBeGreaterThanOrEqual(6);
      for (const played of scenarios) {
        const session = scenarioSession();
        forbidClockAndChance("all");
        const outcome = await playScenario(played, session).finally(() => restore());
        expect(await factsOf(session, outcome), played.scenario).toEqual(played.expected);
      }
    },
  );

  test.each(practicePaths)(
    "the practice prints its transcript with plan $plan and decision $decision, and again",
    async (path) => {
      forbidClockAndChance("ours");
      const [once, again] = [await playInProcess(path), await playInProcess(path)];
      restore();
      expect(again).toEqual(once);
      expect(once.txt).toBe(readFileSync(transcriptFile(path, "txt"), "utf8"));
      expect(once.jsonl).toBe(readFileSync(transcriptFile(path, "jsonl"), "utf8"));
    },
  );
});

/** Both forms of what the practice prints, with real files and a real program run. */
async function playInProcess({ plan, decision }: PracticePath): Promise<{ txt: string; jsonl: string }> {
  const { events, text, directory } = await playPractice({ plan, decision });
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  return { txt: text, jsonl: lines.replaceAll(directory, "<dir>") };
}

test.each(
  practicePaths.map((path, index) => ({ ...path, format: index % 2 === 0 ? "txt" : "jsonl" }) as const),
)(
  "the command prints the same bytes in another place, language and time zone: $plan, $decision, as $format",
  async ({ plan, decision, format }) => {
    const elsewhere = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", COLUMNS: "40" };
    const environment = { ...process.env, ...elsewhere };
    const directory = join(temporaryFolder(), "a longer name than usual");
    const choices = ["--plan", plan, "--decision", decision, "--dir", directory];
    const json = format === "jsonl" ? ["--json"] : [];
    const { code, stdout, stderr } = await practise(...choices, ...json, { environment });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const transcript = readFileSync(transcriptFile({ plan, decision }, format), "utf8");
    expect(stdout.replaceAll(directory, "<dir>")).toBe(transcript);
  },
);
