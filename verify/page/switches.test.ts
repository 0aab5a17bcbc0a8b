import { afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Recording } from "../../lessons/page/run/recording.ts";
import { defineTool } from "../../lessons/s04-permission/execute-guarded.ts";
import { goWay, wayOf } from "../../lessons/x2-break-it/attack.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { IN_FOLDER } from "../../lessons/x2-break-it/play.ts";
import { withoutGuards } from "../../lessons/x2-break-it/without.ts";
import { keptAttacks } from "../../user_code/attack/kept-attacks.ts";
import { searchesWith } from "../break-it/instance.ts";
import { type InstrumentedModules, loadInstrumented } from "./instrumented.ts";
import { furtherRuns, scenarioRuns } from "./runs.ts";

const attacks = keptAttacks().filter(({ way: [first = ""] }) => !first.startsWith(IN_FOLDER));
const inSearch = guards.filter(({ shows }) => shows !== "folder");

describe("the switches of the page's modules", () => {
  let modules: InstrumentedModules;

  beforeAll(async () => {
    modules = await loadInstrumented();
  });

  afterEach(() => modules.probes.takeOut([]));

  test("change where each guard's function stops, all 48 that show without a folder", () => {
    expect(inSearch).toHaveLength(48);
    for (const { id } of inSearch) {
      const isSeen = modules.stops.some(({ out, only }) => only === id || (out && id in out));
      expect({ id, isSeen }).toEqual({ id, isSeen: true });
    }
  });

  test.each(attacks)(
    "$name goes as with all guards in the source, and as with its guards taken out of it",
    async (attack) => {
      const ours = modules.attacks;
      expect((await ours.goWay(ours.wayOf(attack))).told).toEqual((await goWay(wayOf(attack))).told);
      expect(await ours.breaks(ours.wayOf(attack), attack.rule)).toBe(false);

      modules.probes.takeOut(attack.guards);
      const changed = await searchesWith(withoutGuards(attack.guards));
      const { told } = await changed.goWay(changed.wayOf(attack));
      expect((await ours.goWay(ours.wayOf(attack))).told).toEqual(told);
      expect(await ours.breaks(ours.wayOf(attack), attack.rule)).toBe(true);
    },
  );

  test("take each guard out alone that has an attack, or an answer of its own", () => {
    const attacked = new Set(attacks.flatMap((attack) => attack.guards));
    const others = inSearch.filter(({ id }) => !attacked.has(id)).map(({ id }) => id);
    expect(others).toEqual(["reply-conflict", "withdraw-pending", "one-tool"]);
  });

  test.each([
    ["reply-conflict", scenarioRuns()["reply_request conflict"], "already_sent"],
    ["withdraw-pending", furtherRuns["withdraw, twice"], "withdrawn"],
  ])("without %s the answer is another one", async (guard, own, status) => {
    if (!own) throw new Error("There is no such run.");
    const { jobs, stops } = modules;
    const record = async (out: string[]): Promise<Recording["result"]> => {
      const job = { run: "record", own: { ...own, out }, stops, isInto: false } as const;
      return ((await jobs.doJob(job)) as Recording).result;
    };
    expect(await record([])).toMatchObject({ error: { code: expect.any(String) } });
    expect(await record([guard])).toMatchObject({ status });
    expect(await record([])).toMatchObject({ error: { code: expect.any(String) } });
  });

  test("without one-tool a turn of one purpose answers as if it had never heard of another tool", async () => {
    const { probes, permission } = modules;
    const tool = defineTool({
      name: "submit_plan",
      description: "",
      access: "protocol",
      input: z.strictObject({}),
      run: async () => "Saved.",
    });
    const call = { type: "tool_use", id: "call-1", name: "run_main", input: {} } as const;
    const answer = async (): Promise<string> => (await permission.dispatchOnly(tool)(call)).content;
    expect(await answer()).toMatch(/^not-in-this-turn: /);
    probes.takeOut(["one-tool"]);
    expect(await answer()).toMatch(/^unknown-tool: /);
  });
});
