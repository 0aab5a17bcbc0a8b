import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SessionEvent, sessionEvent } from "../../../lessons/s16-team-protocols/session-event.ts";
import { LANGUAGES, type Language } from "../../../lessons/strings/catalogue.ts";
import { cellsOf } from "../../../lessons/strings/cells.ts";
import { say, speak } from "../../../lessons/strings/say.ts";
import { usage as memberUsage } from "../../../user_code/member/arguments.ts";
import { usage } from "../../../user_code/practice/arguments.ts";
import { createStepper } from "../../../user_code/practice/stepper.ts";
import { createTimeline } from "../../../user_code/practice/timeline.ts";
import { paintFor } from "../../../user_code/terminal.ts";
import { practise } from "../../harness/processes/practice.ts";
import { temporaryFolder } from "../../harness/sessions.ts";
import { practicePaths, transcriptFile } from "../transcripts/practice-transcripts.ts";

const OTHERS = LANGUAGES.filter((language) => language !== "en");

afterAll(() => speak("en"));

describe.each(practicePaths)("plan $plan, decision $decision", ({ plan, decision }) => {
  let events: SessionEvent[] = [];
  beforeAll(async () => {
    const { stdout } = await practise("--plan", plan, "--decision", decision, "--json");
    const folder = /"dir":"([^"]+)"/.exec(stdout)?.[1] ?? "";
    const lines = stdout.replaceAll(folder, "<dir>").trimEnd().split("\n");
    events = lines.map((line) => sessionEvent.parse(JSON.parse(line)));
  });

  test.each(OTHERS)(
    "is told in %s as its golden transcript has it (npm run transcripts)",
    async (language) => {
      await speak(language);
      const draw = createTimeline(paintFor({}, {}));
      const text = events.map((event) => `${draw(event)}\n`).join("");
      expect(text).toBe(readFileSync(transcriptFile({ plan, decision }, "txt", language), "utf8"));
    },
  );
});

describe("the real command", () => {
  const path = { plan: "reject", decision: "allow" } as const;

  test.each([
    [["--lang", "zh"], {}, "zh"],
    [[], { LC_ALL: "es_MX.UTF-8", LANG: "en_US.UTF-8" }, "es"],
    [[], { LC_MESSAGES: "pt_BR.UTF-8" }, "pt"],
    [["--lang=ru"], { LC_ALL: "zh_CN.UTF-8" }, "ru"],
    [["--lang", "en"], { LC_ALL: "ru_RU.UTF-8" }, "en"],
  ] as const)("with %j in %j speaks %s", async (flags, environment, language: Language) => {
    const dir = join(temporaryFolder(), "session");
    const finished = await practise(
      "--plan",
      path.plan,
      "--decision",
      path.decision,
      "--dir",
      dir,
      ...flags,
      {
        environment: { ...process.env, ...environment },
      },
    );
    const text = finished.stdout.replaceAll(dir, "<dir>");
    expect(text).toBe(readFileSync(transcriptFile(path, "txt", language), "utf8"));
    rmSync(dir, { recursive: true });
  });

  test("writes the same English bytes with --json in every language", async () => {
    const dir = join(temporaryFolder(), "session");
    const flags = ["--plan", path.plan, "--decision", path.decision, "--dir", dir, "--json", "--lang", "zh"];
    const { stdout } = await practise(...flags);
    expect(stdout.replaceAll(dir, "<dir>")).toBe(readFileSync(transcriptFile(path, "jsonl"), "utf8"));
    rmSync(dir, { recursive: true });
  });
});

describe("what is wrong is told in the language, with its codes and values as they are", () => {
  test.each([
    ["zh", ["--plan", "maybe"], '用法：--plan 只接受 approve 或 reject，不接受 "maybe"。\n'],
    ["es", ["--colour"], "uso: No existe la opción «--colour». Las opciones están en --help.\n"],
    ["pt", ["--plan", "approve", "--plan", "reject"], "uso: --plan foi dado duas vezes. Dê-o uma vez só.\n"],
    [
      "ru",
      ["--json", "--step"],
      "ошибка в командной строке: --step ждёт нажатий клавиш, а --json предназначен для программ: выберите одно.\n",
    ],
    [
      "ru",
      ["--lang", "de"],
      'ошибка в командной строке: --lang принимает en или zh или es или pt или ru, но не "de".\n',
    ],
  ] as const)("in %s for %j", async (language, flags, sentence) => {
    const environment = { ...process.env, LC_ALL: language };
    expect(await practise(...flags, { environment })).toEqual({ code: 2, stdout: "", stderr: sentence });
  });

  test("a folder that holds something, and a name that somebody gave it", async () => {
    const dir = join(temporaryFolder(), "My old notes. Nothing was saved.");
    expect((await practise("--dir", dir)).code).toBe(0);
    const { code, stderr } = await practise("--dir", dir, "--lang", "zh");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        `directory-not-empty: ${dir} 不是空的：里面有 attending, events.jsonl, lead.jsonl, reader.jsonl, session.json, workspace。` +
        "会话要从空目录开始；请另指一个新目录。那里放着的是一次实践：用 --resume 可以继续它。\n",
    });
  });

  test("no folder to go on with, in each language by one sentence behind its code", async () => {
    const dir = join(temporaryFolder(), "gone");
    for (const language of OTHERS) {
      const { code, stdout, stderr } = await practise("--resume", "--dir", dir, "--lang", language);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^[a-z-]+: [^\n]+\n$/);
      expect(stderr).not.toMatch(/\b(?:the|is|and|cannot|nothing)\b/i);
    }
  });
});

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => speak(language));

  test("--help names every option, and no line is wider than 120 cells", () => {
    const options = [
      "--plan",
      "--decision",
      "--dir",
      "--expected",
      "--store",
      "--session",
      "--json",
      "--lang",
      "--help",
    ];
    for (const text of [usage(), memberUsage()]) {
      for (const option of options) expect(text).toContain(`  ${option} `.trimEnd());
      for (const line of text.split("\n")) expect(cellsOf(line)).toBeLessThanOrEqual(120);
      if (language !== "en") expect(text).not.toMatch(/\b(?:the|with|what|default|which)\b/);
    }
  });

  test("a step asks for a key, and says what the keys are", async () => {
    const input = new PassThrough();
    let written = "";
    const stepper = createStepper({
      input,
      write: (text) => {
        written += text;
      },
      inspect: () => "(state)",
    });
    input.write("x\n");
    await stepper.next();
    stepper.close();
    expect(written).toBe(`   ${say("step-prompt")} \n   ${say("step-keys")}\n   ${say("step-prompt")} \n`);
  });
});

describe("a number takes the form that its language has for it", () => {
  test.each([
    ["en", [1, 2, 5], ["1 turn", "2 turns", "5 turns"]],
    ["zh", [1, 2], ["1 轮", "2 轮"]],
    ["es", [1, 2], ["1 turno", "2 turnos"]],
    ["pt", [0, 1, 2], ["0 turno", "1 turno", "2 turnos"]],
    ["ru", [1, 2, 5, 11, 21, 22], ["1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход", "22 хода"]],
  ] as const)("%s", async (language, counts, texts) => {
    await speak(language);
    expect(counts.map((count) => say("step-turns", { count }))).toEqual(texts);
  });
});
