import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import { RECORDED_FUNCTIONS, type Trace, trace } from "../../../fixtures/scenarios/trace.ts";
import type { OwnRun } from "../../../lessons/page/run/call.ts";
import { recordRun, type Seen } from "../../../lessons/page/run/record-run.ts";
import type { Recording } from "../../../lessons/page/run/recording.ts";
import { STOPPING_FUNCTIONS } from "../../../lessons/page/shown-functions.ts";
import type { Attached, DebuggerTask } from "./debugger-thread.ts";
import { RECORDED_FILE, ROOT, readRecordedSource } from "./fixture-files.ts";

/** The name under which the debugger finds, in this thread, the function that describes a stop. */
const DESCRIBE = "describeStop";

/** A new thread knows no TypeScript on every Node, so tsx is registered in it first. */
const THREAD = `import(${JSON.stringify(import.meta.resolve("tsx/esm/api"))})
  .then(({ register }) => register())
  .then(() => import(${JSON.stringify(new URL("./debugger-thread.ts", import.meta.url).href)}))`;

/**
 * Makes runs in this thread under a real debugger, which stops at every statement of the functions that can be shown,
 * and gives back what was to be seen at each stop.
 *
 * The functions run as they are. Needs tsx, whose compiled scripts carry their source maps. To be called once in a
 * process, before anything has called the functions: V8 may lose breakpoints in code that it is about to optimize.
 */
export async function recordRuns(
  runs: readonly OwnRun[],
  isInto = false,
  scripts = lessonScripts(true),
): Promise<Recording[]> {
  for (const { url } of scripts) await import(url);
  const { detach } = await attachDebugger({ scripts, describe: DESCRIBE });
  const recordings: Recording[] = [];
  try {
    for (const run of runs) recordings.push(await recordRun(run, { watch, isInto }));
  } finally {
    await detach();
  }
  return recordings;
}

/** The same of the scenarios: their calls alone, as traces. */
export async function recordTraces(scenarios: readonly Scenario[]): Promise<Trace[]> {
  const source = { file: RECORDED_FILE, sha256: readRecordedSource().sha256 };
  const runs = scenarios.map(({ setup, function: name, arguments: input }) => ({
    setup,
    call: { function: name, arguments: input } as OwnRun["call"],
  }));
  const functions = Object.values(RECORDED_FUNCTIONS).flat();
  const scripts = lessonScripts(true)
    .filter(({ url }) => url.endsWith(RECORDED_FILE))
    .map((script) => ({ ...script, functions }));
  const recordings = await recordRuns(runs, false, scripts);
  return scenarios.map(({ function: name, scenario, meaning, arguments: input }, index) => {
    const recorded = recordings[index];
    if (!recorded) throw new Error(`There is no recording of ${name} ${scenario}.`);
    // Somebody who edits the functions gets to know what they throw.
    if ("fault" in recorded.result) throw new Error(recorded.result.fault.message);
    const snapshots = recorded.snapshots.map(({ stack: _, ...snapshot }) => snapshot);
    const result = trace.shape.result.parse(recorded.result);
    return { function: name, scenario, meaning, input, source, snapshots, result };
  });
}

/** Puts the describing function in place, without which the debugger stops nowhere. */
function watch(seen: Seen): () => void {
  const describe = (...[place, variables, stack]: Parameters<Described>): void =>
    seen(
      place,
      () => variables,
      () => stack,
    );
  Reflect.set(globalThis, DESCRIBE, describe);
  return () => void Reflect.deleteProperty(globalThis, DESCRIBE);
}

type Described = (
  place: Parameters<Seen>[0],
  variables: ReturnType<Parameters<Seen>[1]>,
  stack: ReturnType<Parameters<Seen>[2]>,
) => void;

/** The modules with functions that can be shown, as they were loaded from this folder. */
export function lessonScripts(isWatched: boolean): DebuggerTask["scripts"] {
  return Object.entries(STOPPING_FUNCTIONS).map(([file, functions]) => {
    const path = join(ROOT, file);
    return { url: pathToFileURL(path).href, source: readFileSync(path, "utf8"), functions, isWatched };
  });
}

/** Starts the debugger's thread and waits until its breakpoints are set. Detaching tells of a fault in between. */
export function attachDebugger(task: DebuggerTask): Promise<Attached & { detach: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { eval: true, workerData: task });
    let fault: unknown;
    thread.on("error", (error) => {
      fault = error;
      reject(error);
    });
    thread.once("message", ({ stops }: Attached) => {
      const detach = async (): Promise<void> => {
        await thread.terminate();
        if (fault !== undefined) throw fault;
      };
      resolve({ stops, detach });
    });
  });
}
