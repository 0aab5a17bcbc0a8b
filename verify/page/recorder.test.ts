import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Call, OwnRun } from "../../lessons/page/run/call.ts";
import type { Recording } from "../../lessons/page/run/recording.ts";
import { loadScenarios, loadTrace } from "../recordings/recorder/fixture-files.ts";
import { buildPage, findChromium, launch } from "./browser.ts";
import { type InstrumentedModules, loadInstrumented, type Record } from "./instrumented.ts";
import { furtherRuns, scenarioRuns } from "./runs.ts";

const scenarios = loadScenarios();
const strings = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../lessons/page/strings/en.json"), "utf8"),
);

describe("the recorder", () => {
  let modules: InstrumentedModules;

  beforeAll(async () => {
    modules = await loadInstrumented();
  });

  async function record(own: OwnRun, isInto = false): Promise<Recording> {
    const { runs, stops } = modules;
    const recording = await runs.record({ stops, strings }, own, isInto);
    if (!("snapshots" in recording)) throw new Error(recording.fault);
    return recording;
  }

  test("records the 22 inputs as the debugger did, with the set-up before each", async () => {
    for (const scenario of scenarios) {
      const own = runOf(`${scenario.function} ${scenario.scenario}`);
      expectTrace(await record(own), scenario);
    }
  });

  test("a call that is stepped into shows which functions have begun", async () => {
    const { snapshots } = await record(furtherRuns["both gates, open"] ?? never());
    const stacks = new Set(snapshots.map(({ stack }) => stack.map((frame) => frame.function).join(" > ")));
    expect([...stacks]).toEqual([
      "planGate",
      "executeHooked",
      "executeHooked > firstBlock",
      "executeHooked > firstBlock > planGate",
      "executeHooked > firstBlock > planGate > findPlanBlock",
      "executeHooked > firstBlock > planGate > findPlanBlock > isSameWork",
      "executeHooked > executeGuarded",
      "executeHooked > executeGuarded > runTool",
      "",
    ]);
  });

  test("a run without a guard is of the code without it: other text, other stops, another end", async () => {
    const own = { ...runOf("match_response forged"), out: ["saved-reply"] };
    const { result, snapshots } = await record(own);
    const { result: held, snapshots: before } = await record(runOf("match_response forged"));
    expect([held, result]).toEqual([
      { status: "ignored", reason: "not_saved_reply" },
      { request_id: "req-1", status: "approved" },
    ]);
    const texts = (list: Recording["snapshots"]): string[] => list.map(({ text }) => text);
    expect(texts(before)).toContain("if (record.reply === null || !isSameReply(record.reply, response)) {");
    expect(texts(snapshots).filter((text) => text.includes("isSameReply"))).toEqual([]);
    expect(texts(snapshots)).toContain('record.status = response.approve ? "approved" : "rejected";');
    // And the next run has the guard again.
    expect((await record(runOf("match_response forged"))).result).toEqual(held);
  });

  test("what code without a guard throws is a result, with what it says", async () => {
    const { result, snapshots } = await record({
      ...runOf("match_response invalid"),
      out: ["response-shape"],
    });
    expect(result).toEqual({ fault: { message: expect.stringMatching(/^TypeError: .*undefined/) } });
    expect(snapshots.at(-1)).toMatchObject({ line: null, lock_held: false });
  });

  test("a set-up that is refused is shown up to there", async () => {
    const recording = await record(furtherRuns["set-up refused"] ?? never());
    expect(recording).toMatchObject({
      function: "open_request",
      isRefusedBefore: true,
      result: { error: { code: "request-pending" } },
      setup: [{ function: "open_request", result: { request_id: "req-1" } }],
    });
    const put = { circumstance: "member_is_closed", member: "nobody" } as const;
    const { setup, isRefusedBefore } = await record({ ...runOf("open_request plan"), setup: [put] });
    expect([setup, isRefusedBefore]).toMatchObject([
      [{ step: put, refused: expect.stringMatching(/nobody/) }],
      false,
    ]);
  });

  test("two runs asked for at once are recorded one after the other, each with its own guards", async () => {
    const guarded = runOf("match_response forged");
    const results = await Promise.all([
      record({ ...guarded, out: ["saved-reply"] }),
      record(guarded),
      record({ ...guarded, out: ["saved-reply"] }),
    ]);
    expect(results.map(({ result }) => "reason" in result)).toEqual([false, true, false]);
  });

  test("more stops or more text than can be kept are cut, and the calls run to their end", async () => {
    const match = (body: string): Call => {
      const message = { id: "lead-1", sender: "reader", recipient: "lead", body };
      return { function: "match_response", arguments: { recipient: "lead", message } };
    };
    const many = await record({
      setup: Array.from({ length: 2_000 }, () => match("Hello.")),
      call: match("Hello."),
    });
    expect(many).toMatchObject({
      cut: "stops",
      setup: { length: 2_000 },
      result: { reason: "ordinary_message" },
    });
    expect(many.snapshots).toHaveLength(1);
    const long = await record({ setup: [], call: match("x".repeat(3_000_000)) });
    expect(long).toMatchObject({ cut: "size", result: { reason: "ordinary_message" } });
  });

  test("a worker that does not answer is ended, with a sentence, and the next run has a new one", async () => {
    vi.useFakeTimers();
    const ended: string[] = [];
    class SilentWorker extends EventTarget {
      postMessage(): void {
        ended.push("asked");
      }

      terminate(): void {
        ended.push("ended");
      }
    }
    vi.stubGlobal("document", { querySelector: () => ({ src: "page.js", text: "" }) });
    vi.stubGlobal("Worker", SilentWorker);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    const plain: { record: Record } = await import(RUN_JOB);
    for (const round of [1, 2]) {
      const asked = plain.record({ stops: [], strings }, runOf("open_request plan"));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await asked).toEqual({ fault: strings.recording.too_long });
      expect(ended).toHaveLength(2 * round);
    }
  });
});

