import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startPostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import type { PostgresStore } from "../../lessons/x1-shared-session/postgres-store.ts";
import { limits, sequence } from "../sequences/command.ts";
import { play, type Tally } from "../sequences/play.ts";
import type { GuardedStore } from "../sequences/world.ts";
import { MISSING, programs } from "./server.ts";
import { freshName, joinIn, serverForFile, storeOf } from "./sessions.ts";

/** `RUNS=500` searches longer. `SEQUENCE_SEED` and `SEQUENCE_PATH` play one sequence again; a failure prints both. */
const { SEQUENCE_SEED, SEQUENCE_PATH, RUNS } = process.env;
const seed = Number(SEQUENCE_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(RUNS ?? 15);

describe.skipIf(!programs)(
  `random sequences of operations${programs ? "" : ` (left out: ${MISSING})`}`,
  () => {
    const server = serverForFile();

    test("valid and hostile, break no rule in a store either", async () => {
      const [store, other] = [await storeOf(server().url()), await storeOf(server().url())];
      const tally: Tally = { operations: 0, answers: new Map() };
      const property = fc.asyncProperty(limits, sequence, (quotas, commands) =>
        play(inStore(store, other), quotas, commands, tally),
      );
      const again = SEQUENCE_PATH === undefined ? {} : { path: SEQUENCE_PATH };
      const found = await fc.check(property, { seed, numRuns, ...again });
      if (found.failed) {
        throw new Error(
          `A sequence breaks a rule in a store. The shortest that was found, with the limits ` +
            `${JSON.stringify(found.counterexample?.[0])}:\n  ${found.errorInstance}\nPlay it again: ` +
            `SEQUENCE_SEED=${seed} SEQUENCE_PATH=${found.counterexamplePath} npm run verify -- verify/postgres/sequences`,
        );
      }
      console.log(
        `sequences, PostgreSQL: seed ${seed}, ${numRuns} sequences, ${tally.operations} operations`,
      );
      expect(tally.operations).toBeGreaterThan(0);
    }, 3_600_000);
  },
);

/** Each session with a name of its own; another process finds it through another store. */
function inStore(store: PostgresStore, other: PostgresStore): GuardedStore {
  const name = freshName();
  let next = [other, store];
  return {
    start: (team, quotas) =>
      startPostgresSession(store, name, team, {
        program: "practice",
        directoryOf: () => "/nowhere",
        limits: quotas,
      }),
    join: () => {
      const [through = store] = next;
      next = next.toReversed();
      return joinIn(through, name);
    },
  };
}
