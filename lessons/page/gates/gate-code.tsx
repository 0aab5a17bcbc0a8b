import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { CodeLine } from "../area/code-line.tsx";
import { GuardSwitches, keepInSight } from "../area/code-listing.tsx";
import { codeRows } from "../area/code-rows.ts";
import type { Lesson } from "../lesson.ts";
import type { RecordedSnapshot } from "../run/recording.ts";
import { fill } from "../strings.ts";

const NONE: readonly string[] = [];

/** The function that runs, with the line that is about to, and the functions that have called it. */
export function GateCode({
  lesson: { functions, guards, strings },
  shown,
  isRunning = true,
  out = NONE,
  linkToSwitched,
}: {
  lesson: Lesson;
  shown: RecordedSnapshot | undefined;
  /** Whether the line is about to run. Before and after the call the code is shown without one. */
  isRunning?: boolean;
  /** The guards that are out. */
  out?: readonly string[];
  /** The address without a guard, or with it back in, where guards can be taken out. */
  linkToSwitched?: (guard: string) => string;
}): JSX.Element {
  const box = useRef<HTMLOListElement>(null);
  const inner = shown?.stack.at(-1);
  const listing = Object.entries(functions).find(([name]) => name === inner?.function)?.[1];
  const rows = useMemo(() => (listing ? codeRows([listing], guards, out) : []), [listing, guards, out]);
  const current = isRunning ? inner?.line : undefined;
  useEffect(() => keepInSight(box.current, current ?? 0), [shown, current]);
  const { code } = strings;
  return (
    <figure class="code gate-code">
      <figcaption>
        <ol class="stack" aria-label={code.stack}>
          {(isRunning ? (shown?.stack ?? []) : []).map(({ function: name, line }) => (
            <li key={`${name} ${line}`}>
              <code>
                {name}:{line}
              </code>
            </li>
          ))}
        </ol>
        <code>{listing?.file.split("/").slice(1).join("/")}</code>
      </figcaption>
      <ol
        ref={box}
        class="lines"
        aria-label={fill(code.label, { name: inner?.function ?? "" })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers differ in whether a scroller takes the focus by itself
        tabIndex={0}
      >
        {rows.map((row) => (
          <li
            key={row.key}
            value={row.line}
            data-line={row.line}
            data-struck={row.struckBy !== undefined || undefined}
            aria-current={row.line === current && row.struckBy === undefined ? "step" : undefined}
          >
            <span class="number">{row.line}</span>
            <span class="mark" aria-hidden="true" />
            <CodeLine row={row} column={row.line === current ? (shown?.column ?? undefined) : undefined} />
            {linkToSwitched && <GuardSwitches {...{ row, out, strings: code, linkToSwitched }} />}
          </li>
        ))}
      </ol>
    </figure>
  );
}
