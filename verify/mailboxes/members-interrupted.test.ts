import { describe, expect, test } from "vitest";
import type {
  Message,
  Model,
  ModelResponse,
  ToolResultBlock,
  ToolUseBlock,
} from "../../lessons/s01-agent-loop/model.ts";
import { sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { call, calling, resultOf, saying } from "../agent-loop/model-blocks.ts";
import { changeMember, memberOf, teamSession, type WatchedSession } from "../harness/sessions.ts";

/** A model that gives the responses in order and counts how often it was asked. */
function modelOf(...responses: ModelResponse[]): Model & { asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    respond: async () => {
      const response = responses[asked];
      asked += 1;
      if (!response) throw new Error("no response is left");
      return response;
    },
  };
}

function turnOf(model: Model, changes: Partial<MemberTurn> = {}): MemberTurn {
  return {
    name: "reader",
    model,
    tools: [],
    prepare: async () => undefined,
    execute: async (made) => resultOf(made),
    ...changes,
  };
}

const begun: Message = { role: "user", content: [{ type: "text", text: "Begin." }] };
const asked: Message = { role: "assistant", content: [call("t1"), call("t2")] };
const done: Message = { role: "assistant", content: [{ type: "text", text: "Done." }] };
const results = (...ids: string[]): Message => ({
  role: "user",
  content: ids.map((id) => resultOf(call(id))),
});

describe("what is kept of a turn, and when", () => {
  test("is the answer before its calls run, then each result before the next call", async () => {
    const session = teamSession();
    const seen: unknown[] = [];
    const execute = async (made: ToolUseBlock): Promise<ToolResultBlock> => {
      const { history, modelCalls } = memberOf(session, "reader");
      seen.push({ history, modelCalls });
      return resultOf(made);
    };
    const model = modelOf(calling("t1", "t2"), saying("Done."));
    await runMember(session, turnOf(model, { task: "Begin.", execute }));
    expect(seen).toEqual([
      { history: [begun, asked], modelCalls: 1 },
      { history: [begun, asked, results("t1")], modelCalls: 1 },
    ]);
    expect(memberOf(session, "reader")).toMatchObject({
      history: [begun, asked, results("t1", "t2"), done],
      modelCalls: 2,
      status: "idle",
    });
  });

  test("is told: the turn, each answer by its number in the session, each result, the end", async () => {
    const shown: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void shown.push(event) });
    await changeMember(session, "lead", { modelCalls: 4 });
    const model = modelOf(calling("t1"), saying("Done."));
    await runMember(session, turnOf(model, { purpose: "read" }));
    const member = "reader";
    expect(shown.filter(({ event }) => event !== "model_exchange")).toEqual([
      { event: "turn_started", member, turn: 1, purpose: "read" },
      { event: "model_called", member, call: 5, tools: ["look"], text: "" },
      {
        event: "tool_finished",
        member,
        tool: "look",
        input: { id: "t1" },
        is_error: false,
        content: "seen t1",
      },
      { event: "model_called", member, call: 6, tools: [], text: "Done." },
      { event: "turn_ended", member, turn: 1, status: "finished", text: "Done.", model_calls: 2 },
    ]);
  });

  test("is one result of a call that has kept its own, and it is told once", async () => {
    const shown: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void shown.push(event) });
    const execute = async (made: ToolUseBlock): Promise<ToolResultBlock> => {
      const bound = sessionForCall(session, { member: "reader", call: made }, () => "sent");
      await sendMessage(bound, { sender: "reader", recipient: "lead", body: "hello" });
      return { ...resultOf(made), content: "said again" };
    };
    await runMember(session, turnOf(modelOf(calling("t1"), saying("Done.")), { execute }));
    expect(memberOf(session, "reader").history[1]?.content).toEqual([
      { ...resultOf(call("t1")), content: "sent" },
    ]);
    expect(shown.filter(({ event }) => event === "tool_finished")).toHaveLength(1);
  });

  test("is what the start adds to it, in one section: when that throws there was no turn", async () => {
    const session = teamSession();
    const model = modelOf();
    const atStart = (): never => {
      throw new Error("the start broke");
    };
    await expect(runMember(session, turnOf(model, { task: "Begin.", atStart }))).rejects.toThrow("broke");
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", turns: 0, history: [] });
    expect(model.asked()).toBe(0);
  });

  test("is what the end adds to it, before the end is told, in the section that frees the member", async () => {
    const shown: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void shown.push(event) });
    await runMember<ProtocolState>(session, {
      ...turnOf(modelOf(saying("Done."))),
      atEnd: (state, { status }) => {
        state.notes.set("ended", `${status} ${state.team.get("reader")?.status}`);
        state.tell({ event: "notice", text: "nearly" });
      },
    });
    expect(session.notes.get("ended")).toBe("finished idle");
    expect(shown.slice(-2)).toMatchObject([{ event: "notice" }, { event: "turn_ended" }]);
  });
});

