import type { JSX, RefObject } from "preact";
import type { Strings } from "../lesson.ts";

export function Help({
  strings,
  dialog,
}: {
  strings: Strings["help"];
  dialog: RefObject<HTMLDialogElement | null>;
}): JSX.Element {
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title">
      <h2 id="help-title">{strings.title}</h2>
      <dl>
        {strings.keys.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{strings.note}</p>
      <form method="dialog">
        <button type="submit" class="primary">
          {strings.close}
        </button>
      </form>
    </dialog>
  );
}
