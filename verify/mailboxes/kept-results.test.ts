import { beforeEach, describe, expect, test } from "vitest";
import { withBrokenSaves } from "../../fixtures/scenarios/scenario.ts";
import type { Message, ToolResultBlock, ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { keepResult, sessionForCall } from "../../lessons/s15-mailboxes/kept-result.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import {
  changeMember,
  lettersOf,
  memberOf,
  refusedUnchanged,
  stateOf,
  teamSession,
  type WatchedSession,
} from "../harness/sessions.ts";
import { plan } from "../requests/example-requests.ts";

const call: ToolUseBlock = { type: "tool_use", id: "t1", name: "send", input: { to: "lead" } };
const other: ToolUseBlock = { ...call, id: "t2" };
const asked: Message = { role: "assistant", content: [call, other] };
const letter = { sender: "reader", recipient: "lead", body: "hello" };
const ofReader = { member: "reader", call };

let shown: SessionEvent[];
let session: WatchedSession;

/** Reader is in a turn: its model has made two calls. */
beforeEach(async () => {
  shown = [];
  session = teamSession({ show: (event) => void shown.push(event) });
  await changeMember(session, "reader", {
    status: "running",
    history: [asked],
    calls: { t1: { answer: "allow" }, t2: {} },
  });
});

const result = (content: string, tool_use_id = "t1"): ToolResultBlock => ({
  type: "tool_result",
  tool_use_id,
  content,
});

describe("a call with its effect in one section", () => {
  test("has its result kept together with the effect", async () => {
    const receipt = await sendMessage(sessionForCall(session, ofReader), letter);
    expect(receipt).toEqual({ id: "lead-1", status: "queued" });
    expect(lettersOf(session, "lead")).toHaveLength(1);
    expect(memberOf(session, "reader")).toMatchObject({
      history: [asked, { role: "user", content: [result('{"id":"lead-1","status":"queued"}')] }],
      calls: { t2: {} },
    });
    expect(Object.keys(memberOf(session, "reader").calls)).toEqual(["t2"]);
  });

  test("tells the effect first, then the result with the call", async () => {
    await sendMessage(
      sessionForCall(session, ofReader, () => "sent"),
      letter,
    );
    expect(shown).toEqual([
      expect.objectContaining({ event: "letter_sent" }),
      {
        event: "tool_finished",
        member: "reader",
        tool: "send",
        input: { to: "lead" },
        is_error: false,
        content: "sent",
      },
    ]);
  });

  test("may end in an error that the effect is kept with", async () => {
    const failed = sessionForCall(session, ofReader, () => ({ content: "half \ud83d", is_error: true }));
    await sendMessage(failed, letter);
    expect(memberOf(session, "reader").history[1]?.content).toEqual([
      { ...result("half \ufffd"), is_error: true },
    ]);
    expect(shown.at(-1)).toMatchObject({ event: "tool_finished", is_error: true });
  });

  test("that is refused keeps neither, and tells nothing", async () => {
    const refused = () => sendMessage(sessionForCall(session, ofReader), { ...letter, recipient: "nobody" });
    expect(await refusedUnchanged(session, refused)).toMatchObject({ code: "unknown-member" });
    expect(shown).toEqual([]);
  });

  test("whose save fails keeps neither", async () => {
    const unsaved = () => sendMessage(sessionForCall(withBrokenSaves(session), ofReader), letter);
    expect(await refusedUnchanged(session, unsaved)).toMatchObject({ code: "save-failed" });
  });

  test("whose result cannot be kept has no effect either", async () => {
    const before = stateOf(session);
    const unworded = sessionForCall(session, ofReader, () => {
      throw new Error("no words for it");
    });
    await expect(sendMessage(unworded, letter)).rejects.toThrow("no words for it");
    expect(stateOf(session)).toEqual(before);
  });

  test("finds all else in the session as it is", async () => {
    const bound = sessionForCall(session, ofReader);
    expect(bound.limits).toEqual(session.limits);
    expect(await openRequest(bound, plan)).toEqual({ request_id: "req-1", status: "pending" });
  });
});

describe("the result of a call", () => {
  const keep = (content: string, of = ofReader) =>
    session.transact((state) => keepResult(state, of, result(content, of.call.id)));

  test("is kept and told once: a second one changes nothing", async () => {
    await keep("the first");
    const before = stateOf(session);
    await keep("the second");
    expect(stateOf(session)).toEqual(before);
    expect(shown).toMatchObject([{ event: "tool_finished", content: "the first" }]);
  });

  test("stands behind the results that are there", async () => {
    await keep("one");
    await keep("two", { member: "reader", call: other });
    expect(memberOf(session, "reader").history).toEqual([
      asked,
      { role: "user", content: [result("one"), result("two", "t2")] },
    ]);
    expect(memberOf(session, "reader").calls).toEqual({});
  });

  test.each([
    ["a call that was never made", { member: "reader", call: { ...call, id: "t9" } }],
    ["the call of another member", { member: "lead", call }],
  ])("of %s is not kept", async (_, of) => {
    const before = stateOf(session);
    await keep("nothing", of);
    expect(stateOf(session)).toEqual(before);
    expect(shown).toEqual([]);
  });
});