describe("a turn that cannot be had", () => {
  test.each([
    ["running", "busy"],
    ["closed", "unavailable"],
  ] as const)("by a %s member is told as refused", async (status, outcome) => {
    const shown: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void shown.push(event) });
    await changeMember(session, "reader", { status });
    expect(await runMember(session, turnOf(modelOf()))).toEqual({ status: outcome });
    expect(shown).toEqual([{ event: "delivery_refused", member: "reader", status: outcome }]);
  });

  test("by a closed member is not to be had by resuming either", async () => {
    const session = teamSession();
    await changeMember(session, "reader", { status: "closed", history: [begun, asked] });
    const turn = turnOf(modelOf(), { resume: true });
    expect(await runMember(session, turn)).toEqual({ status: "unavailable" });
    expect(memberOf(session, "reader").history).toEqual([begun, asked]);
  });
});

describe("a turn that an earlier process left", () => {
  async function leftAt(...history: Message[]): Promise<{ session: WatchedSession; shown: SessionEvent[] }> {
    const shown: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void shown.push(event) });
    const answers = history.filter(({ role }) => role === "assistant").length;
    await changeMember(session, "reader", { status: "running", turns: 3, modelCalls: 1, answers, history });
    return { session, shown };
  }

  test("goes on with its open calls, without asking the model again, and is the same turn", async () => {
    const { session, shown } = await leftAt(begun, asked, results("t1"));
    const executed: string[] = [];
    const model = modelOf(saying("Done."));
    const outcome = await runMember(
      session,
      turnOf(model, {
        task: "Begin again.",
        resume: true,
        atStart: () => void executed.push("started"),
        execute: async (made) => {
          executed.push(made.id);
          return resultOf(made);
        },
      }),
    );
    expect(outcome).toEqual({ status: "finished", text: "Done.", modelCalls: 1 });
    expect({ executed, asked: model.asked() }).toEqual({ executed: ["t2"], asked: 1 });
    expect(memberOf(session, "reader")).toMatchObject({
      status: "idle",
      turns: 3,
      modelCalls: 2,
      history: [begun, asked, results("t1", "t2"), done],
    });
    expect(shown.map(({ event }) => event)).toEqual([
      "tool_finished",
      "model_called",
      "model_exchange",
      "turn_ended",
    ]);
  });

  test("ends at once when its last answer made no call", async () => {
    const { session, shown } = await leftAt(begun, done);
    const model = modelOf();
    expect(await runMember(session, turnOf(model, { resume: true }))).toEqual({
      status: "finished",
      text: "Done.",
      modelCalls: 0,
    });
    expect(model.asked()).toBe(0);
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", turns: 3, history: [begun, done] });
    expect(shown.map(({ event }) => event)).toEqual(["turn_ended"]);
  });

  test("before its first answer asks the model, with its task once", async () => {
    const { session } = await leftAt(begun);
    await runMember(session, turnOf(modelOf(saying("Done.")), { task: "Begin.", resume: true }));
    expect(memberOf(session, "reader").history).toEqual([begun, done]);
  });

  test("before its first answer is not taken for ended by the last words of the turn before", async () => {
    const { session } = await leftAt(begun, done);
    await changeMember(session, "reader", { answers: 0 });
    const model = modelOf(saying("Read."));
    expect(await runMember(session, turnOf(model, { resume: true }))).toMatchObject({ text: "Read." });
    expect(model.asked()).toBe(1);
  });

  test("has no more model calls left than its limit, with those before the interruption", async () => {
    const { session } = await leftAt(begun, asked, results("t1", "t2"));
    const model = modelOf(calling("t3"), calling("t4"));
    const outcome = await runMember(session, turnOf(model, { resume: true, maxModelCalls: 2 }));
    expect(outcome).toMatchObject({ status: "call_limit" });
    expect(model.asked()).toBe(1);
  });

  test("is nobody's to resume when the member is idle: that is a new turn", async () => {
    const session = teamSession();
    await changeMember(session, "reader", { history: [begun, done], turns: 3 });
    const model = modelOf(saying("Done."));
    await runMember(session, turnOf(model, { resume: true }));
    expect({ asked: model.asked(), turns: memberOf(session, "reader").turns }).toEqual({
      asked: 1,
      turns: 4,
    });
  });
});

