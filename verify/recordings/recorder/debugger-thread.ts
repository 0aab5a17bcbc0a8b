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
  /** The name of a global function of the main thread that takes a stop and the variables there. No stops without it. */
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
  const condition = `${JSON.stringify(describe)} in globalThis`;
  const found = statementStops(source, functions, locations, inlineSourceMap(compiled.sourceMapURL));
  const stops = new Map(found.map((stop) => [placeKey(stop.compiled), stop]));
  for (const { compiled: place, afterReturn } of found) {
    if (afterReturn) continue;
    const location = { scriptId: compiled.scriptId, ...place };
    await session.post("Debugger.setBreakpoint", { location, condition });
  }

  const expressions = new Map<Stop, string>();
  session.on("Debugger.paused", async ({ params }) => {
    const [frame] = params.callFrames;
    const isOurs = frame?.location.scriptId === compiled.scriptId;
    const stop = isOurs && frame.returnValue === undefined ? stops.get(placeKey(frame.location)) : undefined;
    if (frame && stop) {
      const expression =
        expressions.get(stop) ?? describing(stop, await variablesIn(session, frame), describe);
      expressions.set(stop, expression);
      // Not waited for, because a stop costs little but every round trip between the threads does.
      void evaluate(session, frame, expression);
    }
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
function describing({ names, line, column, text }: Stop, variables: string[], describe: string): string {
  const getters = names
    .filter((name) => variables.includes(name))
    .map((name) => `get ${name}() { return ${name}; }`);
  const place = JSON.stringify({ line, column, text });
  return `globalThis[${JSON.stringify(describe)}]?.(${place}, { ${getters.join(", ")} })`;
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
await attach(workerData);
parentPort?.postMessage("attached");
