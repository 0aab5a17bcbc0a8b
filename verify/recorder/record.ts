import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { loadScenarios, saveTraces, TRACE_FOLDER } from "./fixture-files.ts";
import { recordTraces } from "./record-traces.ts";

/** `npm run record`: records all scenarios anew. `--out DIR` writes them elsewhere, to compare. */
const { values } = parseArgs({ options: { out: { type: "string", default: TRACE_FOLDER } } });
const traces = await recordTraces(loadScenarios());
saveTraces(traces, resolve(values.out));

const snapshots = traces.reduce((sum, trace) => sum + trace.snapshots.length, 0);
const seconds = (performance.now() / 1000).toFixed(2);
process.stdout.write(`${traces.length} scenarios, ${snapshots} snapshots, recorded in ${seconds} s\n`);
