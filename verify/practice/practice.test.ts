import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type PracticeResult,
  type SessionEvent,
  sessionEvent,
} from "../../lessons/s16-team-protocols/session-event.ts";
import { createTimeline } from "../../user_code/practice/timeline.ts";
import { paintFor } from "../../user_code/terminal.ts";
import { AS_TYPED, practise } from "../harness/processes/practice.ts";
import {
  type PracticePath,
  practicePaths,
  transcriptFile,
} from "../recordings/transcripts/practice-transcripts.ts";

const folder = mkdtempSync(join(tmpdir(), "two-gates-practice-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Played = { text: string; json: string; events: SessionEvent[]; result: PracticeResult; dir: string };

/** One real run of a path. The timeline is drawn from its events; what it left on disk is in `dir`. */
async function play({ plan, decision }: PracticePath): Promise<Played> {
  const dir = join(folder, `${plan}-${decision}`);
  const program = plan === "approve" && decision === "allow" ? { program: AS_TYPED } : {};
  const flags = ["--plan", plan, "--decision", decision, "--dir", dir, "--json"];
  const { stdout } = await practise(...flags, program);
  const json = stdout.replaceAll(dir, "<dir>");
  const events = json
    .trimEnd()
    .split("\n")
    .map((line) => sessionEvent.parse(JSON.parse(line)));
  const result = events.at(-1);
  if (result?.event !== "result") throw new Error("The last event is not the result.");
  const draw = createTimeline(paintFor({ isTTY: false }, {}));
  const text = events.map((event) => `${draw(event)}\n`).join("");
  return { text, json, events, result, dir };
}

const eventsIn = (lines: string): unknown[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const expectations: Record<string, Partial<PracticeResult>> = {
  "approve-allow": { blocked_by: null, program_runs: 1, stdout: "42\n", verdict: "match" },
  "reject-allow": { blocked_by: "plan", program_runs: 0, stdout: null, verdict: "not_run" },
  "approve-deny": { blocked_by: "permission", program_runs: 0, stdout: null, verdict: "not_run" },
  "reject-deny": { blocked_by: "plan", program_runs: 0, stdout: null, verdict: "not_run" },
};

describe.each(practicePaths)("plan $plan, decision $decision", (path) => {
  const name = `${path.plan}-${path.decision}`;
  let played: Played;
  beforeAll(async () => {
    played = await play(path);
  });

  test("prints its golden transcript, byte for byte (npm run transcripts renews them)", () => {
    expect(played.text).toBe(readFileSync(transcriptFile(path, "txt"), "utf8"));
    const kept = readFileSync(transcriptFile(path, "jsonl"), "utf8");
    expect(eventsIn(played.json)).toEqual(eventsIn(kept));
    expect(played.json).toBe(kept);
  });

  test("the result says what ran, what was printed and which gate was closed", () => {
    expect(played.result).toMatchObject({
      ...expectations[name],
      plan: path.plan,
      decision: path.decision,
      expected: "42\n",
      model_calls: 7,
      letters: 4,
      requests: { "req-1": path.plan === "approve" ? "approved" : "rejected", "req-2": "approved" },
      members: { lead: "idle", reader: "closed", reviewer: "idle" },
    });
  });

  test("the counter file holds exactly one x when both gates are open, and does not exist otherwise", () => {
    const counter = join(played.dir, "workspace/runs.txt");
    if (name === "approve-allow") expect(readFileSync(counter, "utf8")).toBe("x");
    else expect(existsSync(counter)).toBe(false);
  });

  test("the host is asked only when the plan gate is open", () => {
    const gates = played.events.filter((event) => event.event === "gate_checked");
    expect(gates.map(({ gate, open }) => ({ gate, open }))).toEqual(
      path.plan === "reject"
        ? [{ gate: "plan", open: false }]
        : [
            { gate: "plan", open: true },
            { gate: "permission", open: path.decision === "allow" },
          ],
    );
  });

  test("a request is still pending after its reply is saved, and decided only when it is matched", () => {
    for (const request_id of ["req-1", "req-2"]) {
      const statuses = played.events.flatMap((event) =>
        "request_id" in event && event.request_id === request_id && "status" in event
          ? [`${event.event} ${event.status}`]
          : [],
      );
      const saved = statuses.indexOf("reply_saved pending");
      const matched = statuses.findIndex((entry) => entry.startsWith("response_matched"));
      expect(saved).toBeGreaterThan(0);
      expect(matched).toBeGreaterThan(saved);
      expect(statuses.slice(0, matched).every((entry) => entry.endsWith("pending"))).toBe(true);
    }
  });

  test("reader keeps its history, is closed while the lead's request is pending, and gets no further turn", () => {
    const order = played.events.map((event) => event.event);
    const closed = played.events.find((event) => event.event === "member_closed");
    expect(closed).toMatchObject({ member: "reader", request_id: "req-2", status: "pending" });
    expect(order.indexOf("member_closed")).toBeLessThan(order.lastIndexOf("response_matched"));
    expect(played.events.at(-2)).toEqual({
      event: "delivery_refused",
      member: "reader",
      status: "unavailable",
    });
  });

  test("the timeline has one line for each event", () => {
    const numbered = played.text.split("\n").filter((line) => /^ ?\d+ {2}/.test(line));
    expect(numbered).toHaveLength(played.events.length - 2);
    expect(played.text.split("\n").every((line) => line.length <= 120)).toBe(true);
  });
});

test("what README.md shows of the practice is what it prints", () => {
  const printed = practicePaths.map((path) => readFileSync(transcriptFile(path, "txt"), "utf8")).join("");
  const rows = readFileSync("README.md", "utf8").match(
    /^(?: ?\d+ {2}(?:gate|lead|reader|model|tool|program) .*|Result: .*)$/gm,
  );
  expect(rows?.length).toBeGreaterThan(30);
  for (const row of rows ?? []) expect(printed).toContain(`${row}\n`);
});

describe("an expectation that is not met", () => {
  test("is reported honestly, with the run done", async () => {
    const { stdout } = await practise("--decision", "allow", "--expected", "43", "--json");
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({
      program_runs: 1,
      stdout: "42\n",
      expected: "43\n",
      verdict: "mismatch",
    });
    expect(events.find(({ event }) => event === "reported").text).toBe(
      "main.py printed 42, but expected.txt says 43: they do not match.",
    );
  });
});

describe("--step", () => {
  test("waits after each event, shows state and mailboxes on s, and runs on when the input has ended", async () => {
    const { stdout, code } = await practise({ input: `${"\n".repeat(8)}s` }, "--step");
    expect(code).toBe(0);
    expect(stdout).toContain("req-1  plan reader -> lead  pending, reply saved (yes)");
    expect(stdout).toContain('{"id":"lead-1","sender":"reader","recipient":"lead","body":"[team-protocol] ');
    expect(stdout).toContain("Result: main.py did not run");
  });

  test("q ends the practice at that event with exit code 0, and --resume goes on from there", async () => {
    const dir = join(folder, "stopped");
    const { stdout, code } = await practise("--dir", dir, "--step", { input: "\n\nq" });
    expect(code).toBe(0);
    expect(stdout).toContain(" 3  reader   asks lead");
    expect(stdout).not.toContain(" 4  model");
    expect(stdout).toContain(`\nStopped. Session folder: ${dir} (to go on, add --dir ${dir} --resume)\n`);

    const resumed = await practise("--dir", dir, "--resume");
    expect(resumed).toMatchObject({ code: 0, stderr: "" });
    expect(resumed.stdout).toContain("two gates, taken up again: the lead will approve the plan");
    expect(resumed.stdout).toContain(
      "host     this process plays lead, reader, reviewer from now on; reader was in\n",
    );
    expect(resumed.stdout).not.toContain("asks lead");
    expect(resumed.stdout).toContain("Result: main.py did not run: gate 2 is closed");
  });
});
