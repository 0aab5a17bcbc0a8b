import { expect, test } from "vitest";
import { playAtRandom } from "./random-session.ts";

/** Twenty sessions of two processes and twenty of four. */
const PLANS = Array.from({ length: 40 }, (_, index) =>
  index % 2 === 0
    ? { seed: 100 + index, processes: 2, operations: 260, kills: 5 }
    : { seed: 100 + index, processes: 4, operations: 130, kills: 3 },
);

test("two and four processes, killed at random, lose nothing, double nothing and undo nothing in 20,000 operations", async () => {
  const sum = { operations: 0, kills: 0, lost: 0 };
  const waiting = [...PLANS];
  const play = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
      const { operations, kills, lost } = await playAtRandom(plan);
      sum.operations += operations;
      sum.kills += kills;
      sum.lost += lost;
    }
  };
  // They mostly wait for their locks, so several can go side by side.
  await Promise.all([play(), play(), play(), play()]);
  console.log(
    `seeds ${PLANS[0]?.seed} to ${PLANS.at(-1)?.seed}: ${sum.operations} operations of real processes on shared ` +
      `sessions, ${sum.kills} of the processes killed, ${sum.lost} operations refused because their process was overtaken`,
  );
  expect(sum.operations).toBeGreaterThanOrEqual(20_000);
}, 1_200_000);
