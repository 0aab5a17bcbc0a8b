import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context, Intent } from "../../../fixtures/model-scripts/console-intent.ts";
import { plansFor } from "../../../fixtures/model-scripts/console-plans.ts";
import { readSentence } from "../../../fixtures/model-scripts/console-sentences.ts";
import { type Catalogue, LANGUAGES } from "../../../lessons/strings/catalogue.ts";
import { en } from "../../../lessons/strings/en.ts";
import { es } from "../../../lessons/strings/es.ts";
import { pt } from "../../../lessons/strings/pt.ts";
import { ru } from "../../../lessons/strings/ru.ts";
import { speak } from "../../../lessons/strings/say.ts";
import { zh } from "../../../lessons/strings/zh.ts";
import { isYes } from "../../../user_code/console/host-question.ts";
import { readSlash } from "../../../user_code/console/slash-commands.ts";

const CATALOGUES: readonly (readonly [string, Catalogue])[] = [
  ["zh", zh],
  ["es", es],
  ["pt", pt],
  ["ru", ru],
];

afterAll(() => speak("en"));

const nobody: Context = { names: new Set(), open: new Set(), last: undefined };
const members = new Set(["alice", "bob", "charlie", "dave", "erin"]);
const team: Context = { names: members, open: members, last: "bob" };

function intentsOf(sentence: string, context = team): Intent[] | string {
  const reading = readSentence(sentence, context);
  return "unknown" in reading ? `unknown: ${reading.unknown}` : reading.intents;
}

/** What is done, to whom, and with which tool: the words are those of the language. */
function kindsOf(sentence: string, context: Context): string[] | string {
  const intents = intentsOf(sentence, context);
  if (typeof intents === "string") return intents;
  return intents.map((intent) => {
    const name = "name" in intent ? intent.name : undefined;
    const tool = "tool" in intent ? intent.tool : undefined;
    return [intent.intent, name, tool].filter(Boolean).join(" ");
  });
}

/** Beginnings that a person goes on with. */
const BEGUN: Readonly<Record<string, string>> = {
  "type-tell": " 42",
  "type-broadcast": ": 42",
  "type-reject": " 42",
};
const TYPED = Object.keys(en.words).filter(
  (key) => /^(?:type|guards|exercise|example)-/.test(key) && key !== "exercise-5",
) as (keyof typeof en.words)[];

describe("every sentence that is shown to be typed", () => {
  const filled = (text: unknown, key: string): string =>
    String(text).replace("{name}", "alice").replace("{file}", "auth.py").replace("{command}", "ls") +
    (BEGUN[key] ?? "");

  test.each(CATALOGUES)("is understood in %s as the English one is", (_, { words }) => {
    for (const key of TYPED) {
      const context = /spawn|exercise-[134]/.test(key) ? nobody : team;
      const english = kindsOf(filled(en.words[key], key), context);
      expect([key, Array.isArray(english)]).toEqual([key, true]);
      expect([key, kindsOf(filled(words[key], key), context)]).toEqual([key, english]);
    }
  });

  test.each(CATALOGUES)("names the slash command of exercise 5 in %s", (_, { words }) => {
    expect(readSlash(String(words["exercise-5"]))?.command).toBe("/team");
  });
});

