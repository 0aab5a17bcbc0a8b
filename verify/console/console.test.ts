import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Member } from "../../lessons/s15-mailboxes/team.ts";
import { exercises } from "../../user_code/console/tour.ts";
import { AS_TYPED, type Exchange, pipeConsole, typeAtConsole } from "../harness/processes/console.ts";
import { filesIn, temporaryFolder } from "../harness/sessions.ts";
import { type ConsoleTour, consoleTours, tourFile } from "../recordings/transcripts/console-transcripts.ts";

const ESCAPE = "\u001b";
const COLOUR = `${ESCAPE}[32m`;

function savedTeam(directory: string): Record<string, string> {
  const { members } = JSON.parse(readFileSync(join(directory, "session.json"), "utf8"));
  return Object.fromEntries(Object.entries<Member>(members).map(([name, { status }]) => [name, status]));
}

const afterExercises = { lead: "idle", alice: "closed", bob: "idle", charlie: "idle" };

/** Plays exchanges at a pseudo-terminal and returns what stood on the screen, without colours. */
async function atTerminal(flags: readonly string[], exchanges: readonly Exchange[], environment = {}) {
  const console = typeAtConsole(flags, exchanges, environment);
  onTestFinished(() => console.kill());
  const { code, screen, left } = await console.ended;
  return { code, left, raw: screen, screen: stripVTControlCharacters(screen).replaceAll("\r", "") };
}

type OnOutput = NonNullable<Parameters<typeof pipeConsole>[2]>;

/** Does something when a text has been printed, once. */
function once(text: string, task: (console: Parameters<OnOutput>[1]) => void): OnOutput {
  let isDone = false;
  return (printed, console) => {
    if (isDone || !printed.includes(text)) return;
    isDone = true;
    task(console);
  };
}

