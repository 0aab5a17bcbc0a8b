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

/** Records all scenarios and the stop table anew. `--out DIR` writes them elsewhere, to compare. */
async function main(argv: readonly string[]): Promise<number> {
  const folder = outputFolder(argv);
  if (folder === undefined) {
    safeWriter(process.stderr, process.env)("usage: npm run record [-- --out DIR]\n");
    return 2;
  }
  const traces = await recordTraces(loadScenarios());
  saveTraces(traces, folder);
  const table = await listStops();
  saveStops(table, folder);
  const snapshots = traces.reduce((sum, trace) => sum + trace.snapshots.length, 0);
  const seconds = (performance.now() / 1000).toFixed(2);
  const write = safeWriter(process.stdout, process.env);
  const stops = table.flatMap(({ functions }) => Object.values(functions).flat()).length;
  write(`${traces.length} scenarios, ${snapshots} snapshots, ${stops} stops, recorded in ${seconds} s\n`);
  return 0;
}

function outputFolder(argv: readonly string[]): string | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { out: { type: "string", default: TRACE_FOLDER } },
    });
    return resolve(values.out);
  } catch {
    return undefined;
  }
}

endWithStandardOutput();
process.exitCode = await tellingFileFaults(
  { what: "The recordings", advice: "Name another folder: npm run record -- --out DIR" },
  () => main(process.argv.slice(2)),
);
