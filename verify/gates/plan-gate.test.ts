import { describe, expect, test } from "vitest";
import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import {
  claimPlan,
  giveBackPlan,
  keepRunEnd,
  type PlanGate,
  planGate,
  planPayload,
} from "../../lessons/s16-team-protocols/plan-gate.ts";
import type { ApprovedWork, ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest, withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { ProcessOutcome, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import {
  changeMember,
  changeRequest,
  decideRequest,
  refusalOf,
  stateOf,
  teamSession,
  type WatchedSession,
} from "../harness/sessions.ts";
import { asked, firstRecord, matchLast, no, plan, type Reply, yes } from "../requests/example-requests.ts";

const WORK: ApprovedWork = {
  sha256: "0123456789abcdef".repeat(4),
  command: ["/usr/bin/python3.11", "-I", "main.py"],
  folder: "/session/workspace",
};
const OTHER: ApprovedWork = { ...WORK, sha256: "fedcba9876543210".repeat(4) };
const call: ToolUseBlock = { type: "tool_use", id: "t1", name: "run_main", input: {} };

/** A session with reader's plan for the work, answered with `reply` and matched, if there is one. */
async function withPlan(reply?: Reply, work = WORK): Promise<WatchedSession> {
  const session = teamSession();
  await openRequest(session, { ...plan, payload: planPayload("Run main.py.", work), work });
  if (reply) {
    await replyRequest(session, reply);
    await matchLast(session, "reader");
  }
  return session;
}

const gateOf = (session: WatchedSession, changes: Partial<PlanGate> = {}) =>
  planGate(session, {
    actor: "reader",
    requestId: () => "req-1",
    covers: ["run_main"],
    work: () => WORK,
    ...changes,
  });
const claim = (session: WatchedSession, changes: Partial<Parameters<typeof claimPlan>[1]> = {}) =>
  claimPlan(session, { actor: "reader", requestId: "req-1", work: WORK, ...changes });

type Claim = { actor?: string; requestId?: string | undefined; work?: ApprovedWork | undefined };

/** What the gate and the claim say about the same case: they are held to the same conditions. */
async function bothBlocks(session: WatchedSession, { actor = "reader", ...rest }: Claim = {}) {
  const { requestId, work } = { requestId: "req-1", work: WORK, ...rest };
  const before = stateOf(session);
  const gate = gateOf(session, { actor, requestId: () => requestId, work: () => work });
  const blocks = [await gate(call), await claimPlan(session, { actor, requestId, work })];
  expect(stateOf(session)).toEqual(before);
  expect(blocks[0]).toEqual(blocks[1]);
  return blocks[0];
}

describe("the plan gate", () => {
  test("is open for an approved plan, unused, for exactly this work, and changes nothing", async () => {
    const session = await withPlan(yes);
    const before = stateOf(session);
    expect(await gateOf(session)(call)).toBeUndefined();
    expect(await gateOf(session)(call)).toBeUndefined();
    expect(stateOf(session)).toEqual(before);
  });

  test("is no matter of tools that it does not cover", async () => {
    const gate = gateOf(teamSession(), { covers: ["run_main", "write_file"] });
    expect(await gate({ ...call, name: "read_expected" })).toBeUndefined();
    expect(await gate({ ...call, name: "write_file" })).toMatchObject({ reason: "plan-missing" });
  });

  test("looks up the plan and the work for each call anew", async () => {
    const session = await withPlan(yes);
    let requestId: string | undefined;
    const works = [WORK, OTHER, WORK];
    const seen: ToolUseBlock[] = [];
    const gate = gateOf(session, {
      requestId: () => requestId,
      work: (made) => {
        seen.push(made);
        return works[seen.length - 1];
      },
    });
    expect(await gate(call)).toMatchObject({ reason: "plan-missing" });
    requestId = "req-1";
    expect(await gate(call)).toMatchObject({ reason: "plan-changed" });
    expect(await gate(call)).toBeUndefined();
    expect(seen).toEqual([call, call, call]);
  });

  test("knows no actor that is not on the team", async () => {
    const session = await withPlan(yes);
    const gate = gateOf(session, { actor: "nobody" });
    expect(await refusalOf(() => gate(call))).toMatchObject({ code: "unknown-member" });
  });
});

describe("the gate and the claim are closed", () => {
  test.each<[string, string | undefined]>([
    ["without a request", undefined],
    ["for an id that was never given", "req-404"],
    ["for an empty id", ""],
  ])("as plan-missing %s", async (_, requestId) => {
    expect(await bothBlocks(await withPlan(yes), { requestId })).toEqual({
      reason: "plan-missing",
      message: "reader has no plan for this work. Submit one and wait for the lead.",
    });
  });

  test("as plan-missing for a request that is no plan, approved or not", async () => {
    const session = await asked(teamSession());
    await decideRequest(session, "req-1", true);
    await changeRequest(session, "req-1", { sender: "reader", target: "lead" });
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-missing" });
  });

  test("as plan-not-yours for the approved plan of another", async () => {
    expect(await bothBlocks(await withPlan(yes), { actor: "reviewer" })).toEqual({
      reason: "plan-not-yours",
      message: "req-1 is the plan of reader. Nobody works on another's approval.",
    });
  });

  test("as plan-not-yours for the lead, who approved it", async () => {
    expect(await bothBlocks(await withPlan(yes), { actor: "lead" })).toMatchObject({
      reason: "plan-not-yours",
    });
  });

  test("as plan-not-yours for a later bearer of the name", async () => {
    const session = await withPlan(yes);
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-not-yours" });
  });

  test("as plan-pending before a reply, and also before a saved reply is matched", async () => {
    const session = await withPlan();
    const pending = {
      reason: "plan-pending",
      message: "req-1 is still pending: no reply has been matched yet.",
    };
    expect(await bothBlocks(session)).toEqual(pending);
    await replyRequest(session, yes);
    expect(await bothBlocks(session)).toEqual(pending);
    await consumeResponses(session, "reader");
    expect(await gateOf(session)(call)).toBeUndefined();
  });

  test("as plan-rejected with what the lead wrote", async () => {
    expect(await bothBlocks(await withPlan(no))).toEqual({
      reason: "plan-rejected",
      message: 'the lead rejected req-1. The lead: "Too risky."',
    });
    expect(await bothBlocks(await withPlan({ ...no, feedback: "" }))).toEqual({
      reason: "plan-rejected",
      message: "the lead rejected req-1.",
    });
  });

  test("as plan-rejected without words when no reply is known", async () => {
    const session = await withPlan();
    await changeRequest(session, "req-1", { status: "rejected" });
    expect(await bothBlocks(session)).toMatchObject({ message: "the lead rejected req-1." });
  });

  test("as plan-used after the one run that the approval was good for", async () => {
    const session = await withPlan(yes);
    expect(await claim(session)).toBeUndefined();
    expect(firstRecord(session).used).toBe(true);
    expect(await bothBlocks(session)).toEqual({
      reason: "plan-used",
      message: "req-1 was good for one run, and that run has started. Submit a new plan.",
    });
  });

  test.each<[string, ApprovedWork | undefined]>([
    ["other content", OTHER],
    ["content that differs in the last of 256 bits", { ...WORK, sha256: `${WORK.sha256.slice(0, -1)}e` }],
    ["the first 64 bits of the content alone", { ...WORK, sha256: WORK.sha256.slice(0, 16) }],
    ["no content", { ...WORK, sha256: "" }],
    ["another interpreter", { ...WORK, command: ["/opt/bin/python3", "-I", "main.py"] }],
    ["another parameter", { ...WORK, command: ["/usr/bin/python3.11", "-I", "other.py"] }],
    ["a parameter more", { ...WORK, command: [...WORK.command, "--force"] }],
    ["a parameter less", { ...WORK, command: WORK.command.slice(0, 2) }],
    ["another folder", { ...WORK, folder: "/session/other" }],
    ["no work at all", undefined],
  ])("as plan-changed for %s", async (_, work) => {
    expect(await bothBlocks(await withPlan(yes), { work })).toEqual({
      reason: "plan-changed",
      message: "the work is no longer what req-1 was approved for. Submit a new plan.",
    });
  });

  test("as plan-changed for an approved plan of words alone, whatever hash the words name", async () => {
    const session = teamSession();
    await openRequest(session, { ...plan, payload: planPayload("Run main.py.", WORK) });
    await decideRequest(session, "req-1", true);
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-changed" });
    expect(await bothBlocks(session, { work: undefined })).toMatchObject({ reason: "plan-changed" });
  });

  test("as plan-changed for a plan that names other work itself: what the host recorded counts", async () => {
    const forged = planPayload(`Run. [sha256 ${WORK.sha256.slice(0, 16)}]`, OTHER);
    const session = teamSession();
    await openRequest(session, { ...plan, payload: forged, work: OTHER });
    await decideRequest(session, "req-1", true);
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-changed" });
    expect(await gateOf(session, { work: () => OTHER })(call)).toBeUndefined();
  });

  test("as plan-changed when whoever asked changes the work that it handed over", async () => {
    const mine = structuredClone(WORK) as { -readonly [Key in keyof ApprovedWork]: ApprovedWork[Key] };
    const session = await withPlan(yes, mine);
    mine.sha256 = OTHER.sha256;
    expect(await bothBlocks(session, { work: OTHER })).toMatchObject({ reason: "plan-changed" });
  });

  test("as plan-missing for a plan that was withdrawn", async () => {
    const session = await withPlan();
    await withdrawRequest(session, { request_id: "req-1", actor: "reader" });
    expect(await bothBlocks(session)).toEqual({
      reason: "plan-missing",
      message: "req-1 was withdrawn. Submit a new plan and wait for the lead.",
    });
  });

  test("as plan-not-yours for a member that was closed after its plan was approved and matched", async () => {
    const session = await withPlan(yes);
    await changeMember(session, "reader", { status: "closed" });
    expect(await bothBlocks(session)).toEqual({
      reason: "plan-not-yours",
      message: "reader is closed. The approval of a closed member is nobody's.",
    });
  });

  test("as plan-not-yours for a member that closed before it matched the approval", async () => {
    const session = await withPlan();
    await replyRequest(session, yes);
    await changeMember(session, "reader", { status: "closed" });
    await matchLast(session, "reader");
    expect(firstRecord(session).status).toBe("approved");
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-not-yours" });
  });
});

describe("of two reasons the earlier one is given:", () => {
  test("plan-not-yours before plan-pending, plan-rejected and plan-used", async () => {
    const used = await withPlan(yes);
    await claim(used);
    for (const session of [await withPlan(), await withPlan(no), used]) {
      expect(await bothBlocks(session, { actor: "reviewer" })).toMatchObject({ reason: "plan-not-yours" });
    }
  });

  test("plan-pending and plan-rejected before plan-changed", async () => {
    expect(await bothBlocks(await withPlan(), { work: undefined })).toMatchObject({
      reason: "plan-pending",
    });
    expect(await bothBlocks(await withPlan(no), { work: undefined })).toMatchObject({
      reason: "plan-rejected",
    });
  });

  test("plan-pending and plan-rejected before plan-used", async () => {
    for (const [reply, reason] of [
      [undefined, "plan-pending"],
      [no, "plan-rejected"],
    ] as const) {
      const session = await withPlan(reply);
      await changeRequest(session, "req-1", { used: true });
      expect(await bothBlocks(session)).toMatchObject({ reason });
    }
  });

  test("plan-used before plan-changed", async () => {
    const session = await withPlan(yes);
    await claim(session);
    expect(await bothBlocks(session, { work: undefined })).toMatchObject({ reason: "plan-used" });
  });
});

describe("claiming an approval", () => {
  test("marks the plan used and keeps the run as started, and nothing else", async () => {
    const session = await withPlan(yes);
    const record = structuredClone(firstRecord(session));
    expect(await claim(session)).toBeUndefined();
    expect(firstRecord(session)).toEqual({ ...record, used: true });
    expect([...session.runs]).toEqual([
      ["req-1", { member: "reader", work: WORK, status: "started", outcome: null }],
    ]);
  });

  test("that is refused keeps no run", async () => {
    const session = await withPlan(no);
    expect(await claim(session)).toMatchObject({ reason: "plan-rejected" });
    expect(session.runs.size).toBe(0);
  });

  test("twice at once succeeds once", async () => {
    const session = await withPlan(yes);
    const [first, second] = await Promise.all([claim(session), claim(session)]);
    expect(first).toBeUndefined();
    expect(second).toMatchObject({ reason: "plan-used" });
  });

  test("checks and marks in one section", async () => {
    const session = await withPlan(yes);
    let sections = 0;
    const counting: ProtocolSession = {
      limits: session.limits,
      transact: (section) => {
        sections += 1;
        return session.transact(section);
      },
    };
    await claimPlan(counting, { actor: "reader", requestId: "req-1", work: WORK });
    expect({ sections, used: firstRecord(session).used }).toEqual({ sections: 1, used: true });
  });

  test("tells how it went in the same section: a telling that throws leaves the plan unused", async () => {
    const session = await withPlan(yes);
    const before = stateOf(session);
    const telling = claimPlan(session, { actor: "reader", requestId: "req-1", work: WORK }, () => {
      throw new Error("the log is full");
    });
    await expect(telling).rejects.toThrow("the log is full");
    expect(stateOf(session)).toEqual(before);
  });
});

describe("giving a claimed approval back", () => {
  test("makes it good for one run again", async () => {
    const session = await withPlan(yes);
    await claim(session);
    await giveBackPlan(session, "req-1");
    expect(session.runs.get("req-1")?.status).toBe("not-started");
    expect(await claim(session)).toBeUndefined();
    expect(session.runs.get("req-1")?.status).toBe("started");
    expect(await claim(session)).toMatchObject({ reason: "plan-used" });
  });

  test("of a request that does not exist changes nothing", async () => {
    const session = await withPlan(yes);
    await claim(session);
    const before = stateOf(session);
    await giveBackPlan(session, "req-404");
    await giveBackPlan(session, undefined);
    expect(stateOf(session)).toEqual(before);
  });
});

describe("the end of a run", () => {
  const outcome: ProcessOutcome = {
    status: "exited",
    exit_code: 0,
    signal: null,
    stdout: { text: "42\n", cut: false },
    stderr: { text: "", cut: false },
  };
  const ended = (session: WatchedSession, given = outcome) =>
    session.transact((state) => keepRunEnd(state, "req-1", given));

  test("is kept once", async () => {
    const session = await withPlan(yes);
    await claim(session);
    await ended(session);
    expect(session.runs.get("req-1")).toEqual({ member: "reader", work: WORK, status: "ended", outcome });
    await ended(session, { ...outcome, exit_code: 1 });
    expect(session.runs.get("req-1")?.outcome).toEqual(outcome);
  });

  test.each(["not-started", "outcome-unknown"] as const)(
    "is not kept of a run that is %s",
    async (status) => {
      const session = await withPlan(yes);
      await claim(session);
      await session.transact(({ runs }) => void Object.assign(runs.get("req-1") ?? {}, { status }));
      await ended(session);
      expect(session.runs.get("req-1")).toMatchObject({ status, outcome: null });
    },
  );

  test("is not kept of a run that nobody claimed", async () => {
    const session = await withPlan(yes);
    await ended(session);
    expect(session.runs.size).toBe(0);
  });
});

describe("what the gate tells", () => {
  test("is told in the section of the look, with the call and the block, for covered calls alone", async () => {
    const told: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void told.push(event) });
    const gate = gateOf(session, {
      tell: (state, made, { requestId }, block) =>
        state.tell({ event: "notice", text: `${made.name} ${requestId} ${block?.reason}` }),
    });
    await gate({ ...call, name: "look" });
    await gate(call);
    expect(told).toEqual([{ event: "notice", text: "run_main req-1 plan-missing" }]);
  });
});

test("a shutdown is never about work", async () => {
  const session = await asked(teamSession(), { work: WORK });
  expect(firstRecord(session).work).toBeNull();
});

test("a plan without words stays empty, so that no hash alone is a plan", async () => {
  expect(planPayload(" \n ", WORK)).toBe("");
  expect(planPayload("  Run.  ", WORK)).toBe("Run. [sha256 0123456789abcdef]");
  expect(planPayload("  Run.  ", undefined)).toBe("Run.");
});
