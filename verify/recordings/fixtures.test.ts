import { execFile } from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  factsOf,
  playScenario,
  type Scenario,
  scenarioSession,
  scenarioTeam,
} from "../../fixtures/scenarios/scenario.ts";
import {
  RECORDED_FUNCTIONS,
  type Snapshot,
  sessionStateOf,
  type Trace,
} from "../../fixtures/scenarios/trace.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { bundle } from "../harness/processes/bundles.ts";
import {
  loadScenarios,
  loadTrace,
  readRecordedSource,
  STOPS_FILE,
  staleness,
  TRACE_FOLDER,
  traceFileName,
} from "./recorder/fixture-files.ts";
import { type Answer, answerTraceCommand } from "./recorder/trace-command.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What a folder holds beside its mailboxes. */
const SESSION_FILES = ["session.json", "events.jsonl"];
const run = promisify(execFile);
const folder = fs.mkdtempSync(join(tmpdir(), "two-gates-fixtures-"));
const scenarios = loadScenarios();
const named = scenarios.map((scenario) => [`${scenario.function} ${scenario.scenario}`, scenario] as const);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("the scenarios", () => {
  test("there are 6 to open, 8 to reply and 8 to match, with the facts that were given for them", () => {
    const given = join(ROOT, "../shared/outcomes.json");
    const facts = scenarios.map(({ function: name, scenario, expected }) => ({
      function: name,
      scenario,
      ...expected,
    }));
    const count = (name: string): number => facts.filter((entry) => entry.function === name).length;
    expect([count("open_request"), count("reply_request"), count("match_response")]).toEqual([6, 8, 8]);
    if (!fs.existsSync(given)) return;
    const outcomes: { input?: string }[] = JSON.parse(fs.readFileSync(given, "utf8"));
    expect(facts).toEqual(outcomes.map(({ input: _, ...outcome }) => outcome));
  });

  test.each(named)("%s has its facts with mailboxes in memory", async (_, scenario) => {
    const session = scenarioSession();
    const outcome = await playScenario(scenario, session);
    expect(await factsOf(session, outcome)).toEqual(scenario.expected);
  });

  test.each(named)("%s has its facts with mailbox files", async (name, scenario) => {
    const directory = join(folder, name.replace(" ", "-"));
    const session = await startSession(directory, scenarioTeam(), { program: "practice" });
    const outcome = await playScenario(scenario, session, withFullDisk);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect(await factsOf(session, outcome)).toEqual(scenario.expected);
    const later = await joinSession(directory, { program: "practice" });
    expect(await factsOf(later, outcome)).toEqual(scenario.expected);
    const mailboxes = Object.entries(scenario.expected.letters).filter(([, letters]) => letters > 0);
    const files = fs.readdirSync(directory).filter((file) => !SESSION_FILES.includes(file));
    expect(files.sort()).toEqual(mailboxes.map(([member]) => `${member}.jsonl`).sort());
  });
});

/** Makes the rename fail that puts a saved mailbox in place. */
function withFullDisk(session: ProtocolSession): ProtocolSession {
  vi.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, rename"), { code: "ENOSPC" });
  });
  syncBuiltinESMExports();
  return session;
}

