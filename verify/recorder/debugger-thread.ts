import { type Debugger, Session } from "node:inspector/promises";
import { parentPort, workerData } from "node:worker_threads";
import { inlineSourceMap, type Stop, statementStops } from "./statement-stops.ts";

/**
 * A debugger in a thread of its own, because a stopped thread cannot look at itself. It stops the main thread at every
 * statement of the given functions, has the main thread describe itself there, and lets it go on.
 */
export type DebuggerTask = {
  /** The end of the compiled script's URL. */
  script: string;
  /** The TypeScript that the script was compiled from. */
  source: string;
  functions: readonly string[];
  /** The name of a global function of the main thread that takes a stop and the variables there. */
  describe: string;
};

async function attach({ script, source, functions, describe }: DebuggerTask): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  const scripts: Debugger.ScriptParsedEventDataType[] = [];
  session.on("Debugger.scriptParsed", ({ params }) => scripts.push(params));
  await session.post("Debugger.enable");
  const compiled = scripts.find(({ url }) => url.endsWith(script));
  if (!compiled) throw new Error(`The main thread has not loaded ${script}.`);

  const { locations } = await session.post("Debugger.getPossibleBreakpoints", {
    start: { scriptId: compiled.scriptId, lineNumber: 0, columnNumber: 0 },
  });
  const found = statementStops(source, functions, locations, inlineSourceMap(compiled.sourceMapURL));
  const stops = new Map(found.map((stop) => [placeKey(stop.compiled), stop]));
  for (const { compiled: place, afterReturn } of found) {
    if (afterReturn) continue;
    const location = { scriptId: compiled.scriptId, ...place };
    await session.post("Debugger.setBreakpoint", { location });
  }

  session.on("Debugger.paused", async ({ params }) => {
    const [frame] = params.callFrames;
    const isOurs = frame?.location.scriptId === compiled.scriptId;
    const stop = isOurs && frame.returnValue === undefined && stops.get(placeKey(frame.location));
    if (stop) await describeStop(session, frame, stop, describe);
    // A step reaches also the statements where no breakpoint can stop.
    await session.post(isOurs ? "Debugger.stepOver" : "Debugger.resume");
  });
}

function placeKey({
  lineNumber,
  columnNumber,
}: Pick<Debugger.Location, "lineNumber" | "columnNumber">): string {
  return `${lineNumber}:${columnNumber}`;
}

async function describeStop(
  session: Session,
  frame: Debugger.CallFrame,
  { line, column, text, names }: Stop,
  describe: string,
): Promise<void> {
  const visible = new Set(await namesWithValue(session, frame));
  const variables = names.filter((name) => visible.has(name)).join(", ");
  const place = JSON.stringify({ line, column, text });
  const { exceptionDetails } = await session.post("Debugger.evaluateOnCallFrame", {
    callFrameId: frame.callFrameId,
    expression: `globalThis[${JSON.stringify(describe)}](${place}, { ${variables} })`,
  });
  if (exceptionDetails) throw new Error(`${text}: ${exceptionDetails.exception?.description}`);
}

/** Variables between the frame and the module, without those whose declaration has not run yet. */
async function namesWithValue(session: Session, frame: Debugger.CallFrame): Promise<string[]> {
  const names: string[] = [];
  for (const { type, object } of frame.scopeChain) {
    if (!["local", "block", "closure"].includes(type) || object.objectId === undefined) continue;
    const { result } = await session.post("Runtime.getProperties", {
      objectId: object.objectId,
      ownProperties: true,
    });
    names.push(...result.filter(({ value }) => value && value.type !== "undefined").map(({ name }) => name));
  }
  return names;
}

// A session does not keep its thread alive; a listening port does.
parentPort?.on("message", () => undefined);
await attach(workerData);
parentPort?.postMessage("attached");
