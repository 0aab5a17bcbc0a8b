import * as fc from "fast-check";
import { expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { readMailbox, sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { createTeam, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { claimPlan, planGate } from "../../lessons/s16-team-protocols/plan-gate.ts";
import {
  matchResponse,
  openRequest,
  replyRequest,
  withdrawRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import { memberState, TeamProtocols } from "../../lessons/s16-team-protocols/team-protocols.ts";
import { stateOf, teamSession, type WatchedSession } from "../harness/sessions.ts";
import { close, plan, planned, shutdown, untyped, yes } from "./example-requests.ts";

/** `ARGUMENTS_SEED` and `ARGUMENTS_PATH` play one case again; a failure prints both. */
const { ARGUMENTS_SEED, ARGUMENTS_PATH, RUNS } = process.env;
const seed = Number(ARGUMENTS_SEED ?? Date.now() % 2 ** 31);

const hostile = {
  toString: () => {
    throw new Error("toString was called");
  },
};
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSet: true }),
  fc.constantFrom<unknown>(
    ...[null, undefined, 1n, Number.NaN, Symbol("a"), () => 1, hostile, [hostile], { toString: 1 }],
    ...[Object.create(null), Symbol.iterator, new Proxy({}, {}), /a/, "x".repeat(1_000_000), "\ud83d"],
    ...["req-1", "lead", "reader", "plan", "shutdown", true, "[team-protocol] {}", "[team-protocol] null"],
  ),
);

/** The right values with any of them replaced, or something else in the place of all of them. */
function changed(right: Record<string, unknown>): fc.Arbitrary<never> {
  const some = fc
    .record(Object.fromEntries(Object.keys(right).map((name) => [name, fc.option(anyValue, { nil: KEPT })])))
    .map((others) =>
      Object.fromEntries(
        Object.entries(right).map(([name, value]) => [name, others[name] === KEPT ? value : others[name]]),
      ),
    );
  return fc.oneof({ arbitrary: some, weight: 4 }, { arbitrary: anyValue, weight: 1 }).map(untyped);
}
const KEPT = Symbol("the right value");

const letter = { id: "lead-1", sender: "reader", recipient: "lead", body: "[team-protocol] {}" };

type Call = (session: WatchedSession, given: never, more: never) => unknown;

const calls: Record<string, { given: fc.Arbitrary<never>; call: Call }> = {
  openRequest: {
    given: fc.oneof(changed(plan), changed(shutdown)),
    call: (session, given) => openRequest(session, given),
  },
  replyRequest: {
    given: fc.oneof(changed(yes), changed(close)),
    call: (session, given) => replyRequest(session, given),
  },
  withdrawRequest: {
    given: changed({ request_id: "req-1", actor: "reader" }),
    call: (session, given) => withdrawRequest(session, given),
  },
  "matchResponse, the letter": {
    given: changed({ message: letter, recipient: "lead" }),
    call: (session, given) => matchResponse(session, given),
  },
  "matchResponse, parts of the letter": {
    given: changed(letter),
    call: (session, message) => matchResponse(session, { message, recipient: "lead" }),
  },
  consumeResponses: {
    given: anyValue.map(untyped),
    call: (session, given) => consumeResponses(session, given),
  },
  sendMessage: {
    given: changed({ sender: "lead", recipient: "reader", body: "Hello." }),
    call: (session, given) => sendMessage(session, given),
  },
  readMailbox: {
    given: anyValue.map(untyped),
    call: (session, given) => session.transact((state) => readMailbox(state, given)),
  },
  joinTeam: {
    given: changed({ name: "writer", role: "writes" }),
    call: (session, given) => joinTeam(session, given),
  },
  requireMember: {
    given: anyValue.map(untyped),
    call: ({ current }, given) => requireMember(current.team, given),
  },
  createTeam: { given: anyValue.map(untyped), call: (_, name) => createTeam([[name, "any role"]]) },
  memberState: {
    given: anyValue.map(untyped),
    call: (session, given) => session.transact((state) => memberState(state, given)),
  },
  "claimPlan, its values": {
    given: changed({
      actor: "reader",
      requestId: "req-1",
      work: { sha256: "ab".repeat(32), command: ["/bin/sh", "-c"], folder: "/session" },
    }),
    call: (session, given) => claimPlan(session, { ...Object(given) }),
  },
  "planGate, its values": {
    given: changed({
      actor: "reader",
      requestId: "req-1",
      work: { sha256: "ab".repeat(32), command: ["/bin/sh", "-c"], folder: "/session" },
    }),
    call: (session, given) => {
      const { actor, requestId, work } = Object(given);
      const gate = { actor, requestId: () => requestId, covers: ["run"], work: () => work };
      return planGate(session, gate)({ type: "tool_use", id: "call-1", name: "run", input: given });
    },
  },
  "TeamProtocols.requestPlanApproval": {
    given: anyValue.map(untyped),
    call: (session, given, more) => new TeamProtocols(session).requestPlanApproval("reviewer", given, more),
  },
  "TeamProtocols.handlePlanResponse": {
    given: changed({ approved: true, feedback: "Yes." }),
    call: (session, given) => new TeamProtocols(session).handlePlanResponse("req-1", given),
  },
  "TeamProtocols.handleShutdownResponse": {
    given: changed({ approved: true, message: "Yes." }),
    call: async (session, given) => {
      await openRequest(session, shutdown);
      return new TeamProtocols(session).handleShutdownResponse("reader", given);
    },
  },
  "TeamProtocols, its ids": {
    given: anyValue.map(untyped),
    call: async (session, given, more) => {
      const protocols = new TeamProtocols(session);
      await Promise.allSettled([
        protocols.requestShutdown(given),
        protocols.requestPlanApproval(given, "a", "b"),
      ]);
      await protocols.handlePlanResponse(more, { approved: true }).catch(onlyRefusals);
      return protocols.requestShutdown(given);
    },
  },
};

test.each(Object.entries(calls))(
  "%s answers or refuses, whatever a caller passes, and what it refuses changes nothing",
  async (name, { given, call }) => {
    const property = fc.asyncProperty(given, anyValue.map(untyped), async (first, second) => {
      const session = await planned(teamSession());
      const before = stateOf(session);
      try {
        await call(session, first, second);
      } catch (error) {
        onlyRefusals(error);
        if (!name.startsWith("TeamProtocols")) expect(stateOf(session)).toEqual(before);
      }
    });
    const again = ARGUMENTS_PATH === undefined ? {} : { path: ARGUMENTS_PATH };
    const found = await fc.check(property, { seed, numRuns: Number(RUNS ?? 200), ...again });
    if (!found.failed) return;
    throw new Error(
      `${name} with ${fc.stringify(found.counterexample)}: ${found.errorInstance}\n` +
        `Play it again: ARGUMENTS_SEED=${seed} ARGUMENTS_PATH=${found.counterexamplePath} npm run verify:requests -- -t "${name}"`,
    );
  },
);

function onlyRefusals(error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
  expect(error.message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  expect(error.message.length).toBeLessThan(400);
}