describe("the traces", () => {
  const again = join(folder, "recorded-again");

  beforeAll(async () => {
    await run(process.execPath, ["--import", "tsx", "verify/recordings/recorder/record.ts", "--out", again], {
      cwd: ROOT,
      timeout: 25_000,
    });
  });

  test("all are of the functions as they are now", () => {
    const [stale] = scenarios.flatMap((scenario) => staleness(loadTrace(scenario)) ?? []);
    expect(stale).toBeUndefined();
  });

  test("a stale one is told, with the command that renews it", () => {
    const trace = loadTrace({ function: "open_request", scenario: "plan" });
    const stale = { ...trace, source: { ...trace.source, sha256: "0".repeat(64) } };
    expect(staleness(stale)).toContain("npm run record");
  });

  test("recording again gives the same bytes", () => {
    const names = [...scenarios.map(traceFileName), STOPS_FILE].sort();
    expect(fs.readdirSync(TRACE_FOLDER).sort()).toEqual(names);
    expect(fs.readdirSync(again).sort()).toEqual(names);
    for (const name of names) {
      const recorded = fs.readFileSync(join(again, name), "utf8");
      const kept = fs.readFileSync(join(TRACE_FOLDER, name), "utf8");
      const differs = `${name} differs. Renew it: npm run record`;
      // The lines are long: what differs in them is found by their values.
      expect(JSON.parse(recorded), differs).toEqual(JSON.parse(kept));
      expect(recorded, differs).toBe(kept);
    }
    const snapshots = scenarios.flatMap((scenario) => loadTrace(scenario, again).snapshots);
    console.log(`${scenarios.length} scenarios, ${snapshots.length} snapshots`);
  });

  test.each(named)("%s ends without a debugger as it was recorded with one", async (_, scenario) => {
    const session = scenarioSession();
    const result = await playScenario(scenario, session);
    const trace = loadTrace(scenario, again);
    expect(result).toEqual(trace.result);
    const end = sessionStateOf(session.current, session.held);
    expect(trace.snapshots.at(-1)).toMatchObject({ line: null, ...end });
  });

  test("every stop is in the function that the trace is of, and matching stops in its body too", () => {
    const lines = readRecordedSource().text.split("\n");
    const bodyOf = (declared: string): { begin: number; end: number } => {
      const begin = lines.findIndex((line) => line.includes(`function ${declared}(`)) + 1;
      expect(begin).toBeGreaterThan(0);
      return { begin, end: lines.indexOf("}", begin) + 1 };
    };
    for (const { function: name, snapshots } of tracesOf(scenarios)) {
      const stops = snapshots.slice(0, -1);
      const bodies = RECORDED_FUNCTIONS[name].map(bodyOf);
      const isIn = ({ line }: Snapshot, { begin, end }: (typeof bodies)[number]): boolean =>
        line !== null && begin < line && line < end;
      expect(stops.filter((stop) => !bodies.some((body) => isIn(stop, body)))).toEqual([]);
      for (const body of bodies) expect(stops.some((stop) => isIn(stop, body))).toBe(true);
      for (const { line, text } of stops) expect(lines[(line ?? 0) - 1]?.trim()).toBe(text);
    }
  });

  test("the variables of a stop are the call's own: neither the session nor a part of its state", () => {
    for (const { snapshots } of tracesOf(scenarios)) {
      const names = new Set(snapshots.flatMap(({ locals }) => Object.keys(locals)));
      for (const name of ["session", "state", "team", "requests", "limits"])
        expect(names).not.toContain(name);
    }
    const [trace] = tracesOf(scenarios, "reply_request", ["closed"]);
    expect(trace?.snapshots.at(-2)?.locals).toMatchObject({
      actor: { name: "reader", status: "closed", incarnation: 1 },
      record: { kind: "shutdown", status: "pending", reply: { approve: true } },
    });
  });
});

describe("what the traces prove", () => {
  test("when openRequest saves the letter, neither the letter nor its request is there yet", () => {
    for (const trace of tracesOf(scenarios, "open_request", ["plan", "shutdown", "save_error"])) {
      const { requests, mailboxes, lock_held } = stopAt(trace, "appendMessage(");
      expect(requests).toEqual({});
      expect(mailboxes).toEqual({ lead: "", reader: "", reviewer: "" });
      expect(lock_held).toBe(true);
    }
  });

  test("when openRequest registers the request, its letter is saved", () => {
    for (const trace of tracesOf(scenarios, "open_request", ["plan", "shutdown"])) {
      const stop = stopAt(trace, "requests.set(");
      const letter = JSON.parse(stop.mailboxes[String(trace.input.target)] ?? "");
      expect(letter.body).toContain('"request_id":"req-1"');
      expect(stop.requests).toEqual({});
      expect(stop.lock_held).toBe(true);
      expect(stopAfter(trace, stop).requests["req-1"]).toMatchObject({
        status: "pending",
        receipt: letter.id,
      });
    }
  });

  test("a letter that cannot be saved leaves no request behind", () => {
    for (const trace of tracesOf(scenarios, "open_request", ["save_error"])) {
      const { line, requests, lock_held } = stopAfter(trace, stopAt(trace, "appendMessage("));
      expect({ line, requests, lock_held }).toEqual({ line: null, requests: {}, lock_held: false });
    }
  });

  test("after replyRequest has saved a reply, the status is still pending", () => {
    for (const trace of tracesOf(scenarios, "reply_request", ["approve", "reject", "closed"])) {
      const { sender } = trace.snapshots[0]?.requests["req-1"] ?? {};
      const saving = stopAt(trace, "appendMessage(");
      const recording = stopAt(trace, "record.reply = response");
      expect(saving.mailboxes[String(sender)]).toBe("");
      expect(recording.mailboxes[String(sender)]).toContain("_response");
      expect(recording.requests["req-1"]).toMatchObject({ status: "pending", reply: null });
      expect(stopAfter(trace, recording).requests["req-1"]).toMatchObject({
        status: "pending",
        reply: { approve: trace.input.approve, feedback: trace.input.feedback },
      });
    }
  });

  test("no reply ever changes a status", () => {
    for (const { snapshots } of tracesOf(scenarios, "reply_request")) {
      expect(new Set(snapshots.map(({ requests }) => requests["req-1"]?.status))).toEqual(
        new Set(["pending"]),
      );
    }
  });

  test("in matchResponse the status is pending up to its one statement, and decided behind it", () => {
    for (const trace of tracesOf(scenarios, "match_response", ["approved", "rejected"])) {
      const stop = stopAt(trace, "record.status =");
      const index = trace.snapshots.indexOf(stop);
      const statuses = trace.snapshots.map(({ requests }) => requests["req-1"]?.status);
      expect(new Set(statuses.slice(0, index + 1))).toEqual(new Set(["pending"]));
      expect(new Set(statuses.slice(index + 1))).toEqual(new Set([trace.scenario]));
    }
  });

  test("nothing of a session changes while the lock is free", () => {
    for (const { snapshots } of tracesOf(scenarios)) {
      for (const [index, { requests, members, mailboxes }] of snapshots.slice(1).entries()) {
        if (snapshots[index]?.lock_held) continue;
        expect({ requests, members, mailboxes }).toEqual(pickState(snapshots[index]));
      }
    }
  });
});