describe("the real console", () => {
  test("plays the five exercises from a pipe, one line one round, without a colour", async () => {
    const dir = join(temporaryFolder(), "session");
    const input = exercises()
      .map((exercise) => `${exercise}\n`)
      .join("");
    const { code, stdout, stderr } = await pipeConsole(["--dir", dir, "--decision", "allow"], input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain(ESCAPE);
    expect(stdout.split("\n").filter((line) => /^(?:you|lead) >/.test(line))).toEqual([
      `you > ${exercises()[0]}`,
      "lead > alice is on the team as coder.",
      `you > ${exercises()[1]}`,
      "lead > alice  coder  closed",
      `you > ${exercises()[2]}`,
      "lead > bob is on the team as coder.",
      `you > ${exercises()[3]}`,
      "lead > charlie is on the team as coder.",
      `you > ${exercises()[4]}`,
    ]);
    expect(stdout).toMatch(/Alice approved shutdown\.\n/);
    expect(stdout).toMatch(/Plan rejected for 'bob': /);
    expect(stdout).toMatch(/Plan approved for 'charlie': .*\n +charlie writes: Done \(edit_file\)/);
    expect(stdout).toMatch(/^ {2}alice +closed +coder +1 letter, 0 new$/m);
    expect(stdout.endsWith(`Everything is saved. Session folder: ${dir}\n`)).toBe(true);
    expect(savedTeam(dir)).toEqual(afterExercises);
    expect(filesIn(join(dir, "workspace"))["auth.py"]).toContain("Names are case-sensitive.");
  });

  test("plays them at a terminal, asks before each call, completes with Tab and recalls with the arrow", async () => {
    const dir = join(temporaryFolder(), "session");
    const { code, left, raw, screen } = await atTerminal(
      ["--dir", dir],
      [
        ["you > ", "Spa"],
        ["Spa", "\t"],
        ["wn ", "alice as a coder. Then request her shutdown.\r"],
        ["you > ", `${exercises()[1]}\r`],
        ["you > ", `${exercises()[2]}\r`],
        ["you > ", `${exercises()[3]}\r`],
        ["Allow this one call? [y/N] ", "yeah no\r"],
        ["you > ", "Tell charlie to try again\r"],
        ["Allow this one call? [y/N] ", "y\r"],
        ["you > ", `${exercises()[4]}\r`],
        ["you > ", "\u001b[A\u001b[A\u001b[A\u001b[A\u001b[B\r"],
        ["you > ", "\u0004"],
      ],
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(raw).toContain(`${COLOUR}gate 2 (host) OPEN`);
    expect(screen).toContain("Alice approved shutdown.");
    expect(screen).toContain("charlie wants to run edit_file auth.py");
    expect(screen).toContain("gate 2 (host) CLOSED: the host said no");
    expect(screen).toContain("charlie writes: Done (edit_file). auth.py is changed.");
    expect(screen).toMatch(/you > Tell charlie to try again\n[\s\S]*you > Spawn charlie, have him/);
    expect(screen).toContain(`Everything is saved. Session folder: ${dir}`);
    expect(savedTeam(dir)).toEqual(afterExercises);
  });

  test("leaves on Ctrl-C in the middle of a command, with the command stopped and all saved", async () => {
    const dir = join(temporaryFolder(), "session");
    const { code, left, raw, screen } = await atTerminal(
      ["--dir", dir, "--decision", "allow"],
      [
        ["you > ", "run sleep 60\r"],
        ["the host said yes", "\u0003"],
      ],
      { NO_COLOR: "1" },
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(raw).toContain("gate 2 (host) OPEN");
    expect(raw).not.toContain(COLOUR);
    // Whether the keys come before or after the start: the command does not go on.
    expect(screen).toMatch(/bash sleep 60: (?:ended, cancelled|refused, cancelled)/);
    expect(screen).toContain(`Everything is saved. Session folder: ${dir}`);
    expect(savedTeam(dir)).toEqual({ lead: "idle" });
  });

  test("leaves on a signal at an open pipe, and says who could not be asked", async () => {
    const dir = join(temporaryFolder(), "session");
    const kill = once("next >", (console) => console.kill("SIGTERM"));
    const { code, stdout } = await pipeConsole(["--dir", dir], "run touch ran\n", kill, {
      keepOpen: true,
    });
    expect(code).toBe(143);
    expect(stdout).toContain("There is no terminal where the host could be asked, so the answer is no.");
    expect(stdout).toContain(`Everything is saved. Session folder: ${dir}`);
    expect(filesIn(join(dir, "workspace"))).not.toHaveProperty("ran");
  });

  test("stops a running command on SIGINT at a pipe, and leaves", async () => {
    const dir = join(temporaryFolder(), "session");
    const { code, stdout } = await pipeConsole(
      ["--dir", dir, "--decision", "allow"],
      "run sleep 60\n",
      once("the host said yes", (console) => console.kill("SIGINT")),
      { keepOpen: true },
    );
    expect(code).toBe(130);
    expect(stdout).toMatch(/bash sleep 60: (?:ended, cancelled|refused, cancelled)/);
    expect(stdout).toContain(`Everything is saved. Session folder: ${dir}`);
  });

  test("does not say that everything is saved when a mailbox is gone, and says which", async () => {
    const dir = join(temporaryFolder(), "session");
    const { code, stdout } = await pipeConsole(
      ["--dir", dir],
      "Spawn alice as a coder\nTell alice hello\nWait\n",
      once("I waited one round", (console) => {
        rmSync(join(dir, "alice.jsonl"));
        console.kill("SIGTERM");
      }),
      { keepOpen: true },
    );
    expect(code).toBe(143);
    expect(stdout).not.toContain("Everything is saved");
    expect(stdout).toMatch(
      /Not everything is as it was saved\. mailbox-corrupt: alice\.jsonl, .*alice-1 is missing/,
    );
    expect(stdout.endsWith(`Session folder: ${dir}\n`)).toBe(true);
  });

  for (const [tour, flags] of Object.entries(consoleTours)) {
    test(`gives ${tour} with the same bytes every time and exit 0`, async () => {
      const dir = join(temporaryFolder(), "session");
      const input = "Spawn zed as a coder\n";
      const program = { program: AS_TYPED };
      const { code, stdout, stderr } = await pipeConsole([...flags, "--dir", dir], input, undefined, program);
      expect(stdout.replaceAll(dir, "<dir>")).toBe(readFileSync(tourFile(tour as ConsoleTour), "utf8"));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    });
  }

  test("refuses a folder that is not empty with exit 2, and leaves it as it is", async () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, "mine.txt"), "mine");
    const { code, stdout, stderr } = await pipeConsole(["--dir", dir], "");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^directory-not-empty: .*mine\.txt.*\n$/);
    expect(filesIn(dir)).toEqual({ "mine.txt": "mine" });
  });
});
