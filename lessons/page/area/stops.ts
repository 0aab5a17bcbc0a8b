import type { Snapshot } from "../../../fixtures/scenarios/trace.ts";
import type { RecordedSnapshot, StackFrame } from "../run/recording.ts";
import { type SteppedCall, type View, view, viewBefore } from "../view.ts";
import { pieceOf } from "./function-areas.ts";

/** One stop of a call, with its number in the address: `step` in the function itself, `inside` since that in others. */
export type Stop = {
  step: number;
  inside: number;
  /** How many functions it is away from the one that was called, and that one's body. */
  depth: number;
  snapshot: Snapshot;
  stack: readonly StackFrame[];
};

/** A recorded call as it is stepped: every stop in order, and those of the function itself. */
export type SteppedStops = { call: SteppedCall; all: readonly Stop[]; own: readonly Stop[] };

/** `name` is that of the function in the code. A debugger's recording has no stacks: its lines tell the function. */
export function stopsOf(
  call: SteppedCall,
  name: string,
  functionAt: (line: number) => string | undefined,
): SteppedStops {
  const piece = pieceOf(name);
  const all: Stop[] = [];
  let step = 0;
  let inside = 0;
  let outerLine = 0;
  for (const snapshot of call.snapshots) {
    let stack: readonly StackFrame[] = "stack" in snapshot ? (snapshot as RecordedSnapshot).stack : [];
    if (stack.length === 0 && snapshot.line !== null) {
      const innermost = functionAt(snapshot.line) ?? name;
      if (innermost === name) outerLine = snapshot.line;
      const outer = innermost === name ? [] : [{ function: name, line: outerLine }];
      stack = [...outer, { function: innermost, line: snapshot.line }];
    }
    const depth = stack.filter((frame) => !piece.includes(frame.function)).length;
    inside = depth === 0 ? 0 : inside + 1;
    step += depth === 0 ? 1 : 0;
    all.push({ step, inside, depth, snapshot, stack });
  }
  return { call, all, own: all.filter(({ depth }) => depth === 0) };
}

/** The index of the stop that an address means, -1 before the call. What is not there is the nearest before it. */
export function indexOfStop(
  { all }: SteppedStops,
  { step, inside }: { step: number; inside: number },
): number {
  return all.findLastIndex((stop) => stop.step < step || (stop.step === step && stop.inside <= inside));
}

/** All that is shown at a stop. Against the stop before it, which is one in the function itself for one in that. */
export function viewOf({ call, all, own }: SteppedStops, index: number): View {
  const stop = all[index];
  if (!stop) return viewBefore(call);
  const shown = stop.depth === 0 ? own : all;
  const snapshots = shown.map(({ snapshot }) => snapshot);
  return { ...view({ ...call, snapshots }, shown.indexOf(stop)), steps: own.length };
}

/** The next stop that is not inside of a function that the line calls, the end without one. */
export function over({ all }: SteppedStops, index: number): number {
  const depth = all[index]?.depth ?? 0;
  return nextWhere(all, index, (stop) => stop.depth <= depth);
}

/** The next stop outside of the function that the line is in, the end of the call without one. */
export function out({ all }: SteppedStops, index: number): number {
  const depth = all[index]?.depth ?? 0;
  return nextWhere(all, index, (stop) => stop.depth < depth);
}

/** The stop before, without those inside of functions that a line of the function itself has called. */
export function back({ all }: SteppedStops, index: number): number {
  const stop = all[index];
  if (!stop || stop.depth > 0) return index - 1;
  return all.slice(0, index).findLastIndex(({ depth }) => depth === 0);
}

/** The nearest stop in a direction that holds a breakpoint; without one, the end of the call there. */
export function nextBreakpoint(
  { all }: SteppedStops,
  index: number,
  direction: 1 | -1,
  isHeld: (stop: Stop) => boolean,
): number {
  const last = all.length - 1;
  for (let at = index + direction; at >= 0 && at < last; at += direction) {
    const stop = all[at];
    if (stop && isHeld(stop)) return at;
  }
  return direction === 1 ? last : -1;
}

function nextWhere(all: readonly Stop[], index: number, fits: (stop: Stop) => boolean): number {
  const next = all.findIndex((stop, at) => at > index && fits(stop));
  return next < 0 ? all.length - 1 : next;
}
