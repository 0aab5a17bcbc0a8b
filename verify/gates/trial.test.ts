import { expect, test } from "vitest";
import { weaknessOf } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { approvalWays, letterWays } from "./trial/approval-ways.ts";
import { consoleFolderWays, consoleWays } from "./trial/console-ways.ts";
import {
  canHide,
  contentWays,
  EVERY_ENVIRONMENT,
  folderWays,
  interpreterWays,
  readSecret,
  secretWays,
} from "./trial/program-ways.ts";
import { sessionWays } from "./trial/session-ways.ts";
import { report, tryAll } from "./trial/way.ts";

test("no known way leads around the two gates", async () => {
  const groups = {
    approval: approvalWays,
    letters: letterWays,
    content: contentWays,
    interpreter: interpreterWays,
    session: sessionWays,
    console: consoleWays,
    ...(canHide && { secrets: secretWays, folder: [...folderWays, ...consoleFolderWays] }),
  };
  const tried = [];
  for (const [group, ways] of Object.entries(groups)) tried.push(...(await tryAll(group, ways)));
  console.log(report(tried));
  expect(tried.filter(({ attempt }) => attempt.through).map(({ name }) => name)).toEqual([]);
}, 120_000);

test("where programs get no process numbers of their own, they can read the harness's secret, and that is told", async () => {
  if (process.platform !== "linux") return;
  expect(await readSecret(EVERY_ENVIRONMENT, "descendants")).toEqual({ through: true, answer: "the secret" });
  expect(weaknessOf({ by: "descendants", hidden: false, private: false })).toContain("your other processes");
});
