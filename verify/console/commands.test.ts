import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../user_code/command-line.ts";
import { parseConsoleArguments, usage } from "../../user_code/console/arguments.ts";
import { completionsFor } from "../../user_code/console/completion.ts";
import { showLine, takeLine } from "../../user_code/console/conversation.ts";
import { openRoom } from "../../user_code/console/set-up.ts";
import { columnHeading, drawEvent } from "../../user_code/console/timeline.ts";
import { tourName, tourOf } from "../../user_code/console/tour.ts";
import type { Paint } from "../../user_code/terminal.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { tourFile } from "../recordings/transcripts/console-transcripts.ts";
import { answersOf, inFolder, testRoom } from "./console-room.ts";

const plain: Paint = (_, text) => text;

test.each([
  ["exercises", "console-tour", "deny"],
  ["guards", "console-guards", "allow"],
] as const)("the tour of the %s tells what is recorded, byte for byte", async (name, file, decision) => {
  const printed: string[] = [];
  const screen = { print: (text: string) => void printed.push(text), paint: plain };
  const directory = join(temporaryFolder(), "session");
  const { room, leave } = await openRoom({
    place: { dir: directory },
    isNew: true,
    environment: process.env,
    interpreter: testInterpreter,
    decide: () => decision,
    show: (event) => {
      const row = drawEvent(event, plain);
      if (row !== undefined) screen.print(row);
    },
  });
  const { title, stops, afterwards } = tourOf(tourName.parse(name));
  screen.print(`${title}\n`);
  screen.print(`${columnHeading(plain)}\n`);
  for (const { heading, lines } of stops) {
    screen.print(heading);
    for (const line of lines) {
      showLine(line, screen);
      await takeLine(room, line, screen);
    }
  }
  screen.print(afterwards);
  await leave();
  screen.print("Everything is saved. Session folder: <dir>");
  expect(`${printed.join("\n")}\n`).toBe(readFileSync(tourFile(file), "utf8"));
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
    const chosen = (...argv: string[]) => parseConsoleArguments(argv).tour;
    expect(chosen("--tour")).toBe("exercises");
    expect(chosen("--tour", "--decision", "allow")).toBe("exercises");
    expect(chosen("--tour=guards")).toBe("guards");
    expect(chosen("--tour", "guards")).toBe("guards");
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
  const console = await testRoom(inFolder);
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
    const console = await testRoom(inFolder);
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
