import { describe, expect, onTestFinished, test } from "vitest";
import { AnthropicModel } from "../../lessons/s01-agent-loop/anthropic-model.ts";
import { conversationIn } from "../../lessons/s01-agent-loop/conversation.ts";
import type { Message, Model, ModelResponse } from "../../lessons/s01-agent-loop/model.ts";
import { runAgent } from "../../lessons/s01-agent-loop/run-agent.ts";
import { isWellFormed, wellFormed } from "../../lessons/s01-agent-loop/well-formed.ts";
import { runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { memberOf, memorySession } from "../harness/sessions.ts";
import { resultOf, saying } from "./model-blocks.ts";
import { API_KEY, startStandIn } from "./sdk/messages-api/stand-in.ts";

const HALF = "\ud83d";

function callWith(input: unknown, id = "call-1", name = "look"): ModelResponse {
  return {
    content: [
      { type: "text", text: `I look ${HALF}.` },
      { type: "tool_use", id, name, input },
    ],
    stop_reason: "tool_use",
  };
}

/** One turn in which the model answers with `response` and then ends. Says what was executed. */
async function play(response: ModelResponse, model?: Model) {
  const history: Message[] = [{ role: "user", content: [{ type: "text", text: "Begin." }] }];
  const executed: string[] = [];
  const answers = [response, saying(`Done ${HALF}.`)];
  const outcome = await runAgent({
    actor: "reader",
    system: "You look.",
    conversation: conversationIn(history),
    model: model ?? { respond: async () => answers.shift() ?? saying("Done.") },
    tools: [{ name: "look", description: "Looks.", input_schema: { type: "object" } }],
    prepare: async () => undefined,
    execute: async (call) => {
      executed.push(call.id);
      return { ...resultOf(call), content: `seen ${HALF}` };
    },
  });
  return { history, executed, outcome };
}

describe("half a surrogate pair from a model", () => {
  test.each([
    ["a text of the input", { path: HALF }],
    ["a list deep in the input", { files: [{ names: ["a", `b${HALF}`] }] }],
    ["a key of the input", { [HALF]: 1 }],
    ["the other half", { path: `${HALF}x\ude00` }],
  ])("in %s is refused as malformed-text, and the call is not executed", async (_, input) => {
    const { history, executed } = await play(callWith(input));
    expect(executed).toEqual([]);
    expect(history[2]).toEqual({
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "call-1",
          content:
            "malformed-text: the call holds half of a surrogate pair. Call again with well-formed Unicode text.",
          is_error: true,
        },
      ],
    });
    expect(isWellFormed(history)).toBe(true);
    expect(JSON.stringify(history[1])).toContain("\ufffd");
  });

  test.each([
    ["the id", callWith({}, `call-${HALF}`)],
    ["the name", callWith({}, "call-1", `look${HALF}`)],
  ])("in %s of a call is refused as well, and the result still answers the call", async (_, response) => {
    const { history, executed } = await play(response);
    expect(executed).toEqual([]);
    expect(isWellFormed(history)).toBe(true);
    const [, use] = history[1]?.content ?? [];
    const [result] = history[2]?.content ?? [];
    expect(use).toMatchObject({ type: "tool_use" });
    expect(result).toMatchObject({ tool_use_id: use && "id" in use ? use.id : "", is_error: true });
  });

  test("in text beside a sound call lets the call run, and neither text nor result stays in halves", async () => {
    const { history, executed, outcome } = await play(callWith({ path: "\u{1f600}" }));
    expect(executed).toEqual(["call-1"]);
    expect(history[1]?.content).toEqual([
      { type: "text", text: "I look \ufffd." },
      { type: "tool_use", id: "call-1", name: "look", input: { path: "\u{1f600}" } },
    ]);
    expect(history[2]?.content).toEqual([
      { type: "tool_result", tool_use_id: "call-1", content: "seen \ufffd" },
    ]);
    expect(outcome.text).toBe("Done \ufffd.");
    expect(isWellFormed(history)).toBe(true);
  });

  test("does not make the API refuse the next request", async () => {
    const answers = [callWith({ path: HALF }), saying("Done.")];
    const behind: Model = { respond: async () => answers.shift() ?? saying("Too much.") };
    const api = await startStandIn({ model: behind });
    onTestFinished(() => api.close());
    const model = new AnthropicModel({
      apiKey: API_KEY,
      model: "any-model",
      baseURL: api.url,
      maxRetries: 0,
    });
    expect((await play(saying("not used"), model)).outcome).toMatchObject({
      status: "finished",
      text: "Done.",
    });
    expect(api.exchanges.map(({ status }) => status)).toEqual([200, 200]);
  });
});

test("half a surrogate pair in what the host asks a member does not stay in its history", async () => {
  const session = memorySession();
  await runMember(session, {
    name: "reader",
    task: `Read ${HALF}.`,
    model: { respond: async () => saying("Done.") },
    tools: [],
    prepare: async () => undefined,
    execute: async (call) => resultOf(call),
  });
  expect(memberOf(session, "reader").history[0]).toEqual({
    role: "user",
    content: [{ type: "text", text: "Read \ufffd." }],
  });
});

test("a value without halves keeps every part, a key that means something to JavaScript too", () => {
  const value = JSON.parse('{"__proto__":{"a":[1,null,true,"\u{1f600}"]},"constructor":"x","":""}');
  expect(isWellFormed(value)).toBe(true);
  expect(JSON.stringify(wellFormed(value))).toBe(JSON.stringify(value));
});
