import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ScenarioFacts } from "../../fixtures/scenarios/scenario.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { IN_FOLDER } from "../../lessons/x2-break-it/play.ts";
import { keptAttacks } from "../../user_code/attack/kept-attacks.ts";
import { allChecks } from "./checks/all-checks.ts";
import { guardsOnTheWire, NOT_ON_THE_WIRE } from "./checks/guards.ts";
import { scenarioName, scenarios } from "./checks/scenarios.ts";
import { lessons } from "./run-checks.ts";
import { type Outcome, type WireState, wireResults } from "./wire.ts";

const checks = allChecks();
const names = new Set(checks.map(({ name }) => name));

describe("the checks", () => {
  test("have a name each, and stand where they say", () => {
    expect(names.size).toBe(checks.length);
    for (const { at, name } of checks) expect(readFileSync(at.file, "utf8"), name).toContain(at.find);
  });

  test("hold every scenario, and every kept attack that is more than files and processes", () => {
    for (const scenario of scenarios()) expect(names).toContain(scenarioName(scenario));
    for (const {
      name,
      way: [first = ""],
    } of keptAttacks())
      expect(names.has(`attack/${name}`), name).toBe(!first.startsWith(IN_FOLDER));
  });

  test("are about every guard, or it is said why not", () => {
    const about = new Set(checks.flatMap((check) => check.guards));
    expect(guards.filter(({ id }) => !about.has(id) && !Object.hasOwn(NOT_ON_THE_WIRE, id))).toEqual([]);
    expect(guardsOnTheWire().filter(({ id }) => Object.hasOwn(NOT_ON_THE_WIRE, id))).toEqual([]);
    expect(guardsOnTheWire().length).toBeGreaterThanOrEqual(16);
  });

  test.each(scenarios())(
    "$function, $scenario: what is expected on the wire are the facts of the scenario",
    async (scenario) => {
      const check = checks.find(({ name }) => name === scenarioName(scenario));
      let outcome: Outcome = { result: {} };
      for (const request of check ? [check.start, ...check.steps] : [])
        if (typeof request !== "function") outcome = await lessons.ask(request);
      const facts = factsOf(outcome, await stateOf());
      if (scenario.scenario === "limit") expect(facts.result).toEqual(scenario.expected.result);
      else expect(facts).toEqual(scenario.expected);
    },
  );
});

async function stateOf(): Promise<WireState> {
  const state = await lessons.ask({ do: "state" });
  return wireResults.state.parse("result" in state ? state.result : undefined);
}

function factsOf(outcome: Outcome, { requests, members, mailboxes }: WireState): ScenarioFacts {
  const each = <Value, Fact>(
    values: Record<string, Value>,
    of: (value: Value) => Fact,
  ): Record<string, Fact> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]));
  return {
    result: "error" in outcome ? { error: outcome.error } : (outcome.result as ScenarioFacts["result"]),
    requests: each(requests, ({ status, reply }) => ({ status, reply_saved: reply !== null })),
    members: each(members, ({ status }) => status),
    letters: each(mailboxes, (text) => text.split("\n").length - 1),
  };
}
