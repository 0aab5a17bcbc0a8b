import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { PROTOCOL_PREFIX } from "../../lessons/s15-mailboxes/mailbox.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import {
  matchResponse,
  openRequest,
  replyRequest,
  withdrawRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { TeamProtocols } from "../../lessons/s16-team-protocols/team-protocols.ts";
import {
  changeMember,
  changeRequest,
  lettersOf,
  memberOf,
  refusalOf,
  refusedUnchanged,
  stateOf,
  teamSession,
  watchedSession,
} from "../harness/sessions.ts";
import {
  asked,
  close,
  firstRecord,
  matchLast,
  no,
  plan,
  planned,
  shutdown,
  stay,
  untyped,
  yes,
} from "./example-requests.ts";

const byReader = { request_id: "req-1", actor: "reader" };
const byLead = { request_id: "req-1", actor: "lead" };

describe("withdrawing a request", () => {
  test.each([
    ["a plan, by the teammate", planned, byReader],
    ["a shutdown, by the lead", asked, byLead],
  ])("takes back %s: the record says so and nothing else changes", async (_, opened, request) => {
    const session = await opened(teamSession());
    const record = structuredClone(firstRecord(session));
    const letters = lettersOf(session, record.target);
    expect(await withdrawRequest(session, request)).toEqual({ request_id: "req-1", status: "withdrawn" });
    expect(firstRecord(session)).toEqual({ ...record, status: "withdrawn" });
    expect(lettersOf(session, record.target)).toEqual(letters);
    expect(lettersOf(session, record.sender)).toEqual([]);
  });

  test("is told, and uses no mailbox", async () => {
    const shown: SessionEvent[] = [];
    const telling = await planned(teamSession({ show: (event) => void shown.push(event) }));
    shown.length = 0;
    await withdrawRequest(telling, byReader);
    expect(shown).toEqual([
      { event: "request_withdrawn", actor: "reader", request_id: "req-1", because: "asked" },
    ]);

    const { session, uses } = watchedSession();
    await planned(session);
    uses.length = 0;
    await withdrawRequest(session, byReader);
    expect(uses).toEqual([]);
  });

  test("at the same time as the answer: whoever comes first is right, and the other is refused", async () => {
    const first = await planned(teamSession());
    const [withdrawn, late] = await Promise.allSettled([
      withdrawRequest(first, byReader),
      replyRequest(first, yes),
    ]);
    expect(withdrawn).toMatchObject({ status: "fulfilled" });
    expect(late).toMatchObject({ status: "rejected", reason: { code: "not-pending" } });

    const second = await planned(teamSession());
    const [answered, tooLate] = await Promise.allSettled([
      replyRequest(second, yes),
      withdrawRequest(second, byReader),
    ]);
    expect(answered).toMatchObject({ status: "fulfilled" });
    expect(tooLate).toMatchObject({ status: "rejected", reason: { code: "already-answered" } });
  });
});

