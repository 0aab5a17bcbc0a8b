import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits, sequence } from "./command.ts";
import { play, type Tally } from "./play.ts";
import type { StoreName } from "./world.ts";

/**
 * `RUNS=5000` searches longer. `SEQUENCE_SEED` and `SEQUENCE_PATH` play one sequence again; a failure prints both.
 */
const { SEQUENCE_SEED, SEQUENCE_PATH, RUNS } = process.env;
const seed = Number(SEQUENCE_SEED ?? Date.now() % 2 ** 31);

/** A search that never came to one of these places has looked at too little. */
const PLACES = [
  "ran, host asked",
  "blocked plan-missing",
  "blocked plan-not-yours",
  "blocked plan-pending",
  "blocked plan-rejected",
  "blocked plan-used",
  "blocked plan-changed",
  "blocked permission-denied, host asked",
  "busy",
  "unavailable",
  "matched approved",
  "matched rejected",
  "ignored not_saved_reply",
  "ignored role_or_recipient",
  "withdrawn",
  "refused already-answered",
  "refused not-pending",
  "refused decision-conflict",
  "refused lock-lost",
  "refused mailbox-corrupt",
  "refused mailbox-full",
  "refused member-closed",
  "refused request-quota",
  "refused save-failed",
];

describe("random sequences of operations, valid and hostile, break no rule", () => {
  test.each<[StoreName, number]>([
    ["memory", 220],
    ["files", 15],
  ])(
    "in the mailboxes of the %s store",
    async (store, usualRuns) => {
      const numRuns = Number(RUNS ?? usualRuns);
      const tally = await search(store, numRuns);
      console.log(
        `sequences, ${store} store: seed ${seed}, ${numRuns} sequences, ${tally.operations} operations, ` +
          `${tally.answers.get("ran, host asked") ?? 0} runs of the program`,
      );
      expect(tally.operations).toBeGreaterThan(0);
      if (SEQUENCE_PATH === undefined && numRuns >= 100) {
        expect(PLACES.filter((place) => !tally.answers.has(place))).toEqual([]);
      }
    },
    3_600_000,
  );
});

async function search(store: StoreName, numRuns: number): Promise<Tally> {
  const tally: Tally = { operations: 0, answers: new Map() };
  const property = fc.asyncProperty(limits, sequence, (quotas, commands) =>
    play(store, quotas, commands, tally),
  );
  const again = SEQUENCE_PATH === undefined ? {} : { path: SEQUENCE_PATH };
  const found = await fc.check(property, { seed, numRuns, ...again });
  if (!found.failed) return tally;
  throw new Error(
    `A sequence breaks a rule on the ${store} store. The shortest that was found, with the limits ` +
      `${JSON.stringify(found.counterexample?.[0])}:\n  ${found.errorInstance}\n` +
      `Play it again: SEQUENCE_SEED=${seed} SEQUENCE_PATH=${found.counterexamplePath} ` +
      `npm run verify:sequences -- -t "${store} store"`,
  );
}
