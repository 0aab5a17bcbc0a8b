import type { Debugger } from "node:inspector";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { TabledStop } from "../../../fixtures/scenarios/stop-table.ts";
import type { StackFrame } from "../../../lessons/page/run/recording.ts";
import { declares } from "../../../lessons/page/shown-functions.ts";

export type CompiledPlace = { lineNumber: number; columnNumber: number };

/** Where a debugger can stop, in both coordinates: the compiled script's (from 0) and TypeScript's. */
export type Stop = {
  compiled: CompiledPlace;
  /** The function that declares it. */
  function: string;
  /**
   * Whether it is before a statement or behind the arguments of a call. Where a `return` ends at the same place, a
   * breakpoint stops there and not at the statement.
   */
  kind: TabledStop["kind"];
  /** From 1. */
  line: number;
  /** From 0. The statement begins here: one line may hold an `if` and its `throw`. */
  column: number;
  /** From 0. Where the debugger itself says that it is. */
  at: number;
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
    const isFirst = !stops.some((stop) => stop.line === line && stop.kind !== "return");
    if (type === "call" && !isFirst) continue;
    stops.push({
      compiled: { lineNumber, columnNumber },
      function: body.name,
      kind: type === "call" || type === "return" ? type : "statement",
      line,
      column: isFirst ? text.search(/\S/) : column,
      at: column,
      text: text.trim(),
      names: body.names,
    });
  }
  return stops;
}

/** Tells of a place in the compiled script which function it stands in, and on which line. */
export function framesOf(
  source: string,
  functions: readonly string[],
  map: TraceMap,
): (place: CompiledPlace) => StackFrame | undefined {
  const lines = source.split("\n");
  const bodies = functions.map((name) => functionBody(lines, name));
  return ({ lineNumber, columnNumber }) => {
    const { line } = originalPositionFor(map, { line: lineNumber + 1, column: columnNumber });
    const body = bodies.find(({ first, last }) => line !== null && first <= line && line <= last);
    return line !== null && body ? { function: body.name, line } : undefined;
  };
}

/** The stops of each function as the table keeps them: each place once, and no end of a `return` that is nothing else. */
export function tableOf(stops: readonly Stop[], source: string): Record<string, TabledStop[]> {
  const lines = source.split("\n");
  const table: Record<string, TabledStop[]> = {};
  for (const { function: name, line, column, at, kind } of stops) {
    const isSame = (other: Stop): boolean => other.line === line && other.column === column;
    // What never holds is compiled to nothing, so nothing stops at it.
    const isBehind = /^(?:[),;]|if \(false\))/.test(lines[line - 1]?.slice(at) ?? "");
    if (kind === "return" && (isBehind || stops.some((other) => isSame(other) && other.kind !== kind)))
      continue;
    const places = table[name] ?? [];
    table[name] = places;
    places.push({ line, column, at, kind });
  }
  return table;
}

type FunctionBody = { name: string; first: number; last: number; names: readonly string[] };

/** The lines of a top-level function behind its signature, and all names in its text. */
function functionBody(lines: readonly string[], name: string): FunctionBody {
  const declared = lines.findIndex((line) => declares(line, name));
  const begins = lines.findIndex((line, index) => index >= declared && /^\S.*\{$/.test(line));
  const ends = lines.findIndex((line, index) => index > declared && line === "}");
  if (declared < 0 || begins < 0 || ends < begins) throw new Error(`The source has no function ${name}.`);
  const text = lines.slice(declared, ends).join("\n");
  return { name, first: begins + 2, last: ends, names: [...new Set(text.match(/[a-zA-Z_$][\w$]*/g))] };
}
