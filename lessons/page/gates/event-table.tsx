import type { JSX } from "preact";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import type { Strings } from "../lesson.ts";
import { pathView } from "../path-view.ts";
import { describeEvent } from "./describe-event.ts";

/** The number of the terminal's line, which has none for what stands above and below its lines. */
function numberOf(
  index: number,
  events: readonly SessionEvent[],
  columns: Strings["gates"]["columns"],
): string {
  if (index === 0) return columns.start;
  return index === events.length - 1 ? columns.end : String(index);
}

/** What the diagram says, for those who would rather read it. */
export function EventTable({
  events,
  step,
  strings,
  onSeek,
}: {
  events: readonly SessionEvent[];
  step: number;
  strings: Strings;
  onSeek: (step: number) => void;
}): JSX.Element {
  const { columns, table } = strings.gates;
  return (
    <details class="twin">
      <summary>{table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.step}</th>
            <th scope="col">{columns.who}</th>
            <th scope="col">{columns.what}</th>
            <th scope="col">{columns.status}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event, index) => {
            const { who, long } = describeEvent(event, strings);
            return (
              <tr key={index} aria-current={index === step ? "step" : undefined}>
                <th scope="row">
                  <button type="button" class="link" onClick={() => onSeek(index)}>
                    {numberOf(index, events, columns)}
                  </button>
                </th>
                <td>{who}</td>
                <td>{long}</td>
                <td>
                  {pathView(events, index)
                    .requests.map(({ id, status }) => `${id} ${status}`)
                    .join(", ")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
