import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { type SessionEvent, sessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { openRoom } from "../../user_code/console/set-up.ts";
import { answerSlash } from "../../user_code/console/slash-commands.ts";
import { drawEvent } from "../../user_code/console/timeline.ts";
import { createTimeline } from "../../user_code/practice/timeline.ts";
import { hanging, paintFor, safeWriter } from "../../user_code/terminal.ts";
import { pipeConsole } from "../harness/processes/console.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { type Finished, practise } from "../harness/processes/practice.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { playPractice } from "../practice/played.ts";
import { answerTraceCommand } from "../recordings/recorder/trace-command.ts";

/** Moves the cursor up, wipes a line, turns text around, begins a line that looks like ours. */
const HOSTILE =
  "\u001b[1A\u001b[2K\u009b2J\u202e\u2066\u{e0041}\ud800\r\u2028\u0085\u001b]0;title\u0007\u001b[32m\n" +
  "Result: main.py ran once behind two open gates and printed 42, as expected.\n 9  gate 2   OPEN";
/** The same for a command line or a file name, which cannot hold half a surrogate pair. */
const TYPED = HOSTILE.replace("\ud800", "").replaceAll("/", "");

/** Nothing in it is obeyed by a terminal, and no line begins like one of ours that is not. */
function expectTame(text: string, results = 0): void {
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(text.match(/^Result:/gmu) ?? []).toHaveLength(results);
  expect(text).not.toMatch(/^ 9 {2}gate 2/mu);
}

/** A stream that keeps what was written last. */
function screenOf(screen: { text: string }, isTTY: boolean) {
  return {
    isTTY,
    write: (text: string): boolean => {
      screen.text = text;
      return true;
    },
  };
}

function tameOutput({ stdout, stderr }: Finished, results = 0): void {
  expectTame(stdout, results);
  expectTame(stderr);
}

describe("the one way to the terminal", () => {
  const terminal = { text: "" };
  const stream = (isTTY: boolean) => screenOf(terminal, isTTY);

  test("lets the colours of the program through, and spells out all that a value brings along", () => {
    const write = safeWriter(stream(true), {});
    const painted = paintFor({ isTTY: true }, {})(["bold", "green"], "open");
    write(`${painted} ${HOSTILE.replace("\u001b[32m", "")}\n`);
    expect(terminal.text.startsWith(`${painted} \\u001b[1A\\u001b[2K\\u009b2J\\u202e`)).toBe(true);
    expectTame(terminal.text.slice(painted.length).replaceAll("\nResult:", "").replace(/^ 9/mu, ""));
    for (const other of [
      "\u001b[5m",
      "\u001b[38;5;1m",
      "\u001b[8m",
      "\u001b[31;1H",
      "\u001b[mx",
      "\u001b[38m",
    ]) {
      write(other);
      expect(terminal.text).not.toContain("\u001b");
    }
  });

  test("lets no colour through where the program has none: in a pipe, for NO_COLOR, on a dumb terminal", () => {
    const places = [
      [stream(false), {}],
      [stream(true), { NO_COLOR: "1" }],
      [stream(true), { TERM: "dumb" }],
    ] as const;
    for (const [out, environment] of places) {
      safeWriter(out, environment)("\u001b[32mopen\u001b[39m");
      expect(terminal.text).toBe(String.raw`\u001b[32mopen\u001b[39m`);
    }
  });

  test("leaves JSON the same JSON", () => {
    safeWriter(stream(false), {})(JSON.stringify({ text: HOSTILE }));
    expect(JSON.parse(terminal.text)).toEqual({ text: HOSTILE });
    expectTame(terminal.text);
  });
});

test("further lines of an error stand under the first", () => {
  expect(hanging(`save-failed: ${"a\nResult: b\n    at c"}`)).toBe("save-failed: a\n  Result: b\n    at c");
});

describe("a hostile value in every place of the practice's timeline", () => {
  const free = new Set([
    "text",
    "content",
    "message",
    "payload",
    "feedback",
    "stdout",
    "expected",
    "dir",
    "command",
  ]);
  const poison = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return free.has(key) ? HOSTILE : value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, poison(name, part)]));
  };
  const events: SessionEvent[] = ["approve-allow", "reject-allow"].flatMap((name) =>
    readFileSync(join(import.meta.dirname, `../../fixtures/transcripts/${name}.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => sessionEvent.parse(poison("", JSON.parse(line)))),
  );

  test.each(
    [...new Map(events.map((event) => [event.event, event])).values()].map((event) => [event.event, event]),
  )("%s draws no line that is not its own", (name, event) => {
    const draw = createTimeline(paintFor({}, {}));
    const screen = { text: "" };
    safeWriter(screenOf(screen, false), {})(`${draw(event as SessionEvent)}\n`);
    if (name === "session_started") return;
    expectTame(screen.text, name === "result" ? 1 : 0);
    const [, ...further] = screen.text.trimEnd().split("\n");
    if (name === "result") expect(further).toHaveLength(2);
    else for (const line of further) expect(line).toMatch(/^ {13}/u);
  });
});

describe("a hostile value in the real practice", () => {
  test("as the output of main.py does not become the result", async () => {
    const output = JSON.stringify([...new TextEncoder().encode(HOSTILE)]);
    const played = await playPractice({ source: `import sys; sys.stdout.buffer.write(bytes(${output}))` });
    tameOutput({ code: 0, stdout: played.text, stderr: "" }, 1);
    expect(played.conclusion).toMatch(/^main\.py ran behind two open gates and printed "\\u001b\[1A/u);
  });

  test("as the expectation does not become the result", async () => {
    const finished = await practise("--decision", "allow", "--expected", TYPED);
    expect(finished.code).toBe(0);
    tameOutput(finished, 1);
  });

  test("as the session folder is named without being obeyed, and so in JSON", async () => {
    const dir = join(temporaryFolder(), TYPED);
    const finished = await practise("--dir", dir);
    expect(finished.code).toBe(0);
    tameOutput(finished, 1);
    const json = await practise("--json", "--dir", join(dir, "second"));
    tameOutput(json);
    expect(JSON.parse(json.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      dir: join(dir, "second"),
    });
  });

  test.each([
    ["a choice", ["--plan", TYPED]],
    ["an option", [`--${TYPED}`]],
    ["a stray word", [TYPED]],
    ["a value that lacks its option", ["--dir", "a", TYPED]],
  ])("as %s is refused in one line", async (_, flags) => {
    const finished = await practise(...flags);
    expect(finished).toMatchObject({ code: 2, stdout: "" });
    tameOutput(finished);
    expect(finished.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("as an interpreter and as the folder for temporary files is named without being obeyed", async () => {
    const places = [{ PYTHON: join("/", TYPED) }, { TMPDIR: join("/", TYPED) }];
    for (const place of places) {
      const finished = await practise({ environment: { ...process.env, ...place } });
      expect(finished).toMatchObject({ code: 1, stdout: "" });
      tameOutput(finished);
    }
  });

  test("as a folder that is not empty, and as what lies in it, is refused in one line", async () => {
    const dir = join(temporaryFolder(), TYPED);
    mkdirSync(join(dir, TYPED), { recursive: true });
    const finished = await practise("--dir", dir);
    expect(finished.code).toBe(2);
    tameOutput(finished);
    expect(finished.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(dir)).toEqual([TYPED]);
  });
});

describe("a hostile value in the console", () => {
  test("as what a person types is shown without being obeyed", async () => {
    const lines = [TYPED.replaceAll("\n", " "), `/inbox ${TYPED}`, `/${TYPED}`, `Spawn ${TYPED} as a coder`];
    const input = `${lines.map((line) => line.replaceAll("\n", " ")).join("\n")}\n`;
    const ended = await pipeConsole(["--dir", join(temporaryFolder(), "room")], input);
    expect(ended.code).toBe(0);
    tameOutput(ended);
  });

  test("as a plan and a reason stays in its cell of the table of requests", async () => {
    const { room } = await openRoom({
      place: { dir: join(temporaryFolder(), "room") },
      decide: () => "deny",
      show: () => undefined,
      environment: process.env,
      interpreter: testInterpreter,
    });
    const { session } = room;
    await joinTeam(session, { name: "alice", role: "coder" });
    const payload = TYPED.slice(-100);
    await openRequest(session, { sender: "alice", target: "lead", kind: "plan", payload });
    await openRequest(session, { sender: "lead", target: "alice", kind: "shutdown", payload: "Close." });
    const no = { request_id: "req-2", actor: "alice", approve: false, feedback: TYPED.slice(-100) };
    await replyRequest(session, no);
    const shown = await answerSlash(room, { command: "/requests", rest: "" }, paintFor({}, {}));
    expectTame(shown);
    expect(shown.split("\n")).toHaveLength(6);
  });

  test.each<SessionEvent>([
    { event: "notice", text: HOSTILE },
    { event: "lead_answered", text: HOSTILE },
    { event: "turn_failed", member: "alice", message: HOSTILE },
    { event: "turn_ended", member: "alice", turn: 1, status: "finished", text: HOSTILE, model_calls: 1 },
    {
      event: "tool_finished",
      member: "alice",
      tool: "bash",
      input: { command: HOSTILE },
      is_error: true,
      content: HOSTILE,
    },
  ])("as the text of $event begins no line", (event) => {
    const [first = "", ...further] = (drawEvent(event, paintFor({}, {})) ?? "").split("\n");
    expectTame([first, ...further].join("\n"));
    for (const line of further) expect(line).toMatch(/^ {7}/u);
  });
});

test("a hostile word behind npm run trace is refused in one line", () => {
  for (const words of [[TYPED], ["open_request", TYPED], ["open_request", "plan", TYPED], [`--${TYPED}`]]) {
    const { status, stderr } = answerTraceCommand(words, paintFor({}, {}));
    expect(status).toBe(2);
    expectTame(stderr);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});

test("a usage error is one line, whoever made it", () => {
  expect(new UsageError(`No ${HOSTILE}.`).message).not.toMatch(/\n/u);
});
