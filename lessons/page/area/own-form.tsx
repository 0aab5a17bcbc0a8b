import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import type { FunctionName, Strings } from "../lesson.ts";
import { fieldsOf as fieldsOfOutcome, kindOf } from "../outcome.ts";
import { type Draft, draftOf, type Field, fieldsOf, runOf } from "../own-draft.ts";
import type { OwnResult } from "../run/own-call.ts";
import { runOwn } from "../run/run-job.ts";
import { fill } from "../strings.ts";

type OwnFormProps = { area: FunctionName; scenario: Scenario; strings: Strings["own"] };

/** The real functions on anybody's values. It begins with those of the input that the page shows. */
export function OwnForm({ area, scenario, strings }: OwnFormProps): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() => draftOf(scenario));
  const [result, setResult] = useState<OwnResult | string | undefined>();
  const reset = (): void => {
    setDraft(draftOf(scenario));
    setResult(undefined);
  };
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      setResult(await runOwn(runOf(draft, area)));
    } catch (error) {
      setResult(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section class="own" aria-labelledby="own-title">
      <h2 id="own-title">{strings.title}</h2>
      <p class="point">{strings.intro}</p>
      <form onSubmit={run} onReset={reset}>
        <div class="groups">
          {fieldsOf(area).map(({ group, fields }) => (
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
        </div>
      </form>
      <div class="own-result" aria-live="polite">
        {typeof result === "object" ? (
          <Calls result={result} strings={strings} />
        ) : (
          <p class="empty">{result ?? strings.empty}</p>
        )}
      </div>
    </section>
  );
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
        <textarea {...shared} rows={2} />
      ) : (
        <input {...shared} list="members" autocomplete="off" spellcheck={false} />
      )}
    </div>
  );
}

function Calls({ result, strings }: { result: OwnResult; strings: Strings["own"] }): JSX.Element {
  const { calls, state } = result;
  return (
    <>
      <ol class="calls">
        {calls.map(({ function: name, outcome }, index) => (
          <li key={index} data-kind={kindOf(outcome)}>
            <h3>{name}</h3>
            {"error" in outcome ? (
              <p>
                <b>{fill(strings.refused, { code: outcome.error.code })}</b> {outcome.error.message}
              </p>
            ) : (
              <dl>
                {[...fieldsOfOutcome(outcome)].map(([field, value]) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {Object.entries(state.requests).map(([id, { reply, status }]) => (
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
