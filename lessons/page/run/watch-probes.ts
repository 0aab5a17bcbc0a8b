import { type Frame, observe } from "./probe.ts";
import type { Watch } from "./record-run.ts";
import type { StackFrame, StopPlace } from "./recording.ts";

/** Watches by the stops that the page's build has put into the lessons' modules, with these guards out. */
export function watchProbes(stops: readonly StopPlace[], out: readonly string[]): Watch {
  return (seen) => {
    observe((number, frame, read) => {
      const place = stops[number];
      const text = place && textOf(place, out);
      if (!place || text === undefined) return;
      frame.line = place.line;
      const { names, hidden = {} } = place;
      const isSeen = (name: string): boolean => !out.some((id) => hidden[id]?.includes(name));
      const variables = (): Record<string, unknown> =>
        Object.fromEntries(
          read().flatMap((value, index) => {
            const name = names[index] ?? "";
            return isSeen(name) ? [[name, value]] : [];
          }),
        );
      seen({ ...place, text }, variables, () => stackAt(frame));
    });
    return () => observe(undefined);
  };
}

/** The text of a stop's line as the code now is, or undefined when nothing stops there. */
function textOf({ text, out, only }: StopPlace, guards: readonly string[]): string | undefined {
  if (only !== undefined && !guards.includes(only)) return undefined;
  const changes = guards.flatMap((id) => (out && id in out ? [out[id]] : []));
  return changes.includes(null) ? undefined : (changes[0] ?? text);
}

function stackAt(innermost: Frame): StackFrame[] {
  const stack: StackFrame[] = [];
  for (let frame: Frame | undefined = innermost; frame; frame = frame.caller)
    stack.unshift({ function: frame.function, line: frame.line });
  return stack;
}
