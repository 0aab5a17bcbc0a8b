import "./messages-api/loopback-only.ts";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { practiceScript } from "../../../fixtures/model-scripts/practice.ts";
import { AnthropicModel } from "../../../lessons/s01-agent-loop/anthropic-model.ts";
import type { Model, ModelRequest } from "../../../lessons/s01-agent-loop/model.ts";
import { ModelError } from "../../../lessons/s01-agent-loop/model-error.ts";
import { ScriptedModel, type ScriptStep } from "../../../lessons/s01-agent-loop/scripted-model.ts";
import { apiFaults, overloaded } from "./messages-api/faults.ts";
import { malformed, properBody, properHeaders } from "./messages-api/malformed.ts";
import {
  BOTH_OPEN,
  injectAt,
  liveModel,
  overSdk,
  type PracticeRun,
  RAN,
  REVIEWED,
  runPath,
  script,
  useTools,
} from "./messages-api/practice-run.ts";
import { API_KEY, messageReply, startStandIn } from "./messages-api/stand-in.ts";

describe.each([
  { ...BOTH_OPEN, counter: "x" },
  { plan: "reject", decision: "allow", counter: null },
  { plan: "approve", decision: "deny", counter: null },
] as const)("plan $plan, decision $decision, over the official client", ({ counter, ...path }) => {
  let model: ScriptedModel;
  let run: Awaited<ReturnType<typeof overSdk>>;
  beforeEach(async () => {
    model = script(path);
    run = await overSdk({ model, inject: injectAt(REVIEWED, overloaded, 1) }, path);
  });

  test("takes 8 HTTP requests, of which one, right after the review, is a 529 and sent again unchanged", () => {
    const { exchanges } = run;
    const statuses = exchanges.map(({ status }) => status);
    console.log(`${path.plan} + ${path.decision}: ${exchanges.length} HTTP requests, ${statuses.join(" ")}`);
    expect(statuses).toEqual([200, 200, 200, 529, 200, 200, 200, 200]);
    expect(exchanges[3]?.text).toContain(`"tool_use_id":"${REVIEWED}"`);
    expect(exchanges[4]).toEqual({ ...exchanges[3], retry: "1", status: 200 });
    model.assertFinished();
  });

  test("tells the same events as the scripted path", async () => {
    const scripted = await runPath(path, script(path));
    expect(run.error).toBeUndefined();
    expect(run.events).toEqual(scripted.events);
  });

  test("saves four protocol letters, none twice", () => {
    expect(run.letters.map(({ id }) => id)).toEqual(["lead-1", "lead-2", "reader-1", "reader-2"]);
    expect(new Set(run.letters.map(({ body }) => body)).size).toBe(4);
  });

  test("runs the program once when both gates are open, and never otherwise", () => {
    expect(run.counter).toBe(counter);
  });
});

test("answers recorded from the client replay the same run without it", async () => {
  const recorded: ScriptStep[] = [];
  const recording = (live: Model): Model => ({
    respond: async (request) => {
      const reply = await live.respond(request);
      recorded.push({ actor: request.actor, expect: {}, reply });
      return reply;
    },
  });
  const { events } = await overSdk({ model: script(BOTH_OPEN) }, BOTH_OPEN, (url) =>
    recording(liveModel(url)),
  );
  expect(recorded).toHaveLength(7);
  expect((await runPath(BOTH_OPEN, new ScriptedModel(recorded))).events).toEqual(events);
});

