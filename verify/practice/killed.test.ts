import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import { startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { practiceTeam } from "../../user_code/practice/setup.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { practise } from "../harness/processes/practice.ts";
import { filesIn, temporaryFolder } from "../harness/sessions.ts";
import { transcriptFile } from "../recordings/transcripts/practice-transcripts.ts";
import { runsIn } from "./resumed.ts";

const OPEN = ["--plan", "approve", "--decision", "allow"];
const KEY = "[q] quit ";

/**
 * The real practice, which waits for a key when the line that contains `at` has been printed.
 */
async function holdPractice(
  directory: string,
  at: string,
  flags: readonly string[] = OPEN,
): Promise<{ kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [bundle("practice"), ...flags, "--dir", directory, "--step"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve) => {
    let shown = "";
    let asked = 0;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
      for (; shown.split(KEY).length - 1 > asked; asked += 1) {
        const soFar = shown
          .split(KEY)
          .slice(0, asked + 1)
          .join("");
        if (soFar.includes(at)) return resolve();
        child.stdin.write("\n");
      }
    });
  });
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

function resultIn(stdout: string): PracticeResult {
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

describe("killed with SIGKILL", () => {
  test.each([
    ["when the turn begins", "begins turn 1: propose a plan"],
    ["between an answer and its call", "call submit_plan"],
    ["when the plan is out", "registered   req-1"],
    ["when the reply is saved", "replies yes"],
    ["when the host has said yes", "host permission OPEN"],
    ["when the run has ended", "ends with exit code 0"],
    ["when the reader is closed", "is closed; the lead"],
  ])("%s, the same command with --resume ends with the same result", async (_, at) => {
    const directory = join(temporaryFolder(), "session");
    await (await holdPractice(directory, at)).kill();
    const { code, stdout, stderr } = await practise(...OPEN, "--dir", directory, "--resume", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(resultIn(stdout)).toMatchObject({
      call: { how: "ran", status: "exited", exit_code: 0, signal: null },
      program_runs: 1,
      stdout: "42\n",
      verdict: "match",
      model_calls: 7,
      letters: 4,
      requests: { "req-1": "approved", "req-2": "approved" },
      members: { lead: "idle", reader: "closed", reviewer: "idle" },
    });
    expect(runsIn(directory)).toBe("x");
  });

  test("over the lay-out, it begins as if it had never been started", async () => {
    const directory = temporaryFolder();
    await startSession(directory, practiceTeam(), { program: "practice" });
    mkdirSync(join(directory, "workspace"), { mode: 0o700 });
    writeFileSync(join(directory, "workspace/main.py"), "print(4");
    const { code, stdout, stderr } = await practise(...OPEN, "--dir", directory, "--resume");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const transcript = transcriptFile({ plan: "approve", decision: "allow" }, "txt");
    expect(stdout.replaceAll(directory, "<dir>")).toBe(readFileSync(transcript, "utf8"));
  });

  test("between the claim and the kept end it says outcome-unknown, and main.py ran at most once", async () => {
    const directory = join(temporaryFolder(), "session");
    await (await holdPractice(directory, "starts; the approval is used up")).kill();
    const { code, stdout } = await practise(...OPEN, "--dir", directory, "--resume");
    expect(code).toBe(0);
    expect(stdout).toContain("program  main.py was started, and its process ended before it could say how.");
    expect(stdout).toContain("tool     run_main is refused: outcome-unknown");
    expect(stdout).toContain("Result: main.py was started behind two open gates, and nobody knows");
    expect(runsIn(directory).length).toBeLessThanOrEqual(1);

    const again = await practise(...OPEN, "--dir", directory, "--resume", "--json");
    expect(resultIn(again.stdout).call).toEqual({ how: "outcome_unknown" });
    expect(again.stdout.trimEnd()).not.toContain("\n");
  });
});

describe("--resume is refused in one sentence, and changes nothing,", () => {
  async function refused(
    directory: string,
    ...flags: string[]
  ): Promise<{ code: number | null; stderr: string }> {
    const before = filesIn(directory);
    const { code, stdout, stderr } = await practise("--dir", directory, "--resume", ...flags);
    expect(stdout).toBe("");
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(filesIn(directory)).toEqual(before);
    return { code, stderr };
  }

  test("without --dir", async () => {
    expect(await practise("--resume")).toEqual({
      code: 2,
      stdout: "",
      stderr: "usage: --resume goes on with a session that is there: name its folder with --dir.\n",
    });
  });

  test("in an empty folder, and in one that is not there", async () => {
    const folder = temporaryFolder();
    expect(await refused(folder)).toEqual({
      code: 1,
      stderr:
        `session-corrupt: There is no session in ${folder}: it holds no session.json. Nothing was touched. ` +
        "Name the folder of a session, or start one.\n",
    });
    const { code, stderr } = await practise("--resume", "--dir", join(folder, "none"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mailbox-unsafe: \S+ cannot be looked at \(ENOENT\)[^\n]*\n$/);
  });

  test("in a folder of the console", async () => {
    const folder = temporaryFolder();
    await startSession(folder, practiceTeam(), { program: "console" });
    const { code, stderr } = await refused(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^session-version: \S+ is a session of the console, not of the practice\. /);
  });

  test.each<[string[], string]>([
    [["--plan", "reject", "--decision", "allow"], "started with --plan approve, not with --plan reject."],
    [["--decision", "deny"], "started with --decision allow, not with --decision deny."],
    [["--decision", "allow", "--expected", "43"], 'started without --expected, not with --expected "43".'],
  ])("with other choices than the session's: %j", async (flags, sentence) => {
    const directory = join(temporaryFolder(), "session");
    await (await holdPractice(directory, "call submit_plan")).kill();
    const { code, stderr } = await refused(directory, ...flags);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `usage: This session was ${sentence} Go on with the choices that it has, or name a new folder.\n`,
    );
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ["that is cut off", (text) => text.slice(0, -20), /^session-corrupt: \S+session\.json is not as/],
    [
      "with notes that no practice wrote",
      (text) => text.replace('"call":{"how":"not_asked"}', '"call":7'),
      /^session-corrupt: The notes of the practice in session\.json are not as it writes them\. /,
    ],
    [
      "of another version",
      (text) => text.replace('"version":1', '"version":99'),
      /^session-version: \S+session\.json has version 99; /,
    ],
  ])("with a session.json %s", async (_, damage, sentence) => {
    const directory = join(temporaryFolder(), "session");
    await (await holdPractice(directory, "call submit_plan")).kill();
    const file = join(directory, "session.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, damage(text));
    expect(readFileSync(file, "utf8")).not.toBe(text);
    const { code, stderr } = await refused(directory, ...OPEN);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  test("while another process plays it, which is named", async () => {
    const directory = join(temporaryFolder(), "session");
    const held = await holdPractice(directory, "call submit_plan");
    const { code, stderr } = await refused(directory, ...OPEN);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^member-attended: lead is played by another process \(\d+\), so nothing was changed\. /,
    );
    await held.kill();
  });
});

test("a plain start in the folder of a practice is refused, and the refusal names --resume", async () => {
  const directory = join(temporaryFolder(), "session");
  await (await holdPractice(directory, "call submit_plan")).kill();
  const { code, stderr } = await practise("--dir", directory, ...OPEN);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^directory-not-empty: [^\n]* What lies there is a practice: --resume goes on with it\.\n$/,
  );
  rmSync(join(directory, "session.json"));
  const other = await practise("--dir", directory, ...OPEN);
  expect(other.stderr).not.toContain("--resume");
});
