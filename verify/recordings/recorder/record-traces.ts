import { Worker } from "node:worker_threads";
import {
  type CallOutcome,
  callObserved,
  type ProtocolCall,
  type Scenario,
  scenarioSession,
  setUpScenario,
} from "../../../fixtures/scenarios/scenario.ts";
import {
  RECORDED_FUNCTIONS,
  type SessionState,
  type Snapshot,
  sessionStateOf,
  type Trace,
} from "../../../fixtures/scenarios/trace.ts";
import { localsOf } from "../../../lessons/page/run/locals.ts";
import type {
  MemoryProtocolSession,
  ProtocolSession,
} from "../../../lessons/s16-team-protocols/protocol-state.ts";
import type { DebuggerTask } from "./debugger-thread.ts";
import { RECORDED_FILE, readRecordedSource } from "./fixture-files.ts";

/** The name under which the debugger finds, in this thread, the function that describes a stop. */
const DESCRIBE = "describeStop";

/** A new thread knows no TypeScript on every Node, so tsx is registered in it first. */
const THREAD = `import(${JSON.stringify(import.meta.resolve("tsx/esm/api"))})
  .then(({ register }) => register())
  .then(() => import(${JSON.stringify(new URL("./debugger-thread.ts", import.meta.url).href)}))`;

type Place = Pick<Snapshot, "line" | "column" | "text">;

/**
 * Plays the scenarios in this thread under a real debugger, which stops at every statement of the three protocol
 * functions, and gives back what was to be seen at each stop.
 *
 * The functions run as they are. Needs tsx, whose compiled scripts carry their source maps. To be called once in a
 * process, before anything has called the functions: V8 may lose breakpoints in code that it is about to optimize.
 */
export async function recordTraces(scenarios: readonly Scenario[]): Promise<Trace[]> {
  const source = readRecordedSource();
  const detach = await attachDebugger({
    script: `/${RECORDED_FILE}`,
    source: source.text,
    functions: Object.values(RECORDED_FUNCTIONS).flat(),
    describe: DESCRIBE,
  });
  const traces: Trace[] = [];
  try {
    for (const scenario of scenarios) {
      const observed = scenarioSession();
      const session = await setUpScenario(scenario, observed);
      const { snapshots, result } = await observeCall(scenario, session, observed);
      traces.push({
        function: scenario.function,
        scenario: scenario.scenario,
        meaning: scenario.meaning,
        input: scenario.arguments,
        source: { file: RECORDED_FILE, sha256: source.sha256 },
        snapshots,
        result,
      });
    }
  } finally {
    await detach();
  }
  return traces;
}

/**
 * Makes the call with the describing function in place, without which the debugger stops nowhere. What is looked at is
 * the draft while a section runs, and what is kept otherwise: `session` may be a shell around the one observed.
 */
async function observeCall(
  call: ProtocolCall,
  session: ProtocolSession,
  observed: MemoryProtocolSession,
): Promise<{ snapshots: Snapshot[]; result: CallOutcome }> {
  const snapshots: Snapshot[] = [];
  const look = (): SessionState => sessionStateOf(observed.current, observed.held);
  Reflect.set(globalThis, DESCRIBE, (place: Place, variables: Readonly<Record<string, unknown>>) => {
    const last = snapshots.at(-1);
    // V8 may stop at a statement and again at the first call in it.
    if (last?.line === place.line && last.column === place.column) return;
    snapshots.push({ ...place, locals: localsOf(variables, session, observed.current), ...look() });
  });
  try {
    const result = await callObserved(call, session);
    snapshots.push({ line: null, column: null, text: "", locals: {}, ...look() });
    return { snapshots, result };
  } finally {
    Reflect.deleteProperty(globalThis, DESCRIBE);
  }
}

/** Starts the debugger's thread and waits until its breakpoints are set. Detaching tells of a fault in between. */
function attachDebugger(task: DebuggerTask): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { eval: true, workerData: task });
    let fault: unknown;
    thread.on("error", (error) => {
      fault = error;
      reject(error);
    });
    thread.once("message", () =>
      resolve(async () => {
        await thread.terminate();
        if (fault !== undefined) throw fault;
      }),
    );
  });
}
