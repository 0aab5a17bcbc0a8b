import type { JSX } from "preact";
import { Breakable } from "../area/breakable.tsx";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import type { RecordedSnapshot } from "../run/recording.ts";

/** The variables that the line can see, as JSON. */
export function GateLocals({
  shown,
  strings,
}: {
  shown: RecordedSnapshot | undefined;
  strings: Strings["locals"];
}): JSX.Element {
  const rows = Object.entries(shown?.locals ?? {});
  return (
    <section class="panel gate-locals" aria-labelledby="gate-locals-title">
      <h3 id="gate-locals-title">{strings.title}</h3>
      <ScrollRegion label={strings.title}>
        {rows.length === 0 && <p class="empty">{strings.empty}</p>}
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>
                  <Breakable text={JSON.stringify(value)} />
                </code>
              </dd>
            </div>
          ))}
        </dl>
      </ScrollRegion>
    </section>
  );
}
