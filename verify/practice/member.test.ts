import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { practiceTeam } from "../../user_code/practice/setup.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { withoutWeakness } from "../harness/processes/interpreter.ts";
import { filesIn, temporaryFolder } from "../harness/sessions.ts";
import { transcriptFile } from "../recordings/transcripts/practice-transcripts.ts";
import { runsIn, storyIn } from "./resumed.ts";

type Ended = { code: number | null; stdout: string; stderr: string };
type Terminal = {
  /** Resolves when this has been printed, on either stream. */
  shows: (text: string) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  ended: Promise<Ended>;
};

/** The real member.ts, in a terminal of its own. */
function play(directory: string, ...flags: string[]): Terminal {
  const child = spawn(process.execPath, [bundle("member"), "--dir", directory, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  let look = (): void => undefined;
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
      look();
    });
  }
  return {
    shows: (text) =>
      new Promise((resolve) => {
        look = () => {
          if (`${output.stdout}${output.stderr}`.includes(text)) resolve();
        };
        look();
      }),
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) =>
      child.once("close", (code) =>
        resolve({ code, stdout: output.stdout, stderr: withoutWeakness(output.stderr) }),
      ),
    ),
  };
}

const LEAD = ["--as", "lead"];
const READER = ["--as", "reader", "--decision", "allow"];

const LIFE = [
  "  request  kind      asked by  answered by  answer  status",
  "  req-1    plan      reader    lead         yes     approved",
  "  req-2    shutdown  lead      reader       yes     approved",
].join("\n");

