import type { JSX } from "preact";
import type { Trace } from "../../../fixtures/scenarios/trace.ts";
import type { Strings } from "../lesson.ts";
import { fieldsOf, kindOf, messageOf } from "../outcome.ts";
import { fill } from "../strings.ts";
import type { RunState } from "./use-run.ts";

/** The result of the real run beside that of the recording, field by field, and whether the two agree. */
export function Output({
  run,
  recorded,
  isOver,
  strings,
}: {
  run: RunState;
  recorded: Trace["result"];
  /** Whether the recording has been stepped through to its end. */
  isOver: boolean;
  strings: Strings["output"];
}): JSX.Element {
  const ran = run.state === "done" ? run.outcome : undefined;
  const debugged = isOver ? recorded : undefined;
  const known = ran ?? debugged;
  const fields = [...fieldsOf(known ?? recorded)].map(([name]) => name);
  const cell = (result: unknown, field: string): string =>
    result === undefined ? strings.not_yet : (fieldsOf(result).get(field) ?? "");
  return (
    <section
      class="panel output"
      aria-labelledby="output-title"
      data-kind={known === undefined ? "none" : kindOf(known)}
    >
      {/* The result lies in its place from the first step on, unseen, so that nothing moves when it comes. */}
      <div class="results" data-known={known !== undefined}>
        <table aria-hidden={known === undefined}>
          <thead>
            <tr>
              <th scope="col">
                <h3 id="output-title">{strings.title}</h3>
              </th>
              <th scope="col">{strings.run}</th>
              <th scope="col">{strings.debug}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td data-output="run">{cell(ran, field)}</td>
                <td data-output="debug">{cell(debugged, field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="message">{messageOf(known ?? recorded)}</p>
      </div>
      <p class="verdict" aria-live="polite" data-verdict={run.state === "done" ? run.isSame : run.state}>
        {verdictOf(run, strings)}
      </p>
    </section>
  );
}

function verdictOf(run: RunState, strings: Strings["output"]): string {
  switch (run.state) {
    case "done":
      return run.isSame ? strings.equal : strings.different;
    case "failed":
      return fill(strings.failed, { message: run.message });
    case "running":
      return strings.running;
    default:
      return strings.waiting;
  }
}
