import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { compareLetter, readLetter } from "../letter.ts";
import type { SteppedCall, View } from "../view.ts";

type LetterCheckProps = { call: SteppedCall; shown: View; strings: Strings["letter"] };

/** The letter held against the record, field by field: the whole of what `matchResponse` asks. */
export function LetterCheck({ call, shown, strings }: LetterCheckProps): JSX.Element {
  const names: Record<string, string> = strings.fields;
  const letter = readLetter(call, shown);
  return (
    <section class="panel letter" aria-labelledby="letter-title">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <h3 id="letter-title">{strings.title}</h3>
            </th>
            <th scope="col">{letter && strings.letter}</th>
            <th scope="col">{letter && strings.record}</th>
          </tr>
        </thead>
        <tbody>
          {letter === undefined && (
            <tr>
              <td colSpan={3} class="empty">
                {strings.no_letter}
              </td>
            </tr>
          )}
          {letter &&
            compareLetter(letter, shown).map(({ field, letter: said, record, isEqual }) => (
              <tr key={field} data-differs={!isEqual}>
                <th scope="row">{names[field] ?? field}</th>
                <td>{said}</td>
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
