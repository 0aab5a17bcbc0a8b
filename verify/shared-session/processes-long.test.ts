import { expect, test } from "vitest";
import { playAtRandom } from "./random-session.ts";

/** Half of the sessions have two processes, half have four; `SESSIONS=40` makes 20,800 operations of them. */
const SESSIONS = Number(process.env.SESSIONS ?? 16);

const PLANS = Array.from({ length: SESSIONS }, (_, index) =>
  index % 2 === 0
    ? { seed: 100 + index, processes: 2, operations: 260, kills: 5 }
    : { seed: 100 + index, processes: 4, operations: 130, kills: 3 },
);

test("two and four processes, killed at random, lose nothing, double nothing and undo nothing in 520 operations a session", async () => {
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
  expect(sum.operations).toBeGreaterThanOrEqual(SESSIONS * 520);
}, 1_200_000);
