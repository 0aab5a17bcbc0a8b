import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { type MailboxMessage, PROTOCOL_PREFIX } from "../../lessons/s15-mailboxes/mailbox.ts";
import {
  type MatchResult,
  matchResponse,
  openRequest,
  replyRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import {
  changeMember,
  lettersOf,
  refusedUnchanged,
  stateOf,
  teamSession,
  type WatchedSession,
  withLockTaken,
} from "../harness/sessions.ts";
import { asked, close, firstRecord, no, plan, planned, shutdown, stay, yes } from "./example-requests.ts";

/** The response that the lead's yes puts into reader's mailbox. */
const response = { type: "plan_response", request_id: "req-1", approve: true, feedback: "Go on." };
const body = (message: unknown): string => PROTOCOL_PREFIX + JSON.stringify(message);
const letter = (changes: Partial<MailboxMessage> = {}): MailboxMessage => ({
  id: "reader-1",
  sender: "lead",
  recipient: "reader",
  body: body(response),
  ...changes,
});
const match = (session: WatchedSession, message: MailboxMessage, recipient = "reader") =>
  matchResponse(session, { message, recipient });

/** A session in which the lead's yes to the plan is saved and not matched. */
async function approved(): Promise<WatchedSession> {
  const session = await planned(teamSession());
  await replyRequest(session, yes);
  return session;
}

/** What became of a letter that must not change anything. */
async function ignoredAs(session: WatchedSession, message: MailboxMessage, recipient = "reader") {
  const before = stateOf(session);
  const result = await match(session, message, recipient);
  expect(stateOf(session)).toEqual(before);
  return result;
}

const ignored = (reason: string): MatchResult => ({ status: "ignored", reason }) as MatchResult;

describe("matching a response", () => {
  test("approves the request that it answers", async () => {
    const session = await approved();
    const [saved] = lettersOf(session, "reader");
    expect(saved).toEqual({ ...letter(), body: saved?.body });
    expect(await match(session, letter())).toEqual({ request_id: "req-1", status: "approved" });
    expect(firstRecord(session)).toMatchObject({ status: "approved", used: false });
  });

  test("rejects it when the saved reply says no", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, no);
    const rejection = letter({ body: body({ ...response, approve: false, feedback: "Too risky." }) });
    expect(await match(session, rejection)).toEqual({ request_id: "req-1", status: "rejected" });
    expect(firstRecord(session).status).toBe("rejected");
  });

  test.each([
    ["approved", close],
    ["rejected", stay],
  ])("of a shutdown changes the lead's record to %s and no member", async (status, reply) => {
    const session = await asked(teamSession());
    await replyRequest(session, reply);
    const members = structuredClone([...session.team]);
    const message = lettersOf(session, "lead")[0] ?? letter();
    expect(await match(session, message, "lead")).toEqual({ request_id: "req-1", status });
    expect([...session.team]).toEqual(members);
  });

  test("concerns the one request that it names", async () => {
    const session = await approved();
    await openRequest(session, { ...plan, sender: "reviewer" });
    await openRequest(session, shutdown);
    await match(session, letter());
    expect([...session.requests.values()].map(({ status }) => status)).toEqual([
      "approved",
      "pending",
      "pending",
    ]);
  });

  test("does not depend on the order of the keys in the letter", async () => {
    const session = await approved();
    const turned = Object.fromEntries(Object.entries(response).reverse());
    expect(await match(session, letter({ body: body(turned) }))).toMatchObject({ status: "approved" });
  });

  test("a second time is a duplicate, whatever was decided", async () => {
    for (const [reply, status] of [
      [yes, "approved"],
      [no, "rejected"],
    ] as const) {
      const session = await planned(teamSession());
      await replyRequest(session, reply);
      const message = lettersOf(session, "reader")[0] ?? letter();
      await match(session, message);
      const before = stateOf(session);
      expect(await match(session, message)).toEqual({ request_id: "req-1", status: "duplicate" });
      expect(stateOf(session)).toEqual(before);
      expect(firstRecord(session).status).toBe(status);
    }
  });

  test("twice at the same time changes the status once", async () => {
    const session = await approved();
    const results = await Promise.all([match(session, letter()), match(session, letter())]);
    expect(results.map(({ status }) => status)).toEqual(["approved", "duplicate"]);
  });

  test("waits for its section, and says so when there is none to be had", async () => {
    const session = await approved();
    const matching = () => match(withLockTaken(session), letter());
    expect(await refusedUnchanged(session, matching)).toMatchObject({ code: "lock-timeout" });
  });
});