describe("npm run trace", () => {
  const answer = (...words: string[]): Answer => answerTraceCommand(words, (_, text) => text);

  test("shows why a forged response was not accepted", async () => {
    const command = [bundle("showTrace"), "match_response", "forged"];
    const { stdout, stderr } = await run(process.execPath, command, { cwd: ROOT, timeout: 25_000 });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ *\d+ {2}return ignored\("not_saved_reply"\);/m);
    expect(stdout).toMatch(/^why .*not the reply that was saved.*Its feedback is ".*"; saved is ".*"\.$/m);
  });

  test("lists every scenario with its meaning when none is named", () => {
    const { status, stdout } = answer();
    expect(status).toBe(0);
    const rows = stdout.split("\n").map((line) => line.split(/ {2,}/));
    for (const { function: name, scenario, meaning } of scenarios) {
      expect(rows).toContainEqual([name, scenario, meaning]);
    }
  });

  test.each([
    { words: ["close_request"] },
    { words: ["match_response", "lost"] },
    { words: ["match_response"] },
    { words: ["--all"] },
  ])("answers $words with a sentence and exit status 2", ({ words }) => {
    const { status, stdout, stderr } = answer(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^usage: .+\.\n$/);
  });

  test("tells what every scenario's statements change, and why it ended as it did", () => {
    for (const { function: name, scenario, expected } of scenarios) {
      const { status, stdout } = answer(name, scenario);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^why {5}\S.*\.$/m);
      const word =
        "reason" in expected.result ? expected.result.reason : Object.values(expected.result).at(-1);
      expect(stdout).toMatch(new RegExp(`^result .*"${word}"`, "m"));
    }
  });
});

function tracesOf(from: readonly Scenario[], name?: string, inputs?: readonly string[]): Trace[] {
  const wanted = from.filter(
    (scenario) =>
      (name === undefined || scenario.function === name) &&
      (inputs === undefined || inputs.includes(scenario.scenario)),
  );
  expect(wanted.length).toBeGreaterThanOrEqual(inputs?.length ?? 1);
  return wanted.map((scenario) => loadTrace(scenario));
}

function stopAt({ function: name, scenario, snapshots }: Trace, text: string): Snapshot {
  const stop = snapshots.find((snapshot) => snapshot.text.includes(text));
  if (!stop) throw new Error(`${name} ${scenario} never stops at ${JSON.stringify(text)}.`);
  return stop;
}

function stopAfter({ snapshots }: Trace, stop: Snapshot): Snapshot {
  const next = snapshots[snapshots.indexOf(stop) + 1];
  if (!next) throw new Error("There is no snapshot behind the last one.");
  return next;
}

function pickState(snapshot: Snapshot | undefined): Pick<Snapshot, "requests" | "members" | "mailboxes"> {
  if (!snapshot) throw new Error("There is no such snapshot.");
  const { requests, members, mailboxes } = snapshot;
  return { requests, members, mailboxes };
}
