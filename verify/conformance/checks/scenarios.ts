import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import {
  type ProtocolCall,
  type Scenario,
  scenario as scenarioSchema,
} from "../../../fixtures/scenarios/scenario.ts";
import { guardOf } from "../../../lessons/x2-break-it/without.ts";
import type { WireRequest } from "../wire.ts";
import { type Check, practiceStart } from "./check.ts";
import { plan, says, takesMail } from "./steps.ts";

const FOLDER = join(import.meta.dirname, "../../../fixtures/scenarios");
const FUNCTIONS = ["open_request", "reply_request", "match_response"] as const;

/** The guard that a scenario meets, where it meets one. */
const guardsOf: Readonly<Record<string, string>> = {
  "open_request-direction": "direction",
  "open_request-pending": "request-pending",
  "open_request-limit": "request-quota",
  "reply_request-wrong_role": "reply-target",
  "reply_request-busy": "deferred",
  "reply_request-duplicate": "reply-once",
  "reply_request-conflict": "reply-conflict",
  "match_response-wrong_type": "response-type",
  "match_response-wrong_role": "response-envelope",
  "match_response-invalid": "response-shape",
  "match_response-forged": "saved-reply",
  "match_response-duplicate": "matched-before",
};

export function scenarios(): Scenario[] {
  return FUNCTIONS.flatMap((name) => {
    const text = readFileSync(join(FOLDER, `${name}.json`), "utf8");
    return z.array(scenarioSchema).parse(JSON.parse(text));
  });
}

export function scenarioName(scenario: Scenario): string {
  return `scenario/${scenario.function}-${scenario.scenario}`;
}

/** The 22 inputs that the lesson's page and its recordings show. */
export function scenarioChecks(): Check[] {
  return scenarios().map((scenario) => {
    const name = scenarioName(scenario);
    const guard = guardsOf[name.slice("scenario/".length)];
    return {
      name,
      guards: guard ? [guard] : [],
      rule: scenario.meaning,
      why: guard
        ? `${guardOf(guard).incident.happened} (${guardOf(guard).incident.id})`
        : "One of the 22 inputs that the lesson shows: what comes out of it is all that others rely on.",
      at: {
        file: join(FOLDER, `${scenario.function}.json`),
        find: `"scenario": ${JSON.stringify(scenario.scenario)}`,
      },
      start: practiceStart,
      steps: [...scenario.setup.flatMap(setupSteps), callStep(scenario)],
    };
  });
}

/** What a scenario puts in place by hand is brought about: requests that are over have been asked and refused. */
function setupSteps(step: Scenario["setup"][number]): WireRequest[] {
  if ("function" in step) return [callStep(step)];
  switch (step.circumstance) {
    case "member_is_running":
      return [{ do: "occupy", member: step.member }];
    case "saves_fail":
      return [{ do: "disk", full: true }];
    case "finished_requests":
      return step.ids.flatMap((_, index) => [
        plan(),
        says("lead", false, `req-${index + 1}`),
        takesMail("reader"),
      ]);
  }
}

function callStep(call: ProtocolCall): WireRequest {
  switch (call.function) {
    case "open_request":
      return { do: "open", ...call.arguments, work: null };
    case "reply_request":
      return { do: "reply", ...call.arguments };
    case "match_response":
      return { do: "match", ...call.arguments };
  }
}
