import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allChecks } from "./checks/all-checks.ts";
import { guardsOnTheWire, NOT_ON_THE_WIRE } from "./checks/guards.ts";
import { lessons } from "./run-checks.ts";
import { type WireRequest, wireRequest, wireResults, wireSchema } from "./wire.ts";

const checks = allChecks();
const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");

test("the schema file is what the one definition says: npm run -s conformance -- --schema", () => {
  const file = readFileSync(join(import.meta.dirname, "wire.schema.json"), "utf8");
  expect(JSON.parse(file)).toEqual(wireSchema());
});

test("every request and every result of every check has the form that the wire defines", async () => {
  const seen = new Set<WireRequest["do"]>();
  const ask = async (request: WireRequest): Promise<unknown> => {
    wireRequest.parse(JSON.parse(JSON.stringify(request)));
    const outcome = await lessons.ask(request);
    seen.add(request.do);
    return "result" in outcome ? wireResults[request.do].parse(outcome.result) : outcome;
  };
  for (const { start, steps } of checks) {
    await ask(start);
    for (const step of steps) {
      const state = wireResults.state.parse(await ask({ do: "state" }));
      await ask(typeof step === "function" ? step(state) : step);
    }
  }
  expect([...seen, "hello"].sort()).toEqual(Object.keys(wireResults).sort());
});

describe("the page about the wire", () => {
  test("names every operation", () => {
    for (const operation of Object.keys(wireResults)) expect(readme).toContain(`\`${operation}\``);
  });

  test("tells how many checks there are, how many guards they catch, and which they cannot", () => {
    const caught = guardsOnTheWire().length;
    expect(/It asks (\d+) short checks/.exec(readme)?.[1]).toBe(String(checks.length));
    expect(/(\d+ of \d+)\./.exec(readme)?.[1]).toBe(`${caught} of ${caught}`);
    const [, unseen = ""] = readme.split("guards cannot be seen there:");
    const told = new Set([...unseen.matchAll(/`([a-z-]+)`/g)].map(([, id]) => id));
    expect(Object.keys(NOT_ON_THE_WIRE).filter((id) => !told.has(id))).toEqual([]);
  });

  test("shows an exchange that the lessons have, too", async () => {
    const lines = [...readme.matchAll(/^([<>]) (\{.*\})$/gm)].map(([, side, json = ""]) => ({
      side,
      ...JSON.parse(json),
    }));
    expect(lines.length).toBeGreaterThanOrEqual(8);
    for (let index = 2; index < lines.length; index += 2) {
      const { id, side, ...request } = lines[index];
      const { result, error } = lines[index + 1];
      expect(await lessons.ask(request)).toEqual(error ? { error: error.code } : { result });
    }
  });
});
