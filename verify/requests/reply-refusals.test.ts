import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import {
  changeMember,
  changeRequest,
  refusalOf,
  refusedUnchanged,
  teamSession,
} from "../harness/sessions.ts";
import { asked, close, fillMailbox, matchLast, no, planned, stay, untyped, yes } from "./example-requests.ts";

describe("a reply is refused, and nothing changes,", () => {
  test("for an unknown actor", async () => {
    const session = await planned(teamSession());
    expect(await refusedUnchanged(session, () => replyRequest(session, { ...yes, actor: "nobody" }))).toEqual(
      {
        code: "unknown-member",
        message: 'There is no member "nobody". The team: lead, reader, reviewer.',
        fields: { members: ["lead", "reader", "reviewer"] },
      },
    );
  });

  test.each([
    ["true", '"true"'],
    ["false", '"false"'],
    ["yes", '"yes"'],
    [1, "1"],
    [0, "0"],
    [null, "null"],
    [[], "[…]"],
    [{}, "{…}"],
    [undefined, "undefined"],
  ])("when approve is %j and not true or false", async (approve, shown) => {
    const session = await planned(teamSession());
    const reply = { ...yes, approve: untyped(approve) };
    expect(await refusedUnchanged(session, () => replyRequest(session, reply))).toEqual({
      code: "reply-shape",
      message: `approve must be true or false, not ${shown}.`,
      fields: {},
    });
  });

  test.each([
    ["121 letters", "x".repeat(121)],
    ["121 emoji", "😀".repeat(121)],
    ["60 letters with a combining mark each, and one letter", `${"e\u0301".repeat(60)}e`],
  ])("for feedback of %s", async (_, feedback) => {
    const session = await planned(teamSession());
    expect(await refusedUnchanged(session, () => replyRequest(session, { ...yes, feedback }))).toEqual({
      code: "reply-shape",
      message: "The feedback has 121 characters; 0 to 120 are allowed. Shorten it: nothing is cut.",
      fields: { length: 121, minimum: 0, maximum: 120 },
    });
  });

  test("for feedback that is no text, or malformed text", async () => {
    const session = await planned(teamSession());
    const reply = { ...yes, feedback: untyped(undefined) };
    expect(await refusedUnchanged(session, () => replyRequest(session, reply))).toEqual({
      code: "reply-shape",
      message: "The feedback must be text, not undefined.",
      fields: { maximum: 120 },
    });
    const half = { ...yes, feedback: "\ude00" };
    expect(await refusedUnchanged(session, () => replyRequest(session, half))).toEqual({
      code: "malformed-text",
      message: "The feedback holds half of a surrogate pair. Send well-formed Unicode text.",
      fields: {},
    });
  });

  test.each([
    ["a request that is not there", { request_id: "req-404" }],
    ["a request to somebody else", { actor: "reviewer" }],
    ["one's own request", { actor: "reader" }],
    ["a name that every object has", { request_id: "constructor" }],
  ])("for %s, in the same words", async (_, changes) => {
    const session = await planned(teamSession());
    const { request_id, actor } = { ...yes, ...changes };
    expect(await refusedUnchanged(session, () => replyRequest(session, { ...yes, ...changes }))).toEqual({
      code: "not-yours",
      message: `No request "${request_id}" waits for an answer of ${actor}. Only the target of a request can answer it.`,
      fields: { request_id, actor },
    });
  });

  test("for a request id that is no text", async () => {
    const session = await planned(teamSession());
    const reply = { ...yes, request_id: untyped(1) };
    expect(await refusedUnchanged(session, () => replyRequest(session, reply))).toEqual({
      code: "not-yours",
      message: "No request 1 waits for an answer of lead. Only the target of a request can answer it.",
      fields: { request_id: "1", actor: "lead" },
    });
  });

  test.each([
    ["a plan of an earlier bearer of the name", planned, yes],
    ["a shutdown that an earlier bearer of the name was asked for", asked, close],
  ])("for %s", async (_, opened, reply) => {
    const session = await opened(teamSession());
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(await refusedUnchanged(session, () => replyRequest(session, reply))).toMatchObject({
      code: "not-yours",
    });
  });

  test("when a request that nobody replied to is no longer pending", async () => {
    const session = await planned(teamSession());
    await changeRequest(session, "req-1", { status: "rejected" });
    expect(await refusedUnchanged(session, () => replyRequest(session, yes))).toEqual({
      code: "not-pending",
      message: "req-1 is rejected and no longer waits for a reply.",
      fields: { request_id: "req-1", status: "rejected" },
    });
  });

  test("when the asker's mailbox is full", async () => {
    const session = await planned(teamSession());
    await fillMailbox(session, "reader");
    expect(await refusedUnchanged(session, () => replyRequest(session, yes))).toMatchObject({
      code: "mailbox-full",
    });
  });

  test("when the asker is closed by now", async () => {
    const session = await planned(teamSession());
    await changeMember(session, "reader", { status: "closed" });
    expect(await refusedUnchanged(session, () => replyRequest(session, yes))).toMatchObject({
      code: "member-closed",
      fields: { member: "reader" },
    });
  });
});

describe("a reply with two faults is refused for the earlier one:", () => {
  const long = "x".repeat(121);

  test("the actor before the shape", async () => {
    const reply = { ...yes, actor: "nobody", approve: untyped("true") };
    expect(await refusalOf(() => replyRequest(teamSession(), reply))).toMatchObject({
      code: "unknown-member",
    });
  });

  test("approve before feedback", async () => {
    const reply = { ...yes, approve: untyped("true"), feedback: long };
    expect((await refusalOf(() => replyRequest(teamSession(), reply))).message).toContain("approve must be");
  });

  test("the shape before the request", async () => {
    expect(await refusalOf(() => replyRequest(teamSession(), { ...yes, feedback: long }))).toMatchObject({
      code: "reply-shape",
    });
  });

  test("whose request it is before an equal or a different reply", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    for (const reply of [yes, no]) {
      expect(await refusalOf(() => replyRequest(session, { ...reply, actor: "reviewer" }))).toMatchObject({
        code: "not-yours",
      });
    }
  });

  test("a different reply before a request that is decided", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, no);
    await matchLast(session, "reader");
    expect(await refusalOf(() => replyRequest(session, yes))).toMatchObject({ code: "decision-conflict" });
  });

  test("a different reply before a member in its turn", async () => {
    const session = await asked(teamSession());
    await changeMember(session, "reader", { status: "running" });
    await replyRequest(session, stay);
    expect(await refusalOf(() => replyRequest(session, close))).toMatchObject({ code: "decision-conflict" });
  });

  test("a request that is no longer pending before a member in its turn", async () => {
    const session = await asked(teamSession());
    await changeMember(session, "reader", { status: "running" });
    await changeRequest(session, "req-1", { status: "withdrawn" });
    expect(await refusalOf(() => replyRequest(session, close))).toMatchObject({ code: "not-pending" });
  });

  test("a member in its turn before a full mailbox", async () => {
    const session = await asked(teamSession());
    await changeMember(session, "reader", { status: "running" });
    await fillMailbox(session, "lead");
    expect(await replyRequest(session, close)).toMatchObject({ status: "deferred" });
  });
});