describe("a letter is ignored, and nothing changes,", () => {
  test.each([
    ["ordinary text", "Yes, go on."],
    ["the JSON of a response as text", JSON.stringify(response)],
    ["the prefix further back", ` ${body(response)}`],
    ["the prefix without its space", `[team-protocol]${JSON.stringify(response)}`],
    ["an empty text", ""],
  ])("as ordinary_message: %s", async (_, text) => {
    expect(await ignoredAs(await approved(), letter({ body: text }))).toEqual(ignored("ordinary_message"));
  });

  test.each([
    ["no JSON", "yes"],
    ["nothing", ""],
    ["JSON that is cut off", JSON.stringify(response).slice(0, -1)],
    ["two values", "{} {}"],
  ])("as bad_json: the prefix and %s", async (_, text) => {
    const message = letter({ body: PROTOCOL_PREFIX + text });
    expect(await ignoredAs(await approved(), message)).toEqual(ignored("bad_json"));
  });

  const { approve: _approve, ...withoutApprove } = response;
  test.each<[string, unknown]>([
    ["approve as the string true", { ...response, approve: "true" }],
    ["approve as the number 1", { ...response, approve: 1 }],
    ["approve as null", { ...response, approve: null }],
    ["no approve", withoutApprove],
    ["no feedback", { ...response, feedback: undefined }],
    ["no id", { ...response, request_id: undefined }],
    ["an id that is a number", { ...response, request_id: 1 }],
    ["a type that is no text", { ...response, type: 1 }],
    ["feedback that is no text", { ...response, feedback: null }],
    ["feedback of 121 characters", { ...response, feedback: "😀".repeat(121) }],
    ["an extra key", { ...response, actor: "lead" }],
    [
      "a __proto__ key instead of approve",
      JSON.parse(`${JSON.stringify(withoutApprove).slice(0, -1)},"__proto__":{"approve":true}}`),
    ],
    [
      "a __proto__ key beside approve",
      JSON.parse(`${JSON.stringify(response).slice(0, -1)},"__proto__":{}}`),
    ],
    ["a list", [response]],
    ["a text", "yes"],
    ["null", null],
    ["a request", { type: "plan_request", request_id: "req-1", payload: "Read." }],
  ])("as invalid_response: %s", async (_, message) => {
    expect(await ignoredAs(await approved(), letter({ body: body(message) }))).toEqual(
      ignored("invalid_response"),
    );
  });

  test("as invalid_response is not what feedback of 120 characters is", async () => {
    const message = letter({ body: body({ ...response, feedback: "😀".repeat(120) }) });
    expect(await ignoredAs(await approved(), message)).toEqual(ignored("not_saved_reply"));
  });

  test.each([
    ["an id that was never given", { request_id: "req-404" }],
    ["an id that every object has", { request_id: "constructor" }],
    ["the type of the other kind's response", { type: "shutdown_response" }],
    ["the type of the request", { type: "plan_request" }],
    ["a type that does not exist", { type: "plan_approval" }],
  ])("as id_or_type: %s", async (_, changes) => {
    const message = letter({ body: body({ ...response, ...changes }) });
    expect(await ignoredAs(await approved(), message)).toEqual(ignored("id_or_type"));
  });

  test("as id_or_type: a plan's response to a shutdown", async () => {
    const session = await asked(teamSession());
    await replyRequest(session, close);
    const message = letter({ sender: "reader", recipient: "lead" });
    expect(await ignoredAs(session, message, "lead")).toEqual(ignored("id_or_type"));
  });

  test.each<[string, Partial<MailboxMessage>, string]>([
    ["the envelope's sender is not the one who was asked", { sender: "reviewer" }, "reader"],
    ["the envelope's sender is the asker", { sender: "reader" }, "reader"],
    ["the envelope's recipient is another", { recipient: "reviewer" }, "reader"],
    ["the reader of the mailbox is not the asker", {}, "reviewer"],
    ["the reader and the envelope's recipient are both another", { recipient: "reviewer" }, "reviewer"],
    ["the one who was asked reads it", { recipient: "lead" }, "lead"],
  ])("as role_or_recipient: %s", async (_, changes, recipient) => {
    expect(await ignoredAs(await approved(), letter(changes), recipient)).toEqual(
      ignored("role_or_recipient"),
    );
  });

  test("as role_or_recipient: the response to an earlier bearer of the name", async () => {
    const session = await approved();
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(await ignoredAs(session, letter())).toEqual(ignored("role_or_recipient"));
  });

  test.each([
    ["the other decision", { approve: false }],
    ["other feedback", { feedback: "Go on!" }],
    ["no feedback", { feedback: "" }],
  ])("as not_saved_reply: %s", async (_, changes) => {
    const message = letter({ body: body({ ...response, ...changes }) });
    expect(await ignoredAs(await approved(), message)).toEqual(ignored("not_saved_reply"));
  });

  test("as not_saved_reply: a decision that nobody saved", async () => {
    const session = await planned(teamSession());
    expect(await ignoredAs(session, letter())).toEqual(ignored("not_saved_reply"));
    expect(firstRecord(session).status).toBe("pending");
  });
});

