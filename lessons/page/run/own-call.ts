import {
  type CallOutcome,
  type Circumstance,
  callObserved,
  type ProtocolCall,
  type Scenario,
  scenarioSession,
  setUpScenario,
} from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import { requireMember } from "../../s15-mailboxes/team.ts";
import type { ProtocolSession } from "../../s16-team-protocols/protocol-state.ts";
import type { FunctionName } from "../lesson.ts";

/** What was before somebody's call: what a set-up of a scenario can have, and a member that has closed. */
export type OwnStep = ProtocolCall | Circumstance | { circumstance: "member_is_closed"; member: string };

/** Values that somebody has typed in. Nothing about them is checked here: that is what the functions are for. */
export type OwnRun = { setup: OwnStep[]; call: ProtocolCall };

export type OwnResult = {
  /** One for each call that was made. A refusal is the last. */
  calls: { function: FunctionName; outcome: CallOutcome }[];
  state: SessionState;
};

/** Plays what was before and the call in a fresh session, up to the first refusal. */
export async function runOwnCall({ setup, call }: OwnRun): Promise<OwnResult> {
  const kept = scenarioSession();
  let session: ProtocolSession = kept;
  const calls: OwnResult["calls"] = [];
  for (const step of [...setup, call]) {
    if (!("function" in step)) {
      session = await putInPlace(step, session);
      continue;
    }
    const outcome = await callObserved(step, session);
    calls.push({ function: step.function, outcome });
    if ("error" in outcome) break;
  }
  return { calls, state: sessionStateOf(kept.current, kept.held) };
}

async function putInPlace(
  step: Exclude<OwnStep, ProtocolCall>,
  session: ProtocolSession,
): Promise<ProtocolSession> {
  if (step.circumstance !== "member_is_closed") return setUpScenario(onlyWith(step), session);
  await session.transact(({ team }) => {
    requireMember(team, step.member).status = "closed";
  });
  return session;
}

/** A scenario of which nothing but the set-up is ever read. */
function onlyWith(step: Circumstance): Scenario {
  const call = { sender: "", target: "", kind: "plan", payload: "" } as const;
  const expected = { result: { error: "" }, requests: {}, members: {}, letters: {} };
  return { function: "open_request", arguments: call, scenario: "", meaning: "", setup: [step], expected };
}
