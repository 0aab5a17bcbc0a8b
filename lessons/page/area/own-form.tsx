import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Navigation } from "../frame/use-address.ts";
import type { Strings } from "../lesson.ts";
import { fieldsOf as fieldsOfOutcome, KIND_SIGNS, kindOf, messageOf } from "../outcome.ts";
import { changesOf, type Draft, type Field, fieldsOf, OWN_CHARACTERS, ownDraft } from "../own-draft.ts";
import { fill } from "../strings.ts";
import type { FunctionAddress } from "./function-address.ts";
import type { Input } from "./inputs.ts";
import { codeNameOf, type ProgramLine } from "./shown-run.ts";

type OwnFormProps = {
  input: Input;
  address: FunctionAddress;
  /** The run that is shown: what came of it stands below the fields too. */
  lines: readonly ProgramLine[];
  go: Navigation["go"];
  strings: Strings["own"];
};

/** The real functions on anybody's values. It begins with those that the page shows, and what it runs is shown there. */
export function OwnForm({ input, address, lines, go, strings }: OwnFormProps): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() => ownDraft(input, address.own));
  const [asked, setAsked] = useState<string | undefined>();
  const tooLong = tooLongIn(draft, input, strings);
  const shown = JSON.stringify(address.own);
  const reset = (): void => {
    setDraft(ownDraft(input, {}));
    setAsked(undefined);
    if (shown !== "{}") go({ own: {}, call: null, step: 0, inside: 0 });
  };
  const run = (event: Event): void => {
    event.preventDefault();
    const own = changesOf(input, draft);
    setAsked(JSON.stringify(own));
    if (tooLong === undefined && JSON.stringify(own) !== shown) go({ own, call: null, step: 0, inside: 0 });
  };
  // The way back and a link lead to other values than those that were asked for here.
  useEffect(() => {
    if (asked === shown) return;
    setDraft(ownDraft(input, JSON.parse(shown)));
    setAsked(undefined);
  }, [shown]);
  const isShown = asked === undefined ? shown !== "{}" : asked === shown;
  const isRecorded = lines.every(({ recorded, isReached }) => recorded !== undefined || !isReached);
  return (
    <section class="own" aria-labelledby="own-title">
      <h2 id="own-title">{strings.title}</h2>
      <p class="point">{strings.intro}</p>
      <form onSubmit={run} onReset={reset}>
        <div class="groups">
          {fieldsOf(input.area).map(({ group, fields }) => (
            <fieldset key={group}>
              <legend>{strings[group]}</legend>
              {fields.map((field) => (
                <OwnField
                  key={field.name}
                  field={field}
                  label={strings[field.label]}
                  value={draft[field.name]}
                  onChange={(value) => setDraft({ ...draft, [field.name]: value })}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <datalist id="members">
          {["lead", "reader", "reviewer"].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div class="own-actions">
          <button type="submit" class="primary">
            {strings.run}
          </button>
          <button type="reset" class="secondary">
            {strings.reset}
          </button>
          {isShown && isRecorded && tooLong === undefined && (
            <button type="button" class="secondary" onClick={showStage}>
              {strings.step}
            </button>
          )}
        </div>
      </form>
      <div class="own-result" aria-live="polite">
        {tooLong !== undefined ? (
          <p class="refusal">{tooLong}</p>
        ) : isShown && isRecorded ? (
          <Calls lines={lines} strings={strings} />
        ) : (
          <p class="empty">{strings.empty}</p>
        )}
      </div>
    </section>
  );
}

/** Somebody has asked to see the steps of what was just run: they are at the top of the page. */
function showStage(): void {
  document.querySelector(".area-head")?.scrollIntoView();
  document.querySelector<HTMLElement>(".controls .secondary")?.focus({ preventScroll: true });
}

/** The sentence for a value that no address can hold, undefined when all fit. */
function tooLongIn(draft: Draft, { area }: Input, strings: Strings["own"]): string | undefined {
  const field = fieldsOf(area)
    .flatMap(({ fields }) => fields)
    .find(({ name }) => draft[name].length > OWN_CHARACTERS);
  if (!field) return undefined;
  const values = { label: strings[field.label], characters: draft[field.name].length, most: OWN_CHARACTERS };
  return fill(strings.too_long, values);
}

function OwnField(props: {
  field: Field;
  label: string;
  value: string;
  onChange: (value: string) => void;
}): JSX.Element {
  const { field, label, value, onChange } = props;
  const id = `own-${field.name}`;
  const shared = {
    id,
    name: field.name,
    value,
    "aria-invalid": value.length > OWN_CHARACTERS,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return (
    <div class="field" data-wide={field.form === "text"}>
      <label for={id}>{label}</label>
      {field.form === "choice" ? (
        <select {...shared}>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : field.form === "text" ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input {...shared} list="members" autocomplete="off" spellcheck={false} />
      )}
    </div>
  );
}

/** What each call of the run came to, and what has become of the requests. */
function Calls({ lines, strings }: { lines: readonly ProgramLine[]; strings: Strings["own"] }): JSX.Element {
  const calls = lines.flatMap(({ recorded }) => (recorded && "result" in recorded ? [recorded] : []));
  const requests = calls.at(-1)?.snapshots.at(-1)?.requests ?? {};
  return (
    <>
      <ol class="calls">
        {calls.map(({ function: name, result }, index) => {
          const kind = kindOf(result);
          const message = messageOf(result);
          return (
            <li key={index} data-kind={kind}>
              <h3>
                {codeNameOf(name)}{" "}
                <span class="kind">
                  {KIND_SIGNS[kind]} {strings.kinds[kind]}
                </span>
              </h3>
              <dl>
                {[...fieldsOfOutcome(result)].map(([field, value]) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {message !== "" && <p>{message}</p>}
            </li>
          );
        })}
      </ol>
      {Object.entries(requests).map(([id, { reply, status }]) => (
        <p key={id} class="after">
          {fill(strings.after, {
            id,
            reply: reply ? JSON.stringify(reply.approve) : strings.no_reply,
            status,
          })}
        </p>
      ))}
    </>
  );
}