describe("Chinese sentences", () => {
  const spawn = (name: string, role: string, prompt: string): Intent => ({
    intent: "spawn",
    name,
    role,
    prompt,
    planFirst: false,
  });
  const WAITING = "Wait for messages from the lead.";
  const decide = (name: string | undefined, approve: boolean, feedback = "", requestId?: string): Intent => ({
    intent: "decide",
    name,
    requestId,
    approve,
    feedback,
  });
  const bash = (command: string): Intent => ({ intent: "job", tool: "bash", input: { command } });

  test.each<[string, Intent[]]>([
    ["让 dora 当程序员", [spawn("dora", "程序员", WAITING)]],
    ["让dora当前端设计师，任务是读auth.py。", [spawn("dora", "前端设计师", "读auth.py")]],
    ["招募 zoe 作为 SRE", [spawn("zoe", "SRE", WAITING)]],
    [
      "让 dora、eva 和 frank 当测试员",
      ["dora", "eva", "frank"].map((name) => spawn(name, "测试员", WAITING)),
    ],
    ["让 alice 当程序员", [spawn("alice", "程序员", WAITING)]],
    ["驳回 bob 的计划,因为风险太大", [decide("bob", false, "风险太大")]],
    ["驳回bob的计划，因为“风险太大，而且晚了”。", [decide("bob", false, "风险太大，而且晚了")]],
    ["把 bob 的计划驳回，因为太晚了", [decide("bob", false, "太晚了")]],
    ["批准 req-3", [decide(undefined, true, "", "req-3")]],
    ["批准它", [decide("bob", true)]],
    ["请 alice 关闭", [{ intent: "shutdown", name: "alice" }]],
    ["请关闭 alice，然后列出队友", [{ intent: "shutdown", name: "alice" }, { intent: "list" }]],
    [
      "把alice和bob关闭",
      [
        { intent: "shutdown", name: "alice" },
        { intent: "shutdown", name: "bob" },
      ],
    ],
    ["列出队友并且查看计划", [{ intent: "list" }, { intent: "plans" }]],
    ["让他提交计划", [{ intent: "ask_plan", name: "bob" }]],
    ["查看 alice 的计划", [{ intent: "proposed", name: "alice" }]],
    ["对 alice 说：你好！", [{ intent: "message", name: "alice", content: "你好！" }]],
    ["给 alice 发消息：你好。", [{ intent: "message", name: "alice", content: "你好。" }]],
    ["转告alice：bob说“好”。", [{ intent: "message", name: "alice", content: "bob说“好”。" }]],
    ["告诉 alice “先读。然后休息。”", [{ intent: "message", name: "alice", content: "先读。然后休息。" }]],
    ["告诉大家：中午吃饭", [{ intent: "broadcast", content: "中午吃饭" }]],
    ["运行 ls，再运行 pwd", [bash("ls"), bash("pwd")]],
    ["把 notes.txt 重命名为 old.txt", [bash("mv -- notes.txt old.txt")]],
    ["删除 notes.txt", [bash("rm -- notes.txt")]],
    [
      "把「你好，世界」写入 notes.txt",
      [{ intent: "job", tool: "write_file", input: { path: "notes.txt", content: "你好，世界\n" } }],
    ],
    ["等一下", [{ intent: "wait" }]],
    ["好的", [{ intent: "verdict", approve: true }]],
    ["不行！", [{ intent: "verdict", approve: false }]],
    ["帮助", [{ intent: "help" }]],
    ["你好", []],
  ])("%s", (sentence, intents) => {
    expect(intentsOf(sentence)).toEqual(intents);
  });

  test.each([
    "今天天气怎么样",
    "如果 bob 同意就批准",
    "别关闭 alice",
    "运行 ls 和 pwd",
    "告诉 bob 删除 sessions.py 并运行 ls",
    "让 bob 读 auth.py 或者运行 ls",
    "把",
    "让",
    "给 alice",
    "的的的",
    "驳回 bob 的计划，如果风险太大",
    "告诉 alice “没有闭合",
  ])("%s is not guessed at", (sentence) => {
    expect(intentsOf(sentence)).toEqual(expect.stringContaining("unknown: "));
  });

  test("a task in Chinese has a plan of its kind", () => {
    expect(plansFor("删除 sessions.py")[0]?.work).toEqual({
      tool: "bash",
      input: { command: "rm -- sessions.py" },
    });
    expect(plansFor("有风险的重构")[0]?.work.tool).toBe("edit_file");
  });

  test("the time that a long line takes grows with its length alone", () => {
    const line = "把 alice 的计划，让 bob 当程序员、".repeat(200);
    expect(intentsOf(line.slice(0, 4_000))).toEqual(expect.stringContaining("unknown: "));
  });
});

describe.each(LANGUAGES)("the host's question in %s", (language) => {
  beforeAll(() => speak(language));

  test("takes y and yes and nothing that is no yes", () => {
    for (const answer of ["y", "YES ", "Yes"]) expect(isYes(answer)).toBe(true);
    for (const answer of ["", "n", "no", "нет", "否", "yes please", "ye", ", "])
      expect(isYes(answer)).toBe(false);
  });
});

test.each([
  ["zh", "是"],
  ["es", "Sí"],
  ["pt", "s"],
  ["ru", "Да"],
] as const)("in %s, %s is a yes", async (language, answer) => {
  await speak(language);
  expect(isYes(answer)).toBe(true);
  await speak("en");
  expect(isYes(answer)).toBe(false);
});
