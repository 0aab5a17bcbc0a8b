import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import type { LocalRow } from "../view.ts";
import { isObject, summaryOf, ValueRows } from "./value-table.tsx";

/** The variables as tables. What the last line has made or changed is unfolded, marked and in sight. */
export function Locals({
  rows,
  isOver,
  strings,
}: {
  rows: readonly LocalRow[];
  /** Whether the function has returned. */
  isOver: boolean;
  strings: Strings["locals"];
}): JSX.Element {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const changed = box.current?.querySelector<HTMLElement>("[data-changed=true]");
    if (box.current) box.current.scrollTop = changed ? changed.offsetTop - 2 : 0;
  }, [rows]);
  return (
    <div class="panel locals">
      <h3 id="locals-title">{strings.title}</h3>
      <ScrollRegion labelledBy="locals-title" box={box}>
        {rows.length === 0 && <p class="empty">{isOver ? strings.empty : strings.none}</p>}
        <dl>
          {rows.map(({ name, value, change }) => (
            <div key={name} data-changed={change !== "same"}>
              <dt>
                {name}
                {change !== "same" && <span class="sr"> ({strings[change]})</span>}
              </dt>
              <dd>
                {isObject(value) ? (
                  <details open={change !== "same"}>
                    <summary>
                      <code>{summaryOf(value)}</code>
                    </summary>
                    <ValueRows value={value} />
                  </details>
                ) : (
                  <ValueRows value={value} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </ScrollRegion>
    </div>
  );
}
