import * as z from "zod";
import { practiceLimits } from "../s15-mailboxes/limits.ts";
import { MemoryMailStore } from "../s15-mailboxes/mail-store.ts";
import { mailboxMessage, readMailbox } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError, type ProtocolErrorCode } from "../s15-mailboxes/protocol-error.ts";
import { MemoryLock } from "../s15-mailboxes/shared-lock.ts";
import { createTeam, LEAD, requireMember } from "../s15-mailboxes/team.ts";
import { requestKind } from "./protocol-message.ts";
import {
  type MatchResult,
  matchResponse,
  type OpenResult,
  openRequest,
  type ProtocolSession,
  type ReplyResult,
  replyRequest,
} from "./requests.ts";

const openCall = z.strictObject({
  function: z.literal("open_request"),
  arguments: z.strictObject({
    sender: z.string(),
    target: z.string(),
    kind: requestKind,
    payload: z.string(),
  }),
});

const replyCall = z.strictObject({
  function: z.literal("reply_request"),
  arguments: z.strictObject({
    request_id: z.string(),
    actor: z.string(),
    approve: z.boolean(),
    feedback: z.string(),
  }),
});

const matchCall = z.strictObject({
  function: z.literal("match_response"),
  arguments: z.strictObject({ recipient: z.string(), message: mailboxMessage }),
});

/** One call of one of the three protocol functions, as data. */
export const protocolCall = z.discriminatedUnion("function", [openCall, replyCall, matchCall]);
export type ProtocolCall = z.output<typeof protocolCall>;

/** What no call of the three functions brings about, so that it has to be put in place by hand. */
export const circumstance = z.discriminatedUnion("circumstance", [
  z.strictObject({ circumstance: z.literal("finished_requests"), ids: z.array(z.string()) }),
  z.strictObject({ circumstance: z.literal("member_is_running"), member: z.string() }),
  z.strictObject({ circumstance: z.literal("saves_fail") }),
]);
export type Circumstance = z.output<typeof circumstance>;

/** What is true after the call. Of a refusal only the code counts. */
export const scenarioFacts = z.strictObject({
  result: z.union([
    z.strictObject({ request_id: z.string(), status: z.string(), receipt: z.string().optional() }),
    z.strictObject({ status: z.literal("ignored"), reason: z.string() }),
    z.strictObject({ error: z.string() }),
  ]),
  requests: z.record(z.string(), z.strictObject({ status: z.string(), reply_saved: z.boolean() })),
  members: z.record(z.string(), z.string()),
  letters: z.record(z.string(), z.number()),
});
export type ScenarioFacts = z.output<typeof scenarioFacts>;

const about = {
  scenario: z.string(),
  meaning: z.string(),
  setup: z.array(z.union([protocolCall, circumstance])),
  expected: scenarioFacts,
};

/** One input of one function: what happened before, the call, and the facts after it. */
export const scenario = z.discriminatedUnion("function", [
  openCall.extend(about),
  replyCall.extend(about),
  matchCall.extend(about),
]);
export type Scenario = z.output<typeof scenario>;

/** What the function under observation returned, or how it refused. */
export type CallOutcome =
  | OpenResult
  | ReplyResult
  | MatchResult
  | { error: { code: ProtocolErrorCode; message: string } };

/** A session that lives in memory only, with the team that every scenario starts from. */
export function createMemorySession(): ProtocolSession {
  return {
    team: scenarioTeam(),
    mail: new MemoryMailStore(),
    lock: new MemoryLock(),
    limits: practiceLimits,
    requests: new Map(),
  };
}

export function scenarioTeam(): ProtocolSession["team"] {
  return createTeam([
    [LEAD, "review plans and ask for shutdowns"],
    ["reader", "plan and do the work"],
    ["reviewer", "have no part in the requests of others"],
  ]);
}

/** Plays a scenario from its beginning: the set-up, then the call. `factsOf` tells what became of the session. */
export async function playScenario(
  scenario: Scenario,
  session: ProtocolSession,
  breakSaves = withBrokenSaves,
): Promise<CallOutcome> {
  return callObserved(scenario, await setUpScenario(scenario, session, breakSaves));
}

/**
 * Brings a fresh session to the point right before the call, and returns the session to make the call with.
 *
 * `breakSaves` makes every later save fail: by default the store is wrapped, a test of the file store makes the file
 * system fail. Nothing of a set-up may be refused; what a function throws here goes up.
 */
export async function setUpScenario(
  { setup }: Scenario,
  session: ProtocolSession,
  breakSaves: (session: ProtocolSession) => ProtocolSession = withBrokenSaves,
): Promise<ProtocolSession> {
  let prepared = session;
  for (const step of setup) {
    if ("function" in step) await makeCall(step, prepared);
    else if (step.circumstance === "saves_fail") prepared = breakSaves(prepared);
    else putInPlace(step, prepared);
  }
  return prepared;
}

/** The one call that a scenario is about. A refusal is an outcome; every other error goes up. */
export async function callObserved(call: ProtocolCall, session: ProtocolSession): Promise<CallOutcome> {
  try {
    return await makeCall(call, session);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** The facts after a call, in the form in which a scenario expects them. */
export function factsOf(session: ProtocolSession, outcome: CallOutcome): ScenarioFacts {
  const { team, requests } = session;
  return {
    result: "error" in outcome ? { error: outcome.error.code } : outcome,
    requests: Object.fromEntries(
      [...requests].map(([id, { status, reply }]) => [id, { status, reply_saved: reply !== null }]),
    ),
    members: Object.fromEntries([...team.values()].map(({ name, status }) => [name, status])),
    letters: Object.fromEntries([...team.keys()].map((name) => [name, readMailbox(session, name).length])),
  };
}

function makeCall(
  call: ProtocolCall,
  session: ProtocolSession,
): Promise<OpenResult | ReplyResult | MatchResult> {
  switch (call.function) {
    case "open_request":
      return openRequest(session, call.arguments);
    case "reply_request":
      return replyRequest(session, call.arguments);
    case "match_response":
      return matchResponse(session, call.arguments);
  }
}

function putInPlace(
  step: Exclude<Circumstance, { circumstance: "saves_fail" }>,
  { team, requests }: ProtocolSession,
): void {
  if (step.circumstance === "member_is_running") {
    const member = requireMember(team, step.member);
    member.status = "running";
    member.turns += 1;
    return;
  }
  for (const id of step.ids) {
    requests.set(id, {
      kind: "plan",
      sender: "reader",
      target: LEAD,
      payload: "An earlier plan.",
      status: "rejected",
      reply: null,
      receipt: "",
      work: null,
      used: false,
      incarnation: 1,
    });
  }
}

function withBrokenSaves(session: ProtocolSession): ProtocolSession {
  const { mail } = session;
  return {
    ...session,
    mail: {
      read: (member) => mail.read(member),
      replace: (member) => {
        throw new ProtocolError(
          "save-failed",
          `${member}.jsonl could not be saved (ENOSPC). The old letters are untouched; mend the cause and try again.`,
          { cause: "ENOSPC" },
        );
      },
    },
  };
}
