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
  const text = textOf(source, file);
  const draft: Draft = { text, table, first, placed: [], places: [], wraps: [] };
  const functions = Object.entries(table?.functions ?? {});
  for (const [name, stops] of functions) {
    for (const stop of stops) {
      const one = placeIn(text, name, stop);
      draft.placed.push(one);
      draft.wraps.push(...probe(draft, one));
    }
  }
  for (const guard of guards)
    draft.wraps.push(...switchWraps(draft, guard, textOf(withoutGuard(source, guard), file)));
  // Last, because a frame is around all that a function does.
  for (const [name] of functions)
    draft.wraps.push(...frameWraps(functionNamed(text.program, name), name, source));
  return { code: wrapped(source, draft.wraps), places: draft.places };
}

type Text = { source: string; program: Node; startOf: ReturnType<typeof lineStarts> };

type Placed = PlacedStop & { name: string; stop: TabledStop; text: string };

type Draft = {
  text: Text;
  table: Table | undefined;
  first: number;
  /** The stops of the code as it is, and what is told of them: of one index each. Stops without a guard come behind. */
  placed: Placed[];
  places: StopPlace[];
  wraps: Wrap[];
};

function textOf(source: string, file: string): Text {
  return { source, program: parseModule(source, file), startOf: lineStarts(source) };
}

/** Gives a stop its number, and what calls it. */
function probe({ first, places }: Draft, one: Placed, changes: Pick<StopPlace, "only"> = {}): Wrap[] {
  const { name, stop, text, frame } = one;
  const { line, column } = stop;
  const visible = one.names();
  const names = visible.map((variable) => variable.name);
  const number = first + places.push({ function: name, line, column, text, names, ...changes }) - 1;
  return one.wraps(`$stop(${number},${frame},${readingOf(visible)})`);
}

/** The choice between the code with a guard and without it, and the stops that are there only without it. */
function switchWraps(draft: Draft, { id }: Guard, changed: Text): Wrap[] {
  const regions = differences(draft.text.program, changed.program);
  const shift = draft.text.source.length - changed.source.length;
  const inside: Wrap[] = [];
  const outside: Wrap[] = [];
  const isInside = (wrap: Wrap): boolean => regions.some((region) => isWithin(wrap, region.changed));
  for (const [name, stops] of Object.entries(draft.table?.functions ?? {})) {
    const declared = functionNamed(changed.program, name);
    if (!regions.some((region) => declared.start <= region.changed[0] && region.changed[1] <= declared.end))
      continue;
    const later = (draft.table?.without[id]?.[name] ?? stops).map((stop) => placeIn(changed, name, stop));
    tellOfChanges(draft, id, regions, { name, later });
    for (const one of later) {
      const same = draft.placed.find((candidate) => isSamePlace(candidate, one));
      if (same && !isIn(same, regions)) continue;
      for (const wrap of probe(draft, one, { only: id })) {
        if (isInside(wrap)) inside.push(wrap);
        else outside.push(movedBack(wrap, regions, shift));
      }
    }
    inside.push(...frameWraps(declared, name, changed.source).filter(isInside));
  }
  const without = wrapped(changed.source, inside);
  const switches = regions.map((region) => switchOf(region, id, without.slice(...region.changed)));
  return [...outside, ...switches];
}

/** What is different, without a guard, about the stops of its function. */
function tellOfChanges(
  { placed, places }: Draft,
  guard: string,
  regions: readonly Region[],
  { name, later }: { name: string; later: readonly Placed[] },
): void {
  for (const [index, one] of placed.entries()) {
    const place = places[index];
    if (!place || one.name !== name) continue;
    const same = later.find((candidate) => isSamePlace(candidate, one));
    if (!same || isIn(one, regions)) {
      place.out = { ...place.out, [guard]: null };
      continue;
    }
    if (same.text !== one.text) place.out = { ...place.out, [guard]: same.text };
    const names = same.names().map((visible) => visible.name);
    const hidden = place.names.filter((visible) => !names.includes(visible));
    if (hidden.length > 0) place.hidden = { ...place.hidden, [guard]: hidden };
  }
}

function placeIn({ source, program, startOf }: Text, name: string, stop: TabledStop): Placed {
  const declared = functionNamed(program, name);
  const text = source.slice(startOf(stop.line), startOf(stop.line + 1)).trim();
  const placed = placeStop(declared, source, stop, startOf);
  let names: ReturnType<typeof placed.names> | undefined;
  return { ...placed, names: () => (names ??= placed.names()), name, stop, text };
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

/** A place of the changed source outside of what differs, as a place of the source: one piece stands for another. */
function movedBack(wrap: Wrap, regions: readonly Region[], shift: number): Wrap {
  const [, end] = regions.at(-1)?.changed ?? [0, 0];
  const isEmpty = regions.at(-1)?.changed[0] === end;
  const back = (offset: number): number =>
    offset > end || (offset === end && !isEmpty) ? offset + shift : offset;
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