/** By address, because it is written for a browser. */
const RUN_JOB = new URL("../../lessons/page/run/run-job.ts", import.meta.url).href;

const chromium = findChromium();

describe.runIf(chromium !== undefined)("the page's worker", () => {
  let browser: Browser;
  let page: Page;
  const folders: string[] = [];

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "two-gates-page-"));
    folders.push(folder);
    [browser] = await Promise.all([launch(chromium ?? ""), buildPage(folder)]);
    page = await browser.newPage();
    await page.goto(pathToFileURL(join(folder, "index.html")).href);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  test("records the 22 inputs as the debugger did", async () => {
    const recordings = await recordInBrowser(
      scenarios.map((scenario) => runOf(`${scenario.function} ${scenario.scenario}`)),
    );
    expect(recordings).toHaveLength(22);
    for (const [index, scenario] of scenarios.entries()) expectTrace(recordings[index], scenario);
  });

  test("records every further run, and any without a guard, as the same code does outside of the page", async () => {
    const { jobs, stops } = await loadInstrumented();
    const runs = [...Object.values(furtherRuns), { ...runOf("match_response forged"), out: ["saved-reply"] }];
    const recordings = await recordInBrowser(runs);
    for (const [index, own] of runs.entries()) {
      expect(recordings[index]).toEqual(
        structuredClone(await jobs.doJob({ run: "record", own, stops, isInto: false })),
      );
    }
  });

  test("is the one that the page itself asks", async () => {
    const other = await browser.newPage();
    await other.addInitScript(LISTEN);
    await other.goto(page.url());
    await other.getByRole("button", { name: "Run", exact: true }).click();
    await other.waitForFunction("heard.length > 0");
    expect(await other.evaluate("heard")).not.toContain("it did not start");
  });

  /** Asks a worker of the page's own script, as the page does. */
  function recordInBrowser(runs: readonly OwnRun[]): Promise<Recording[]> {
    return page.evaluate(`(${ASK})(${JSON.stringify(runs)})`);
  }
});

/** Keeps what workers of the page answer, in `heard`. */
const LISTEN = `
  globalThis.heard = [];
  const Original = Worker;
  globalThis.Worker = function listenedTo(...words) {
    const worker = new Original(...words);
    worker.addEventListener("message", ({ data }) => heard.push(data.id));
    worker.addEventListener("error", () => heard.push("it did not start"));
    return worker;
  };
`;

/** Has a worker of the page's own script record runs, one after the other. */
const ASK = `async (runs) => {
  const script = document.querySelector("script:not([src]):not([type='application/json'])");
  const { stops } = JSON.parse(document.getElementById("lesson").textContent);
  const worker = new Worker(URL.createObjectURL(new Blob([script.text], { type: "text/javascript" })));
  const recordings = [];
  for (const [id, own] of runs.entries()) {
    const answered = new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = () => reject(new Error("The worker did not start."));
    });
    worker.postMessage({ id, job: { run: "record", own, stops, isInto: false } });
    recordings.push((await answered).data.result);
  }
  worker.terminate();
  return recordings;
}`;

/** The recording of an input has the trace's input, result and snapshots, each with the frames that it is in. */
function expectTrace(recording: Recording | undefined, scenario: (typeof scenarios)[number]): void {
  const trace = loadTrace(scenario);
  const { input, result, snapshots } = recording ?? never();
  expect({ name: trace.scenario, input, result }).toEqual({
    name: trace.scenario,
    input: trace.input,
    result: trace.result,
  });
  expect(snapshots.map(({ stack: _, ...snapshot }) => snapshot)).toEqual(trace.snapshots);
  for (const { line, stack } of snapshots) expect(stack.at(-1)?.line ?? null).toBe(line);
  const calls = scenario.setup.map((step) => ("function" in step ? step.function : step.circumstance));
  const shown = recording?.setup.map((part) => ("step" in part ? part.step.circumstance : part.function));
  expect(shown).toEqual(calls);
}

function runOf(name: string): OwnRun {
  return scenarioRuns()[name] ?? never();
}

function never(): never {
  throw new Error("There is no such run.");
}