function resultIn({ stdout }: Ended): PracticeResult {
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

function eventsIn({ stdout }: Ended): SessionEvent[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What the practice in one process tells, without what depends on who comes first. */
function transcript(): SessionEvent[] {
  const lines = readFileSync(transcriptFile({ plan: "approve", decision: "allow" }, "jsonl"), "utf8");
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("the practice in two processes", () => {
  test.each([
    ["the lead", [LEAD, READER]],
    ["the reader", [READER, LEAD]],
  ])("tells the same request life on both sides, with %s first", async (_, [first = [], second = []]) => {
    const directory = join(temporaryFolder(), "session");
    const one = play(directory, ...first);
    await one.shows("status");
    const other = play(directory, ...second);
    const sides = await Promise.all([one.ended, other.ended]);
    for (const { code, stdout } of sides) {
      expect(code).toBe(0);
      expect(stdout).toContain(`\n${LIFE}\n`);
      expect(stdout).toContain("Result: main.py ran once behind two open gates and printed 42, as expected.");
    }
    expect(runsIn(directory)).toBe("x");
  });

  test("each prints its own side, and both together are the practice that one process plays", async () => {
    const directory = join(temporaryFolder(), "session");
    const terminals = [play(directory, ...LEAD, "--json"), play(directory, ...READER, "--json")];
    const [lead, reader] = await Promise.all(terminals.map(({ ended }) => ended));
    if (!lead || !reader) throw new Error("Two were started.");
    const own = (side: Ended): SessionEvent[] =>
      eventsIn(side).filter(({ event }) => event !== "result" && event !== "session_started");
    const whole = transcript().filter(({ event }) => event !== "result" && event !== "session_started");
    const isLeads = (event: SessionEvent): boolean =>
      ("member" in event && event.member === "lead") || ("actor" in event && event.actor === "lead");
    expect(own(lead)).toEqual(whole.filter(isLeads));
    expect(own(reader)).toEqual(whole.filter((event) => !isLeads(event)));
    expect(resultIn(lead)).toEqual(resultIn(reader));
    expect(resultIn(lead)).toEqual({ ...transcript().at(-1), dir: directory });
  });

  test("goes on when one is ended by a signal and started again, and the other says that it waits", async () => {
    const directory = join(temporaryFolder(), "session");
    const reader = play(directory, ...READER);
    await reader.shows("ends turn 1");
    await reader.shows("Nobody plays lead yet: waiting. In another terminal: ");
    reader.kill("SIGINT");
    expect(await reader.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(
        `Stopped by SIGINT. Session folder: ${directory} (the same command goes on)\n`,
      ),
    });

    const lead = play(directory, ...LEAD);
    await lead.shows(
      "reader is absent, its process has ended: waiting for it to come back. In another terminal: ",
    );
    const again = play(directory, ...READER);
    const sides = await Promise.all([lead.ended, again.ended]);
    expect(sides.map(({ code }) => code)).toEqual([0, 0]);
    expect(sides[0].stderr.match(/reader is absent/g)).toHaveLength(1);
    expect(runsIn(directory)).toBe("x");
    expect(storyIn(directory).filter(({ event }) => event === "request_opened")).toHaveLength(2);
  });

  test("survives a SIGKILL of each side", async () => {
    const directory = join(temporaryFolder(), "session");
    const killed = [play(directory, ...LEAD), play(directory, ...READER)];
    await killed[0]?.shows("begins turn 1: review the plan");
    for (const terminal of killed) terminal.kill("SIGKILL");
    await Promise.all(killed.map(({ ended }) => ended));

    const again = [play(directory, ...LEAD, "--json"), play(directory, ...READER, "--json")];
    const sides = await Promise.all(again.map(({ ended }) => ended));
    expect(sides.map(({ code }) => code)).toEqual([0, 0]);
    for (const side of sides) {
      expect(resultIn(side)).toMatchObject({ program_runs: 1, model_calls: 7, letters: 4 });
    }
    expect(runsIn(directory).length).toBeLessThanOrEqual(1);
  });

  test("the reviewer has no part: it says so and ends with the others", async () => {
    const directory = join(temporaryFolder(), "session");
    const reviewer = play(directory, "--as", "reviewer");
    await reviewer.shows("two gates, the side of reviewer: it has no part in this practice and ends with it");
    const others = [play(directory, "--as", "lead", "--plan", "reject"), play(directory, ...READER)];
    const [side] = await Promise.all([reviewer.ended, ...others.map(({ ended }) => ended)]);
    expect(side.code).toBe(0);
    expect(side.stdout).toContain("req-1    plan      reader    lead         no      rejected");
    expect(side.stdout).toContain(
      "Result: main.py did not run: gate 1 is closed, the lead rejected the plan.",
    );
    expect(side.stdout).not.toContain("begins turn");
    expect(existsSync(join(directory, "workspace/runs.txt"))).toBe(false);
  });

  test("at its end it is told again at once", async () => {
    const directory = join(temporaryFolder(), "session");
    await Promise.all([play(directory, ...LEAD).ended, play(directory, ...READER).ended]);
    const before = filesIn(directory);
    const { code, stdout } = await play(directory, ...LEAD).ended;
    expect(code).toBe(0);
    expect(stdout).toContain(LIFE);
    expect(stdout).not.toContain("begins turn");
    expect(filesIn(directory)).toEqual(before);
  });
});

describe("member.ts refuses in one sentence, and changes nothing:", () => {
  async function refused(directory: string, ...flags: string[]): Promise<Ended> {
    const before = existsSync(directory) ? filesIn(directory) : undefined;
    const ended = await play(directory, ...flags).ended;
    expect(ended.stdout).toBe("");
    expect(ended.stderr.trimEnd()).not.toContain("\n");
    expect(existsSync(directory) ? filesIn(directory) : undefined).toEqual(before);
    return ended;
  }

  test.each<[string[], string]>([
    [[], "usage: --as needs the member to play: lead, reader or reviewer.\n"],
    [["--as", "bob"], 'usage: --as takes lead or reader or reviewer, not "bob".\n'],
    [
      ["--as", "reader", "--plan", "reject"],
      "usage: --plan is for the lead: give it to --as lead, not to --as reader.\n",
    ],
    [
      ["--as", "lead", "--decision", "allow"],
      "usage: --decision is for the reader: give it to --as reader, not to --as lead.\n",
    ],
    [
      ["--as", "reviewer", "--expected", "43"],
      "usage: --expected is for the reader: give it to --as reader, not to --as reviewer.\n",
    ],
    [["--as", "reader", "--expected", " "], "usage: --expected needs the text that main.py should print.\n"],
    [["--as", "lead", "--plan", "maybe"], 'usage: --plan takes approve or reject, not "maybe".\n'],
  ])("%j", async (flags, stderr) => {
    const directory = join(temporaryFolder(), "session");
    expect(await refused(directory, ...flags)).toEqual({ code: 2, stdout: "", stderr });
  });

  test("a second process for one member, which names the first", async () => {
    const directory = join(temporaryFolder(), "session");
    const lead = play(directory, ...LEAD);
    await lead.shows("Nobody plays reader yet");
    const { code, stderr } = await refused(directory, ...LEAD);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^member-attended: lead is played by another process \(\d+\), so nothing was changed\. /,
    );
  });

  test("another choice than the member made before", async () => {
    const directory = join(temporaryFolder(), "session");
    const lead = play(directory, ...LEAD);
    await lead.shows("Nobody plays reader yet");
    lead.kill("SIGTERM");
    await lead.ended;
    const { code, stderr } = await refused(directory, ...LEAD, "--plan", "reject");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^usage: This session was started with --plan approve, not with --plan reject\. /);
  });

  test("a folder of the console, and one with something else in it", async () => {
    const console = temporaryFolder();
    await startSession(console, practiceTeam(), { program: "console" });
    expect((await refused(console, ...LEAD)).stderr).toMatch(
      /^session-version: [^\n]* session of the console/,
    );
    const other = temporaryFolder();
    writeFileSync(join(other, "letter.txt"), "Dear reader");
    const { code, stderr } = await refused(other, ...LEAD);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^session-corrupt: There is no session in /);
  });
});