describe("a withdrawn request", () => {
  test.each([
    ["plan", planned, byReader, [yes, no]],
    ["shutdown", asked, byLead, [close, stay]],
  ])("takes no reply any more: %s", async (_, opened, request, replies) => {
    const session = await opened(teamSession());
    await withdrawRequest(session, request);
    for (const reply of replies) {
      expect(await refusedUnchanged(session, () => replyRequest(session, reply))).toEqual({
        code: "not-pending",
        message: "req-1 is withdrawn and no longer waits for a reply.",
        fields: { request_id: "req-1", status: "withdrawn" },
      });
    }
    expect(memberOf(session, "reader").status).toBe("idle");
  });

  test("closes nobody, and a member in its turn is told so before it is deferred", async () => {
    const session = await asked(teamSession());
    await withdrawRequest(session, byLead);
    await changeMember(session, "reader", { status: "running" });
    expect(await refusalOf(() => replyRequest(session, close))).toMatchObject({ code: "not-pending" });
  });

  test("is answered by no forged letter either", async () => {
    const session = await planned(teamSession());
    await withdrawRequest(session, byReader);
    const response = { approve: true, feedback: "", request_id: "req-1", type: "plan_response" };
    const body = PROTOCOL_PREFIX + JSON.stringify(response);
    const message = { id: "reader-1", sender: "lead", recipient: "reader", body };
    expect(await matchResponse(session, { message, recipient: "reader" })).toEqual({
      status: "ignored",
      reason: "not_saved_reply",
    });
    expect(firstRecord(session).status).toBe("withdrawn");
  });

  test("is delivered as the letter that it is, with what became of it", async () => {
    const shown: SessionEvent[] = [];
    const session = await planned(teamSession({ show: (event) => void shown.push(event) }));
    await withdrawRequest(session, byReader);
    expect(await consumeResponses(session, "lead")).toMatchObject([
      { outcome: "delivered", request_id: "req-1" },
    ]);
    expect(shown.at(-1)).toMatchObject({
      event: "letter_delivered",
      request_id: "req-1",
      status: "withdrawn",
    });
  });

  test("keeps nobody from asking the same again, under a new id", async () => {
    const session = await planned(teamSession());
    await withdrawRequest(session, byReader);
    expect(await openRequest(session, plan)).toEqual({ request_id: "req-2", status: "pending" });
    await replyRequest(session, { ...yes, request_id: "req-2" });
    await matchLast(session, "reader");
    expect([...session.requests.values()].map(({ status }) => status)).toEqual(["withdrawn", "approved"]);
  });

  test("counts among the requests of the session", async () => {
    const session = await planned(teamSession({ limits: { ...practiceLimits, sessionRequests: 1 } }));
    await withdrawRequest(session, byReader);
    expect(await refusalOf(() => openRequest(session, plan))).toMatchObject({ code: "request-quota" });
  });

  test("is nothing that anybody waits for", async () => {
    const session = await planned(teamSession());
    const protocols = new TeamProtocols(session);
    expect(await protocols.state("reader")).toBe("awaiting_plan_approval");
    await withdrawRequest(session, byReader);
    expect(await protocols.state("reader")).toBe("idle");
    expect(await protocols.getPendingApprovals()).toEqual([]);
  });
});

describe("a withdrawal is refused, and nothing changes,", () => {
  test("for an unknown actor, before anything else", async () => {
    const session = await planned(teamSession());
    const nobody = { request_id: "req-404", actor: "nobody" };
    expect(await refusedUnchanged(session, () => withdrawRequest(session, nobody))).toMatchObject({
      code: "unknown-member",
    });
  });

  test.each([
    ["a request that is not there", "req-404", "reader"],
    ["the request of another", "req-1", "reviewer"],
    ["a request that one was asked", "req-1", "lead"],
    ["a name that every object has", "constructor", "reader"],
    ["an id that is nearly the same", "REQ-1", "reader"],
  ])("for %s, in the same words", async (_, request_id, actor) => {
    const session = await planned(teamSession());
    expect(await refusedUnchanged(session, () => withdrawRequest(session, { request_id, actor }))).toEqual({
      code: "not-yours",
      message: `${actor} has opened no request "${request_id}". Only who asked can take a request back.`,
      fields: { request_id, actor },
    });
  });

  test("for a request id that is no text", async () => {
    const session = await planned(teamSession());
    const request = { ...byReader, request_id: untyped(1) };
    expect(await refusedUnchanged(session, () => withdrawRequest(session, request))).toMatchObject({
      code: "not-yours",
      fields: { request_id: "1", actor: "reader" },
    });
  });

  test("for the plan of an earlier bearer of the name, also when that is pending", async () => {
    const session = await planned(teamSession());
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(await refusedUnchanged(session, () => withdrawRequest(session, byReader))).toMatchObject({
      code: "not-yours",
    });
  });

  test.each([
    ["saved", false],
    ["matched", true],
  ])("when the answer is %s", async (_, isMatched) => {
    const session = await planned(teamSession());
    await replyRequest(session, no);
    if (isMatched) await matchLast(session, "reader");
    expect(await refusedUnchanged(session, () => withdrawRequest(session, byReader))).toEqual({
      code: "already-answered",
      message: "req-1 is answered already (approve false) and cannot be withdrawn. Take in the answer.",
      fields: { request_id: "req-1", approve: false },
    });
  });

  test("when it is withdrawn already", async () => {
    const session = await planned(teamSession());
    await withdrawRequest(session, byReader);
    expect(await refusedUnchanged(session, () => withdrawRequest(session, byReader))).toEqual({
      code: "not-pending",
      message: "req-1 is withdrawn and no longer waits for a reply.",
      fields: { request_id: "req-1", status: "withdrawn" },
    });
  });

  test("for whose request it is before how it stands, and for its answer before its status", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    const stranger = { ...byReader, actor: "reviewer" };
    expect(await refusalOf(() => withdrawRequest(session, stranger))).toMatchObject({ code: "not-yours" });
    await changeRequest(session, "req-1", { status: "approved" });
    expect(await refusalOf(() => withdrawRequest(session, byReader))).toMatchObject({
      code: "already-answered",
    });
  });
});

