import { beforeAll, describe, expect, test } from "vitest";
import type { OwnRun } from "../../lessons/page/run/call.ts";
import type { Recording } from "../../lessons/page/run/recording.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { type InstrumentedModules, loadInstrumented } from "../page/instrumented.ts";
import { furtherRuns, scenarioRuns } from "../page/runs.ts";
import { copyWithout, recordedByDebugger } from "./recorded-by-debugger.ts";

const runs = { ...scenarioRuns(), ...furtherRuns };

describe("the recorder in the page", () => {
  let modules: InstrumentedModules;

  beforeAll(async () => {
    modules = await loadInstrumented();
  });

  /** As it comes out of the worker. */
  async function record(own: OwnRun, isInto: boolean): Promise<Recording> {
    const { jobs, stops } = modules;
    return structuredClone((await jobs.doJob({ run: "record", own, stops, isInto })) as Recording);
  }

  test.each([false, true])(
    "records every run as a real debugger does, snapshot by snapshot (into all functions: %s)",
    async (isInto) => {
      const byDebugger = await recordedByDebugger(Object.values(runs), { isInto });
      for (const [index, [name, own]] of Object.entries(runs).entries()) {
        const recorded = await record(own, isInto);
        expect(recorded.snapshots.length).toBeGreaterThan(1);
        expect(recorded.result).not.toHaveProperty("fault");
        expect({ name, recorded }).toEqual({ name, recorded: byDebugger[index] });
      }
    },
    120_000,
  );

  test.each([
    ["an expression", "saved-reply"],
    ["a call", "claim-check"],
    ["a statement that returns", "direction"],
    ["a statement of a loop", "close-withdraws"],
    ["a statement that is not there", "reply-pending"],
    ["a condition that waits for the host", "permission"],
    ["a condition of which a part stays", "response-type"],
  ])(
    "records the code without a guard as a real debugger records the changed source: %s, %s",
    async (_, guard) => {
      await expectSameWithout(guard);
    },
    60_000,
  );

  async function expectSameWithout(guard: string): Promise<void> {
    const chosen = await runsThrough(guard);
    expect(chosen.length).toBeGreaterThan(0);
    const root = copyWithout([guard], temporaryFolder());
    const byDebugger = await recordedByDebugger(chosen, { root, isInto: true });
    for (const [index, own] of chosen.entries()) {
      expect(await record({ ...own, out: [guard] }, true)).toEqual({ ...byDebugger[index], out: [guard] });
    }
  }

  /** Runs that come to the guard's line, at most four. */
  async function runsThrough(guard: string): Promise<OwnRun[]> {
    const places = modules.stops.filter((stop) => stop.only === guard || (stop.out && guard in stop.out));
    const chosen: OwnRun[] = [];
    for (const own of Object.values(runs)) {
      const { setup, ...call } = await record(own, true);
      const snapshots = [...setup, call].flatMap((part) => ("snapshots" in part ? part.snapshots : []));
      const isThere = snapshots.some(({ line, stack }) =>
        places.some((place) => place.line === line && place.function === stack.at(-1)?.function),
      );
      if (isThere && chosen.length < 4) chosen.push(own);
    }
    return chosen;
  }
});
