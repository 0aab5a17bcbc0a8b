import { describe, expect, test } from "vitest";
import type { ModelResponse } from "../../lessons/s01-agent-loop/model.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { type ReplyResult, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import {
  changeMember,
  failRename,
  fileSession,
  lettersOf,
  mailboxesIn,
  memberOf,
  refusedUnchanged,
  stateOf,
  teamSession,
  watchedSession,
  withMail,
} from "../harness/sessions.ts";
import {
  asked,
  close,
  firstRecord,
  matchLast,
  no,
  planned,
  type Reply,
  stay,
  yes,
} from "./example-requests.ts";

describe("replying to a request", () => {
  test.each([
    ["approval", yes],
    ["rejection", no],
  ])("saves the letter and records the %s, and the request stays pending", async (_, reply) => {
    const session = await planned(teamSession());
    expect(await replyRequest(session, reply)).toEqual({
      request_id: "req-1",
      status: "queued",
      receipt: "reader-1",
    });
    const { approve, feedback } = reply;
    expect(lettersOf(session, "reader")).toEqual([
      {
        id: "reader-1",
        sender: "lead",
        recipient: "reader",
        body: `[team-protocol] {"approve":${approve},"feedback":"${feedback}","request_id":"req-1","type":"plan_response"}`,
      },
    ]);
    expect(firstRecord(session)).toMatchObject({
      status: "pending",
      reply: { type: "plan_response", request_id: "req-1", approve, feedback },
      used: false,
    });
    expect(memberOf(session, "reader").status).toBe("idle");
    expect(memberOf(session, "lead").status).toBe("idle");
  });

  test("approving a shutdown closes the member and leaves the request pending", async () => {
    const session = await asked(teamSession());
    expect(await replyRequest(session, close)).toEqual({
      request_id: "req-1",
      status: "queued",
      receipt: "lead-1",
    });
    expect(lettersOf(session, "lead")[0]).toMatchObject({
      sender: "reader",
      body: '[team-protocol] {"approve":true,"feedback":"Closing.","request_id":"req-1","type":"shutdown_response"}',
    });
    expect(memberOf(session, "reader").status).toBe("closed");
    expect(memberOf(session, "lead").status).toBe("idle");
    expect(firstRecord(session).status).toBe("pending");
  });

  test.each(["idle", "running"] as const)(
    "rejecting a shutdown leaves a member that is %s as it was",
    async (status) => {
      const session = await asked(teamSession());
      await changeMember(session, "reader", { status });
      const before = memberOf(session, "reader");
      expect(await replyRequest(session, stay)).toMatchObject({ status: "queued", receipt: "lead-1" });
      expect(memberOf(session, "reader")).toEqual(before);
      expect(firstRecord(session).reply).toMatchObject({ type: "shutdown_response", approve: false });
    },
  );

  test("reads and saves the mailbox in one section, and records the reply after the save", async () => {
    const { session, uses } = watchedSession();
    await asked(session);
    uses.length = 0;
    const atSave: unknown[] = [];
    const looking = withMail(session, ({ mail, requests, team }) => ({
      read: (member) => mail.read(member),
      replace: (member, text) => {
        atSave.push(requests.get("req-1")?.reply, team.get("reader")?.status);
        mail.replace(member, text);
      },
    }));
    await replyRequest(looking, close);
    expect(uses).toEqual(["read lead", "replace lead"]);
    expect(atSave).toEqual([null, "idle"]);
  });

  test.each([
    ["nothing", ""],
    ["whitespace, which is nothing", " \n "],
    ["120 letters", "x".repeat(120)],
    ["120 emoji", "😀".repeat(120)],
    ["60 letters with a combining mark each", "e\u0301".repeat(60)],
  ])("takes feedback of %s", async (_, feedback) => {
    const session = await planned(teamSession());
    expect(await replyRequest(session, { ...yes, feedback })).toMatchObject({ status: "queued" });
    expect(firstRecord(session).reply?.feedback).toBe(feedback.trim());
  });
});

