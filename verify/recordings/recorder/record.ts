import "../../../user_code/node-version.mjs";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { tellingFileFaults } from "../../../user_code/file-fault.ts";
import { endWithStandardOutput } from "../../../user_code/standard-output.ts";
import { safeWriter } from "../../../user_code/terminal.ts";
import { loadScenarios, saveStops, saveTraces, TRACE_FOLDER } from "./fixture-files.ts";
import { listStops } from "./list-stops.ts";
import { recordTraces } from "./record-traces.ts";

/**
 * Records all scenarios, and lists where the functions stop that can be shown. `--out DIR` writes elsewhere, to compare;
 * `--traces` leaves the list out.
 */
async function main(argv: readonly string[]): Promise<number> {
  const wanted = parse(argv);
  if (wanted === undefined) {
    safeWriter(process.stderr, process.env)("usage: npm run record [-- [--out DIR] [--traces]]\n");
    return 2;
  }
  const { folder, isTracesOnly } = wanted;
  const traces = await recordTraces(loadScenarios());
  saveTraces(traces, folder);
  const table = isTracesOnly ? [] : await listStops();
  if (!isTracesOnly) saveStops(table, folder);
  const snapshots = traces.reduce((sum, trace) => sum + trace.snapshots.length, 0);
  const stops = table.flatMap(({ functions }) => Object.values(functions).flat()).length;
  const listed = isTracesOnly ? "" : `, ${stops} places to stop at`;
  const seconds = (performance.now() / 1000).toFixed(2);
  const write = safeWriter(process.stdout, process.env);
  write(`${traces.length} scenarios, ${snapshots} snapshots${listed}, recorded in ${seconds} s\n`);
  return 0;
}

function parse(argv: readonly string[]): { folder: string; isTracesOnly: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        out: { type: "string", default: TRACE_FOLDER },
        traces: { type: "boolean", default: false },
      },
    });
    return { folder: resolve(values.out), isTracesOnly: values.traces };
  } catch {
    return undefined;
  }
}

endWithStandardOutput();
process.exitCode = await tellingFileFaults(
  { what: "The recordings", advice: "Name another folder: npm run record -- --out DIR" },
  () => main(process.argv.slice(2)),
);
