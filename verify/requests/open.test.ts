import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import {
  changeMember,
  decideRequest,
  failRename,
  fileSession,
  lettersOf,
  mailboxesIn,
  refusalOf,
  refusedUnchanged,
  stateOf,
  teamSession,
  type WatchedSession,
  watchedSession,
  withMail,
} from "../harness/sessions.ts";
import { plan, type Request, shutdown } from "./example-requests.ts";

const open = (session: WatchedSession, request: Partial<Request> = {}, base = plan) =>
  openRequest(session, { ...base, ...request });

describe("opening a request", () => {
  test("saves a plan request in the lead's mailbox and registers it as pending", async () => {
    const session = teamSession();
    expect(await open(session)).toEqual({ request_id: "req-1", status: "pending" });
    expect(lettersOf(session, "lead")).toEqual([
      {
        id: "lead-1",
        sender: "reader",
        recipient: "lead",
        body: '[team-protocol] {"payload":"Read, then run.","request_id":"req-1","type":"plan_request"}',
      },
    ]);
    expect([...session.requests]).toEqual([
      [
        "req-1",
        {
          kind: "plan",
          sender: "reader",
          target: "lead",
          payload: "Read, then run.",
          status: "pending",
          reply: null,
          receipt: "lead-1",
          work: null,
          used: false,
          incarnation: 1,
        },
      ],
    ]);
  });

  test("saves a shutdown request in the teammate's mailbox", async () => {
    const session = teamSession();
    expect(await open(session, {}, shutdown)).toEqual({ request_id: "req-1", status: "pending" });
    expect(lettersOf(session, "reader")[0]?.body).toBe(
      '[team-protocol] {"payload":"Please close.","request_id":"req-1","type":"shutdown_request"}',
    );
    expect(session.requests.get("req-1")).toMatchObject({
      kind: "shutdown",
      sender: "lead",
      target: "reader",
    });
  });

  test("saves the letter before it registers the request, in one section", async () => {
    const { session, uses } = watchedSession();
    const registered: number[] = [];
    const looking = withMail(session, ({ mail, requests }) => ({
      read: (member) => mail.read(member),
      replace: (member, text) => {
        registered.push(requests.size);
        mail.replace(member, text);
      },
    }));
    await open(looking);
    expect(uses).toEqual(["read lead", "replace lead"]);
    expect(registered).toEqual([0]);
  });

  test("trims the payload, in the letter and in the record", async () => {
    const session = teamSession();
    await open(session, { payload: "  Read. \n" });
    expect(session.requests.get("req-1")?.payload).toBe("Read.");
    expect(lettersOf(session, "lead")[0]?.body).toContain('"payload":"Read."');
  });

  test("a running member may plan, and a running member may be asked to close", async () => {
    const session = teamSession();
    await changeMember(session, "reader", { status: "running" });
    expect(await open(session)).toMatchObject({ status: "pending" });
    expect(await open(session, {}, shutdown)).toMatchObject({ status: "pending" });
  });

  test("requests are numbered through, whatever became of the earlier ones", async () => {
    const session = teamSession();
    const ids = [];
    for (const sender of ["reader", "reviewer"]) ids.push((await open(session, { sender })).request_id);
    for (const target of ["reader", "reviewer"]) {
      ids.push((await open(session, { target }, shutdown)).request_id);
    }
    expect(ids).toEqual(["req-1", "req-2", "req-3", "req-4"]);
  });
});

describe("a request is taken", () => {
  test.each([
    ["one letter", "x"],
    ["180 letters", "x".repeat(180)],
    ["180 emoji", "😀".repeat(180)],
    ["90 letters with a combining mark each", "e\u0301".repeat(90)],
    ["180 quotation marks, each escaped in the letter", '"'.repeat(180)],
  ])("with a payload of %s, unchanged", async (_, payload) => {
    const session = teamSession();
    await open(session, { payload });
    expect(session.requests.get("req-1")?.payload).toBe(payload);
    const body = lettersOf(session, "lead")[0]?.body.replace("[team-protocol] ", "") ?? "";
    expect(JSON.parse(body)).toEqual({ type: "plan_request", request_id: "req-1", payload });
  });

  test.each<[string, Request, Partial<Request>]>([
    ["another sender", plan, { sender: "reviewer" }],
    ["another target", shutdown, { target: "reviewer" }],
  ])("although a pending one differs only in %s", async (_, request, changes) => {
    const session = teamSession();
    await openRequest(session, request);
    expect(await open(session, changes, request)).toEqual({ request_id: "req-2", status: "pending" });
  });

  test.each([
    ["approved", true],
    ["rejected", false],
  ] as const)("when the same one was %s", async (_, approve) => {
    const session = teamSession();
    await open(session);
    await decideRequest(session, "req-1", approve);
    expect(await open(session)).toEqual({ request_id: "req-2", status: "pending" });
  });

  test("from a later bearer of the name although the earlier one's is pending for ever", async () => {
    const session = teamSession();
    await open(session);
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(await open(session)).toEqual({ request_id: "req-2", status: "pending" });
    expect(session.requests.get("req-2")?.incarnation).toBe(2);
    expect(await open(session, {}, shutdown)).toEqual({ request_id: "req-3", status: "pending" });
    expect(session.requests.get("req-3")?.incarnation).toBe(2);
  });

  test("once, when the same one is asked twice at the same time", async () => {
    const session = teamSession();
    const [first, second] = await Promise.allSettled([open(session), open(session)]);
    expect(first).toEqual({ status: "fulfilled", value: { request_id: "req-1", status: "pending" } });
    expect(second).toMatchObject({ status: "rejected", reason: { code: "request-pending" } });
    expect(session.requests.size).toBe(1);
  });
});

describe("when the save of the letter fails", () => {
  test.each([
    ["plan", "session.json", plan],
    ["plan", "lead.jsonl", plan],
    ["shutdown", "session.json", shutdown],
    ["shutdown", "reader.jsonl", shutdown],
  ])("no %s request is pending without its letter (%s)", async (_, file, request) => {
    const session = await fileSession();
    await sendMessage(session, { sender: "reviewer", recipient: request.target, body: "earlier" });
    const before = mailboxesIn(session);
    failRename("ENOSPC", 1, file);
    expect(await refusedUnchanged(session, () => openRequest(session, request))).toMatchObject({
      code: "save-failed",
      fields: { cause: "ENOSPC" },
    });
    expect(session.requests.size).toBe(0);
    expect(mailboxesIn(session)).toEqual(before);

    expect(await openRequest(session, request)).toEqual({ request_id: "req-1", status: "pending" });
    expect(session.requests.get("req-1")?.receipt).toBe(`${request.target}-2`);
  });

  test("the next request gets the number that was not given", async () => {
    const session = await fileSession();
    await open(session, { sender: "reviewer" });
    failRename("EIO", 1);
    await refusalOf(() => open(session));
    expect(await open(session)).toMatchObject({ request_id: "req-2" });
  });
});

test("a real session gives the same results and the same state as one in memory", async () => {
  const [files, memory] = [await fileSession(), teamSession()];
  for (const session of [files, memory]) {
    await open(session);
    await open(session, {}, shutdown);
    await refusalOf(() => open(session));
  }
  expect(stateOf(files)).toEqual(stateOf(memory));
});
