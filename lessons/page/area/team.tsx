import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import type { View } from "../view.ts";

export function Team({
  shown: { members, lockHeld, lockChanged },
  strings,
}: {
  shown: View;
  strings: Strings["team"];
}): JSX.Element {
  return (
    <section class="panel team" aria-labelledby="team-title">
      <h3 id="team-title">{strings.title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.name}</th>
            <th scope="col">{strings.status}</th>
            <th scope="col">{strings.turns}</th>
            <th scope="col">{strings.cursor}</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ name, status, turns, cursor, changed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-changed={changed}>{status}</td>
              <td>{turns}</td>
              <td>{cursor}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="lock" data-changed={lockChanged} data-held={lockHeld}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path class="shackle" d={lockHeld ? "M6 9V6a4 4 0 0 1 8 0v3" : "M6 9V5a4 4 0 0 1 7.6-1.7"} />
          <rect x="4" y="9" width="12" height="8" rx="2" />
        </svg>
        {strings.lock}: <b>{lockHeld ? strings.held : strings.free}</b>
      </p>
    </section>
  );
}
