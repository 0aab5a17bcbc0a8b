import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { type Decide, defineTool } from "../../lessons/s04-permission/execute-guarded.ts";
import { executeHooked } from "../../lessons/s07-hooks/execute-hooked.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { claimPlan, planGate, planPayload } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { programWork, runProgram } from "../../lessons/s16-team-protocols/run/program.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { teamSession, temporaryFolder } from "../harness/sessions.ts";
import { close, firstRecord, matchLast, plan, yes } from "../requests/example-requests.ts";

/** Reader behind both gates in a fresh workspace, with an approved plan for its main.py. */
async function readyToRun() {
  const workspace = join(temporaryFolder(), "workspace");
  mkdirSync(workspace);
  copyFileSync(
    join(import.meta.dirname, "../../fixtures/practice-workspace/main.py"),
    join(workspace, "main.py"),
  );
  const session = teamSession();
  const place = { workspace, interpreter: testInterpreter, environment: process.env };
  const work = programWork(place);
  if (!work) throw new Error("There is a main.py.");
  await openRequest(session, { ...plan, payload: planPayload("Run main.py.", work), work });
  await replyRequest(session, yes);
  await matchLast(session, "reader");
  const tool = defineTool({
    name: "run_main",
    description: "Runs main.py.",
    access: "execute",
    input: z.strictObject({}),
    run: async () => {
      const outcome = await runProgram({
        ...place,
        claim: (now) => claimPlan(session, { actor: "reader", requestId: "req-1", work: now }),
      });
      return "stdout" in outcome ? outcome.stdout.text : JSON.stringify(outcome);
    },
  });
  const gate = planGate(session, {
    actor: "reader",
    requestId: () => "req-1",
    covers: ["run_main"],
    work: () => programWork(place),
  });
  const call = { type: "tool_use", id: "t1", name: "run_main", input: {} } as const;
  const execute = (decide: Decide) => executeHooked(call, [tool], decide, { before: [gate] });
  const counter = join(workspace, "runs.txt");
  return {
    session,
    workspace,
    execute: async (decide: Decide) => (await execute(decide)).content,
    marks: () => (existsSync(counter) ? readFileSync(counter, "utf8") : ""),
  };
}
const change = (workspace: string): void =>
  writeFileSync(join(workspace, "main.py"), 'open("runs.txt", "a").write("changed")\n');

test("an approval is good for one run", async () => {
  const { execute, marks } = await readyToRun();
  expect(await execute(() => "allow")).toBe("42\n");
  expect(await execute(() => "allow")).toMatch(/^plan-used: /);
  expect(marks()).toBe("x");
});

test("the host's no does not use it up, and the host is asked again", async () => {
  const { session, execute, marks } = await readyToRun();
  expect(await execute(() => "deny")).toMatch(/^permission-denied: /);
  expect(firstRecord(session).used).toBe(false);
  expect(marks()).toBe("");
  expect(await execute(() => "allow")).toBe("42\n");
  expect(marks()).toBe("x");
});

test("of two calls at once one runs and the other finds the approval used", async () => {
  const { execute, marks } = await readyToRun();
  const outputs = await Promise.all([execute(() => "allow"), execute(() => "allow")]);
  expect(outputs.filter((output) => output === "42\n")).toHaveLength(1);
  expect(outputs.filter((output) => output.includes('"reason":"plan-used"'))).toHaveLength(1);
  expect(marks()).toBe("x");
});

test("a main.py edited after the approval closes the plan gate, and the host is not asked", async () => {
  const { session, workspace, execute, marks } = await readyToRun();
  change(workspace);
  let asked = 0;
  const decide: Decide = () => {
    asked += 1;
    return "allow";
  };
  expect(await execute(decide)).toMatch(/^plan-changed: /);
  expect({ asked, marks: marks(), used: firstRecord(session).used }).toEqual({
    asked: 0,
    marks: "",
    used: false,
  });
});

test("a main.py edited while the host is asked is refused by the claim", async () => {
  const { session, workspace, execute, marks } = await readyToRun();
  const output = await execute(() => {
    change(workspace);
    return "allow";
  });
  expect(output).toContain('"reason":"plan-changed"');
  expect({ marks: marks(), used: firstRecord(session).used }).toEqual({ marks: "", used: false });
});

test("a main.py replaced by a link to the same bytes is changed work", async () => {
  const { workspace, execute, marks } = await readyToRun();
  renameSync(join(workspace, "main.py"), join(workspace, "other.py"));
  symlinkSync("other.py", join(workspace, "main.py"));
  expect(await execute(() => "allow")).toMatch(/^plan-changed: /);
  expect(marks()).toBe("");
});

test("a member that was shut down and followed by another has no approval left", async () => {
  const { session, execute, marks } = await readyToRun();
  await openRequest(session, { sender: "lead", target: "reader", kind: "shutdown", payload: "Close." });
  await replyRequest(session, { ...close, request_id: "req-2" });
  await joinTeam(session, { name: "reader", role: "reads anew" });
  expect(await execute(() => "allow")).toMatch(/^plan-not-yours: /);
  expect(marks()).toBe("");
});