describe("what the port does not carry of an answer", () => {
  const call = useTools(["call-1", "submit_plan", { plan: "Run main.py once." }]);
  const blank = { type: "text", text: " ", citations: null };
  const thinking = { type: "thinking", thinking: "A thought.", signature: "c2ln" };

  /** A run whose first answer has `more` before its tool call, and what of it the next request sends back. */
  async function runBeginningWith(...more: unknown[]): Promise<PracticeRun & { sentBack: unknown }> {
    const [, ...rest] = practiceScript(BOTH_OPEN);
    const model = new ScriptedModel(
      rest.map((step, index) => (index === 1 ? { ...step, expect: {} } : step)),
    );
    const first = messageReply(call, { content: [...more, ...call.content] });
    const { exchanges, ...run } = await overSdk({
      model,
      inject: (_, count) => (count === 1 ? first : undefined),
    });
    return { ...run, sentBack: JSON.parse(exchanges[1]?.text ?? "").messages[1].content };
  }

  test("thinking goes back to the API with its tool call, unchanged, and never enters the run", async () => {
    const { sentBack, ...run } = await runBeginningWith(thinking, blank);
    expect(run).toMatchObject({ error: undefined, counter: "x" });
    expect(sentBack).toEqual([thinking, ...call.content]);
    expect(JSON.stringify(run)).not.toContain("A thought.");
  });

  test("thinking with half of a surrogate pair, which the API would refuse in each later request, ends the run", async () => {
    const [, ...rest] = practiceScript(BOTH_OPEN);
    const half = messageReply(call, { content: [{ ...thinking, thinking: "\ud83d" }, ...call.content] });
    const run = await overSdk({
      model: new ScriptedModel(rest),
      inject: (_, count) => (count === 1 ? half : undefined),
    });
    expect(run.error).toMatchObject({ code: "model-bad-response" });
    expect(run.exchanges).toHaveLength(1);
    expect(run.letters).toEqual([]);
    expect(run.members).toMatchObject({ reader: "idle" });
  });

  test("blank text, which the API would refuse in a history, is dropped", async () => {
    const { sentBack, ...run } = await runBeginningWith(blank);
    expect(run).toMatchObject({ error: undefined, counter: "x" });
    expect(sentBack).toEqual(call.content);
  });
});

describe("a fault right after the review ends the run in one sentence and leaves nothing half done", () => {
  test.concurrent.each(apiFaults)("$what", async ({ reply, code, sentence }) => {
    const run = await overSdk({ model: script(BOTH_OPEN), inject: injectAt(REVIEWED, reply) });
    const { error } = run;
    if (!(error instanceof ModelError)) throw error;
    expect(error.code).toBe(code);
    expect(error.message).toMatch(sentence);
    expect(error.message).toMatch(/^[\P{Cc}]+$/u);
    expect(run.members).toEqual({ lead: "idle", reader: "idle", reviewer: "idle" });
    expect(run.letters.map(({ id }) => id)).toEqual(["lead-1", "reader-1"]);
    expect(run.requests).toMatchObject([{ receipt: "lead-1", status: "pending", reply: { approve: true } }]);
    expect(run.counter).toBeNull();
    const isAskedAgain = code === "model-overloaded" || code === "model-unavailable";
    expect(run.exchanges).toHaveLength(isAskedAgain ? 6 : 4);
  });
});

test("a fault right after the program ran leaves one mark, a used approval and a free member", async () => {
  const inject = injectAt(RAN, { status: 200, text: "{" });
  const run = await overSdk({ model: script(BOTH_OPEN), inject });
  expect(run.error).toMatchObject({ code: "model-bad-response" });
  expect(run).toMatchObject({ counter: "x", members: { reader: "idle" }, requests: [{ used: true }] });
  expect(run.letters).toHaveLength(2);
});

test("a key that the API does not know ends the run before any letter", async () => {
  const run = await overSdk({ model: script(BOTH_OPEN) }, BOTH_OPEN, (url) =>
    liveModel(url, { apiKey: "other" }),
  );
  expect(run.error).toMatchObject({ code: "model-unauthorized", status: 401 });
  expect(run).toMatchObject({ letters: [], requests: [], members: { reader: "idle" } });
});

test("a server that is not there is named in the error", async () => {
  const server = await startStandIn({ model: script(BOTH_OPEN) });
  await server.close();
  const run = await runPath(BOTH_OPEN, liveModel(server.url, { maxRetries: 0 }));
  expect(run.error).toMatchObject({ code: "model-connection" });
  expect(String(run.error)).toContain(`${server.url} failed or broke off (ECONNREFUSED`);
});

test.each([
  [undefined, "api.anthropic.com:443"],
  ["http://192.0.2.1:80", "192.0.2.1:80"],
])(
  "the host alone names the address, %s, and no test reaches one outside 127.0.0.1",
  async (baseURL, place) => {
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://192.0.2.2:80");
    onTestFinished(() => void vi.unstubAllEnvs());
    const options = { apiKey: API_KEY, model: "any-model", maxRetries: 0 };
    const run = await runPath(BOTH_OPEN, new AnthropicModel({ ...options, ...(baseURL && { baseURL }) }));
    expect(String(run.error)).toContain(`A connection to ${place} was tried, outside 127.0.0.1.`);
  },
);

