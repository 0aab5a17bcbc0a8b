import { attackChecks } from "./attacks.ts";
import { casebookChecks } from "./casebook.ts";
import type { Check } from "./check.ts";
import { guardChecks } from "./guards.ts";
import { scenarioChecks } from "./scenarios.ts";

/** All that is asked step by step, in the order in which somebody who writes a port gets on with it. */
export function allChecks(): Check[] {
  return [...scenarioChecks(), ...guardChecks(), ...attackChecks(), ...casebookChecks()];
}
