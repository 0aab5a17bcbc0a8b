import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Scenario, scenario } from "../../../fixtures/scenarios/scenario.ts";
import { type StopTable, stopTable } from "../../../fixtures/scenarios/stop-table.ts";
import { type Trace, trace } from "../../../fixtures/scenarios/trace.ts";

export const ROOT = join(import.meta.dirname, "../../..");

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

export function hasTrace(named: { function: string; scenario: string }): boolean {
  return existsSync(join(TRACE_FOLDER, traceFileName(named)));
}

/** The trace of a scenario. Throws when there is none or it does not fit the schema. */
export function loadTrace(named: { function: string; scenario: string }, folder = TRACE_FOLDER): Trace {
  return trace.parse(JSON.parse(readFileSync(join(folder, traceFileName(named)), "utf8")));
}

/** Whether it was recorded from the functions as they are now. */
export function isFresh({ source }: Trace): boolean {
  return source.sha256 === readRecordedSource().sha256;
}

/** A sentence when the recorded file has changed since the recording, with the command that renews it. */
export function staleness(recorded: Trace): string | undefined {
  if (isFresh(recorded)) return undefined;
  const { function: name, scenario, source } = recorded;
  return `The trace of ${name} ${scenario} was recorded from another version of ${source.file}. ${RENEW}`;
}

const RENEW = "Renew all traces: npm run record";

export const STOPS_FILE = "stops.json";

/** Writes the stop table, one stop a line. */
export function saveStops(table: StopTable, folder: string): void {
  const lines = JSON.stringify(table, null, 2).replaceAll(
    /\{\s+"line": (\d+),\s+"column": (\d+),\s+"at": (\d+),\s+"kind": ("\w+")\s+\}/g,
    '{ "line": $1, "column": $2, "at": $3, "kind": $4 }',
  );
  writeFileSync(join(folder, STOPS_FILE), `${lines}\n`);
}

/** The stop table as it is kept. Throws when it does not fit the schema. */
export function loadStops(folder = TRACE_FOLDER): StopTable {
  return stopTable.parse(JSON.parse(readFileSync(join(folder, STOPS_FILE), "utf8")));
}

/** Writes all traces, one snapshot a line, and removes files of scenarios that are no more. */
export function saveTraces(traces: readonly Trace[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const written = new Set(traces.map(traceFileName));
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".json") && name !== STOPS_FILE && !written.has(name)) rmSync(join(folder, name));
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
