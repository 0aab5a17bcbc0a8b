import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { PathView } from "../path-view.ts";

type PartProps<Part extends keyof PathView> = { shown: Pick<PathView, Part>; strings: Strings };

/** All requests up to this step, with the saved reply and the matched status side by side. */
export function PathRequests({ shown, strings: { gates, table, card } }: PartProps<"requests">): JSX.Element {
  const tellsUse = shown.requests.some(({ used }) => used !== undefined);
  return (
    <section class="panel path-requests" aria-labelledby="path-requests-title">
      <h3 id="path-requests-title">{gates.requests}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{table.id}</th>
            <th scope="col">{table.kind}</th>
            <th scope="col" class="main">
              {table.reply}
            </th>
            <th scope="col" class="main">
              {table.status}
            </th>
            {tellsUse && <th scope="col">{table.used}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.requests.length === 0 && (
            <tr>
              <td colSpan={5} class="empty">
                {table.empty}
              </td>
            </tr>
          )}
          {shown.requests.map(({ id, kind, approve, status, used, replyChanged, statusChanged }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>{kind}</td>
              <td class="main" data-changed={replyChanged}>
                {approve === null ? card.no_reply : approve ? card.approve : card.reject}
              </td>
              <td class="main" data-changed={statusChanged}>
                <span class="status" data-value={status}>
                  {status}
                </span>
              </td>
              {tellsUse && <td>{used ? table.yes : table.no}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function PathMembers({ shown, strings: { gates, team } }: PartProps<"members">): JSX.Element {
  return (
    <section class="panel path-members" aria-labelledby="path-members-title">
      <h3 id="path-members-title">{gates.members}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{team.name}</th>
            <th scope="col">{team.status}</th>
          </tr>
        </thead>
        <tbody>
          {shown.members.map(({ name, status, changed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-changed={changed}>{status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
