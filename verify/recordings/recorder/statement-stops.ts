import type { Debugger } from "node:inspector";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** Where a debugger can stop, in both coordinates: the compiled script's (from 0) and TypeScript's. */
export type Stop = {
  compiled: { lineNumber: number; columnNumber: number };
  /** The end of a `return` is at the same place. A breakpoint stops there and not at the statement. */
  afterReturn: boolean;
  /** From 1. */
  line: number;
  /** From 0. The statement begins here: one line may hold an `if` and its `throw`. */
  column: number;
  /** The whole line, trimmed. */
  text: string;
  /** The variables of the function that the stop is in, in the order in which its text names them. */
  names: readonly string[];
};

/** The source map that tsx puts at the end of every compiled script. */
export function inlineSourceMap(sourceMapURL: string | undefined): TraceMap {
  const [, encoded] = /^data:application\/json;base64,(.+)$/.exec(sourceMapURL ?? "") ?? [];
  if (encoded === undefined) throw new Error("The compiled script has no inline source map. Is tsx loaded?");
  return new TraceMap(Buffer.from(encoded, "base64").toString("utf8"));
}

/**
 * The statements of the named functions, arrow bodies inside them included, in the order of the source.
 *
 * V8 lists more places than statements. A call counts only where no statement comes before it on its TypeScript line:
 * V8 lists `const a = f()` as nothing but the call. The end of a `return x;` counts as the start of what follows: tsx
 * takes out the white space between the two, and V8 lists one place for both.
 */
export function statementStops(
  source: string,
  functions: readonly string[],
  locations: readonly Debugger.BreakLocation[],
  map: TraceMap,
): Stop[] {
  const lines = source.split("\n");
  const bodies = functions.map((name) => functionBody(lines, name));
  const stops: Stop[] = [];
  for (const { type, lineNumber, columnNumber = 0 } of locations) {
    const { line, column } = originalPositionFor(map, { line: lineNumber + 1, column: columnNumber });
    const body = bodies.find(({ first, last }) => line !== null && first <= line && line <= last);
    const text = lines[(line ?? 0) - 1] ?? "";
    if (line === null || body === undefined || text[column] === "}") continue;
    const isFirst = !stops.some((stop) => stop.line === line && !stop.afterReturn);
    if (type === "call" && !isFirst) continue;
    stops.push({
      compiled: { lineNumber, columnNumber },
      afterReturn: type === "return",
      line,
      column: isFirst ? text.search(/\S/) : column,
      text: text.trim(),
      names: body.names,
    });
  }
  return stops;
}

type FunctionBody = { first: number; last: number; names: readonly string[] };

/** The lines of a top-level function behind its signature, and all names in its text. */
function functionBody(lines: readonly string[], name: string): FunctionBody {
  const declared = lines.findIndex((line) => line.includes(`function ${name}(`));
  const begins = lines.findIndex((line, index) => index >= declared && /^\S.*\{$/.test(line));
  const ends = lines.findIndex((line, index) => index > declared && line === "}");
  if (declared < 0 || begins < 0 || ends < begins) throw new Error(`The source has no function ${name}.`);
  const text = lines.slice(declared, ends).join("\n");
  return { first: begins + 2, last: ends, names: [...new Set(text.match(/[a-zA-Z_$][\w$]*/g))] };
}
