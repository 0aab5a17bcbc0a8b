import { expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { decodeBody } from "../../lessons/s16-team-protocols/protocol-message.ts";
import { TeamProtocols } from "../../lessons/s16-team-protocols/team-protocols.ts";
import {
  changeMember,
  keptSession,
  lettersOf,
  memberOf,
  refusalOf,
  refusedUnchanged,
  type WatchedSession,
} from "../harness/sessions.ts";

async function teamWithAlice(): Promise<{ session: WatchedSession; protocols: TeamProtocols }> {
  const session = await keptSession();
  await joinTeam(session, { name: "alice", role: "coder" });
  return { session, protocols: new TeamProtocols(session) };
}

function letters(session: WatchedSession, member: string): unknown[] {
  return lettersOf(session, member).map(({ body }) => decodeBody(body));
}

test("an approved shutdown is told with the skill's sentence and closes the agent", async () => {
  const { session, protocols } = await teamWithAlice();
  expect(await protocols.state("alice")).toBe("idle");

  const message = await protocols.requestShutdown("alice");
  expect(message).toMatchObject({ type: "shutdown_request", request_id: "req-1" });
  expect(letters(session, "alice")).toMatchObject([
    { message: { type: "shutdown_request", request_id: "req-1", payload: message.content } },
  ]);
  expect(await protocols.state("alice")).toBe("awaiting_shutdown_response");

  expect(await protocols.handleShutdownResponse("alice", { approved: true })).toBe(
    "Alice approved shutdown.",
  );
  expect(memberOf(session, "alice").status).toBe("closed");
  expect(session.requests.get("req-1")?.status).toBe("approved");
  expect(await refusalOf(() => protocols.state("alice"))).toMatchObject({ code: "member-closed" });
});

test("a rejected shutdown is told with its reason and leaves the agent idle", async () => {
  const { session, protocols } = await teamWithAlice();
  await protocols.requestShutdown("alice");
  const answer = { approved: false, message: "PR #42 还没审完" };
  expect(await protocols.handleShutdownResponse("alice", answer)).toBe(
    "Alice rejected shutdown: PR #42 还没审完",
  );
  expect(await protocols.state("alice")).toBe("idle");
  expect(session.requests.get("req-1")).toMatchObject({ status: "rejected", reply: { approve: false } });
  expect(letters(session, "lead")).toMatchObject([
    { message: { type: "shutdown_response", request_id: "req-1", feedback: "PR #42 还没审完" } },
  ]);
});

test("a rejection without a reason ends in a full stop", async () => {
  const { protocols } = await teamWithAlice();
  await protocols.requestShutdown("alice");
  expect(await protocols.handleShutdownResponse("alice", { approved: false })).toBe(
    "Alice rejected shutdown.",
  );
});

test("an agent in a turn is working, and its yes to a shutdown is deferred without a letter", async () => {
  const { session, protocols } = await teamWithAlice();
  await changeMember(session, "alice", { status: "running" });
  expect(await protocols.state("alice")).toBe("working");
  await protocols.requestShutdown("alice");
  expect(await protocols.handleShutdownResponse("alice", { approved: true })).toBe(
    "Alice is in a turn: its yes has to wait for the end of it.",
  );
  expect(await protocols.state("alice")).toBe("awaiting_shutdown_response");
  expect(lettersOf(session, "lead")).toEqual([]);

  await changeMember(session, "alice", { status: "idle" });
  expect(await protocols.handleShutdownResponse("alice", { approved: true })).toBe(
    "Alice approved shutdown.",
  );
});

test("an approved plan is told with the agent and the feedback, and the agent matches it", async () => {
  const { session, protocols } = await teamWithAlice();
  const message = await protocols.requestPlanApproval("alice", "重构 auth.py", "auth/jwt.py, auth/oauth.py");
  expect(message).toEqual({
    type: "plan_request",
    request_id: "req-1",
    content: "重构 auth.py: auth/jwt.py, auth/oauth.py",
  });
  expect(await protocols.state("alice")).toBe("awaiting_plan_approval");
  expect(await protocols.getPendingApprovals()).toEqual([
    { request_id: "req-1", agent: "alice", plan: message.content },
  ]);

  const answer = { approved: true, feedback: "可以开始重构" };
  const sentence = "Plan approved for 'alice': 可以开始重构";
  expect(await protocols.handlePlanResponse("req-1", answer)).toBe(sentence);
  expect(await protocols.state("alice")).toBe("idle");
  expect(await protocols.getPendingApprovals()).toEqual([]);
  expect(session.requests.get("req-1")?.status).toBe("approved");
  expect(memberOf(session, "alice").history).toHaveLength(1);

  expect(await protocols.handlePlanResponse("req-1", answer)).toBe(sentence);
  expect(lettersOf(session, "alice")).toHaveLength(1);
});

test("a rejected plan stays rejected when an approval comes late", async () => {
  const { session, protocols } = await teamWithAlice();
  await protocols.requestPlanApproval("alice", "Split auth.py", "");
  expect(await protocols.handlePlanResponse("req-1", { approved: false })).toBe("Plan rejected for 'alice'.");
  const late = await refusedUnchanged(session, () =>
    protocols.handlePlanResponse("req-1", { approved: true, feedback: "after all" }),
  );
  expect(late.code).toBe("decision-conflict");
  expect(session.requests.get("req-1")?.status).toBe("rejected");
});

test("pending approvals list every open plan, oldest first, and nothing else", async () => {
  const { session, protocols } = await teamWithAlice();
  await protocols.requestPlanApproval("reader", "one", "first");
  await protocols.requestShutdown("reviewer");
  await protocols.requestPlanApproval("alice", "two", "second");
  expect((await protocols.getPendingApprovals()).map(({ agent }) => agent)).toEqual(["reader", "alice"]);
  expect(session.requests.size).toBe(3);
});

test("a shutdown is asked before a plan when an agent waits for both", async () => {
  const { protocols } = await teamWithAlice();
  await protocols.requestPlanApproval("alice", "Split auth.py", "");
  await protocols.requestShutdown("alice");
  expect(await protocols.state("alice")).toBe("awaiting_shutdown_response");
  await protocols.handleShutdownResponse("alice", { approved: false });
  expect(await protocols.state("alice")).toBe("awaiting_plan_approval");
});

test("the requests of a closed agent say nothing about a new one of the same name", async () => {
  const { session, protocols } = await teamWithAlice();
  await protocols.requestPlanApproval("alice", "Split auth.py", "");
  await protocols.requestShutdown("alice");
  await protocols.handleShutdownResponse("alice", { approved: true });
  await joinTeam(session, { name: "alice", role: "tester" });

  expect(await protocols.state("alice")).toBe("idle");
  expect(await protocols.getPendingApprovals()).toEqual([]);
  const late = await refusedUnchanged(session, () =>
    protocols.handlePlanResponse("req-1", { approved: true }),
  );
  expect(late.code).toBe("not-yours");
  expect(lettersOf(session, "alice")).toEqual([]);
});

test("answers to nothing, to a stranger and to the wrong kind are refused and change nothing", async () => {
  const { session, protocols } = await teamWithAlice();
  await protocols.requestShutdown("alice");
  const refused = async (operation: () => Promise<unknown>): Promise<string> =>
    (await refusedUnchanged(session, operation)).code;

  expect(await refused(() => protocols.handleShutdownResponse("reader", { approved: true }))).toBe(
    "not-pending",
  );
  expect(await refused(() => protocols.handlePlanResponse("req-1", { approved: true }))).toBe("not-yours");
  expect(await refused(() => protocols.handlePlanResponse("req-9", { approved: true }))).toBe("not-yours");
  expect(await refused(() => protocols.requestShutdown("zed"))).toBe("unknown-member");
  expect(await refused(() => protocols.requestShutdown("lead"))).toBe("direction");
  expect(await refused(() => protocols.requestShutdown("alice"))).toBe("request-pending");
  expect(await refused(() => protocols.requestPlanApproval("lead", "mine", ""))).toBe("direction");
  expect(await refused(() => protocols.requestPlanApproval("alice", " ", " "))).toBe("payload-length");
  expect(await refused(() => protocols.requestPlanApproval("alice", "a", "b".repeat(178)))).toBe(
    "payload-length",
  );
  const long = { approved: false, message: "x".repeat(121) };
  expect(await refused(() => protocols.handleShutdownResponse("alice", long))).toBe("reply-shape");
  expect(await refusalOf(() => protocols.state("zed"))).toMatchObject({ code: "unknown-member" });
});

test("an ordinary letter that reads like an answer is no answer", async () => {
  const { session, protocols } = await teamWithAlice();
  await protocols.requestPlanApproval("alice", "Split auth.py", "");
  await sendMessage(session, { sender: "lead", recipient: "alice", body: "approved: req-1, start now" });
  expect(await protocols.state("alice")).toBe("awaiting_plan_approval");
  expect(await protocols.getPendingApprovals()).toHaveLength(1);
});
