import type { JSX } from "preact";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import type { Strings } from "../lesson.ts";
import type { RequestRow } from "../view.ts";

/** All requests of the session, with the saved reply and the matched status side by side. */
export function RequestTable({
  rows,
  most,
  strings: { table, card },
}: {
  rows: readonly RequestRow[];
  /** How many there are at most: their room is kept from the first step on. */
  most: number;
  strings: Strings;
}): JSX.Element {
  return (
    <div class="panel requests">
      <h3 id="table-title">{table.title}</h3>
      <ScrollRegion labelledBy="table-title" style={{ "--rows": most }}>
        <table>
          <thead>
            <tr>
              <th scope="col">{table.id}</th>
              <th scope="col" class="main">
                {table.reply}
              </th>
              <th scope="col" class="main">
                {table.status}
              </th>
              <th scope="col">{table.kind}</th>
              <th scope="col">{table.way}</th>
              <th scope="col">{table.receipt}</th>
              <th scope="col">{table.used}</th>
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={7} class="empty">
                  {table.empty}
                </td>
              </tr>
            )}
            {rows.map(({ id, record, change, replyChanged, statusChanged, usedChanged }) => (
              <tr key={id} data-changed={change === "new"}>
                <th scope="row">{id}</th>
                <td class="main" data-changed={replyChanged} data-column="reply">
                  {record.reply === null ? card.no_reply : record.reply.approve ? card.approve : card.reject}
                </td>
                <td class="main" data-changed={statusChanged} data-column="status">
                  <span class="status" data-value={record.status}>
                    {record.status}
                  </span>
                </td>
                <td>{record.kind}</td>
                <td>
                  {record.sender} → {record.target}
                </td>
                <td>{record.receipt}</td>
                <td data-changed={usedChanged}>{record.used ? table.yes : table.no}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
