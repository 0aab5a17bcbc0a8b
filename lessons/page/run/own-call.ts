import { scenarioSession } from "../../../fixtures/scenarios/scenario.ts";
import { type SessionState, sessionStateOf } from "../../../fixtures/scenarios/trace.ts";
import type { ProtocolSession } from "../../s16-team-protocols/protocol-state.ts";
import type { CallName, OwnRun } from "./call.ts";
import { makeCall, putInPlace } from "./make-call.ts";
import type { CallResult } from "./recording.ts";

export type OwnResult = {
  /** One for each call that was made. A refusal is the last. */
  calls: { function: CallName; outcome: CallResult }[];
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
    const outcome = await makeCall(step, session);
    calls.push({ function: step.function, outcome });
    if ("error" in outcome || "fault" in outcome) break;
  }
  return { calls, state: sessionStateOf(kept.current, kept.held) };
}
