import { useLayoutEffect, useRef } from "preact/hooks";

export type Commands = {
  restart: () => void;
  stepBack: () => void;
  step: () => void;
  /** The next stop, also one inside of a function that the line calls. */
  into?: () => void;
  /** The next stop outside of the function that the line is in. */
  out?: () => void;
  continueBack: () => void;
  continue: () => void;
  end: () => void;
  breakpoint?: () => void;
};

/** The keys of a debugger. Inside a field, and while a dialog is open, every key keeps its usual meaning. */
export function useKeys(commands: Commands): void {
  const latest = useRef(commands);
  latest.current = commands;
  // Before the paint: whoever sees the page can use its keys.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
      const command = commandOf(event, latest.current);
      if (!command) return;
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Shift and arrows do what the keys of a debugger do, for where a browser or a keyboard keeps those to itself. */
function commandOf({ key, shiftKey }: KeyboardEvent, commands: Commands): (() => void) | undefined {
  const { step, stepBack, into, out } = commands;
  switch (key) {
    case "ArrowRight":
      return step;
    case "ArrowLeft":
      return stepBack;
    case "ArrowUp":
      return shiftKey ? out : undefined;
    case "ArrowDown":
      return shiftKey ? into : undefined;
    case "F10":
      return shiftKey ? stepBack : step;
    case "F11":
      return shiftKey ? out : into;
    case "F5":
      return shiftKey ? commands.continueBack : commands.continue;
    case "F9":
      return commands.breakpoint;
    case "Home":
      return commands.restart;
    case "End":
      return commands.end;
    default:
      return undefined;
  }
}
