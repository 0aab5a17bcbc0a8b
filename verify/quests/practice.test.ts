import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../../user_code/command-line.ts";
import { parseQuestArguments } from "../../user_code/quests/arguments.ts";
import { heldAgainstLesson } from "../../user_code/quests/as-in-the-lesson.ts";
import { myProtocol } from "../../user_code/quests/my-protocol.ts";
import { quests } from "../../user_code/quests/quests.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { classRoom, solve } from "./class-room.ts";
import { playQuest, startQuest } from "./quest-process.ts";

const room = classRoom();
afterAll(room.remove);

const ids = quests.map(({ guard }) => guard);
const REQUESTS = "s16-team-protocols/requests.ts";

/** A protocol of a learner, with these guards written and `change` made in one of its files. */
function protocol(solved: readonly string[], change?: (source: string) => string): string {
  const { folder } = myProtocol(room.parent, true);
  solve(folder, solved);
  if (change) {
    const path = join(folder, REQUESTS);
    const source = readFileSync(path, "utf8");
    expect(change(source)).not.toBe(source);
    writeFileSync(path, change(source));
  }
  return folder;
}

function lessonFiles(): Record<string, string> {
  const folder = join(import.meta.dirname, "../../lessons/s16-team-protocols");
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("the practice with one's own protocol", () => {
  test("says what it says with the lesson's when all guards stand, and changes nothing of the lessons", async () => {
    const before = lessonFiles();
    const dir = join(temporaryFolder(), "session");
    const folder = protocol(ids);
    const { code, stdout, stderr } = await playQuest(
      "practice",
      "--protocol",
      folder,
      "--decision",
      "allow",
      "--dir",
      dir,
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/As in the lesson: both gates are open, and main\.py runs once\.\n$/),
    });
    const transcript = readFileSync(
      join(import.meta.dirname, "../../fixtures/transcripts/approve-allow.txt"),
      "utf8",
    );
    expect(stdout.split("\n").slice(0, -2)).toEqual(transcript.split("\n").slice(0, -2));
    expect(readFileSync(join(dir, "workspace/runs.txt"), "utf8")).toBe("x");
    expect(lessonFiles()).toEqual(before);
  }, 120_000);

  test("lets main.py run against the lead's no while the guard is missing, and says that the lesson does not", async () => {
    const dir = join(temporaryFolder(), "session");
    const words = [
      "--protocol",
      protocol(ids.filter((id) => id !== "plan-rejected")),
      "--dir",
      dir,
      "--json",
    ];
    const { code, stdout, stderr } = await playQuest(
      "practice",
      ...words,
      "--plan",
      "reject",
      "--decision",
      "allow",
    );
    expect(code).toBe(0);
    const result = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(result).toMatchObject({ event: "result", plan: "reject", program_runs: 1, blocked_by: null });
    expect(readFileSync(join(dir, "workspace/runs.txt"), "utf8")).toBe("x");
    expect(stderr).toContain("Not as in the lesson: there gate 1 is closed (plan-rejected)");
  }, 120_000);

  test("goes on with --resume where it was killed", async () => {
    const dir = join(temporaryFolder(), "session");
    const folder = protocol(ids);
    const words = ["practice", "--protocol", folder, "--decision", "allow", "--dir", dir];
    const child = startQuest(...words, "--step");
    onTestFinished(() => void child.kill("SIGKILL"));
    await shows(child, "[q] quit");
    child.stdin?.end("q\n");
    await ended(child);
    expect(existsSync(join(dir, "workspace/runs.txt"))).toBe(false);
    const { code, stdout } = await playQuest(...words, "--resume");
    expect(code).toBe(0);
    expect(stdout).toContain("Result: main.py ran once behind two open gates and printed 42");
  }, 120_000);

  test.each([
    [
      "does not compile",
      (source: string) =>
        source.replace("export async function openRequest", "export async functio openRequest"),
      2,
      /^Your protocol does not load\. s16-team-protocols\/requests\.ts:\d+: .*Expected "function".*\n$/,
    ],
    [
      "has lost a function",
      (source: string) =>
        source.replace("export async function replyRequest", "export async function answerRequest"),
      2,
      /^Your protocol does not load\. .*requests\.ts' does not provide an export named 'replyRequest'\n$/,
    ],
    [
      "throws",
      (source: string) => source.replace("record.reply = response", "record.reply.more = response"),
      1,
      /^s16-team-protocols\/requests\.ts:\d+: TypeError: Cannot set properties of null \(setting 'more'\)\n$/,
    ],
  ])(
    "says in one sentence that a file %s",
    async (_, change, expected, sentence) => {
      const { code, stderr } = await playQuest("practice", "--protocol", protocol(ids, change));
      expect(code).toBe(expected);
      expect(
        stderr
          .split("\n")
          .filter((line) => !line.startsWith("This machine"))
          .join("\n"),
      ).toMatch(sentence);
    },
    120_000,
  );

  test("ends with Ctrl-C, also when the code never comes back, and leaves no copy", async () => {
    const loops = (source: string): string =>
      source.replace("    record.reply = response", "    for (;;) record.used = false;");
    const folder = temporaryFolder();
    const child = startQuest({ TMPDIR: folder }, "practice", "--protocol", protocol(ids, loops));
    onTestFinished(() => void child.kill("SIGKILL"));
    await shows(child, "call review_plan");
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(137);
    expect(readdirSync(folder).filter((name) => name.startsWith("two-gates-without"))).toEqual([]);
  }, 120_000);
});