describe("what a model does wrong becomes a tool error, and the run goes on", () => {
  test("input that the tool's schema refuses", async () => {
    const [plan, ...rest] = practiceScript(BOTH_OPEN);
    const model = new ScriptedModel([
      { actor: "reader", expect: {}, reply: useTools(["bad-1", "submit_plan", { plan: 5 }]) },
      {
        actor: "reader",
        expect: { toolResult: { tool_use_id: "bad-1", is_error: true, contains: "invalid-input" } },
        reply: plan?.reply ?? useTools(),
      },
      ...rest,
    ]);
    const run = await overSdk({ model });
    expect(run).toMatchObject({ error: undefined, counter: "x" });
    expect(run.exchanges).toHaveLength(8);
  });

  test("two calls of the program in one response: one runs, the other finds the approval used", async () => {
    const steps = practiceScript(BOTH_OPEN);
    const used = { tool_use_id: "call-7", is_error: true, contains: "plan-used" };
    const model = new ScriptedModel([
      ...steps.slice(0, 5),
      { actor: "reader", expect: {}, reply: useTools([RAN, "run_main"], ["call-7", "run_main"]) },
      { actor: "reader", expect: { toolResult: used }, reply: steps.at(-1)?.reply ?? useTools() },
    ]);
    const run = await overSdk({ model });
    expect(run).toMatchObject({ error: undefined, counter: "x" });
    expect(run.events.at(-1)).toMatchObject({ program_runs: 1, verdict: "match" });
    model.assertFinished();
  });

  test("a model that never stops calling the program runs it once, and its turn is ended", async () => {
    const steps = practiceScript(BOTH_OPEN).slice(0, 4);
    const opening = new ScriptedModel(steps);
    let calls = 0;
    const model: Model = {
      respond: async (request) => {
        calls += 1;
        return calls <= steps.length ? opening.respond(request) : useTools([`again-${calls}`, "run_main"]);
      },
    };
    const run = await overSdk({ model });
    expect(run).toMatchObject({ error: undefined, counter: "x" });
    expect(run.events).toContainEqual(
      expect.objectContaining({ event: "turn_ended", status: "call_limit", member: "reader", turn: 2 }),
    );
    expect(run.events.at(-1)).toMatchObject({ program_runs: 1, model_calls: 4 + 8 });
  });

  test("a model that strays in every turn ends at the limit of calls, with the gates closed", async () => {
    const id = (name: string, request: ModelRequest): string => `${name}-${request.messages.length}`;
    const model: Model = {
      respond: async (request) =>
        useTools(
          [id("run", request), "run_main"],
          [id("shell", request), "delete_everything", { force: true }],
          [id("review", request), "review_plan", { request_id: "req-1", approve: true, feedback: "" }],
        ),
    };
    const run = await overSdk({ model });
    expect(run).toMatchObject({ error: undefined, counter: null });
    const ended = run.events.flatMap((event) => (event.event === "turn_ended" ? [event.status] : []));
    expect(ended).toEqual(["call_limit", "call_limit", "call_limit"]);
    const gates = run.events.flatMap((event) => (event.event === "gate_checked" ? [event.reason] : []));
    expect(gates).toEqual(Array(8).fill("plan-missing"));
    const result = { blocked_by: "plan", program_runs: 0, verdict: "not_run", model_calls: 24, letters: 2 };
    expect(run.events.at(-1)).toMatchObject(result);
  });
});

test.each(malformed)(
  "the stand-in refuses $what in the form of the API",
  async ({ headers, body, status, message }) => {
    const server = await startStandIn({ model: script(BOTH_OPEN) });
    const response = await fetch(`${server.url}/v1/messages`, {
      method: "POST",
      headers: { ...properHeaders, ...headers },
      body: typeof body === "string" ? body : JSON.stringify({ ...properBody, ...body }),
    });
    const answer = await response.json();
    await server.close();
    expect(response.status).toBe(status);
    const type = status === 401 ? "authentication_error" : "invalid_request_error";
    expect(answer).toMatchObject({
      type: "error",
      error: { type, message: expect.stringContaining(message) },
    });
  },
);

test("the stand-in takes the proper request that the refused ones are made from", async () => {
  const model: Model = { respond: async ({ actor }) => useTools([`for-${actor}`, "look"]) };
  const server = await startStandIn({ model });
  const request = { method: "POST", headers: properHeaders, body: JSON.stringify(properBody) };
  const response = await fetch(`${server.url}/v1/messages`, request);
  expect(await response.json()).toMatchObject({ type: "message", content: [{ id: "for-reader" }] });
  await server.close();
});
