import type { JSX } from "preact";
import type { Trace } from "../../../fixtures/scenarios/trace.ts";
import type { Strings } from "../lesson.ts";
import { compareLetter } from "../letter.ts";
import type { View } from "../view.ts";

/** The letter held against the record, field by field: the whole of what `matchResponse` asks. */
export function LetterCheck({
  trace,
  shown,
  strings,
}: {
  trace: Trace;
  shown: View;
  strings: Strings["letter"];
}): JSX.Element {
  const names: Record<string, string> = strings.fields;
  return (
    <section class="panel letter" aria-labelledby="letter-title">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <h3 id="letter-title">{strings.title}</h3>
            </th>
            <th scope="col">{strings.letter}</th>
            <th scope="col">{strings.record}</th>
          </tr>
        </thead>
        <tbody>
          {compareLetter(trace, shown).map(({ field, letter, record, isEqual }) => (
            <tr key={field} data-differs={!isEqual}>
              <th scope="row">{names[field] ?? field}</th>
              <td>{letter}</td>
              <td>
                {record}
                <span class="differs">{isEqual ? "" : strings.differs}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
