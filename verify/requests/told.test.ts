import { expect, test } from "vitest";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest, replyRequest, withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { changeMember, memberOf, teamSession, type WatchedSession } from "../harness/sessions.ts";
import { asked, close, plan, planned, shutdown, stay, yes } from "./example-requests.ts";

/** A session, and what it tells from now on. */
async function telling(
  begin: (session: WatchedSession) => Promise<unknown> = async () => undefined,
): Promise<{ session: WatchedSession; told: SessionEvent[] }> {
  const told: SessionEvent[] = [];
  const session = teamSession({ show: (event) => void told.push(event) });
  await begin(session);
  told.length = 0;
  return { session, told };
}

const call = { tool: "bash", input: { command: "ls" } };
const work = { sha256: "ab".repeat(32), command: ["/bin/bash", "-c"], folder: "/workspace", call };

test("a plan that is opened is told with the exact call that it is about, a shutdown with none", async () => {
  const { session, told } = await telling();
  await openRequest(session, { ...plan, work });
  await openRequest(session, { ...shutdown, work });
  const opened = { event: "request_opened", status: "pending" };
  expect(told).toEqual([
    {
      ...opened,
      actor: "reader",
      target: "lead",
      kind: "plan",
      request_id: "req-1",
      letter: "lead-1",
      payload: "Read, then run.",
      call,
    },
    {
      ...opened,
      actor: "lead",
      target: "reader",
      kind: "shutdown",
      request_id: "req-2",
      letter: "reader-1",
      payload: "Please close.",
    },
  ]);
  expect([...session.requests.values()].map((record) => record.work)).toEqual([work, null]);
});

test("a plan without work is told without a call", async () => {
  const { session, told } = await telling();
  await openRequest(session, { ...plan, work: { sha256: "ab", command: [], folder: "/" } });
  expect(told).toHaveLength(1);
  expect(told[0]).not.toHaveProperty("call");
});

test("a reply is told when its letter is saved, and its match when it is taken in, each once", async () => {
  const { session, told } = await telling(planned);
  await replyRequest(session, yes);
  await replyRequest(session, yes);
  await consumeResponses(session, "reader");
  await consumeResponses(session, "reader");
  expect(told).toEqual([
    {
      event: "reply_saved",
      actor: "lead",
      kind: "plan",
      request_id: "req-1",
      approve: true,
      feedback: "Go on.",
      letter: "reader-1",
      status: "pending",
    },
    {
      event: "response_matched",
      member: "reader",
      letter: "reader-1",
      request_id: "req-1",
      status: "approved",
    },
  ]);
});

test("a yes that has to wait is told as deferred, a no is saved in the middle of a turn", async () => {
  const { session, told } = await telling(asked);
  await changeMember(session, "reader", { status: "running" });
  await replyRequest(session, close);
  await replyRequest(session, stay);
  expect(told).toMatchObject([
    { event: "reply_deferred", actor: "reader", request_id: "req-1" },
    { event: "reply_saved", actor: "reader", approve: false, letter: "lead-1" },
  ]);
});

test("closing is told with the requests that end with it: those that wait, and no others", async () => {
  const { session, told } = await telling(async (begun) => {
    await planned(begun);
    await replyRequest(begun, yes);
    await consumeResponses(begun, "reader");
    await openRequest(begun, plan);
    await asked(begun);
  });
  await replyRequest(session, { ...close, request_id: "req-3" });
  expect(told).toMatchObject([
    { event: "reply_saved", kind: "shutdown", request_id: "req-3" },
    { event: "member_closed", member: "reader", request_id: "req-3", status: "pending" },
    { event: "request_withdrawn", actor: "reader", request_id: "req-2", because: "closed" },
  ]);
  expect(session.requests.get("req-1")?.status).toBe("approved");
});

test("a request that is taken back is told with who did it", async () => {
  const { session, told } = await telling(planned);
  await withdrawRequest(session, { request_id: "req-1", actor: "reader" });
  expect(told).toEqual([
    { event: "request_withdrawn", actor: "reader", request_id: "req-1", because: "asked" },
  ]);
});

test("the call of a plan is shown to the one who has to approve it, and not again beside the answer", async () => {
  const { session } = await telling((begun) => openRequest(begun, { ...plan, work }));
  await consumeResponses(session, "lead");
  await replyRequest(session, yes);
  await consumeResponses(session, "reader");
  const lines = (name: string): string[] =>
    memberOf(session, name).history.flatMap(({ content }) =>
      content.map((block) => ("text" in block ? block.text.slice(0, 6) : block.type)),
    );
  expect([lines("lead"), lines("reader")]).toEqual([["[mail]", "[call "], ["[mail]"]]);
});
