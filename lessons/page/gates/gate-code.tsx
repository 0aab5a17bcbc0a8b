import type { JSX } from "preact";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Lesson, Listing } from "../lesson.ts";
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
  useEffect(() => keepInSight(box.current), [shown]);
  const words = strings.gates.code;
  return (
    <figure class="code gate-code" aria-label={fill(words.label, { name: inner?.function ?? "" })}>
      <figcaption>
        <code>{listing?.file.split("/").at(-1)}</code>
        <span>
          {isRunning &&
            shown?.stack.map(({ function: name, line }, index) => (
              <Fragment key={`${name} ${line}`}>
                {index > 0 && " › "}
                {fill(words.frame, { name, line })}
              </Fragment>
            ))}
        </span>
      </figcaption>
      <ol
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers differ in whether a scroller takes the focus by itself
        tabIndex={0}
      >
        {listing && <Lines listing={listing} current={isRunning ? (inner?.line ?? 0) : 0} />}
      </ol>
    </figure>
  );
}

function Lines({ listing, current }: { listing: Listing; current: number }): JSX.Element {
  return (
    <>
      {listing.lines.map((tokens, index) => {
        const line = listing.firstLine + index;
        const text = tokens.map(([piece]) => piece).join("");
        return (
          <li key={line} data-line={line} aria-current={line === current ? "step" : undefined}>
            <span class="number">{line}</span>
            <code style={{ "--indent": text.length - text.trimStart().length }}>
              {tokens.map(([piece, kind], at) => (
                <span key={at} class={kind === "" ? undefined : `t-${kind}`}>
                  {at === 0 ? piece.trimStart() : piece}
                </span>
              ))}
            </code>
          </li>
        );
      })}
    </>
  );
}

function keepInSight(box: HTMLElement | null): void {
  const line = box?.querySelector<HTMLElement>("[aria-current]");
  if (!box || !line) return;
  const margin = Math.min(60, (box.clientHeight - line.offsetHeight) / 2);
  const top = line.offsetTop - margin;
  const bottom = line.offsetTop + line.offsetHeight + margin;
  if (top < box.scrollTop) box.scrollTop = Math.max(top, 0);
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
