import { describe, expect, test } from "vitest";
import { type Answer, type Conversation, conversationIn } from "../../lessons/s01-agent-loop/conversation.ts";
import { frozenHistory } from "../../lessons/s01-agent-loop/frozen-copy.ts";
import {
  appendUserBlocks,
  type Message,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type ToolResultBlock,
  type ToolUseBlock,
  toolResults,
} from "../../lessons/s01-agent-loop/model.ts";
import { type AgentTurn, DEFAULT_MAX_MODEL_CALLS, runAgent } from "../../lessons/s01-agent-loop/run-agent.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { call, calling, resultOf, saying } from "./model-blocks.ts";

/** A model that gives the responses in order and keeps the requests as it got them. */
function modelOf(...responses: ModelResponse[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    respond: async (request) => {
      requests.push(request);
      const response = responses[requests.length - 1];
      if (!response) throw new Error("no response is left");
      return response;
    },
  };
}

type ListedTurn = AgentTurn & { history: Message[] };

/** A turn whose conversation is a list that a test can look at. */
function turnOf(model: Model, changes: Partial<ListedTurn> = {}): ListedTurn {
  const history = changes.history ?? [{ role: "user", content: [{ type: "text", text: "Begin." }] }];
  return {
    actor: "reader",
    system: "You read.",
    history,
    conversation: conversationIn(history),
    model,
    tools: [],
    prepare: async () => undefined,
    execute: async (made) => resultOf(made),
    ...changes,
  };
}

/** The same conversation, which lets somebody hear each answer that it keeps. */
function hearing(conversation: Conversation, hear: (answer: Answer) => void): Conversation {
  return {
    ...conversation,
    say: async (answer) => {
      hear(answer);
      await conversation.say(answer);
    },
  };
}

