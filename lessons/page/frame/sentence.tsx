import type { JSX } from "preact";

/** What the shown step does, told to screen readers at each step. */
export function Sentence({ where, children }: { where: string; children: string }): JSX.Element {
  return (
    <p
      class="sentence"
      aria-live="polite"
      aria-atomic="true"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: with wide letters it can be longer than its box, and keys scroll it then
      tabIndex={0}
    >
      <span class="where">{where}</span> {children}
    </p>
  );
}
