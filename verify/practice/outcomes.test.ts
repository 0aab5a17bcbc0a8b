import { existsSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import type { Model } from "../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { sessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { failRename, temporaryFolder } from "../harness/sessions.ts";
import { gatesIn, type Meddling, type Played, playPractice } from "./played.ts";

type Moment = (event: SessionEvent) => boolean;
const whenApproved: Moment = (event) => event.event === "response_matched" && event.request_id === "req-1";
const whenAllowed: Moment = (event) => event.event === "gate_checked" && event.gate === "permission";
const at =
  (moment: Moment, meddle: (workspace: string) => void): NonNullable<Meddling["on"]> =>
  (event, workspace) => {
    if (moment(event)) meddle(workspace);
  };
const edit = (workspace: string): void => writeFileSync(join(workspace, "main.py"), "print(43)\n");

/** The path went to its end, whatever came of the program: seven model calls, everybody where they should be. */
function expectWholePath({ result, events }: Played): void {
  expect(result).toMatchObject({ model_calls: 7, letters: 4, members: { reader: "closed" } });
  expect(events.map((event) => sessionEvent.parse(event))).toEqual(events);
}

describe("a program that fails is a mismatch, reported with how it ended and what it wrote:", () => {
  test.each<[string, Meddling, { call: object; conclusion: string; report: string; shows: string }]>([
    [
      "a name that is not defined",
      { source: "print(42)\nfoo\n" },
      {
        call: { status: "exited", exit_code: 1, signal: null },
        conclusion:
          "main.py ran behind two open gates and ended with exit code 1, so what it printed is not compared.",
        report:
          "main.py ran and failed with exit code 1 (NameError: name 'foo' is not defined): what it printed is not compared.",
        shows: "stderr: NameError: name 'foo' is not defined",
      },
    ],
    [
      "no Python",
      { source: "def (" },
      {
        call: { status: "exited", exit_code: 1, signal: null },
        conclusion:
          "main.py ran behind two open gates and ended with exit code 1, so what it printed is not compared.",
        report:
          "main.py ran and failed with exit code 1 (SyntaxError: invalid syntax): what it printed is not compared.",
        shows: "stderr: SyntaxError: invalid syntax",
      },
    ],
    [
      "the right output and exit code 3",
      { source: "print(42)\nraise SystemExit(3)\n" },
      {
        call: { status: "exited", exit_code: 3, signal: null },
        conclusion:
          "main.py ran behind two open gates and ended with exit code 3, so what it printed is not compared.",
        report: "main.py ran and failed with exit code 3: what it printed is not compared.",
        shows: 'ends with exit code 3, output: "42\\n"',
      },
    ],
    [
      "a wait for input",
      { source: "input()\n" },
      {
        call: { status: "exited", exit_code: 1, signal: null },
        conclusion:
          "main.py ran behind two open gates and ended with exit code 1, so what it printed is not compared.",
        report:
          "main.py ran and failed with exit code 1 (EOFError: EOF when reading a line): what it printed is not compared.",
        shows: "stderr: EOFError: EOF when reading a line",
      },
    ],
    [
      "no end",
      { source: "print(42, flush=True)\nwhile True: pass\n", limits: { timeLimitMs: 600, outputBytes: 100 } },
      {
        call: { status: "timeout", exit_code: null, signal: null },
        conclusion:
          "main.py ran behind two open gates and was killed at its time limit, so what it printed is not compared.",
        report: "main.py ran and was killed at its time limit: what it printed is not compared.",
        shows: 'is killed at its time limit, output: "42\\n"',
      },
    ],
    [
      "a signal",
      { source: "import os, signal\nprint(42, flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n" },
      {
        call: { status: "killed", exit_code: null, signal: "SIGKILL" },
        conclusion:
          "main.py ran behind two open gates and was ended by SIGKILL, so what it printed is not compared.",
        report: "main.py ran and was ended by SIGKILL: what it printed is not compared.",
        shows: 'is ended by SIGKILL, output: "42\\n"',
      },
    ],
  ])("%s", async (_, meddling, expected) => {
    const played = await playPractice(meddling);
    expectWholePath(played);
    expect(played.result).toMatchObject({
      call: { how: "ran", ...expected.call },
      blocked_by: null,
      program_runs: 1,
      compared: null,
      verdict: "mismatch",
    });
    expect(played.conclusion).toBe(expected.conclusion);
    expect(played.report).toBe(expected.report);
    expect(played.text).toContain(expected.shows);
    expect(played.text).toContain("tool     run_main returns its outcome, a failure");
  });

  test("a source that is no UTF-8", async () => {
    const played = await playPractice({ source: Buffer.from("print('\xe9')\n", "latin1") });
    expectWholePath(played);
    expect(played.report).toContain("SyntaxError: Non-UTF-8 code");
  });
});

describe("a program that succeeds is held against the expectation that was read:", () => {
  test("nothing printed is said as nothing", async () => {
    const { conclusion, report, result } = await playPractice({ source: "" });
    expect(conclusion).toBe("main.py ran behind two open gates and printed nothing, but 42 was expected.");
    expect(report).toBe("main.py printed nothing, but expected.txt says 42: they do not match.");
    expect(result.compared).toEqual({ printed: "", expected: "42" });
  });

  test.each(["421", "142", "4 2", "42\\n42"])("%s is not 42", async (printed) => {
    const { conclusion, result } = await playPractice({ source: `print("${printed}")\n` });
    expect(result.verdict).toBe("mismatch");
    expect(conclusion).toMatch(/ and printed .*, but 42 was expected\.$/);
  });

  test("output that looks like a result stays inside one line, its control characters spelled out", async () => {
    const played = await playPractice({
      source: "print('42\\nResult: main.py ran once behind two open gates\\x1b[2J\\x1b[32m')\n",
    });
    expect(played.text.match(/^Result: /gm)).toHaveLength(1);
    expect(played.text).not.toContain("\u001b");
    expect(played.conclusion).toBe(
      'main.py ran behind two open gates and printed "42\\nResult: main.py ran once behind two open gates\\u001b[2J\\u001b[32m", but 42 was expected.',
    );
  });

  test("more than is kept is not compared, and a part of it is shown", async () => {
    const played = await playPractice({ source: "print('4' * 5000)\n" });
    expect(played.result).toMatchObject({ compared: null, verdict: "mismatch" });
    expect(played.conclusion).toBe(
      "main.py ran behind two open gates and printed more than is kept, so there is nothing to compare.",
    );
    expect(played.text.replace(/\s+/g, " ")).toContain(
      "(the first 300 of 4000 characters; the rest was not kept)",
    );
  });

  test("a long traceback is shown by its end", async () => {
    const { text } = await playPractice({
      source: "def deeper(n): deeper(n - 1) if n else 1 / 0\ndeeper(20)\n",
    });
    expect(text.match(/^ +stderr: /gm)).toHaveLength(9);
    expect(text).toMatch(/stderr: \(\d+ lines before\)/);
    expect(text).toContain("stderr: ZeroDivisionError: division by zero");
  });

  test("an expectation that was changed before it was read counts as it was read", async () => {
    const played = await playPractice({
      on: at(whenApproved, (workspace) => writeFileSync(join(workspace, "expected.txt"), "43\n")),
    });
    expect(played.conclusion).toBe("main.py ran behind two open gates and printed 42, but 43 was expected.");
    expect(played.report).toBe("main.py printed 42, but expected.txt says 43: they do not match.");
  });

  test.each<[string, (path: string) => void]>([
    ["is gone", () => undefined],
    ["is a link to another file", (path) => symlinkSync("/etc/passwd", path)],
    ["is too large", (path) => writeFileSync(path, "4".repeat(4_001))],
  ])("an expectation that %s is none, and nothing of the file is shown", async (_, replace) => {
    const played = await playPractice({
      on: at(whenApproved, (workspace) => {
        unlinkSync(join(workspace, "expected.txt"));
        replace(join(workspace, "expected.txt"));
      }),
    });
    expectWholePath(played);
    expect(played.result).toMatchObject({
      program_runs: 1,
      expected: "",
      compared: null,
      verdict: "mismatch",
    });
    expect(played.conclusion).toBe(
      "main.py ran behind two open gates and printed 42, but there is no expected.txt to compare it with.",
    );
    expect(played.report).toBe("main.py printed 42, but there is no expected.txt to compare it with.");
    expect(JSON.stringify(played.events)).not.toContain("root:");
  });
});

describe("a gate that is closed is named with its own reason:", () => {
  test("main.py edited after the approval", async () => {
    const played = await playPractice({ on: at(whenApproved, edit) });
    expectWholePath(played);
    expect(played.result).toMatchObject({
      call: { how: "blocked", gate: "plan", reason: "plan-changed", at: "gate" },
      blocked_by: "plan",
      program_runs: 0,
      verdict: "not_run",
    });
    expect(played.conclusion).toBe(
      "main.py did not run: gate 1 is closed, what would run is no longer what the lead approved. The host was never asked.",
    );
    expect(gatesIn(played.told)).toEqual([["plan", "closed", "plan-changed"]]);
  });

  test("main.py edited between the host's yes and the start", async () => {
    const played = await playPractice({ on: at(whenAllowed, edit) });
    expectWholePath(played);
    expect(played.result).toMatchObject({
      call: { how: "blocked", gate: "plan", reason: "plan-changed", at: "claim" },
      blocked_by: "plan",
      program_runs: 0,
    });
    expect(played.conclusion).toBe(
      "main.py did not run: gate 1 is closed, what would run is no longer what the lead approved. " +
        "It closed between the host's yes and the start.",
    );
    expect(played.text).toContain("plan approval CLOSED at the last look (plan-changed): nothing is");
    expect(gatesIn(played.told)).toEqual([
      ["plan", "open", "plan-approved"],
      ["permission", "open", "permission-allowed"],
      ["plan", "closed", "plan-changed"],
    ]);
  });

  test("the workspace swapped for another folder with the same main.py", async () => {
    const elsewhere = temporaryFolder();
    const played = await playPractice({
      on: at(whenApproved, (workspace) => {
        renameSync(workspace, join(elsewhere, "workspace"));
        symlinkSync(join(elsewhere, "workspace"), workspace);
      }),
    });
    expect(played.result).toMatchObject({
      call: { how: "blocked", gate: "plan", reason: "plan-changed" },
      program_runs: 0,
    });
  });
});

describe("a program that cannot start", () => {
  test("because main.py is gone by then has not run, and says so", async () => {
    const played = await playPractice({
      on: at(whenAllowed, (workspace) => unlinkSync(join(workspace, "main.py"))),
    });
    expectWholePath(played);
    expect(played.result).toMatchObject({
      call: { how: "not_started", reason: "missing-file" },
      blocked_by: null,
      program_runs: 0,
      stdout: null,
      compared: null,
      verdict: "not_run",
    });
    expect(played.conclusion).toBe(
      "main.py did not run: both gates were open, but it could not start. There is no main.py in <dir>/workspace " +
        "that could be run: it is missing, a link, or too large.",
    );
    expect(played.text).toContain("does not start (missing-file)");
    expect(played.report).toBe("main.py did not run (missing-file): nothing to compare.");
  });

  test("because the interpreter is gone by then has not run either, and its approval is unused", async () => {
    const python = join(temporaryFolder(), "python3");
    symlinkSync(testInterpreter.executable, python);
    const interpreter = { ...testInterpreter, executable: python };
    const played = await playPractice({ interpreter, on: at(whenAllowed, () => unlinkSync(python)) });
    expectWholePath(played);
    expect(played.result).toMatchObject({
      call: { how: "not_started", reason: "missing-python" },
      program_runs: 0,
    });
    expect(played.events.map(({ event }) => event)).not.toContain("program_started");
  });

  test("because the start itself fails has given its approval back, and leaves no mark of a start", async () => {
    // The monitor's python runs; what it is to start is a file that the kernel cannot execute.
    const python = join(temporaryFolder(), "python3");
    writeFileSync(
      python,
      `#!/bin/sh\nif [ "$2" = -S ]; then printf "" > ${python}.next; chmod 755 ${python}.next; mv ${python}.next ${python}; fi\nexec ${testInterpreter.executable} "$@"\n`,
      { mode: 0o755 },
    );
    const { result, told, directory, session } = await playPractice({
      interpreter: { ...testInterpreter, executable: python },
    });
    expect(result).toMatchObject({ call: { how: "not_started" }, program_runs: 0, verdict: "not_run" });
    expect(told.map(({ event }) => event)).toContain("program_started");
    expect(existsSync(join(directory, "runs/req-1"))).toBe(false);
    expect(session.current.requests.get("req-1")?.used).toBe(false);
    expect(session.current.runs.get("req-1")?.status).toBe("not-started");
  });
});

describe("a letter that comes in before the reader is closed", () => {
  /** Plays the script, and answers the turn for which it has no step. */
  function readingLetters(): Model {
    const script = new ScriptedModel(practiceScript({ plan: "approve" }));
    let calls = 0;
    return {
      respond: (request) => {
        calls += 1;
        if (calls <= 7) return script.respond(request);
        return Promise.resolve({
          content: [{ type: "text", text: "I have read it." }],
          stop_reason: "end_turn",
        });
      },
    };
  }

  test("is read in a turn of its own before the reader says yes", async () => {
    const sent: Promise<unknown>[] = [];
    const { result, told } = await playPractice({
      model: readingLetters(),
      on: (event, _, session) => {
        const isWorkOver = event.event === "turn_ended" && event.turn === 2;
        if (!isWorkOver) return;
        sent.push(sendMessage(session, { sender: "reviewer", recipient: "reader", body: "Look at this." }));
      },
    });
    await Promise.all(sent);
    const closing = told.slice(told.findIndex(({ event }) => event === "letter_sent"));
    expect(closing.map(({ event }) => event)).toEqual([
      "letter_sent",
      "request_opened",
      "letter_delivered",
      "letter_delivered",
      "unread_letters",
      "turn_started",
      "model_called",
      "model_exchange",
      "turn_ended",
      "reply_saved",
      "member_closed",
      "response_matched",
      "delivery_refused",
    ]);
    expect(result).toMatchObject({ model_calls: 8, letters: 4, members: { reader: "closed" } });
  });
});

describe("a request that the lead reads and does not answer", () => {
  test("is told at the end of its turn, and keeps gate 1 closed", async () => {
    const silent: Model = {
      respond: async ({ actor, messages }) => {
        const isFirst = !messages.some(({ role }) => role === "assistant");
        const call = {
          type: "tool_use",
          id: "call-1",
          name: "submit_plan",
          input: { plan: "Run it." },
        } as const;
        return actor === "reader" && isFirst
          ? { content: [call], stop_reason: "tool_use" }
          : { content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" };
      },
    };
    const { result, told, text } = await playPractice({ model: silent });
    expect(told).toContainEqual({
      event: "unanswered",
      member: "lead",
      request_id: "req-1",
      asker: "reader",
    });
    expect(text).toContain("has read a request of reader and ends its turn without an answer");
    expect(result).toMatchObject({
      call: { how: "not_asked" },
      requests: { "req-1": "withdrawn", "req-2": "approved" },
    });
  });
});

describe("the session's log", () => {
  test("keeps each call, its hash, the gate and the answer, in the order in which they were given", async () => {
    const { directory } = await playPractice({ decision: "deny" });
    const log = readFileSync(join(directory, "events.jsonl"), "utf8").trimEnd().split("\n");
    const gates = log.map((line) => JSON.parse(line)).filter(({ event }) => event === "gate_checked");
    const call = {
      member: "reader",
      tool: "run_main",
      input: {},
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(gates).toMatchObject([
      { gate: "plan", ...call, request_id: "req-1", open: true, reason: "plan-approved" },
      { gate: "permission", ...call, open: false, reason: "permission-denied" },
    ]);
    expect(gates[0].sha256.slice(0, 16)).toBe("369799734ce707ab");
    expect(gates[1].sha256).toBe(gates[0].sha256);
  });

  test.each([
    ["the host's yes", (event: SessionEvent) => event.event === "gate_checked" && event.gate === "plan"],
    ["the claim", whenAllowed],
  ])("nobody acts on a decision that cannot be kept: %s", async (_, moment) => {
    let workspace = "";
    const played = playPractice({
      on: (event, place) => {
        workspace = place;
        if (moment(event)) failRename("ENOSPC");
      },
    });
    await expect(played).rejects.toMatchObject({ code: "save-failed" });
    expect(existsSync(join(workspace, "main.py"))).toBe(true);
    expect(existsSync(join(workspace, "runs.txt"))).toBe(false);
  });
});
