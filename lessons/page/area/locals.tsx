import type { JSX } from "preact";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import type { LocalRow } from "../view.ts";
import { Breakable } from "./breakable.tsx";

export function Locals({
  rows,
  strings,
}: {
  rows: readonly LocalRow[];
  strings: Strings["locals"];
}): JSX.Element {
  return (
    <div class="panel locals">
      <h3 id="locals-title">{strings.title}</h3>
      <ScrollRegion labelledBy="locals-title">
        {rows.length === 0 && <p class="empty">{strings.empty}</p>}
        <dl>
          {rows.map(({ name, value, change }) => (
            <div key={name} data-changed={change !== "same"}>
              <dt>
                {name}
                {change !== "same" && <span class="sr"> ({strings[change]})</span>}
              </dt>
              <dd>
                <code>
                  <Breakable text={value} />
                </code>
              </dd>
            </div>
          ))}
        </dl>
      </ScrollRegion>
    </div>
  );
}
