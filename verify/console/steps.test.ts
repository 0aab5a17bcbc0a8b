import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readSentence } from "../../fixtures/model-scripts/console-sentences.ts";
import { LONG } from "./steps/long-lines.ts";

const both = new Set(["alice", "bob"]);
const team = { names: both, open: both, last: "bob" };

test("a line or a history twice as long takes about twice the steps", async () => {
  const command = ["--import", "tsx", "verify/console/steps/count-steps.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  const steps: Record<string, [number, number]> = JSON.parse(stdout);
  expect(Object.keys(steps)).toEqual([...Object.keys(LONG), "sentences of a lead", "letters of a teammate"]);
  for (const [what, [once, twice]] of Object.entries(steps)) {
    expect([what, once > 500]).toEqual([what, true]);
    expect([what, once, twice, twice < 2.2 * once + 200]).toEqual([what, once, twice, true]);
  }
});

// What a regular expression does is not counted above. In a cubic one this would take centuries.
for (const [what, line] of Object.entries(LONG)) {
  test(`a line of a hundred thousand characters ends: ${what}`, () => {
    const reading = readSentence(line(20_000), team);
    expect("unknown" in reading || reading.intents.length > 0).toBe(true);
  });
}
