import { type Guard, standsIn, withoutGuard } from "../../x2-break-it/guard.ts";
import type { ShownGuard, Token } from "../lesson.ts";
import type { StopPlace } from "../run/recording.ts";
import { declares, STOPPING_FUNCTIONS, type StoppingFunction } from "../shown-functions.ts";
import { highlightLines } from "./highlight-source.ts";
import type { InstrumentedLessons, Read } from "./instrument-lessons.ts";

type Place = Pick<ShownGuard, "line" | "code" | "function" | "without">;

/** All that the page shows of a guard. One that somebody has changed in its file is none, and undefined. */
export async function showGuard(
  guard: Guard,
  { modules, stops }: InstrumentedLessons,
  read: Read,
): Promise<ShownGuard | undefined> {
  const { find: _, replace: __, ...about } = guard;
  const source = await read(`lessons/${guard.file}`);
  if (!standsIn(source, guard)) return undefined;
  const place = await placeOfGuard(source, guard);
  const isSwitch = modules.has(`lessons/${guard.file}`);
  return { ...about, ...place, isSwitch, stoppable: stoppableWithout(guard, place.function, stops) };
}

/** The lines of the function at which nothing stops any more without the guard, and those at which only then something does. */
function stoppableWithout(
  { id }: Guard,
  name: StoppingFunction | null,
  stops: readonly StopPlace[],
): ShownGuard["stoppable"] {
  const own = stops.filter((stop) => stop.function === name);
  const lines = (isIn: (stop: StopPlace) => boolean): Set<number> =>
    new Set(own.filter(isIn).map(({ line }) => line));
  const before = lines(({ only }) => only === undefined);
  const after = lines(({ only, out }) => only === id || (only === undefined && out?.[id] !== null));
  return {
    gone: [...before].filter((line) => !after.has(line)),
    added: [...after].filter((line) => !before.has(line)),
  };
}

/** Where a guard stands in the source of its file, and how the lines read that are others without it. */
async function placeOfGuard(source: string, guard: Guard): Promise<Place> {
  const lines = source.split("\n");
  const changed = withoutGuard(source, guard).split("\n");
  const line = source.slice(0, source.indexOf(guard.find)).split("\n").length;
  const first = declarationOf(lines, line - 1);
  const end = lines.indexOf("}", line - 1) + 1;
  const [shown, instead] = await Promise.all(
    [lines, changed].map((text) => highlightOnce(text.slice(first, end))),
  );
  const without = lines.flatMap((text, index) =>
    text === changed[index]
      ? []
      : [{ line: index + 1, with: shown?.[index - first] ?? [], without: instead?.[index - first] ?? [] }],
  );
  return {
    line,
    code: lines[line - 1]?.trim() ?? "",
    function: functionAt(guard, lines[first] ?? ""),
    without,
  };
}

/** By text: many guards stand in one function. */
const highlighted = new Map<string, Promise<Token[][]>>();

function highlightOnce(lines: readonly string[]): Promise<Token[][]> {
  const text = lines.join("\n");
  const known = highlighted.get(text) ?? highlightLines(text);
  highlighted.set(text, known);
  return known;
}

/** The line, from 0, at which what stands around another one is declared. */
function declarationOf(lines: readonly string[], inside: number): number {
  return lines
    .slice(0, inside + 1)
    .findLastIndex((text) => /^(export |async |function |class |const )/.test(text));
}

function functionAt({ file }: Guard, declaration: string): StoppingFunction | null {
  const stopping = new Map<string, readonly StoppingFunction[]>(Object.entries(STOPPING_FUNCTIONS));
  const names = stopping.get(`lessons/${file}`) ?? [];
  return names.find((name) => declares(declaration, name)) ?? null;
}