describe("a member that closes", () => {
  test("withdraws in the same section what it has asked for and nobody has answered", async () => {
    const shown: SessionEvent[] = [];
    const session = await planned(teamSession({ show: (event) => void shown.push(event) }));
    await openRequest(session, { ...plan, sender: "reviewer" });
    await openRequest(session, shutdown);
    shown.length = 0;
    await replyRequest(session, { ...close, request_id: "req-3" });
    expect([...session.requests.values()].map(({ status }) => status)).toEqual([
      "withdrawn",
      "pending",
      "pending",
    ]);
    expect(shown.slice(1)).toEqual([
      { event: "member_closed", member: "reader", request_id: "req-3", status: "pending" },
      { event: "request_withdrawn", actor: "reader", request_id: "req-1", because: "closed" },
    ]);
    expect(await refusedUnchanged(session, () => replyRequest(session, yes))).toMatchObject({
      code: "not-pending",
    });
  });

  test("withdraws what was answered and not matched: nobody is left who could match it", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    await openRequest(session, shutdown);
    await replyRequest(session, { ...close, request_id: "req-2" });
    expect(firstRecord(session)).toMatchObject({ status: "withdrawn", reply: { approve: true } });
    expect(await consumeResponses(session, "reader")).toMatchObject([
      { outcome: "matched", status: "duplicate" },
      { outcome: "delivered", request_id: "req-2" },
    ]);
    expect(firstRecord(session).status).toBe("withdrawn");
  });

  test("and stays, or answers too late, withdraws nothing", async () => {
    const session = await planned(teamSession());
    await openRequest(session, shutdown);
    await replyRequest(session, { ...stay, request_id: "req-2" });
    expect(firstRecord(session).status).toBe("pending");
    await changeMember(session, "reader", { status: "running" });
    await refusalOf(() => replyRequest(session, { ...close, request_id: "req-2" }));
    expect(firstRecord(session).status).toBe("pending");
  });
});

describe("an answer that was saved before the name was given again", () => {
  test("to a shutdown is still matched by the lead", async () => {
    const session = await asked(teamSession());
    await replyRequest(session, close);
    await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(await consumeResponses(session, "lead")).toMatchObject([
      { outcome: "matched", request_id: "req-1", status: "approved" },
    ]);
    expect(firstRecord(session).status).toBe("approved");
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", incarnation: 2 });
  });

  test("to a plan is not matched by the new bearer", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    const [letter] = lettersOf(session, "reader");
    await openRequest(session, shutdown);
    await replyRequest(session, { ...close, request_id: "req-2" });
    await joinTeam(session, { name: "reader", role: "reads anew" });
    await session.transact(({ mail }) => mail.replace("reader", `${JSON.stringify(letter)}\n`));
    const before = stateOf(session);
    expect(await consumeResponses(session, "reader")).toMatchObject([
      { outcome: "ignored", reason: "role_or_recipient" },
    ]);
    await changeMember(session, "reader", { cursor: 0 });
    expect(stateOf(session)).toEqual(before);
  });
});