describe("a second reply", () => {
  test.each([
    ["approval", planned, yes],
    ["rejection", planned, no],
    ["shutdown", asked, close],
  ])("that equals the first is already_sent, without a second letter: %s", async (_, opened, reply) => {
    const session = await opened(teamSession());
    await replyRequest(session, reply);
    const before = stateOf(session);
    const again = { ...reply, feedback: ` ${reply.feedback} ` };
    expect(await replyRequest(session, again)).toEqual({ request_id: "req-1", status: "already_sent" });
    expect(stateOf(session)).toEqual(before);
  });

  test.each<[string, Reply, Partial<Reply>, string]>([
    ["no after yes", yes, { approve: false }, 'approve true, feedback "Go on."'],
    ["yes after no", no, { approve: true }, 'approve false, feedback "Too risky."'],
    ["other feedback", yes, { feedback: "Go on!" }, 'approve true, feedback "Go on."'],
  ])("that differs is a decision-conflict, and the first stays: %s", async (_, first, changes, shown) => {
    const session = await planned(teamSession());
    await replyRequest(session, first);
    expect(await refusedUnchanged(session, () => replyRequest(session, { ...first, ...changes }))).toEqual({
      code: "decision-conflict",
      message: `req-1 is already decided (${shown}). The first reply stays; open a new request to decide anew.`,
      fields: { request_id: "req-1", approve: first.approve },
    });
  });

  test("is judged in the same way after the first was matched", async () => {
    const session = await planned(teamSession());
    await replyRequest(session, yes);
    await matchLast(session, "reader");
    expect(firstRecord(session).status).toBe("approved");
    expect(await replyRequest(session, yes)).toEqual({ request_id: "req-1", status: "already_sent" });
    expect(await refusedUnchanged(session, () => replyRequest(session, no))).toMatchObject({
      code: "decision-conflict",
    });
  });

  test.each([
    ["with real files", fileSession],
    ["where the run keeps its sessions", async () => teamSession()],
  ])("at the same time loses: one yes and one no, %s", async (_, createSession) => {
    const session = await planned(await createSession());
    const [first, second] = await Promise.allSettled([replyRequest(session, no), replyRequest(session, yes)]);
    expect(first).toMatchObject({ status: "fulfilled", value: { status: "queued" } });
    expect(second).toMatchObject({ status: "rejected", reason: { code: "decision-conflict" } });
    expect(firstRecord(session).reply?.approve).toBe(false);
    expect(lettersOf(session, "reader")).toHaveLength(1);
  });

  test("at the same time and equal sends one letter", async () => {
    const session = await planned(teamSession());
    const results = await Promise.all([replyRequest(session, yes), replyRequest(session, yes)]);
    expect(results.map(({ status }) => status)).toEqual(["queued", "already_sent"]);
    expect(lettersOf(session, "reader")).toHaveLength(1);
  });
});

describe("the shutdown of a member in a turn", () => {
  test("is deferred during the real turn, and the same request is answered after it", async () => {
    const session = await asked(teamSession());
    const before = stateOf(session);
    let during: ReplyResult | undefined;
    const closing: ModelResponse = {
      content: [{ type: "tool_use", id: "t1", name: "close", input: {} }],
      stop_reason: "tool_use",
    };
    const model = new ScriptedModel([
      { actor: "reader", expect: {}, reply: closing },
      { actor: "reader", expect: { minMessages: 2 }, reply: { content: [], stop_reason: "end_turn" } },
    ]);
    await runMember(session, {
      name: "reader",
      model,
      tools: [],
      prepare: async () => undefined,
      execute: async ({ id }) => {
        during = await replyRequest(session, close);
        return { type: "tool_result", tool_use_id: id, content: during.status };
      },
    });
    model.assertFinished();
    expect(during).toEqual({ request_id: "req-1", status: "deferred" });
    const { history, turns } = memberOf(session, "reader");
    await changeMember(session, "reader", { history: [], turns: 0, modelCalls: 0, answers: 0 });
    expect(stateOf(session)).toEqual(before);
    expect({ turns, messages: history.length }).toEqual({ turns: 1, messages: 2 });

    expect(await replyRequest(session, close)).toMatchObject({ status: "queued", receipt: "lead-1" });
    expect(memberOf(session, "reader").status).toBe("closed");
  });

  test("is deferred without any trace in the state, and told", async () => {
    const shown: SessionEvent[] = [];
    const session = await asked(teamSession({ show: (event) => void shown.push(event) }));
    await changeMember(session, "reader", { status: "running" });
    const before = stateOf(session);
    shown.length = 0;
    expect(await replyRequest(session, close)).toEqual({ request_id: "req-1", status: "deferred" });
    expect(stateOf(session)).toEqual(before);
    expect(shown).toEqual([{ event: "reply_deferred", actor: "reader", request_id: "req-1" }]);
  });

  test("after a deferred yes may still be answered with no", async () => {
    const session = await asked(teamSession());
    await changeMember(session, "reader", { status: "running" });
    await replyRequest(session, close);
    expect(await replyRequest(session, stay)).toMatchObject({ status: "queued" });
    expect(memberOf(session, "reader").status).toBe("running");
  });

  test("concerns shutdowns alone: a lead in its turn approves plans", async () => {
    const session = await planned(teamSession());
    await changeMember(session, "lead", { status: "running" });
    expect(await replyRequest(session, yes)).toMatchObject({ status: "queued" });
    expect(memberOf(session, "lead").status).toBe("running");
  });
});

describe("when the save of the reply fails", () => {
  test.each([
    ["no reply is recorded", "session.json", planned, yes, "reader"],
    ["no reply is recorded", "reader.jsonl", planned, yes, "reader"],
    ["no reply is recorded and the member is not closed", "session.json", asked, close, "lead"],
    ["no reply is recorded and the member is not closed", "lead.jsonl", asked, close, "lead"],
  ])("%s, the old letters stay, and it can be sent again (%s)", async (_, file, opened, reply, recipient) => {
    const session = await opened(await fileSession());
    await sendMessage(session, { sender: "reviewer", recipient, body: "earlier" });
    const before = mailboxesIn(session);
    failRename("EIO", 1, file);
    expect(await refusedUnchanged(session, () => replyRequest(session, reply))).toMatchObject({
      code: "save-failed",
      fields: { cause: "EIO" },
    });
    expect(firstRecord(session).reply).toBeNull();
    expect(memberOf(session, "reader").status).toBe("idle");
    expect(mailboxesIn(session)).toEqual(before);

    expect(await replyRequest(session, reply)).toMatchObject({ status: "queued", receipt: `${recipient}-2` });
  });
});
