import MagicString from "magic-string";
import type { StopTable, TabledStop } from "../../../fixtures/scenarios/stop-table.ts";
import { type Guard, withoutGuard } from "../../x2-break-it/guard.ts";
import type { StopPlace } from "../run/recording.ts";
import { differences, type Region } from "./guard-regions.ts";
import {
  frameWraps,
  functionNamed,
  lineStarts,
  type PlacedStop,
  placeStop,
  readingOf,
  type Wrap,
} from "./place-stops.ts";
import { type Node, parseModule } from "./syntax.ts";

type Table = StopTable[number];

export type Instrumented = {
  /** The module with its probes and switches, on as many lines as before. Importing what they call is not in it. */
  code: MagicString;
  /** What is behind the numbers that the probes call, from `first` on. */
  places: StopPlace[];
};

/** What probes and switches call, by the names that they have in a module. */
export const PROBE_IMPORTS =
  "enter as $enter, isOut as $out, leave as $leave, stop as $stop, stopEach as $each, tryRead as $try";

/**
 * Puts probes and switches into a module of the lessons: a probe at each stop of the table, as the code is and as it is
 * without each guard; and in the place of each guard the choice between the code with it and without it.
 *
 * With no guard out and nobody watching, the module does what its source says.
 */
export function instrument(
  source: string,
  {
    file,
    table,
    guards,
    first,
  }: { file: string; table: Table | undefined; guards: readonly Guard[]; first: number },
): Instrumented {
  const text: Text = { source, program: parseModule(source, file), startOf: lineStarts(source) };
  const functions = Object.entries(table?.functions ?? {});
  const places: StopPlace[] = [];
  const wraps: Wrap[] = [];
  const placed: Placed[] = functions.flatMap(([name, stops]) =>
    stops.map((stop) => placeIn(text, name, stop)),
  );
  const put = (one: Placed, changes: Pick<StopPlace, "only"> = {}): Wrap[] => {
    const { name, stop, text, frame } = one;
    const { line, column } = stop;
    const visible = one.names();
    const names = visible.map((variable) => variable.name);
    const number = first + places.push({ function: name, line, column, text, names, ...changes }) - 1;
    return one.wraps(`$stop(${number},${frame},${readingOf(visible)})`);
  };
  for (const one of placed) wraps.push(...put(one));

  for (const guard of guards) {
    const changed = changedText(source, guard, file);
    const regions = differences(text.program, changed.program);
    const insideWraps: Wrap[] = [];
    for (const [name, stops] of functions) {
      const declared = functionNamed(changed.program, name);
      if (!regions.some(({ changed: [start, end] }) => declared.start <= start && end <= declared.end))
        continue;
      const later = (table?.without[guard.id]?.[name] ?? stops).map((stop) => placeIn(changed, name, stop));
      for (const one of placed.filter((candidate) => candidate.name === name)) {
        const isInside = isIn(one, regions);
        const same = later.find((candidate) => isSamePlace(candidate, one));
        const place = places[placed.indexOf(one)];
        if (place && (!same || isInside)) place.out = { ...place.out, [guard.id]: null };
        else if (place && same && same.text !== one.text) place.out = { ...place.out, [guard.id]: same.text };
      }
      for (const one of later) {
        const same = placed.find((candidate) => isSamePlace(candidate, one));
        if (same && !isIn(same, regions)) continue;
        for (const wrap of put(one, { only: guard.id })) {
          if (regions.some(({ changed: range }) => isWithin(wrap, range))) insideWraps.push(wrap);
          else wraps.push(movedBack(wrap, regions));
        }
      }
      for (const wrap of frameWraps(declared, name, changed.source)) {
        if (regions.some(({ changed: range }) => isWithin(wrap, range))) insideWraps.push(wrap);
      }
    }
    const without = wrapped(changed.source, insideWraps);
    for (const region of regions) wraps.push(switchOf(region, guard.id, without.slice(...region.changed)));
  }
  // Last, because a frame is around all that a function does.
  wraps.push(...functions.flatMap(([name]) => frameWraps(functionNamed(text.program, name), name, source)));
  return { code: wrapped(source, wraps), places };
}

type Text = { source: string; program: Node; startOf: ReturnType<typeof lineStarts> };

type Placed = PlacedStop & { name: string; stop: TabledStop; text: string };

function changedText(source: string, guard: Guard, file: string): Text {
  const changed = withoutGuard(source, guard);
  return { source: changed, program: parseModule(changed, file), startOf: lineStarts(changed) };
}

function placeIn({ source, program, startOf }: Text, name: string, stop: TabledStop): Placed {
  const declared = functionNamed(program, name);
  const text = source.slice(startOf(stop.line), startOf(stop.line + 1)).trim();
  return { ...placeStop(declared, source, stop, startOf), name, stop, text };
}

function isSamePlace(one: Placed, other: Placed): boolean {
  return (
    one.name === other.name && one.stop.line === other.stop.line && one.stop.column === other.stop.column
  );
}

function isWithin(
  { start, end }: Pick<Wrap, "start" | "end">,
  [from, to]: readonly [number, number],
): boolean {
  return from <= start && end <= to && from < to;
}

function isIn(one: Placed, regions: readonly Region[]): boolean {
  return one.wraps("").some((wrap) => regions.some(({ base }) => isWithin(wrap, base)));
}

/** A place of the changed source outside of what differs, as a place of the source. */
function movedBack(wrap: Wrap, regions: readonly Region[]): Wrap {
  const back = (offset: number): number => {
    const before = regions.filter(({ changed: [, end] }) => end <= offset).at(-1);
    return before ? offset + before.base[1] - before.changed[1] : offset;
  };
  return { ...wrap, start: back(wrap.start), end: back(wrap.end) };
}

function switchOf({ what, base: [start, end] }: Region, id: string, without: string): Wrap {
  const isOut = `$out(${JSON.stringify(id)})`;
  return what === "expression"
    ? { start, end, open: `(${isOut}?(${without}):(`, close: "))" }
    : { start, end, open: `if(${isOut}){${without}}else{`, close: "}" };
}

/** The text with all that goes around its pieces: the shorter piece first, so that the longer one is around it. */
function wrapped(source: string, wraps: readonly Wrap[]): MagicString {
  const code = new MagicString(source);
  const inOrder = wraps.toSorted((a, b) => a.end - a.start - (b.end - b.start));
  for (const { start, end, open, close } of inOrder) {
    if (open !== "") code.prependRight(start, open);
    if (close !== "") code.appendLeft(end, close);
  }
  return code;
}