describe("a fault", () => {
  test("in a call leaves a whole history, and a free member without open calls", async () => {
    const session = teamSession();
    const turn = turnOf(modelOf(calling("t1", "t2", "t3")), {
      execute: async (made) => {
        await changeMember(session, "reader", { calls: { t2: { begun: true }, t9: {} } });
        if (made.id === "t2") throw new Error("the disk is gone");
        return resultOf(made);
      },
    });
    const onStuck = () => Promise.reject(new Error("it is free"));
    await expect(runMember(session, { ...turn, onStuck })).rejects.toThrow("the disk is gone");
    const unended = { type: "tool_result", content: "The call did not end.", is_error: true };
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", turns: 1 });
    expect(memberOf(session, "reader").calls).toEqual({});
    expect(memberOf(session, "reader").history.at(-1)?.content).toEqual([
      resultOf(call("t1")),
      { ...unended, tool_use_id: "t2" },
      { ...unended, tool_use_id: "t3" },
    ]);
  });

  test("after which the member could not be freed leaves it running, and is the error that goes up", async () => {
    const session = teamSession();
    let isGone = false;
    const failing: ProtocolSession = {
      limits: session.limits,
      transact: (section) =>
        isGone ? Promise.reject(new Error("the folder is gone")) : session.transact(section),
    };
    const model: Model = {
      respond: async () => {
        isGone = true;
        throw new Error("the model broke");
      },
    };
    const stuck: string[] = [];
    const onStuck = async (name: string): Promise<void> => void stuck.push(name);
    await expect(runMember(failing, { ...turnOf(model), onStuck })).rejects.toThrow("the model broke");
    expect(memberOf(session, "reader").status).toBe("running");
    expect(stuck).toEqual(["reader"]);
  });

  test("at the end of a turn leaves the member running as well, and is told in the same way", async () => {
    const session = teamSession();
    const stuck: string[] = [];
    const atEnd = (): never => {
      throw new Error("the end broke");
    };
    const onStuck = async (name: string): Promise<void> => void stuck.push(name);
    const turn = { ...turnOf(modelOf(saying("Done."))), atEnd, onStuck };
    await expect(runMember(session, turn)).rejects.toThrow("the end broke");
    expect(memberOf(session, "reader").status).toBe("running");
    expect(stuck).toEqual(["reader"]);
    expect(await runMember(session, turnOf(modelOf(), { resume: true }))).toMatchObject({ text: "Done." });
  });
});
