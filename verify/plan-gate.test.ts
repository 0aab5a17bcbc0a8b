import { describe, expect, test } from "vitest";
import type { ToolUseBlock } from "../lessons/s01-agent-loop/model.ts";
import { joinTeam } from "../lessons/s15-mailboxes/join-team.ts";
import { claimPlan, type PlanGate, planGate, planPayload } from "../lessons/s16-team-protocols/plan-gate.ts";
import {
  consumeResponses,
  openRequest,
  type ProtocolSession,
  replyRequest,
} from "../lessons/s16-team-protocols/requests.ts";
import { asked, firstRecord, matchLast, no, plan, type Reply, yes } from "./example-requests.ts";
import { memberOf, memorySession, refusalOf, stateOf } from "./sessions.ts";

const WORK = "0123456789abcdef";
const call: ToolUseBlock = { type: "tool_use", id: "t1", name: "run_main", input: {} };

/** A session with reader's plan for `fingerprint`, answered with `reply` and matched, if there is one. */
async function withPlan(reply?: Reply, fingerprint = WORK): Promise<ProtocolSession> {
  const session = memorySession();
  await openRequest(session, { ...plan, payload: planPayload("Run main.py.", fingerprint) });
  if (reply) {
    await replyRequest(session, reply);
    await matchLast(session, "reader");
  }
  return session;
}

const gateOf = (session: ProtocolSession, changes: Partial<PlanGate> = {}) =>
  planGate(session, {
    actor: "reader",
    requestId: () => "req-1",
    covers: ["run_main"],
    fingerprint: () => WORK,
    ...changes,
  });
const claim = (session: ProtocolSession, changes: Partial<Parameters<typeof claimPlan>[1]> = {}) =>
  claimPlan(session, { actor: "reader", requestId: "req-1", fingerprint: WORK, ...changes });

type Claim = { actor?: string; requestId?: string | undefined; fingerprint?: string | undefined };

/** What the gate and the claim say about the same case: they are held to the same conditions. */
async function bothBlocks(session: ProtocolSession, { actor = "reader", ...rest }: Claim = {}) {
  const { requestId, fingerprint } = { requestId: "req-1", fingerprint: WORK, ...rest };
  const before = stateOf(session);
  const gate = gateOf(session, { actor, requestId: () => requestId, fingerprint: () => fingerprint });
  const blocks = [await gate(call), await claimPlan(session, { actor, requestId, fingerprint })];
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
    const gate = gateOf(memorySession(), { covers: ["run_main", "write_file"] });
    expect(await gate({ ...call, name: "read_expected" })).toBeUndefined();
    expect(await gate({ ...call, name: "write_file" })).toMatchObject({ reason: "plan-missing" });
  });

  test("looks up the plan and the work for each call anew", async () => {
    const session = await withPlan(yes);
    let requestId: string | undefined;
    const works = [WORK, "another", WORK];
    const seen: ToolUseBlock[] = [];
    const gate = gateOf(session, {
      requestId: () => requestId,
      fingerprint: (made) => {
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
    const session = await asked(memorySession());
    Object.assign(firstRecord(session), { status: "approved", sender: "reader" });
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
    memberOf(session, "reader").status = "closed";
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
    firstRecord(session).status = "rejected";
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

  test.each<[string, string | undefined]>([
    ["other work", "fedcba9876543210"],
    ["no work at all", undefined],
    ["a part of the fingerprint", WORK.slice(1)],
    ["an empty fingerprint", ""],
  ])("as plan-changed for %s", async (_, fingerprint) => {
    expect(await bothBlocks(await withPlan(yes), { fingerprint })).toEqual({
      reason: "plan-changed",
      message: "the work is no longer what req-1 was approved for. Submit a new plan.",
    });
  });

  test.each([
    ["names no work", "Run main.py."],
    ["names the work in the middle", `Run [sha256 ${WORK}] now.`],
    ["names it without a space before it", `Run[sha256 ${WORK}]`],
    ["names a longer hash", `Run. [sha256 ${WORK}0]`],
  ])("as plan-changed for an approved plan that %s", async (_, payload) => {
    const session = memorySession();
    await openRequest(session, { ...plan, payload });
    Object.assign(firstRecord(session), { status: "approved" });
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-changed" });
    expect(await bothBlocks(session, { fingerprint: undefined })).toMatchObject({ reason: "plan-changed" });
  });

  test("as plan-changed for a plan that names other work itself: the host's fingerprint counts", async () => {
    const forged = planPayload(`Run. [sha256 ${WORK}]`, "fedcba9876543210");
    expect(forged).toBe(`Run. [sha256 ${WORK}] [sha256 fedcba9876543210]`);
    const session = memorySession();
    await openRequest(session, { ...plan, payload: forged });
    Object.assign(firstRecord(session), { status: "approved" });
    expect(await bothBlocks(session)).toMatchObject({ reason: "plan-changed" });
    expect(await gateOf(session, { fingerprint: () => "fedcba9876543210" })(call)).toBeUndefined();
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
    expect(await bothBlocks(await withPlan(), { fingerprint: undefined })).toMatchObject({
      reason: "plan-pending",
    });
    expect(await bothBlocks(await withPlan(no), { fingerprint: undefined })).toMatchObject({
      reason: "plan-rejected",
    });
  });

  test("plan-pending and plan-rejected before plan-used", async () => {
    for (const [reply, reason] of [
      [undefined, "plan-pending"],
      [no, "plan-rejected"],
    ] as const) {
      const session = await withPlan(reply);
      firstRecord(session).used = true;
      expect(await bothBlocks(session)).toMatchObject({ reason });
    }
  });

  test("plan-used before plan-changed", async () => {
    const session = await withPlan(yes);
    await claim(session);
    expect(await bothBlocks(session, { fingerprint: undefined })).toMatchObject({ reason: "plan-used" });
  });
});

describe("claiming an approval", () => {
  test("marks the plan used and nothing else", async () => {
    const session = await withPlan(yes);
    const record = structuredClone(firstRecord(session));
    expect(await claim(session)).toBeUndefined();
    expect(firstRecord(session)).toEqual({ ...record, used: true });
  });

  test("twice at once succeeds once", async () => {
    const session = await withPlan(yes);
    const [first, second] = await Promise.all([claim(session), claim(session)]);
    expect(first).toBeUndefined();
    expect(second).toMatchObject({ reason: "plan-used" });
  });

  test("happens under the lock, check and mark together", async () => {
    const session = await withPlan(yes);
    const { lock } = session;
    const seen: boolean[] = [];
    const record = firstRecord(session);
    session.requests.get = () => {
      seen.push(lock.held);
      return record;
    };
    await claim(session);
    expect(seen).not.toContain(false);
    expect(seen.length).toBeGreaterThan(0);
  });
});

test("a plan without words stays empty, so that no fingerprint alone is a plan", async () => {
  expect(planPayload(" \n ", WORK)).toBe("");
  expect(planPayload("  Run.  ", WORK)).toBe(`Run. [sha256 ${WORK}]`);
});
