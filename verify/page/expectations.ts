import { expect } from "vitest";
import type { Scenario } from "../../fixtures/scenarios/scenario.ts";
import type { Visit } from "./visit.ts";

/** What the page shows after a run, as the scenario's expected facts have it. */
export function expectedRun({ expected }: Scenario): object {
  const { result, requests, members, letters } = expected;
  const said: Record<string, unknown> = {
    approved: "approve",
    rejected: "reject",
    pending: expect.stringMatching(/^(approve|reject)$/),
  };
  return {
    outcome: result,
    verdict: "true",
    requests: Object.entries(requests).map(([id, { status, reply_saved }]) => [
      id,
      reply_saved ? said[status] : "none yet",
      status,
    ]),
    members: Object.entries(members),
    letters: [letters.lead ?? 0, letters.reader ?? 0],
  };
}

/** Every step looks different, looks the same on the way back, and moves nothing. */
export function expectSameBothWays({ there, back }: Pick<Visit, "there" | "back">): void {
  expect(new Set(there.map(({ text }) => text)).size).toBe(there.length);
  expect([...back].reverse()).toEqual(there.map(({ text }) => text));
  expect(new Set(there.map(({ places }) => places)).size).toBe(1);
}
