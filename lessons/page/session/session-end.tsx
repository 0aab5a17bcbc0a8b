import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { PathView } from "../path-view.ts";
import { fill } from "../strings.ts";
import type { SessionRecord } from "./session-record.ts";

/** What the session file keeps in the end, held against what the events have told up to here. */
export function SessionEnd({
  record: { kept },
  shown,
  strings: { session, table },
}: {
  record: SessionRecord;
  shown: PathView;
  strings: Strings;
}): JSX.Element {
  const told = new Map<string, string>([
    ...shown.requests.map(({ id, status }) => [id, status] as const),
    ...shown.members.map(({ name, status }) => [name, status] as const),
  ]);
  const statuses = { ...kept.members, ...statusesOf(kept.requests) };
  const different = Object.entries(statuses).filter(([name, status]) => told.get(name) !== status);
  const requests = Object.entries(kept.requests);
  return (
    <section class="panel end" aria-labelledby="end-title">
      <h3 id="end-title">{session.end.title}</h3>
      <p data-equal={different.length === 0}>
        {different.length === 0
          ? session.end.equal
          : fill(session.end.different, { names: different.map(([name]) => name).join(", ") })}
      </p>
      <p>
        {requests.map(([id, { status, used }]) => (
          <span key={id} class="kept-request">
            <b>{id}</b>{" "}
            <span class="status" data-value={status}>
              {status}
            </span>
            {used && ` ${table.used}`}
          </span>
        ))}
      </p>
    </section>
  );
}

function statusesOf(requests: SessionRecord["kept"]["requests"]): Record<string, string> {
  return Object.fromEntries(Object.entries(requests).map(([id, { status }]) => [id, status]));
}
