import { type Debugger, type Runtime, Session } from "node:inspector/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { StackFrame } from "../../../lessons/page/run/recording.ts";
import {
  type CompiledPlace,
  framesOf,
  inlineSourceMap,
  type Stop,
  statementStops,
} from "./statement-stops.ts";

/**
 * A debugger in a thread of its own, because a stopped thread cannot look at itself. It finds where the
 * given functions stop, and stops the main thread there, has the main thread describe itself there, and lets it go on.
 */
export type DebuggerTask = {
  scripts: readonly {
    /** The URL of the compiled script. */
    url: string;
    /** The TypeScript that the script was compiled from. */
    source: string;
    /** The functions in which there are stops. */
    functions: readonly string[];
    /** Whether to stop there: otherwise the stops are only found. */
    isWatched: boolean;
  }[];
  /** The name of a global function of the main thread that takes a stop, the variables and the stack there. No stops without it. */
  describe: string;
};

/** What is told once the breakpoints are set: the stops of each script. */
export type Attached = { stops: Stop[][] };

async function attach({ scripts, describe }: DebuggerTask): Promise<Attached> {
  const session = new Session();
  session.connectToMainThread();
  const loaded: Debugger.ScriptParsedEventDataType[] = [];
  session.on("Debugger.scriptParsed", ({ params }) => loaded.push(params));
  await session.post("Debugger.enable");
  await session.post("Debugger.setAsyncCallStackDepth", { maxDepth: 32 });

  const condition = `${JSON.stringify(describe)} in globalThis`;
  const watched = new Map<string, Watched>();
  const found: Stop[][] = [];
  for (const { url, source, functions, isWatched } of scripts) {
    const compiled = loaded.find((script) => script.url === url);
    if (!compiled) throw new Error(`The main thread has not loaded ${url}.`);
    const { scriptId } = compiled;
    const start = { scriptId, lineNumber: 0, columnNumber: 0 };
    const { locations } = await session.post("Debugger.getPossibleBreakpoints", { start });
    const map = inlineSourceMap(compiled.sourceMapURL);
    const stops = statementStops(source, functions, locations, map);
    found.push(stops);
    if (!isWatched) continue;
    watched.set(scriptId, {
      stops: new Map(stops.map((stop) => [placeKey(stop.compiled), stop])),
      frameAt: framesOf(source, functions, map),
    });
    for (const { compiled: place, kind } of stops) {
      if (kind === "return") continue;
      await session.post("Debugger.setBreakpoint", { location: { scriptId, ...place }, condition });
    }
  }

  const variables = new Map<Stop, string>();
  session.on("Debugger.paused", async ({ params: { callFrames, asyncStackTrace } }) => {
    const [frame] = callFrames;
    const script = frame && watched.get(frame.location.scriptId);
    const stop = frame?.returnValue === undefined ? script?.stops.get(placeKey(frame?.location)) : undefined;
    if (frame && stop) {
      const getters = variables.get(stop) ?? gettersOf(stop, await variablesIn(session, frame));
      variables.set(stop, getters);
      const { line, column, text } = stop;
      const stack = stackOf(callFrames, asyncStackTrace, watched);
      const place = JSON.stringify({ function: stop.function, line, column, text });
      const expression = `globalThis[${JSON.stringify(describe)}]?.(${place}, {${getters}}, ${JSON.stringify(stack)})`;
      // Not waited for, because a stop costs little but every round trip between the threads does.
      void evaluate(session, frame, expression);
    }
    // A step reaches also the statements where no breakpoint can stop.
    await session.post(script ? "Debugger.stepOver" : "Debugger.resume");
  });
  return { stops: found };
}

type Watched = {
  stops: ReadonlyMap<string, Stop>;
  frameAt: (place: CompiledPlace) => StackFrame | undefined;
};

/**
 * The functions that have begun, innermost last, also those that wait for what runs now. A callback and the function
 * that its text stands in are one frame.
 */
function stackOf(
  callFrames: readonly Debugger.CallFrame[],
  asynchronous: Runtime.StackTrace | undefined,
  watched: ReadonlyMap<string, Watched>,
): StackFrame[] {
  const places: (CompiledPlace & { scriptId: string })[] = callFrames.map(({ location }) => ({
    ...location,
    columnNumber: location.columnNumber ?? 0,
  }));
  for (let trace = asynchronous; trace; trace = trace.parent) places.push(...trace.callFrames);
  const stack: StackFrame[] = [];
  for (const place of places) {
    const frame = watched.get(place.scriptId)?.frameAt(place);
    if (frame && stack[0]?.function !== frame.function) stack.unshift(frame);
  }
  return stack;
}

function placeKey({
  lineNumber,
  columnNumber,
}: Partial<Pick<Debugger.Location, "lineNumber" | "columnNumber">> = {}): string {
  return `${lineNumber}:${columnNumber}`;
}

/** The names of all variables between the frame and the module. Some may have no value yet. */
async function variablesIn(session: Session, frame: Debugger.CallFrame): Promise<string[]> {
  const scopes = frame.scopeChain.filter(({ type }) => ["local", "block", "closure"].includes(type));
  const found = await Promise.all(
    scopes.map(({ object: { objectId = "" } }) =>
      session.post("Runtime.getProperties", { objectId, ownProperties: true }),
    ),
  );
  return found.flatMap(({ result }) => result.map(({ name }) => name));
}

/** Getters, because a variable throws when it is read before its declaration has run. */
function gettersOf({ names }: Stop, variables: string[]): string {
  return names
    .filter((name) => variables.includes(name))
    .map((name) => `get ${name}() { return ${name}; }`)
    .join(", ");
}

async function evaluate(session: Session, frame: Debugger.CallFrame, expression: string): Promise<void> {
  const { callFrameId } = frame;
  const { exceptionDetails } = await session.post("Debugger.evaluateOnCallFrame", {
    callFrameId,
    expression,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

// A session does not keep its thread alive; a listening port does.
parentPort?.on("message", () => undefined);
parentPort?.postMessage(await attach(workerData));
