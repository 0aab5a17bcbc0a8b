import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";

/** How to get a session into the page: this one was made without. */
export function NoSession({ strings: { areas, session } }: { strings: Strings }): JSX.Element {
  const { none } = session;
  return (
    <>
      <div class="area-head">
        <div class="area-title">
          <h2>{areas.session.title}</h2>
          <p class="point">{areas.session.point}</p>
        </div>
      </div>
      <section class="panel none" aria-labelledby="none-title">
        <h3 id="none-title">{none.title}</h3>
        <ol>
          {none.steps.map(([does, command]) => (
            <li key={command}>
              {does} <code>{command}</code>
            </li>
          ))}
        </ol>
        <p>{none.note}</p>
      </section>
    </>
  );
}
