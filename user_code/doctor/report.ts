import { safeLine } from "../../lessons/s15-mailboxes/safe-text.ts";
import { type Paint, table } from "../terminal.ts";
import type { Check } from "./check.ts";

/** One line for each part, and below it what to do where something can be done. */
export function drawMachine(checks: readonly Check[], paint: Paint): string {
  const rows = checks.map(({ part, condition, says }) => [part, condition, says]);
  const [heading = "", ...lines] = table(["part", "condition", "what was found"], rows, paint).split("\n");
  const drawn = lines.flatMap((line, index) => {
    const remedy = checks[index]?.remedy;
    return remedy ? [line, `      ${paint("yellow", safeLine(remedy))}`] : [line];
  });
  return [heading, ...drawn, "", paint("bold", verdictOf(checks))].join("\n");
}

/** One line of JSON for each part, the result last. */
export function machineLines(checks: readonly Check[]): string[] {
  const result = { event: "result", practice_can_run: canRun(checks) };
  return [...checks.map((check) => ({ event: "check", ...check })), result].map((line) =>
    JSON.stringify(line),
  );
}

export function canRun(checks: readonly Check[]): boolean {
  return checks.every(({ condition }) => condition !== "missing");
}

function verdictOf(checks: readonly Check[]): string {
  if (!canRun(checks)) return "The practice cannot run here yet.";
  return "The practice can run here: ./user_code/practice.ts --decision allow";
}