describe("the agent loop", () => {
  test("asks the model, executes its calls, appends their results, and stops when the model ends its turn", async () => {
    const model = modelOf(calling("t1", "t2"), saying("Done."));
    const turn = turnOf(model);

    expect(await runAgent(turn)).toEqual({ status: "finished", text: "Done.", modelCalls: 2 });
    expect(turn.history).toEqual([
      { role: "user", content: [{ type: "text", text: "Begin." }] },
      { role: "assistant", content: [call("t1"), call("t2")] },
      { role: "user", content: [resultOf(call("t1")), resultOf(call("t2"))] },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
  });

  test.each([
    ["of one answer", [calling("t1", "t1")], "t1", []],
    ["of an answer and an earlier one", [calling("t1"), calling("t2", "t1")], "t1", ["t1"]],
  ])("executes no two calls with one id, %s", async (_, answers, id, executed) => {
    const ids: string[] = [];
    const model = new ScriptedModel(answers.map((reply) => ({ actor: "reader", expect: {}, reply })));
    const execute = async (made: ToolUseBlock): Promise<ToolResultBlock> => {
      ids.push(made.id);
      return resultOf(made);
    };
    const turn = turnOf(model, { execute });
    const told: number[] = [];
    turn.conversation = hearing(turn.conversation, ({ calls }) => void told.push(calls.length));
    const before = 1 + 2 * executed.length;
    await expect(runAgent(turn)).rejects.toMatchObject({
      code: "repeated-call-id",
      actor: "reader",
      id,
      message:
        'The model\'s answer to reader gives a tool call the id of another one ("t1"). No tool call of it was run. ' +
        "Each call needs an id of its own.",
    });
    expect([ids, told, turn.history.length]).toEqual([executed, executed.map(() => 1), before]);
  });

  test("gives the model the actor, the system text, the tools and the history so far", async () => {
    const tools = [{ name: "look", description: "Looks.", input_schema: { type: "object" as const } }];
    const model = modelOf(calling("t1"), saying("Done."));
    const turn = turnOf(model, { tools });
    await runAgent(turn);

    expect(model.requests[0]).toEqual({
      actor: "reader",
      system: "You read.",
      messages: turn.history.slice(0, 1),
      tools,
    });
    expect(model.requests[1]?.messages).toEqual(turn.history.slice(0, 3));
  });

  test("passes the prepare boundary before each model call and executes behind it", async () => {
    const order: string[] = [];
    const model = modelOf(calling("t1"), saying("Done."));
    const turn = turnOf(
      {
        respond: async (request) => {
          order.push("respond");
          return model.respond(request);
        },
      },
      {
        prepare: async () => void order.push("prepare"),
        execute: async (made) => {
          order.push(`execute ${made.id}`);
          return resultOf(made);
        },
      },
    );
    const hear = ({ calls, text }: Answer): void =>
      void order.push(`keep ${calls.map(({ id }) => id)} ${JSON.stringify(text)}`);
    await runAgent({ ...turn, conversation: hearing(turn.conversation, hear) });
    expect(order).toEqual([
      "prepare",
      "respond",
      'keep t1 ""',
      "execute t1",
      "prepare",
      "respond",
      'keep  "Done."',
    ]);
  });

  test("what comes in at the prepare boundary is in the very next request, in the user message that is there", async () => {
    const model = modelOf(calling("t1"), saying("Done."));
    const turn = turnOf(model);
    let letters = 0;
    turn.prepare = async () => {
      letters += 1;
      appendUserBlocks(turn.history, [{ type: "text", text: `letter ${letters}` }]);
    };
    await runAgent(turn);

    expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      [
        { type: "text", text: "Begin." },
        { type: "text", text: "letter 1" },
      ],
      [resultOf(call("t1")), { type: "text", text: "letter 2" }],
    ]);
    expect(turn.history.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  test("stops at the call limit, with the last results in the history", async () => {
    const model = modelOf(calling("t1"), calling("t2"), calling("t3"));
    const turn = turnOf(model, { maxModelCalls: 2 });

    expect(await runAgent(turn)).toEqual({ status: "call_limit", text: "", modelCalls: 2 });
    expect(model.requests).toHaveLength(2);
    expect(turn.history.at(-1)).toEqual({ role: "user", content: [resultOf(call("t2"))] });
  });

  test("a turn that names no limit has eight model calls", async () => {
    const model = modelOf(...Array.from({ length: 9 }, (_, index) => calling(`t${index}`)));
    expect(await runAgent(turnOf(model))).toMatchObject({ status: "call_limit", modelCalls: 8 });
    expect(DEFAULT_MAX_MODEL_CALLS).toBe(8);
  });

  test("a model that ends its turn on the last allowed call has finished", async () => {
    const turn = turnOf(modelOf(saying("Done.")), { maxModelCalls: 1 });
    expect(await runAgent(turn)).toEqual({ status: "finished", text: "Done.", modelCalls: 1 });
  });

  test("the history stays whole when an execution throws, and the error goes up", async () => {
    const model = modelOf(calling("t1", "t2", "t3"));
    const executed: string[] = [];
    const turn = turnOf(model, {
      execute: async (made) => {
        executed.push(made.id);
        if (made.id === "t2") throw new Error("the disk is gone");
        return resultOf(made);
      },
    });

    await expect(runAgent(turn)).rejects.toThrow("the disk is gone");
    expect(executed).toEqual(["t1", "t2"]);
    const unanswered = { type: "tool_result", content: "The call did not end.", is_error: true };
    expect(turn.history.at(-1)).toEqual({
      role: "user",
      content: [
        resultOf(call("t1")),
        { ...unanswered, tool_use_id: "t2" },
        { ...unanswered, tool_use_id: "t3" },
      ],
    });
    expect([...toolResults(turn.history).keys()]).toEqual(["t1", "t2", "t3"]);
  });

  test("an error of the prepare boundary goes up before the model is asked", async () => {
    const model = modelOf(saying("Done."));
    const turn = turnOf(model, {
      prepare: async () => {
        throw new Error("the mailbox is corrupt");
      },
    });
    await expect(runAgent(turn)).rejects.toThrow("the mailbox is corrupt");
    expect(model.requests).toEqual([]);
    expect(turn.history).toHaveLength(1);
  });

  test("an error of the model goes up and leaves the history as it was", async () => {
    const turn = turnOf(modelOf());
    await expect(runAgent(turn)).rejects.toThrow("no response is left");
    expect(turn.history).toHaveLength(1);
  });

  test("calls of a response that ends the turn are executed and answered too", async () => {
    const response: ModelResponse = { content: [call("t1")], stop_reason: "end_turn" };
    const turn = turnOf(modelOf(response));
    expect(await runAgent(turn)).toEqual({ status: "finished", text: "", modelCalls: 1 });
    expect(turn.history.at(-1)).toEqual({ role: "user", content: [resultOf(call("t1"))] });
  });

  test("a response that announces calls and holds none ends the turn", async () => {
    const response: ModelResponse = { content: [{ type: "text", text: "Hm." }], stop_reason: "tool_use" };
    expect(await runAgent(turnOf(modelOf(response)))).toEqual({
      status: "finished",
      text: "Hm.",
      modelCalls: 1,
    });
  });

  test("an empty response ends the turn and leaves no empty message behind", async () => {
    const turn = turnOf(modelOf({ content: [], stop_reason: "end_turn" }));
    expect(await runAgent(turn)).toEqual({ status: "finished", text: "", modelCalls: 1 });
    expect(turn.history).toHaveLength(1);
  });

  test("several texts of a response are joined by line breaks, calls between them left out", async () => {
    const response: ModelResponse = {
      content: [{ type: "text", text: "One." }, call("t1"), { type: "text", text: "Two." }],
      stop_reason: "end_turn",
    };
    expect(await runAgent(turnOf(modelOf(response)))).toMatchObject({ text: "One.\nTwo." });
  });

  test("a model that writes into its request or keeps its response cannot change the history", async () => {
    const response = saying("Done.");
    const turn = turnOf({
      respond: async (request) => {
        request.messages.length = 0;
        return response;
      },
    });
    await runAgent(turn);
    response.content.push({ type: "text", text: "added later" });
    expect(turn.history).toEqual([
      { role: "user", content: [{ type: "text", text: "Begin." }] },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
  });
});

describe("what the loop keeps, and when", () => {
  test("is the answer before any of its calls is executed, and each result before the next call", async () => {
    const turn = turnOf(modelOf(calling("t1", "t2"), saying("Done.")));
    const seen: unknown[] = [];
    turn.execute = async (made) => {
      seen.push(structuredClone(turn.history.slice(1)));
      return resultOf(made);
    };
    await runAgent(turn);
    const answer = { role: "assistant", content: [call("t1"), call("t2")] };
    expect(seen).toEqual([[answer], [answer, { role: "user", content: [resultOf(call("t1"))] }]]);
  });

  test("is nothing more when an answer cannot be kept: none of its calls is executed", async () => {
    const executed: string[] = [];
    const turn = turnOf(modelOf(calling("t1")), {
      execute: async (made) => {
        executed.push(made.id);
        return resultOf(made);
      },
    });
    turn.conversation = hearing(turn.conversation, () => {
      throw new Error("the disk is full");
    });
    await expect(runAgent(turn)).rejects.toThrow("the disk is full");
    expect({ executed, messages: turn.history.length }).toEqual({ executed: [], messages: 1 });
  });

  test("goes as far as it can when results cannot be kept either: the first fault goes up", async () => {
    const turn = turnOf(modelOf(calling("t1", "t2")), {
      execute: () => Promise.reject(new Error("the program is gone")),
    });
    const answered: string[] = [];
    turn.conversation.answer = async ({ id }) => {
      answered.push(id);
      throw new Error("the disk is full");
    };
    await expect(runAgent(turn)).rejects.toThrow("the program is gone");
    expect(answered).toEqual(["t1", "t2"]);
  });
});

describe("a turn that was interrupted", () => {
  const begun: Message = { role: "user", content: [{ type: "text", text: "Begin." }] };
  const asked: Message = { role: "assistant", content: [call("t1"), call("t2"), call("t3")] };

  /** Goes on with a turn of this history, and says in what order the loop did what. */
  async function resume(history: Message[], ...responses: ModelResponse[]) {
    const order: string[] = [];
    const model = modelOf(...responses);
    const outcome = await runAgent(
      turnOf(model, {
        history,
        resume: true,
        prepare: async () => void order.push("prepare"),
        execute: async (made) => {
          order.push(`execute ${made.id}`);
          return resultOf(made);
        },
      }),
    );
    return { outcome, order, asked: model.requests.length };
  }

  test("goes on with the calls that have no result, before the prepare boundary, and asks nothing again", async () => {
    const history = [begun, asked, { role: "user", content: [resultOf(call("t1"))] } satisfies Message];
    expect(await resume(history, saying("Done."))).toEqual({
      outcome: { status: "finished", text: "Done.", modelCalls: 1 },
      order: ["execute t2", "execute t3", "prepare"],
      asked: 1,
    });
    expect(history).toEqual([
      begun,
      asked,
      { role: "user", content: ["t1", "t2", "t3"].map((id) => resultOf(call(id))) },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
  });

  test("whose last answer made no call has ended: nothing is executed and nobody is asked", async () => {
    const history: Message[] = [
      begun,
      {
        role: "assistant",
        content: [
          { type: "text", text: "All" },
          { type: "text", text: "done." },
        ],
      },
    ];
    expect(await resume(history)).toEqual({
      outcome: { status: "finished", text: "All\ndone.", modelCalls: 0 },
      order: [],
      asked: 0,
    });
    expect(history).toHaveLength(2);
  });

  test("before the first answer begins at the prepare boundary", async () => {
    expect(await resume([begun], saying("Done."))).toMatchObject({ order: ["prepare"], asked: 1 });
  });

  test("and is not resumed leaves open calls alone", async () => {
    const executed: string[] = [];
    const turn = turnOf(modelOf(saying("Done.")), {
      history: [begun, asked],
      execute: async (made) => {
        executed.push(made.id);
        return resultOf(made);
      },
    });
    await runAgent(turn);
    expect(executed).toEqual([]);
  });
});

describe("histories", () => {
  test("reach the model as frozen copies, each message copied once and again when it has grown", async () => {
    const model = modelOf(calling("t1"), saying("Done."));
    const turn = turnOf(model);
    await runAgent(turn);
    const [first, second] = model.requests.map(({ messages }) => messages);
    expect(second?.[0]).toBe(first?.[0]);
    expect(second?.[0]).not.toBe(turn.history[0]);
    expect(Object.isFrozen(second?.[0]?.content[0])).toBe(true);

    appendUserBlocks(turn.history, [{ type: "text", text: "One." }]);
    const [third] = frozenHistory(turn.history).slice(-1);
    appendUserBlocks(turn.history, [{ type: "text", text: "Two." }]);
    const [fourth] = frozenHistory(turn.history).slice(-1);
    expect([third?.content.length, fourth?.content.length]).toEqual([1, 2]);
  });

  test("blocks begin a user message behind an assistant one, and extend a user message that is last", () => {
    const history: Message[] = [];
    const blocks: ToolResultBlock[] = [resultOf(call("t1"))];
    appendUserBlocks(history, []);
    expect(history).toEqual([]);
    appendUserBlocks(history, blocks);
    appendUserBlocks(history, [{ type: "text", text: "more" }]);
    history.push({ role: "assistant", content: [call("t2")] });
    appendUserBlocks(history, [resultOf(call("t2"))]);

    expect(history).toEqual([
      { role: "user", content: [resultOf(call("t1")), { type: "text", text: "more" }] },
      { role: "assistant", content: [call("t2")] },
      { role: "user", content: [resultOf(call("t2"))] },
    ]);
    expect(blocks).toHaveLength(1);
    expect([...toolResults(history)]).toEqual([
      ["t1", resultOf(call("t1"))],
      ["t2", resultOf(call("t2"))],
    ]);
  });
});
