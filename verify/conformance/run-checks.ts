import * as ours from "../../fixtures/ports/typescript/two-gates.ts";
import type { Check } from "./checks/check.ts";
import { type Difference, difference } from "./compare.ts";
import { outcomeOf, type PortModule } from "./outcome.ts";
import type { Outcome, WireRequest, WireState } from "./wire.ts";

/** Who is asked. */
export type Asked = { ask: (request: WireRequest) => Promise<Outcome> };

/** Where a check fails: what was sent up to there, and what should have come instead. */
export type Deviation = Difference & {
  sent: readonly WireRequest[];
  /** The last request answered well, and then the state was another one. */
  isState: boolean;
};

const STATE: WireRequest = { do: "state" };

/** The lessons: what they answer is what is expected. */
export const lessons: Asked = askedOf(ours);

/** A module in this process. */
export function askedOf(module: PortModule): Asked {
  return {
    ask: async (request) => {
      const outcome = await outcomeOf(module, request);
      return "error" in outcome ? { error: outcome.error } : outcome;
    },
  };
}

/**
 * Asks the implementation and the lessons the same, step by step, and after each step for the whole state. The first
 * difference is returned. Throws `PortFault` when the implementation cannot go on.
 */
export async function runCheck(
  { start, steps }: Pick<Check, "start" | "steps">,
  port: Asked,
): Promise<Deviation | undefined> {
  const sent: WireRequest[] = [];
  let state = emptyState;
  for (const step of [start, ...steps]) {
    const request = typeof step === "function" ? step(state) : step;
    sent.push(request);
    const answer = difference(await lessons.ask(request), await port.ask(request));
    if (answer) return { ...answer, sent, isState: false };
    const expected = await lessons.ask(STATE);
    const after = difference(expected, await port.ask(STATE));
    if (after) return { ...after, sent, isState: true };
    if ("result" in expected) state = expected.result as WireState;
  }
  return undefined;
}

const emptyState: WireState = { members: {}, requests: {}, mailboxes: {}, runs: {} };
