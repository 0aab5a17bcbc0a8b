import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fieldsOf, KIND_SIGNS, kindOf, messageOf } from "../outcome.ts";
import { fill } from "../strings.ts";
import { isEqual } from "../view.ts";
import type { RunState } from "./use-run.ts";

/** The result of the real run beside that of the recording, field by field, and whether the two agree. */
export function Output({
  run,
  recorded,
  isOver,
  strings,
}: {
  run: RunState;
  recorded: unknown;
  /** Whether the recording has been stepped through to its end. */
  isOver: boolean;
  strings: Strings["output"];
}): JSX.Element {
  const ran = run.state === "done" ? run.outcome : undefined;
  const debugged = isOver ? recorded : undefined;
  const known = ran ?? debugged;
  const kind = known === undefined ? undefined : kindOf(known);
  const fields = [...fieldsOf(known ?? recorded).keys()];
  const agree = ran !== undefined && debugged !== undefined && isEqual(ran, debugged);
  const rows: [label: string, result: unknown][] = agree
    ? [[strings.both, ran]]
    : [
        [strings.run, ran],
        [strings.debug, debugged],
      ];
  const results = rows.filter(([, result]) => result !== undefined);
  return (
    <section class="panel output" aria-labelledby="output-title" data-kind={kind ?? "none"}>
      <div class="output-head">
        <h3 id="output-title">{strings.title}</h3>
        {kind && (
          <b class="kind" data-kind={kind}>
            <span aria-hidden="true">{KIND_SIGNS[kind]}</span> {strings.kinds[kind]}
          </b>
        )}
        <p
          class="verdict"
          aria-live="polite"
          data-verdict={run.state === "done" ? (run.isSame ?? "alone") : run.state}
        >
          {verdictOf(run, strings)}
        </p>
      </div>
      {/* The result lies in its place from the first step on, unseen, so that nothing moves when it comes. */}
      <div class="results" data-known={known !== undefined}>
        <table aria-hidden={known === undefined}>
          <thead>
            <tr>
              <td />
              {fields.map((field) => (
                <th key={field} scope="col">
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(results.length > 0 ? results : [[strings.run, recorded] as const]).map(([label, result]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {fields.map((field) => (
                  <td key={field} data-field={field}>
                    {fieldsOf(result).get(field)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p class="message">{messageOf(known ?? recorded)}</p>
      </div>
    </section>
  );
}

function verdictOf(run: RunState, strings: Strings["output"]): string {
  switch (run.state) {
    case "done":
      return run.isSame === null ? strings.alone : run.isSame ? strings.equal : strings.different;
    case "failed":
      return fill(strings.failed, { message: run.message });
    case "running":
      return strings.running;
    default:
      return strings.waiting;
  }
}
