import { describe, expect, test } from "vitest";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import {
  changeMember,
  decideRequest,
  refusalOf,
  refusedUnchanged,
  teamSession,
  type WatchedSession,
} from "../harness/sessions.ts";
import { fillMailbox, plan, type Request, shutdown, untyped } from "./example-requests.ts";

const open = (session: WatchedSession, request: Partial<Request> = {}, base = plan) =>
  openRequest(session, { ...base, ...request });

describe("a request is refused, and nothing changes,", () => {
  test.each<[string, Partial<Request>]>([
    ["sender", { sender: "nobody" }],
    ["target", { target: "nobody" }],
  ])("for an unknown %s", async (_, changes) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => open(session, changes))).toEqual({
      code: "unknown-member",
      message: 'There is no member "nobody". The team: lead, reader, reviewer.',
      fields: { members: ["lead", "reader", "reviewer"] },
    });
  });

  test.each<[Request["kind"], string, string]>([
    ["plan", "lead", "reader"],
    ["plan", "lead", "lead"],
    ["plan", "reader", "reviewer"],
    ["plan", "reader", "reader"],
    ["shutdown", "reader", "lead"],
    ["shutdown", "reader", "reviewer"],
    ["shutdown", "lead", "lead"],
    ["shutdown", "reader", "reader"],
  ])("for a %s request from %s to %s", async (kind, sender, target) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => open(session, { kind, sender, target }))).toEqual({
      code: "direction",
      message:
        `${sender} cannot send a ${kind} request to ${target}. ` +
        "A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.",
      fields: { sender, target },
    });
  });

  test.each([
    ["holiday", '"holiday"'],
    ["plan_request", '"plan_request"'],
    [undefined, "undefined"],
    [["plan"], "[…]"],
  ])("for the unknown kind %j", async (kind, shown) => {
    const session = teamSession();
    for (const base of [plan, shutdown]) {
      expect(await refusedUnchanged(session, () => open(session, { kind: untyped(kind) }, base))).toEqual({
        code: "direction",
        message: `A request is of the kind plan or shutdown, not ${shown}.`,
        fields: { sender: base.sender, target: base.target },
      });
    }
  });

  test.each([
    ["181 letters", "x".repeat(181), 181, "Shorten it: nothing is cut."],
    ["181 emoji", "😀".repeat(181), 181, "Shorten it: nothing is cut."],
    [
      "90 letters with a combining mark each, and one letter",
      `${"e\u0301".repeat(90)}e`,
      181,
      "Shorten it: nothing is cut.",
    ],
    ["nothing", "", 0, "Write something."],
    ["whitespace", " \n\u2028", 0, "Write something."],
  ])("for a payload of %s", async (_, payload, length, advice) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => open(session, { payload }))).toEqual({
      code: "payload-length",
      message: `The request's payload has ${length} characters; 1 to 180 are allowed. ${advice}`,
      fields: { length, minimum: 1, maximum: 180 },
    });
  });

  test("for a payload that is no text, or malformed text", async () => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => open(session, { payload: untyped(null) }))).toEqual({
      code: "payload-length",
      message: "The request's payload must be text, not null.",
      fields: { maximum: 180 },
    });
    expect(await refusedUnchanged(session, () => open(session, { payload: "\ud83d" }))).toEqual({
      code: "malformed-text",
      message: "The request's payload holds half of a surrogate pair. Send well-formed Unicode text.",
      fields: {},
    });
  });

  test("as the fifth of the session, finished ones included", async () => {
    const session = teamSession();
    for (const sender of ["reader", "reviewer"]) await open(session, { sender });
    for (const target of ["reader", "reviewer"]) await open(session, { target }, shutdown);
    for (const id of session.requests.keys()) await decideRequest(session, id, false);
    expect(await refusedUnchanged(session, () => open(session))).toEqual({
      code: "request-quota",
      message:
        "This session has opened 4 requests, which is its limit, finished ones included. Start a new session.",
      fields: { limit: 4 },
    });
  });

  test.each([
    ["plan", plan],
    ["shutdown", shutdown],
  ])("while the same %s request is pending", async (kind, request) => {
    const session = teamSession();
    await openRequest(session, request);
    expect(await refusedUnchanged(session, () => open(session, { payload: "Another." }, request))).toEqual({
      code: "request-pending",
      message: `req-1, the same ${kind} request, is still pending. Wait until it is answered and matched.`,
      fields: { request_id: "req-1" },
    });
  });

  test("while the same request is answered and not matched yet", async () => {
    const session = teamSession();
    await open(session, { sender: "reviewer" });
    await open(session);
    await replyRequest(session, { request_id: "req-2", actor: "lead", approve: false, feedback: "" });
    expect(await refusedUnchanged(session, () => open(session))).toMatchObject({
      code: "request-pending",
      fields: { request_id: "req-2" },
    });
  });

  test.each([
    ["a plan of a closed member", plan],
    ["the shutdown of a closed member", shutdown],
  ])("for %s", async (_, request) => {
    const session = teamSession();
    await changeMember(session, "reader", { status: "closed" });
    expect(await refusedUnchanged(session, () => openRequest(session, request))).toEqual({
      code: "member-closed",
      message: "reader is closed: it can neither plan nor be shut down.",
      fields: { member: "reader" },
    });
  });

  test("when the letter has no room in the mailbox", async () => {
    const session = teamSession();
    await fillMailbox(session, "lead");
    expect(await refusedUnchanged(session, () => open(session))).toMatchObject({ code: "mailbox-full" });
  });

  test("when the encoded letter would be longer than a message may be, which 180 control characters are", async () => {
    const session = teamSession();
    const payload = "\u0001".repeat(180);
    expect(await refusedUnchanged(session, () => open(session, { payload }))).toMatchObject({
      code: "body-length",
      fields: { maximum: 600 },
    });
  });
});

describe("a request with two faults is refused for the earlier one:", () => {
  test("an unknown sender before an unknown target", async () => {
    const refused = await refusalOf(() => open(teamSession(), { sender: "one", target: "two" }));
    expect(refused.message).toContain('"one"');
  });

  test("the names before the direction", async () => {
    const session = teamSession();
    expect(await refusalOf(() => open(session, { target: "nobody" }))).toMatchObject({
      code: "unknown-member",
    });
    expect(await refusalOf(() => open(session, { sender: "nobody" }, shutdown))).toMatchObject({
      code: "unknown-member",
    });
  });

  test("the direction before the payload", async () => {
    const refused = await refusalOf(() => open(teamSession(), { target: "reviewer", payload: "" }));
    expect(refused).toMatchObject({ code: "direction" });
  });

  test("the payload before the quota of requests", async () => {
    const session = teamSession({ limits: { ...practiceLimits, sessionRequests: 0 } });
    expect(await refusalOf(() => open(session, { payload: "" }))).toMatchObject({ code: "payload-length" });
  });

  test("the quota before the same request pending", async () => {
    const session = teamSession({ limits: { ...practiceLimits, sessionRequests: 1 } });
    await open(session);
    expect(await refusalOf(() => open(session))).toMatchObject({ code: "request-quota" });
  });

  test("the same request pending before its closed sender", async () => {
    const session = teamSession();
    await open(session);
    await changeMember(session, "reader", { status: "closed" });
    expect(await refusalOf(() => open(session))).toMatchObject({ code: "request-pending" });
  });

  test("a closed member before a full mailbox", async () => {
    const session = teamSession();
    await fillMailbox(session, "reader");
    await changeMember(session, "reader", { status: "closed" });
    expect(await refusalOf(() => open(session, {}, shutdown))).toMatchObject({ code: "member-closed" });
  });
});