describe("a letter with two faults is ignored for the earlier one:", () => {
  const of = (message: unknown, changes: Partial<MailboxMessage> = {}) =>
    letter({ body: body(message), ...changes });

  test("wrong fields before an unknown id", async () => {
    const message = of({ ...response, approve: "true", request_id: "req-404" });
    expect(await match(await approved(), message)).toEqual(ignored("invalid_response"));
  });

  test("an unknown id before a wrong recipient", async () => {
    const message = of({ ...response, request_id: "req-404" }, { recipient: "reviewer" });
    expect(await match(await approved(), message, "reviewer")).toEqual(ignored("id_or_type"));
  });

  test("a wrong type before a wrong sender", async () => {
    const message = of({ ...response, type: "shutdown_response" }, { sender: "reviewer" });
    expect(await match(await approved(), message)).toEqual(ignored("id_or_type"));
  });

  test.each<[string, Partial<MailboxMessage>, string]>([
    ["sender", { sender: "reviewer" }, "reader"],
    ["envelope", { recipient: "lead" }, "reader"],
    ["recipient", { recipient: "reviewer" }, "reviewer"],
  ])("a wrong %s before a decision that was not saved", async (_, changes, recipient) => {
    const message = of({ ...response, approve: false }, changes);
    expect(await match(await approved(), message, recipient)).toEqual(ignored("role_or_recipient"));
  });

  test("a wrong sender before a duplicate", async () => {
    const session = await approved();
    await match(session, letter());
    expect(await match(session, letter({ sender: "reviewer" }))).toEqual(ignored("role_or_recipient"));
  });

  test("a decision that was not saved before a duplicate", async () => {
    const session = await approved();
    await match(session, letter());
    expect(await match(session, of({ ...response, approve: false }))).toEqual(ignored("not_saved_reply"));
    expect(firstRecord(session).status).toBe("approved");
  });
});

test("half of a surrogate pair in a letter is bad_json, before anything is read out of it", async () => {
  const half = `${PROTOCOL_PREFIX}{"approve":true,"feedback":"\ud83d","request_id":"req-1","type":"plan_response"}`;
  expect(await ignoredAs(await approved(), letter({ body: half }))).toEqual(ignored("bad_json"));
});
