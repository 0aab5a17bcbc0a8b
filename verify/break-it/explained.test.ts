import { spawn } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { withoutGuard } from "../../lessons/x2-break-it/guard.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { changedProject } from "../harness/changed-project.ts";
import { explanationOf } from "../harness/explained/explanation.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A guard of that id, taken out of its file. */
function out(id: string): [file: string, change: (text: string) => string] {
  const guard = guards.find((each) => each.id === id);
  if (!guard) throw new Error(`There is no guard ${id}.`);
  return [`lessons/${guard.file}`, (text) => withoutGuard(text, guard)];
}

/** What a person reads of failing tests, from each one's name to what differs. */
async function failuresIn(root: string, files: string[], names: string): Promise<string[]> {
  const words = [
    "run",
    "--configLoader",
    "runner",
    "--config",
    "verify/vitest.config.ts",
    ...files,
    "-t",
    names,
  ];
  const child = spawn(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...words], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(1);
  return output.split(/^ FAIL {2}/m).slice(1);
}
describe("tests that fail because two guards are out", () => {
  let failures: string[];

  beforeAll(async () => {
    failures = await failuresIn(
      changedProject(["saved-reply", "plan-used"].map(out)),
      ["verify/requests/consume", "verify/gates/plan-gate", "verify/conformance/checks"],
      "a decision that nobody saved|after the one run|match_response', 'forged'",
    );
  });

  const failureOf = (file: string): string =>
    failures.find((text) => text.startsWith(`verify/${file}`)) ?? "";

  test("say what was sent and what lay in the mailbox, the rule, the guards, expected, got, and the command for each", () => {
    expect(failureOf("requests/consume")).toContain(
      `
  sent      openRequest {"sender":"reader","target":"lead","kind":"plan","payload":"Read, then run."}
            consumeResponses "reader"
              {"id":"reader-1","sender":"lead","recipient":"reader","body":"[team-protocol] {\\"type\\":\\"plan_response\\",\\"request_id\\":\\"req-1\\",\\"approve\\":true,\\"feedback\\":\\"\\"}"}
  rule      letters that do not hold: among them a decision that nobody saved
  guard     saved-reply, which is not as it was shipped in lessons/s16-team-protocols/requests.ts
            A letter counts as an answer only when the host saved this very answer for the one who was asked.
            In a real system: Request and approval were rebuilt from text that anybody could have written. (M09)
            plan-used, which is not as it was shipped in lessons/s16-team-protocols/plan-gate.ts
            An approval is good for one run.
            In a real system: A call that was carried out ran again when the history was replayed. (M11)
  expected  [ { "outcome": "ignored", "reason": "not_saved_reply", }, ]
  got       [ { "outcome": "matched", "request_id": "req-1", "status": "approved", }, ]
  again     npm run verify -- verify/requests/consume.test.ts -t 'letters that do not hold among them a decision that nobody saved'
`,
    );
  });

  test("do so at the gates and for the checks of the kit", () => {
    const gate = failureOf("gates/plan-gate");
    expect(gate).toMatch(
      /^ {2}sent {6}.*\n(?:.*\n)*? {12}matchResponse for reader, the letter\n {14}\{"id":"reader-1"/m,
    );
    expect(gate).toMatch(/^ {2}rule {6}the gate and the claim are closed: as plan-used after the one run/m);
    expect(gate).toMatch(/^ {2}got {7}undefined$/m);
    const check = failureOf("conformance/checks");
    expect(check).toMatch(
      /^ {2}again {5}npm run verify -- verify\/conformance\/checks\.test\.ts -t 'the checks /m,
    );
    expect(check).toContain('-     "reason": "not_saved_reply",\n');
  });

  test("cut no value short in a way that hides it", () => {
    expect(failures).toHaveLength(3);
    expect(failures.join("")).not.toMatch(/…\(\d+\)/);
  });
});

test("a guard that stands is not accused, and a thrown refusal is told with its code", () => {
  const failed = { file: "verify/requests/x.test.ts", names: ["opening,", "it's (one)"], sent: [] };
  const text = explanationOf(failed, { message: "req-1 waits.", code: "request-pending" });
  expect(text.split("\n")).toEqual([
    "",
    "  rule      opening, it's (one)",
    "  guard     all stand as they were shipped",
    "  got       request-pending: req-1 waits.",
    "  again     npm run verify -- verify/requests/x.test.ts -t 'opening, it'\\''s \\(one\\)'",
  ]);
});

test("outside the protocol a failure keeps its own words, and names the command", () => {
  const failed = { file: "verify/page/x.test.ts", names: ["it is drawn"], sent: [] };
  const again = "\n\n  again  npm run verify -- verify/page/x.test.ts -t 'it is drawn'";
  expect(explanationOf(failed, { message: "no browser" })).toBe(`no browser${again}`);
  const compared = { message: "a.txt differs: expected 'a…' to be 'b…'", expected: "b", actual: "a" };
  expect(explanationOf(failed, compared)).toBe(`a.txt differs${again}`);
});
