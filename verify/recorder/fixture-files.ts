import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Scenario, scenario } from "../../lessons/s16-team-protocols/scenario.ts";
import { type Trace, trace } from "../../lessons/s16-team-protocols/trace.ts";

const ROOT = join(import.meta.dirname, "../..");

export const TRACE_FOLDER = join(ROOT, "fixtures/traces");

/** The file whose functions are recorded, as a trace names it. */
export const RECORDED_FILE = "lessons/s16-team-protocols/requests.ts";

const FUNCTIONS = ["open_request", "reply_request", "match_response"] as const;

/** The 22 scenarios in the order of the lesson. Throws when a file does not fit the schema. */
export function loadScenarios(): Scenario[] {
  return FUNCTIONS.flatMap((name) => {
    const text = readFileSync(join(ROOT, "fixtures/scenarios", `${name}.json`), "utf8");
    return z.array(scenario).parse(JSON.parse(text));
  });
}

export function readRecordedSource(): { text: string; sha256: string } {
  const bytes = readFileSync(join(ROOT, RECORDED_FILE));
  return { text: bytes.toString("utf8"), sha256: createHash("sha256").update(bytes).digest("hex") };
}

export function traceFileName(named: { function: string; scenario: string }): string {
  return `${named.function}-${named.scenario}.json`;
}

/** Throws when there is no such trace or it does not fit the schema. */
export function loadTrace(named: { function: string; scenario: string }): Trace {
  return trace.parse(JSON.parse(readFileSync(join(TRACE_FOLDER, traceFileName(named)), "utf8")));
}

/** Writes all traces, one snapshot a line, and removes files of scenarios that are no more. */
export function saveTraces(traces: readonly Trace[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const written = new Set(traces.map(traceFileName));
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".json") && !written.has(name)) rmSync(join(folder, name));
  }
  for (const recorded of traces) writeFileSync(join(folder, traceFileName(recorded)), encodeTrace(recorded));
}

function encodeTrace(recorded: Trace): string {
  const entries = Object.entries(recorded).map(([key, value]) => {
    const encoded =
      key === "snapshots" && Array.isArray(value)
        ? `[\n${value.map((snapshot) => `    ${JSON.stringify(snapshot)}`).join(",\n")}\n  ]`
        : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${encoded}`;
  });
  return `{\n${entries.join(",\n")}\n}\n`;
}
