import type { Navigation } from "../frame/use-address.ts";
import type { Commands } from "../frame/use-keys.ts";
import type { Breakpoint } from "./function-address.ts";
import { back, nextBreakpoint, out, over, type SteppedStops, type Stop } from "./stops.ts";

type At = {
  stops: SteppedStops;
  /** The index of the stop that is shown, -1 before the call. */
  index: number;
  breakpoints: readonly Breakpoint[];
  /** The breakpoint that a stop would hold. */
  breakpointOf: (stop: Stop) => Breakpoint | undefined;
  /** Which call of the run is shown, of how many. */
  call: number;
  calls: number;
  move: Navigation["move"];
};

/** What a debugger can do at a stop of a run, forwards and backwards, and over the border of a call. */
export function debuggerCommands(at: At): Required<Commands> & {
  debug: () => void;
  toggle: (breakpoint: Breakpoint) => void;
  seek: (step: number) => void;
} {
  const { stops, index, breakpoints, breakpointOf, call, calls, move } = at;
  const last = stops.all.length - 1;
  const go = (wanted: number): void => {
    const stop = stops.all[Math.min(wanted, last)];
    move({ step: stop?.step ?? 0, inside: stop?.inside ?? 0 });
  };
  const goToCall = (wanted: number, step: number): void =>
    move({ call: wanted >= calls - 1 ? null : wanted, step, inside: 0 });
  /** Behind the end of a call comes the next one. */
  const forwards = (wanted: number): void => {
    if (index < last) go(wanted);
    else if (call < calls - 1) goToCall(call + 1, 0);
  };
  const backwards = (wanted: number): void => {
    if (index >= 0) go(wanted);
    else if (call > 0) goToCall(call - 1, Number.MAX_SAFE_INTEGER);
  };
  const isHeld = (stop: Stop): boolean => {
    const breakpoint = breakpointOf(stop);
    return breakpoint !== undefined && breakpoints.includes(breakpoint);
  };
  const toggle = (wanted: Breakpoint): void => {
    const others = breakpoints.filter((other) => other !== wanted);
    move({ breakpoints: others.length < breakpoints.length ? others : [...breakpoints, wanted] });
  };
  return {
    debug: () => go(Math.max(stops.all.findIndex(isHeld), 0)),
    restart: () => go(-1),
    continueBack: () => backwards(nextBreakpoint(stops, index, -1, isHeld)),
    stepBack: () => backwards(back(stops, index)),
    step: () => forwards(over(stops, index)),
    into: () => forwards(index + 1),
    out: () => forwards(out(stops, index)),
    continue: () => forwards(nextBreakpoint(stops, index, 1, isHeld)),
    end: () => go(last),
    breakpoint: () => {
      const stop = stops.all[index];
      const breakpoint = stop && breakpointOf(stop);
      if (breakpoint !== undefined) toggle(breakpoint);
    },
    toggle,
    seek: (step) => move({ step, inside: 0 }),
  };
}
