import type { Trace } from "../../../fixtures/scenarios/trace.ts";
import type { Navigation } from "../frame/use-address.ts";
import type { Commands } from "../frame/use-keys.ts";
import { firstStop, nextStop } from "../view.ts";

type At = {
  step: number;
  breakpoints: readonly number[];
  /** The line that the step stands on, null behind the end of the function. */
  line: number | null;
  move: Navigation["move"];
};

/** What a debugger can do at a step of a recording, forwards and backwards. */
export function debuggerCommands(
  trace: Trace,
  { step, breakpoints, line, move }: At,
): Required<Commands> & { debug: () => void; toggle: (line: number) => void } {
  const last = trace.snapshots.length - 1;
  const toggle = (wanted: number): void => {
    const others = breakpoints.filter((other) => other !== wanted);
    move({ breakpoints: others.length < breakpoints.length ? others : [...breakpoints, wanted] });
  };
  return {
    debug: () => move({ step: firstStop(trace, breakpoints) }),
    restart: () => move({ step: 0 }),
    continueBack: () => move({ step: nextStop(trace, step, breakpoints, -1) }),
    stepBack: () => move({ step: Math.max(step - 1, 0) }),
    step: () => move({ step: Math.min(step + 1, last) }),
    continue: () => move({ step: nextStop(trace, step, breakpoints, 1) }),
    end: () => move({ step: last }),
    breakpoint: () => {
      if (line !== null) toggle(line);
    },
    toggle,
  };
}
