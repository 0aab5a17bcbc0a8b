/**
 * Records runs under a real debugger, in this process of its own: a JSON list of them on standard input, and the list of
 * their recordings on standard output. `--into` steps into all functions that can be shown.
 */
import { text } from "node:stream/consumers";
import type { OwnRun } from "../../../lessons/page/run/call.ts";
import { recordRuns } from "./record-traces.ts";

const runs: OwnRun[] = JSON.parse(await text(process.stdin));
const recordings = await recordRuns(runs, process.argv.includes("--into"));
process.stdout.write(JSON.stringify(recordings));
