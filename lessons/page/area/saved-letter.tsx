import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { savedLetter } from "../letter.ts";
import { fill } from "../strings.ts";
import type { SteppedCall, View } from "../view.ts";

/** The letter that the call saves, field by field; before it is saved its place is kept and nothing is told of it. */
export function SavedLetter({
  call,
  shown,
  strings,
}: {
  call: SteppedCall;
  shown: View;
  strings: Strings["letter"];
}): JSX.Element {
  const { mailbox, letter, kept, isNew } = savedLetter(call, shown);
  const names: Record<string, string> = strings.fields;
  return (
    <section class="panel letter" aria-labelledby="letter-title">
      <h3 id="letter-title">{fill(strings.saved, { mailbox })}</h3>
      {letter === undefined && <p class="empty">{strings.none}</p>}
      <table
        data-changed={isNew}
        class={letter === undefined ? "kept" : ""}
        aria-hidden={letter === undefined}
      >
        <tbody>
          {(letter ?? kept ?? []).map(([field, value]) => (
            <tr key={field}>
              <th scope="row">{names[field] ?? field}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
