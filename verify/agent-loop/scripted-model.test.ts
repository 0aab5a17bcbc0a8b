import { describe, expect, test } from "vitest";
import type { Message, ModelRequest } from "../../lessons/s01-agent-loop/model.ts";
import {
  ScriptedModel,
  ScriptMismatchError,
  type ScriptStep,
  UnconsumedStepsError,
  UnexpectedModelCallError,
} from "../../lessons/s01-agent-loop/scripted-model.ts";
import { call, calling, resultOf, saying } from "./model-blocks.ts";

const request = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  actor: "reader",
  system: "You read.",
  messages: [{ role: "user", content: [{ type: "text", text: "Read expected.txt." }] }],
  tools: [],
  ...changes,
});
const step = (expectation: ScriptStep["expect"] = {}): ScriptStep => ({
  actor: "reader",
  expect: expectation,
  reply: saying("Yes."),
});

async function thrownBy(operation: () => unknown): Promise<unknown> {
  try {
    await operation();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

describe("the scripted model", () => {
  test("plays its steps in order and is finished when none is left", async () => {
    const model = new ScriptedModel([step(), { ...step(), actor: "lead", reply: calling("t1") }]);
    expect(await model.respond(request())).toEqual(saying("Yes."));
    expect(await model.respond(request({ actor: "lead" }))).toEqual(calling("t1"));
    expect(() => model.assertFinished()).not.toThrow();
  });

  test("a reply may be a function of the request", async () => {
    const model = new ScriptedModel([{ ...step(), reply: ({ actor }) => saying(`I am ${actor}.`) }]);
    expect(await model.respond(request())).toEqual(saying("I am reader."));
  });

  test("one call too many is an UnexpectedModelCallError that says which one and whose", async () => {
    const model = new ScriptedModel([step()]);
    await model.respond(request());
    const error = await thrownBy(() => model.respond(request({ actor: "lead" })));
    expect(error).toBeInstanceOf(UnexpectedModelCallError);
    expect(error).toMatchObject({
      name: "UnexpectedModelCallError",
      code: "unexpected-model-call",
      call: 2,
      actor: "lead",
      steps: 1,
      message:
        "Model call 2, by lead, is one too many: the script ends after step 1. " +
        "Add a step for it, or find out why the loop went on.",
    });
    expect(model.requests).toHaveLength(2);
  });

  test("a step left over is an UnconsumedStepsError that names what was never asked for", async () => {
    const model = new ScriptedModel([step(), { ...step(), actor: "lead" }, step()]);
    await model.respond(request());
    const error = await thrownBy(() => model.assertFinished());
    expect(error).toBeInstanceOf(UnconsumedStepsError);
    expect(error).toMatchObject({
      name: "UnconsumedStepsError",
      code: "unconsumed-steps",
      consumed: 1,
      leftOver: ["lead", "reader"],
      message:
        "The run ended after 1 model calls and left 2 of the script's steps unused, next one for lead. " +
        "Remove them, or find out why the loop stopped early.",
    });
  });

  const history: Message[] = [
    { role: "user", content: [{ type: "text", text: "old" }] },
    { role: "assistant", content: [call("t1"), call("t2")] },
    {
      role: "user",
      content: [
        { ...resultOf(call("t1")), is_error: true },
        resultOf(call("t2")),
        { type: "text", text: "approved" },
        { type: "text", text: "go on" },
      ],
    },
  ];
  const tools = ["look", "run"].map((name) => ({
    name,
    description: "",
    input_schema: { type: "object" as const },
  }));
  const full = request({ messages: history, tools });

  test.each<[string, ScriptStep["expect"], string, string, string]>([
    ["other tools", { tools: ["look"] }, "the offered tools", "look", "look, run"],
    ["tools in another order", { tools: ["run", "look"] }, "the offered tools", "run, look", "look, run"],
    [
      "a text that the last user message lacks",
      { lastTexts: ["approved", "old"] },
      "the text of the last user message",
      "… old …",
      "approved\ngo on",
    ],
    [
      "no such tool result",
      { toolResult: { tool_use_id: "t3", is_error: false, contains: "seen" } },
      "the result of t3",
      "success: … seen …",
      "no such result",
    ],
    [
      "an error in place of a success",
      { toolResult: { tool_use_id: "t1", is_error: false, contains: "seen" } },
      "the result of t1",
      "success: … seen …",
      "error: seen t1",
    ],
    [
      "a success in place of an error",
      { toolResult: { tool_use_id: "t2", is_error: true, contains: "seen" } },
      "the result of t2",
      "error: … seen …",
      "success: seen t2",
    ],
    [
      "a tool result that reads otherwise",
      { toolResult: { tool_use_id: "t2", is_error: false, contains: "heard" } },
      "the result of t2",
      "success: … heard …",
      "success: seen t2",
    ],
    [
      "a history that is too short",
      { minMessages: 4 },
      "the length of the history",
      "at least 4 messages",
      "3",
    ],
  ])("%s is a ScriptMismatchError with step, part, expected and received", async (...row) => {
    const [, expectation, part, expected, received] = row;
    const model = new ScriptedModel([step(), step(expectation)]);
    await model.respond(request());
    const error = await thrownBy(() => model.respond(full));
    expect(error).toBeInstanceOf(ScriptMismatchError);
    expect(error).toMatchObject({
      name: "ScriptMismatchError",
      code: "script-mismatch",
      step: 2,
      part,
      expected,
      received,
      message: `Step 2 of the script: ${part} differs.\n  expected: ${expected}\n  received: ${received}`,
    });
  });

  test("another actor is a mismatch, whatever else fits", async () => {
    const error = await thrownBy(() => new ScriptedModel([step()]).respond(request({ actor: "lead" })));
    expect(error).toMatchObject({ part: "the actor", expected: "reader", received: "lead" });
  });

  test("a request that looks as expected in every part is answered", async () => {
    const expectation = {
      tools: ["look", "run"],
      lastTexts: ["approved", "go on"],
      toolResult: { tool_use_id: "t1", is_error: true, contains: "seen" },
      minMessages: 3,
    };
    expect(await new ScriptedModel([step(expectation)]).respond(full)).toEqual(saying("Yes."));
  });

  test("a request without any user message has an empty last text", async () => {
    const model = new ScriptedModel([step({ lastTexts: ["x"] })]);
    expect(await thrownBy(() => model.respond(request({ messages: [] })))).toMatchObject({ received: "" });
  });

  test("a step that met a mismatch counts as consumed", async () => {
    const model = new ScriptedModel([step({ minMessages: 9 }), step()]);
    await thrownBy(() => model.respond(request()));
    expect(await model.respond(request())).toEqual(saying("Yes."));
    expect(() => model.assertFinished()).not.toThrow();
  });

  test("the requests it keeps are frozen copies, to the innermost part", async () => {
    const model = new ScriptedModel([step(), step()]);
    const sent = request({ messages: structuredClone(history) });
    await model.respond(sent);
    sent.messages.length = 0;

    const kept = model.requests[0];
    expect(kept).toEqual(request({ messages: history }));
    expect(Object.isFrozen(kept)).toBe(true);
    const block = kept?.messages[1]?.content[0];
    expect(() => Object.assign(block ?? {}, { name: "run" })).toThrow(TypeError);
    expect(() => kept?.messages.push({ role: "user", content: [] })).toThrow(TypeError);
    if (block?.type === "tool_use") expect(Object.isFrozen(block.input)).toBe(true);
    expect(block?.type).toBe("tool_use");
  });

  test("a response is a copy: who changes it does not change the script", async () => {
    const scripted = step();
    const model = new ScriptedModel([scripted, scripted]);
    (await model.respond(request())).content.length = 0;
    expect(await model.respond(request())).toEqual(saying("Yes."));
  });

  const script: ScriptStep[] = [
    { ...step(), reply: saying("1") },
    { ...step(), actor: "lead", reply: saying("2") },
    { ...step({ minMessages: 9 }), reply: saying("3") },
    { ...step(), actor: "lead", reply: saying("4") },
  ];

  test("plays what is left of each actor's steps when they have been answered before", async () => {
    const model = new ScriptedModel(script, { reader: 2, lead: 1 });
    expect(await model.respond(request({ actor: "lead" }))).toEqual(saying("4"));
    expect(() => model.assertFinished()).not.toThrow();
  });

  test("counts the calls and the steps of the whole script, those of earlier processes too", async () => {
    const model = new ScriptedModel(script, { reader: 1, lead: 1 });
    expect(await thrownBy(() => model.assertFinished())).toMatchObject({
      consumed: 2,
      leftOver: ["reader", "lead"],
    });
    expect(await thrownBy(() => model.respond(request()))).toMatchObject({
      step: 3,
      part: "the length of the history",
    });
    await model.respond(request({ actor: "lead" }));
    expect(await thrownBy(() => model.respond(request()))).toMatchObject({
      call: 5,
      actor: "reader",
      steps: 4,
    });
  });
});
