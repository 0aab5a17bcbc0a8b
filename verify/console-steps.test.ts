import { Session } from "node:inspector/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leadResponse } from "../fixtures/model-scripts/console-lead.ts";
import { readSentence } from "../fixtures/model-scripts/console-sentences.ts";
import { teammateResponse } from "../fixtures/model-scripts/console-teammate.ts";
import { appendUserBlocks, type Message } from "../lessons/s01-agent-loop/model.ts";

const session = new Session();

beforeAll(async () => {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
});

afterAll(async () => {
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
});

/** How often the blocks of the stand-ins' code were entered during a task: loops and calls, counted by the engine. */
async function stepsOf(task: () => unknown): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  task();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ url }) => url.includes("model-scripts/console"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const both = new Set(["alice", "bob"]);
const team = { names: both, open: both, last: "bob" };

const LONG: Record<string, (count: number) => string> = {
  "blanks behind Replace": (count) => `Replace${" ".repeat(count)}`,
  "blanks before the end": (count) => `Replace a with b in${" ".repeat(count)}x y`,
  "blanks between words": (count) => `Write a${" ".repeat(count)}to b.txt`,
  "double quotes": (count) => `Run ${'"'.repeat(count)}`,
  "quotes that open and never close": (count) => `Run x ${" 'a".repeat(count)}`,
  apostrophes: (count) => `Tell alice ${" ’a".repeat(count)}`,
  "backslashes in quotes": (count) => `Run "${"\\".repeat(count)}`,
  joints: (count) => `Run ls${" and then".repeat(count)} run`,
  commas: (count) => `Tell alice${", ".repeat(count)}bob`,
  "the words between": (count) => `Replace a${" with b".repeat(count)} in c.py`,
  "the word in front of a path": (count) => `Write a${" to b".repeat(count)}`,
  reasons: (count) => `Reject bob's plan${" because it".repeat(count)}`,
  fillers: (count) => `${"please ".repeat(count)}run ls`,
  "fillers behind joints": (count) => `Run ls${" and please".repeat(count)}`,
  clauses: (count) => "run ls and ".repeat(count),
  sentences: (count) => "Read a.py. ".repeat(count),
  newcomers: (count) =>
    Array.from({ length: count / 4 }, (_, index) => `spawn a${index} and tell him hi`).join(" and "),
  names: (count) => `Spawn ${"alice, ".repeat(count)}zed`,
  pronouns: (count) => `Shut down${" him".repeat(count)}`,
  marks: (count) => `Run ls${".".repeat(count)}`,
  "one long word": (count) => `Spwan${"n".repeat(count)} dave`,
  brackets: (count) => `${"(".repeat(count)} run ls`,
};

for (const [what, sentence] of Object.entries(LONG)) {
  test(`a line twice as long takes about twice the steps: ${what}`, async () => {
    readSentence(sentence(100), team);
    const steps = [];
    for (const count of [1_000, 2_000]) steps.push(await stepsOf(() => readSentence(sentence(count), team)));
    const [once = 0, twice = 0] = steps;
    expect(once).toBeGreaterThan(100);
    expect(twice).toBeLessThan(2.2 * once + 200);
  });

  // What a regular expression does is not counted above. In a cubic one this would take centuries.
  test(`a line of a hundred thousand characters ends: ${what}`, () => {
    readSentence(sentence(20_000), team);
  });
}

type Said = {
  person?: string;
  call?: [name: string, input: object, result: string];
  mail?: object;
  says?: string;
};

function historyOf(actor: string, rows: readonly Said[]): Message[] {
  const history: Message[] = [];
  for (const [index, { person, call, mail, says }] of rows.entries()) {
    if (person) appendUserBlocks(history, [{ type: "text", text: person }]);
    if (mail) appendUserBlocks(history, [{ type: "text", text: `[mail] ${JSON.stringify(mail)}` }]);
    if (call) {
      const [name, input, content] = call;
      const id = `${actor}-${index}-0`;
      history.push({ role: "assistant", content: [{ type: "tool_use", id, name, input }] });
      appendUserBlocks(history, [{ type: "tool_result", tool_use_id: id, content }]);
    }
    if (says) history.push({ role: "assistant", content: [{ type: "text", text: says }] });
  }
  return history;
}

function repeated(count: number, rows: (index: number) => Said[]): Said[] {
  return Array.from({ length: count }, (_, index) => rows(index)).flat();
}

const plan = (index: number) => ({
  id: `lead-${index}`,
  sender: "alice",
  content: { type: "plan_request", request_id: `req-${index}`, payload: "Look first." },
});

test("the lead's answer after twice as many sentences takes about twice the steps", async () => {
  const respond = (count: number) => {
    const rows = repeated(count, (index) => [
      { person: "[person] Tell alice hello" },
      { call: ["send_message", { to: "alice", content: "hello" }, '{"to":"alice"}'] },
      { mail: plan(index) },
      { call: ["plan_approval", { request_id: `req-${index}`, approve: true }, "{}"], says: "Done." },
    ]);
    const messages = historyOf("lead", [...rows, { person: "[person] Approve it" }]);
    return () => leadResponse({ actor: "lead", system: "", tools: [], messages });
  };
  const [once, twice] = [await stepsOf(respond(400)), await stepsOf(respond(800))];
  expect(twice).toBeLessThan(2.2 * once);
});

test("a teammate's answer after twice as many letters takes about twice the steps", async () => {
  const respond = (count: number) => {
    const rows = repeated(count, (index) => [
      { mail: { id: `alice-${index}`, sender: "lead", content: "Submit a plan" } },
      { call: ["plan_approval", { plan: "x", work: { tool: "bash", input: { command: "ls" } } }, "{}"] },
      { mail: { id: `alice-${index}`, sender: "lead", content: "hello" }, says: "Read." },
    ]);
    const messages = historyOf("alice", [{ person: "[task] Wait for messages from the lead." }, ...rows]);
    return () => teammateResponse({ actor: "alice", system: "", tools: [], messages });
  };
  const [once, twice] = [await stepsOf(respond(400)), await stepsOf(respond(800))];
  expect(twice).toBeLessThan(2.2 * once);
});
