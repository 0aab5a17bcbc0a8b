import { describe, expect, test } from "vitest";
import type { Scenario } from "../../fixtures/scenarios/scenario.ts";
import { draftOf, runOf } from "../../lessons/page/own-draft.ts";
import type { Call } from "../../lessons/page/run/call.ts";
import { runOwnCall } from "../../lessons/page/run/own-call.ts";
import { loadScenarios, loadTrace } from "../recordings/recorder/fixture-files.ts";

function inputOf({ setup, ...call }: Scenario): Parameters<typeof draftOf>[0] {
  return { setup, call: { function: call.function, arguments: call.arguments } as Call };
}

describe("somebody's own values", () => {
  test("are those of the input, set-up included, until they are changed: all 22 give the recorded result and state", async () => {
    const scenarios = loadScenarios();
    expect(scenarios).toHaveLength(22);
    for (const scenario of scenarios) {
      const { setup, call } = runOf(draftOf(inputOf(scenario)), scenario.function);
      expect(setup).toEqual(scenario.setup);
      expect(call).toEqual({ function: scenario.function, arguments: scenario.arguments });
      const { calls, state } = await runOwnCall({ setup, call });
      const trace = loadTrace(scenario);
      const { requests, members, mailboxes } = trace.snapshots.at(-1) ?? {};
      expect({ name: scenario.scenario, outcome: calls.at(-1)?.outcome, state }).toMatchObject({
        name: scenario.scenario,
        outcome: trace.result,
        state: { requests, members, mailboxes },
      });
    }
  });

  test("can reply twice, make a member busy or closed, fail the saves and name another mailbox", async () => {
    const draft = (name: string): ReturnType<typeof draftOf> => {
      const scenario = loadScenarios().find(({ function: f, scenario: s }) => `${f} ${s}` === name);
      if (!scenario) throw new Error(`There is no input ${name}.`);
      return draftOf(inputOf(scenario));
    };
    const last = async (name: string, change: Partial<ReturnType<typeof draftOf>>): Promise<unknown> => {
      const [area] = name.split(" ") as [Parameters<typeof runOf>[1]];
      return (await runOwnCall(runOf({ ...draft(name), ...change }, area))).calls.at(-1)?.outcome;
    };
    const { feedback } = draft("reply_request approve");
    const twice = { first_approve: "approve", first_feedback: feedback };
    expect(await last("reply_request approve", twice)).toMatchObject({ status: "already_sent" });
    expect(await last("reply_request reject", twice)).toMatchObject({ error: { code: "decision-conflict" } });
    expect(await last("reply_request closed", { busy: "reader" })).toMatchObject({ status: "deferred" });
    expect(await last("open_request shutdown", { closed: "reader" })).toMatchObject({
      error: { code: "member-closed" },
    });
    expect(await last("open_request plan", { saves: "fail" })).toMatchObject({
      error: { code: "save-failed" },
    });
    expect(await last("open_request plan", { finished: "4" })).toMatchObject({
      error: { code: "request-quota" },
    });
    expect(await last("match_response approved", { recipient: "reviewer" })).toMatchObject({
      reason: "role_or_recipient",
    });
    expect(await last("match_response approved", { letter_recipient: "reviewer" })).toMatchObject({
      reason: "role_or_recipient",
    });
    expect(await last("match_response approved", { matched_before: "yes" })).toMatchObject({
      status: "duplicate",
    });
  });
});
