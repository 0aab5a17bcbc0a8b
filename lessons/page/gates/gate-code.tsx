import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { CodeLine } from "../area/code-line.tsx";
import { codeRows } from "../area/code-rows.ts";
import type { Lesson } from "../lesson.ts";
import type { RecordedSnapshot } from "../run/recording.ts";
import { fill } from "../strings.ts";

/** The function that runs, with the line that is about to, and the functions that have called it. */
export function GateCode({
  lesson: { functions, strings },
  shown,
  isRunning = true,
}: {
  lesson: Lesson;
  shown: RecordedSnapshot | undefined;
  /** Whether the line is about to run. Before and after the call the code is shown without one. */
  isRunning?: boolean;
}): JSX.Element {
  const box = useRef<HTMLOListElement>(null);
  const inner = shown?.stack.at(-1);
  const listing = Object.entries(functions).find(([name]) => name === inner?.function)?.[1];
  const rows = useMemo(() => (listing ? codeRows([listing], [], []) : []), [listing]);
  const current = isRunning ? inner?.line : undefined;
  useEffect(() => keepInSight(box.current), [shown, isRunning]);
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
            aria-current={row.line === current ? "step" : undefined}
          >
            <span class="number">{row.line}</span>
            <span class="mark" aria-hidden="true" />
            <CodeLine row={row} column={row.line === current ? (shown?.column ?? undefined) : undefined} />
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Scrolls the listing, and never the page, so that the line has some lines around it. */
function keepInSight(box: HTMLElement | null): void {
  const line = box?.querySelector<HTMLElement>("[aria-current]");
  if (!box || !line) return;
  const margin = Math.min(60, (box.clientHeight - line.offsetHeight) / 2);
  const top = line.offsetTop - margin;
  const bottom = line.offsetTop + line.offsetHeight + margin;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