describe("its command line", () => {
  const parse = (...words: string[]) => parseQuestArguments(words, room.parent, {});

  test("hands the options of the practice on", () => {
    const { folder } = myProtocol(room.parent, true);
    const parsed = parse("practice", "--protocol", folder, "--plan", "reject", "--dir", "d", "--json");
    expect(parsed).toMatchObject({ mode: "practice", folder });
    expect("options" in parsed && [...parsed.options].sort()).toEqual([
      "--decision=deny",
      "--dir=d",
      "--json",
      "--model=scripted",
      "--plan=reject",
    ]);
    expect(parse("practice", "--help")).toEqual({ mode: "help" });
  });

  test.each([
    [["practice", "--plan", "maybe"], "--plan takes approve or reject"],
    [["practice", "--session", "a"], "give --store, or set TWO_GATES_STORE"],
    [
      ["practice", "--store", "postgres://h/d", "--dir", "d", "--session", "a"],
      "a session is in one of them",
    ],
    [["practice", "--protocol", "nowhere"], "There is no protocol of yours in"],
    [["practice", "--resume"], "name its folder with --dir"],
    [["practise"], "Did you mean practice?"],
    [["practice", "now"], "Unexpected argument 'now'"],
  ])("refuses %j before anything is made", (words, sentence) => {
    mkdirSync(join(room.parent, "empty"), { recursive: true });
    let refused: unknown;
    try {
      parse(...words);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(UsageError);
    expect(String(refused)).toContain(sentence);
  });

  test("what the lesson says of each path", () => {
    const result = { blocked_by: null, program_runs: 1 } as const;
    const say = (plan: "approve" | "reject", decision: "allow" | "deny", ended: object): string =>
      heldAgainstLesson({ plan, decision, ...ended } as Parameters<typeof heldAgainstLesson>[0]);
    expect(say("approve", "allow", result)).toMatch(/^As in the lesson: both gates are open/);
    expect(say("approve", "allow", { blocked_by: "plan", program_runs: 0 })).toMatch(/^Not as/);
    expect(say("approve", "deny", { blocked_by: "permission", program_runs: 0 })).toMatch(/^As .*gate 2/);
    expect(say("approve", "deny", result)).toMatch(/^Not as .*gate 2 is closed/);
    expect(say("reject", "deny", { blocked_by: "plan", program_runs: 0 })).toMatch(/^As .*gate 1/);
    expect(say("reject", "allow", { blocked_by: "permission", program_runs: 0 })).toMatch(/^Not as .*gate 1/);
  });
});

async function shows(child: ChildProcess, text: string): Promise<void> {
  let shown = "";
  for await (const part of child.stdout ?? []) {
    shown += part;
    if (shown.includes(text)) return;
  }
  throw new Error(`It never showed ${text}: ${shown}`);
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once("exit", resolve);
  });
}
