import { expect, test } from "vitest";
import { playAtRandom } from "./random-session.ts";

test.each([
  { seed: 1, processes: 2, operations: 100, kills: 4 },
  { seed: 2, processes: 4, operations: 60, kills: 3 },
])(
  "$processes processes on one session, killed at random (seed $seed), lose nothing, double nothing and undo nothing",
  async (plan) => {
    const { operations } = await playAtRandom(plan);
    expect(operations).toBeGreaterThanOrEqual(plan.processes * plan.operations);
  },
  60_000,
);
