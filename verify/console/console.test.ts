import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Member } from "../../lessons/s15-mailboxes/team.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { parseConsoleArguments, usage } from "../../user_code/console/arguments.ts";
import { completionsFor } from "../../user_code/console/completion.ts";
import { exercises } from "../../user_code/console/tour.ts";
import { AS_TYPED, type Exchange, pipeConsole, typeAtConsole } from "../harness/processes/console.ts";
import { filesIn, temporaryFolder } from "../harness/sessions.ts";
import { type ConsoleTour, consoleTours, tourFile } from "../recordings/transcripts/console-transcripts.ts";
import { answersOf, testRoom } from "./console-room.ts";

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

describe("a command line", () => {
  const refused = [
    ["--decision", "maybe"],
    ["--decision"],
    ["--dir", ""],
    ["--tour", "--tour"],
    ["--tour=everything"],
    ["--tour", "everything"],
    ["--tour="],
    ["--nope"],
    ["alice"],
  ];
  for (const argv of refused) {
    test(`${argv.join(" ")} is refused with a sentence`, () => {
      expect(() => parseConsoleArguments(argv)).toThrow(UsageError);
    });
  }

  test("names the tour, with or without an equals sign; the exercises need no name", () => {
    const tourOf = (...argv: string[]) => parseConsoleArguments(argv).tour;
    expect(tourOf("--tour")).toBe("exercises");
    expect(tourOf("--tour", "--decision", "allow")).toBe("exercises");
    expect(tourOf("--tour=guards")).toBe("guards");
    expect(tourOf("--tour", "guards")).toBe("guards");
  });

  test("may leave everything out, and the usage text names every option", () => {
    expect(parseConsoleArguments([])).toEqual({
      tour: false,
      decision: undefined,
      showModel: false,
      place: { dir: undefined },
      help: false,
    });
    for (const option of ["--tour", "--dir", "--decision", "--help"]) expect(usage()).toContain(option);
  });
});

describe("the five exercises with their numbers, in the other languages of the lesson", () => {
  const lessons = {
    Spanish: [
      "1. Generar alice como codificador. Luego solicitar su apagado.",
      "2. Listar compañeros para ver el estado de alice después de la aprobación del apagado",
      "3. Generar bob con una tarea de refactoring riesgosa. Revisar y rechazar su plan.",
      "4. Generar charlie, hacer que someta un plan, luego aprobarlo.",
      "5. Escribir /team para monitorear estados",
    ],
    Portuguese: [
      "1. Spawn alice como coder. Então requisite o shutdown dela.",
      "2. Liste companheiros para ver o status de alice após aprovação de shutdown",
      "3. Spawn bob com uma tarefa de refatoração arriscada. Revise e rejeite seu plano.",
      "4. Spawn charlie, faça ele submeter um plano, então aprove-o.",
      "5. Digite /team para monitorar statuses",
    ],
    Russian: [
      "1. Создать alice как кодера. Затем запросить её shutdown.",
      "2. Перечислить товарищей, чтобы увидеть статус alice после утверждения shutdown",
      "3. Создать bob с рискованной задачей рефакторинга. Просмотреть и отклонить его план.",
      "4. Создать charlie, попросить его отправить план, затем утвердить его.",
      "5. Введите /team для мониторинга статусов",
    ],
  };
  for (const [language, lines] of Object.entries(lessons)) {
    test(language, async () => {
      const console = await testRoom();
      const printed: string[] = [];
      for (const line of lines) printed.push(await console.type(line));
      expect(printed.at(-1)).toMatch(/alice +closed[\s\S]*bob +idle[\s\S]*charlie +idle/);
      const requests = [...console.state.requests.values()];
      expect(requests.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
        "shutdown approved",
        "plan rejected",
        "plan approved",
      ]);
    });
  }
});

test("a session that is gone in the middle ends the console: nobody could say what is saved", async () => {
  const console = await testRoom();
  console.when(({ event }) => {
    if (event === "lead_answered") rmSync(join(console.directory, "session.json"));
  });
  await expect(console.type("Spawn alice as a coder")).rejects.toMatchObject({ code: "session-corrupt" });
});

describe("slash commands", () => {
  test("answer at once, play no round, and name each other when one is unknown", async () => {
    const console = await testRoom();
    expect(await console.type("/team")).toContain("There are no teammates yet. Type: Spawn alice as a coder");
    expect(await console.type("/requests")).toBe("Nobody has asked for anything yet.\n");
    expect(await console.type("/inbox")).toBe("The inbox of lead is empty.\n");
    expect(await console.type("/inbox zed")).toContain("unknown-member");
    expect(await console.type("/tools")).toMatch(/The lead has 12 tools[\s\S]*A teammate has 8 tools/);
    expect(await console.type("/help")).toMatch(
      /\/team[\s\S]*\/inbox[\s\S]*\/requests[\s\S]*\/tools[\s\S]*\/quit/,
    );
    expect(await console.type("/teams")).toBe(
      "There is no /teams. The commands: /team /inbox /requests /tools /help /quit\n",
    );
    expect(console.events).toEqual([]);
  });

  test("/team shows as absent whom no living process plays", async () => {
    const console = await testRoom();
    await console.type("Spawn alice and bob");
    await console.room.giveUp("bob");
    expect(await console.type("/team")).toMatch(/^ {2}alice +idle .*\n {2}bob +absent /m);
  });

  test("/requests tracks shutdowns and plans with the exact call that each plan is about", async () => {
    const console = await testRoom({ decision: "allow" });
    await console.type("Spawn bob with a risky refactoring task");
    expect(await console.type("/requests")).toMatch(
      /Plan requests\n.*\n {2}req-1 +bob +pending +Refactor auth\.py/,
    );
    await console.type("Approve it. Then ask bob to shut down.");
    const shown = await console.type("/requests");
    expect(shown).toMatch(/Shutdown requests\n.*\n {2}req-2 +bob +approved +Nothing left to do\./);
    expect(shown).toMatch(/req-1 +bob +approved, used +Refactor/);
    expect(shown).toMatch(/req-1 is about exactly this call: edit_file auth\.py\n {6}- {5}return PASSWORDS/);
  });

  test("are completed with their members, and sentences with the teammates", async () => {
    const console = await testRoom();
    await console.type("Spawn alice as a coder");
    expect((await completionsFor(console.room, "/t"))[0]).toEqual(["/team", "/tools"]);
    expect((await completionsFor(console.room, "/inbox a"))[0]).toEqual(["/inbox alice"]);
    expect((await completionsFor(console.room, "approve"))[0]).toEqual(["Approve alice's plan"]);
  });
});

test("a line that is too long, a blank one and one that is not understood do nothing and say so", async () => {
  const console = await testRoom();
  expect(await console.type("x".repeat(4_001))).toContain("longer than 4000 characters");
  expect(await console.type("   ")).toBe("");
  expect(console.events).toEqual([]);
  await console.type("Make me a sandwich");
  expect(answersOf(console)).toEqual([expect.stringMatching(/^I did nothing: .*\nType: .*$/)]);
  expect(console.events.map(({ event }) => event)).toEqual([
    "turn_started",
    "model_called",
    "model_exchange",
    "lead_answered",
    "turn_ended",
  ]);
});
