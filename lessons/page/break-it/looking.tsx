import type { JSX } from "preact";
import type { Progress } from "../../x2-break-it/search.ts";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";

/** How far a search is. A screen reader is told when it goes on by one move, and not at each number. */
export function Looking({
  progress,
  strings,
  onStop,
}: {
  progress: Progress;
  strings: Strings["break_it"];
  onStop: () => void;
}): JSX.Element {
  const { depth, states, transitions } = progress;
  return (
    <section class="panel looking" aria-label={strings.looking}>
      <p role="status">{depth === 0 ? strings.looking : fill(strings.looking_depth, { depth })}</p>
      <p aria-hidden="true">
        {fill(strings.looking_numbers, { states: numberOf(states), transitions: numberOf(transitions) })}
      </p>
      <progress aria-label={strings.looking} />
      <button type="button" class="secondary" onClick={onStop}>
        {strings.stop}
      </button>
    </section>
  );
}

export function numberOf(value: number): string {
  return value.toLocaleString("en");
}
