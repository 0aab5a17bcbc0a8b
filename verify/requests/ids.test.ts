import { describe, expect, test } from "vitest";
import { PROTOCOL_PREFIX } from "../../lessons/s15-mailboxes/mailbox.ts";
import { claimPlan } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { matchResponse, replyRequest, withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { lettersOf, refusedUnchanged, teamSession } from "../harness/sessions.ts";
import { firstRecord, planned, untyped, yes } from "./example-requests.ts";

/** Each is `req-1` to somebody who looks less closely. */
const alike = [
  "REQ-1",
  "Req-1",
  "req-1 ",
  " req-1",
  "req-01",
  "req-1\n",
  "req\u20101",
  "\uff52eq-1",
  "req-1\0",
  "req-",
];

describe("an id counts letter by letter", () => {
  test.each(alike)("in a reply: %j is not req-1", async (request_id) => {
    const session = await planned(teamSession());
    expect(
      await refusedUnchanged(session, () => replyRequest(session, { ...yes, request_id })),
    ).toMatchObject({
      code: "not-yours",
      fields: { request_id },
    });
  });

  test.each(alike)("in a withdrawal: %j is not req-1", async (request_id) => {
    const session = await planned(teamSession());
    const request = { request_id, actor: "reader" };
    expect(await refusedUnchanged(session, () => withdrawRequest(session, request))).toMatchObject({
      code: "not-yours",
      fields: { request_id },
    });
  });

  test.each(alike)("in a response: %j is not req-1", async (request_id) => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    const [saved] = lettersOf(session, "reader");
    if (!saved) throw new Error("The reply was not saved.");
    const { approve, feedback } = yes;
    const response = { approve, feedback, request_id, type: "plan_response" };
    const message = { ...saved, body: PROTOCOL_PREFIX + JSON.stringify(response) };
    expect(await matchResponse(session, { message, recipient: "reader" })).toEqual({
      status: "ignored",
      reason: "id_or_type",
    });
    expect(firstRecord(session).status).toBe("pending");
  });

  test.each(alike)("at the plan gate: %j is not req-1", async (requestId) => {
    const session = await planned(teamSession());
    const claim = { actor: "reader", requestId, work: undefined };
    expect(await claimPlan(session, claim)).toMatchObject({ reason: "plan-missing" });
  });
});

describe("the JSON of a protocol message", () => {
  test("is written without blanks, with sorted keys", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    expect(lettersOf(session, "lead")[0]?.body).toBe(
      '[team-protocol] {"payload":"Read, then run.","request_id":"req-1","type":"plan_request"}',
    );
    expect(lettersOf(session, "reader")[0]?.body).toBe(
      '[team-protocol] {"approve":true,"feedback":"Go on.","request_id":"req-1","type":"plan_response"}',
    );
  });

  test("of a response counts by its fields: blanks and the order of keys say nothing", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    const [saved] = lettersOf(session, "reader");
    if (!saved) throw new Error("The reply was not saved.");
    const json =
      '\n{ "type": "plan_response", "request_id": "req-1", "feedback": "Go on.", "approve": true }\t';
    const message = { ...saved, body: PROTOCOL_PREFIX + json };
    expect(await matchResponse(session, { message, recipient: "reader" })).toEqual({
      request_id: "req-1",
      status: "approved",
    });
  });

  test.each([
    ["a number", 7],
    ["nothing", undefined],
    ["null", null],
    ["a list that begins like one", [`${PROTOCOL_PREFIX}{}`]],
    ["an object that says it is one", { toString: () => `${PROTOCOL_PREFIX}{}`, startsWith: () => true }],
  ])("is none when the body is %s", async (_, body) => {
    const session = await planned(teamSession());
    const message = { id: "reader-1", sender: "lead", recipient: "reader", body: untyped(body) };
    expect(await matchResponse(session, { message, recipient: "reader" })).toEqual({
      status: "ignored",
      reason: "ordinary_message",
    });
  });

  test("is none when there is no letter at all", async () => {
    const session = await planned(teamSession());
    for (const message of [null, undefined, 7, "letter"])
      expect(await matchResponse(session, { message: untyped(message), recipient: "reader" })).toEqual({
        status: "ignored",
        reason: "ordinary_message",
      });
    expect(await matchResponse(session, untyped(null))).toMatchObject({ status: "ignored" });
  });
});
