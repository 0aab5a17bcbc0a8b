import { Session } from "node:inspector/promises";
import { appendUserBlocks, type Message } from "../../../lessons/s01-agent-loop/model.ts";
import { LONG } from "./long-lines.ts";

// Blocks are counted in code that is compiled after this, so the stand-ins are loaded later and in a process of their own.
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { leadResponse } = await import("../../../fixtures/model-scripts/console-lead.ts");
const { readSentence } = await import("../../../fixtures/model-scripts/console-sentences.ts");
const { teammateResponse } = await import("../../../fixtures/model-scripts/console-teammate.ts");

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

function leadAfter(count: number): () => unknown {
  const rows = repeated(count, (index) => [
    { person: "[person] Tell alice hello" },
    { call: ["send_message", { to: "alice", content: "hello" }, '{"to":"alice"}'] },
    { mail: plan(index) },
    { call: ["plan_approval", { request_id: `req-${index}`, approve: true }, "{}"], says: "Done." },
  ]);
  const messages = historyOf("lead", [...rows, { person: "[person] Approve it" }]);
  return () => leadResponse({ actor: "lead", system: "", tools: [], messages });
}

function teammateAfter(count: number): () => unknown {
  const rows = repeated(count, (index) => [
    { mail: { id: `alice-${index}`, sender: "lead", content: "Submit a plan" } },
    { call: ["plan_approval", { plan: "x", work: { tool: "bash", input: { command: "ls" } } }, "{}"] },
    { mail: { id: `alice-${index}`, sender: "lead", content: "hello" }, says: "Read." },
  ]);
  const messages = historyOf("alice", [{ person: "[task] Wait for messages from the lead." }, ...rows]);
  return () => teammateResponse({ actor: "alice", system: "", tools: [], messages });
}

const both = new Set(["alice", "bob"]);
const team = { names: both, open: both, last: "bob" };
const steps: Record<string, [once: number, twice: number]> = {};
for (const [what, line] of Object.entries(LONG)) {
  const read = (count: number) => stepsOf(() => readSentence(line(count), team));
  await read(100);
  steps[what] = [await read(1_000), await read(2_000)];
}
steps["sentences of a lead"] = [await stepsOf(leadAfter(400)), await stepsOf(leadAfter(800))];
steps["letters of a teammate"] = [await stepsOf(teammateAfter(400)), await stepsOf(teammateAfter(800))];
process.stdout.write(JSON.stringify(steps));
