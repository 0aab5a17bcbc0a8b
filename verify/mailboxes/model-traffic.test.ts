import { describe, expect, test } from "vitest";
import type { Model, ModelRequest, ModelResponse } from "../../lessons/s01-agent-loop/model.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import type { ModelExchange } from "../../lessons/s15-mailboxes/member-event.ts";
import { modelTraffic } from "../../lessons/s15-mailboxes/model-traffic.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { createTrafficDrawing } from "../../user_code/model-traffic.ts";
import { calling, resultOf, saying } from "../agent-loop/model-blocks.ts";
import { changeMember, memorySession, type WatchedSession } from "../harness/sessions.ts";

const NOTHING: ModelResponse = { content: [], stop_reason: "end_turn" };
const LOOK = { name: "look", description: "Looks.", input_schema: { type: "object" as const } };

type Seen = Omit<ModelRequest, "actor" | "tools"> & { member: string; tools: string[]; answer: unknown };

/** A session, the turns of its members, what their model was really asked, and what was told of it. */
function listening(): {
  session: WatchedSession;
  exchanges: ModelExchange[];
  seen: Seen[];
  turn: (name: string, responses: ModelResponse[], changes?: Partial<MemberTurn>) => Promise<unknown>;
} {
  const exchanges: ModelExchange[] = [];
  const show = (event: SessionEvent): void => {
    if (event.event === "model_exchange") exchanges.push(structuredClone(event));
  };
  const session = memorySession({ show });
  const seen: Seen[] = [];
  return {
    session,
    exchanges,
    seen,
    turn: async (name, responses, changes = {}) => {
      const model: Model = {
        respond: async ({ actor, system, messages, tools }) => {
          const answer = responses.shift() ?? NOTHING;
          const names = tools.map((tool) => tool.name);
          seen.push({ member: actor, system, messages: [...messages], tools: names, answer: answer.content });
          return answer;
        },
      };
      const prepare = async (): Promise<void> => undefined;
      const execute: MemberTurn["execute"] = async (made) => resultOf(made);
      await runMember(session, { name, model, tools: [LOOK], prepare, execute, ...changes });
    },
  };
}

/** The traffic as the model saw it: without the numbers, and with nothing missing. */
function asSeen(exchanges: readonly ModelExchange[]): unknown {
  return modelTraffic(exchanges).map(({ call, missing, ...exchange }) => {
    expect(missing).toBe(0);
    return exchange;
  });
}

describe("the model's traffic, put together from the events alone,", () => {
  test("is each request as the model got it, of members whose turns lie between each other", async () => {
    const { exchanges, seen, turn } = listening();
    await turn("reader", [calling("t1", "t2"), saying("Read.")], { task: "Begin." });
    await turn("lead", [saying("I wait.")], { task: "Lead.", tools: [] });
    await turn("reader", [calling("t3"), saying("Again.")], { task: "Go on." });
    await turn("lead", [saying("Well.")]);
    expect(seen.map(({ messages }) => messages.length)).toEqual([1, 3, 1, 5, 7, 2]);
    expect(asSeen(exchanges)).toEqual(seen);
    expect(modelTraffic(exchanges).map(({ call }) => call)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("knows an answer without content, after which the same message goes on", async () => {
    const { exchanges, seen, turn } = listening();
    await turn("reader", [NOTHING], { task: "Begin." });
    await turn("reader", [saying("Now.")], { task: "Go on." });
    expect(seen.map(({ messages }) => messages)).toMatchObject([
      [{ content: [{ text: "Begin." }] }],
      [{ content: [{ text: "Begin." }, { text: "Go on." }] }],
    ]);
    expect(asSeen(exchanges)).toEqual(seen);
  });

  test("begins anew for a member that takes the name of a closed one", async () => {
    const { session, exchanges, seen, turn } = listening();
    await turn("reader", [calling("t1"), saying("Done.")], { task: "Begin." });
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "another" });
    await turn("reader", [calling("t1"), saying("I am new.")], { task: "Hello." });
    expect(seen.at(-1)?.messages).toHaveLength(3);
    expect(asSeen(exchanges)).toEqual(seen);
  });

  test("says of a part of a session how much of each request was before it", async () => {
    const { exchanges, seen, turn } = listening();
    await turn("reader", [calling("t1"), saying("Read.")], { task: "Begin." });
    await turn("reader", [calling("t2"), saying("Again.")], { task: "Go on." });
    const [third, fourth] = modelTraffic(exchanges.slice(2));
    expect(third).toMatchObject({ missing: 4, messages: seen[2]?.messages.slice(4) });
    expect(fourth).toMatchObject({ missing: 4, messages: seen[3]?.messages.slice(4) });
  });
});

describe("what --show-model draws", () => {
  const draw = (exchanges: readonly ModelExchange[]): string[] =>
    exchanges.map(createTrafficDrawing((_style, text) => text));

  test("is the request, the answer, and of what was drawn before its number", async () => {
    const { exchanges, turn } = listening();
    await turn("reader", [calling("t1"), saying("Read.")], { task: "Begin." });
    expect(draw(exchanges)).toEqual([
      [
        "             request 1, for reader",
        "               system       You are reader on an agent team. Your role: plan and do the work.",
        "               tools        look",
        "               1 user       Begin.",
        "             answer 1",
        '               assistant    calls look as t1, with {"id":"t1"}',
      ].join("\n"),
      [
        "             request 2, for reader",
        "               system       (as before)",
        "               tools        (as before)",
        "               1 to 2       (as before, up to answer 1)",
        "               3 user       result of t1: seen t1",
        "             answer 2",
        "               assistant    Read.",
      ].join("\n"),
    ]);
  });

  test("names what is only in the session, where another process began it, and an empty answer", async () => {
    const { exchanges, turn } = listening();
    await turn("reader", [saying("Read.")], { task: "Begin." });
    await turn("reader", [NOTHING], { task: "Go on.", tools: [] });
    expect(draw(exchanges.slice(1))[0]?.split("\n").slice(2)).toEqual([
      "               tools        none",
      "               1 to 2       (from before this process took the session up)",
      "               3 user       Go on.",
      "             answer 2",
      "               assistant    nothing",
    ]);
  });

  test("lets no text begin a line, move a cursor or run past the edge", async () => {
    const { exchanges, turn } = listening();
    const task = `one\ntwo\u001b[2J\u202e ${"x".repeat(200)} ${'{"a":"b",'.repeat(30)}`;
    await turn("reader", [saying("a\rb")], { task });
    const [text = ""] = draw(exchanges);
    expect(text).toContain("two\\u001b[2J\\u202e");
    expect(text).toContain("a\\u000db");
    for (const line of text.split("\n")) {
      expect(line).toMatch(/^ {13}/);
      expect(line.length).toBeLessThanOrEqual(13 + 2 + 13 + 73);
    }
  });
});
