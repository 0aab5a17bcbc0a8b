import { relative } from "node:path";
import { expect, test } from "vitest";
import { findOnPath } from "../lessons/s16-team-protocols/process.ts";
import { programLimits } from "../lessons/s16-team-protocols/program.ts";
import { runSource } from "./python-workspace.ts";

test("a program that ignores every request to end is killed at its time limit all the same", async () => {
  const source =
    "import signal, time\nfor number in (1, 2, 3, 15): signal.signal(number, signal.SIG_IGN)\nwhile True: time.sleep(1)";
  const outcome = await runSource(source, { limits: { ...programLimits, timeLimitMs: 700 } });
  expect(outcome).toMatchObject({ status: "timeout", time_limit_ms: 700 });
});

test("an empty place in PATH does not mean the folder one happens to stand in", () => {
  const here = relative(process.cwd(), process.execPath);
  expect(findOnPath(process.execPath, { PATH: "/" })).toBe(process.execPath);
  expect(findOnPath(here, { PATH: ":" })).toBeUndefined();
});
