import type { Trace } from "../../../fixtures/scenarios/trace.ts";
import type { Lesson } from "../lesson.ts";
import type { Call, OwnStep } from "../run/call.ts";
import type { AreaFunction } from "./function-areas.ts";

/** One input of an area: what was before, the call, and for the 22 of the lesson what a real debugger recorded. */
export type Input = {
  area: AreaFunction;
  name: string;
  meaning: string;
  setup: readonly OwnStep[];
  call: Call;
  /** Undefined where the recorder in the page records it. */
  trace: Trace | undefined;
  /** Where on the page the input comes from, when it is none of the area's own. */
  origin?: { label: string; address: string };
};

/** The inputs of an area, in the order of the lesson. */
export function inputsOf(area: AreaFunction, { scenarios, traces, moreInputs, strings }: Lesson): Input[] {
  if (area === "withdraw_request" || area === "consume_responses") {
    const meanings: Record<string, string> = strings.meanings[area];
    return moreInputs[area].map((input) => ({
      ...input,
      area,
      meaning: meanings[input.name] ?? "",
      trace: undefined,
    }));
  }
  return scenarios.flatMap((scenario, index) => {
    if (scenario.function !== area) return [];
    const { scenario: name, meaning, setup } = scenario;
    const call = { function: scenario.function, arguments: scenario.arguments } as Call;
    return [{ area, name, meaning, setup, call, trace: traces[index] }];
  });
}
