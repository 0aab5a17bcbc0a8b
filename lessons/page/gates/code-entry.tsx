import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { Place } from "./gate-case.ts";

/** The way into the code behind a look at a gate, and out of it. Its place is kept where there is none. */
export function CodeEntry({
  call,
  isInside,
  commands: { into, out },
  strings,
}: {
  call: Place | undefined;
  isInside: boolean;
  commands: { into?: () => void; out?: () => void };
  strings: Strings["gates"]["code"];
}): JSX.Element {
  const leave = isInside ? out : into;
  return (
    <p class="code-entry">
      <span>{call ? strings.behind[call] : strings.no_code}</span>
      {call && leave && (
        <button type="button" class="link" onClick={leave}>
          {isInside ? strings.out : strings.into}
        </button>
      )}
    </p>
  );
}
