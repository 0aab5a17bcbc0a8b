import type { JSX } from "preact";
import type { Trace } from "../../../fixtures/scenarios/trace.ts";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { RunState } from "./use-run.ts";

/** The result of the real run beside that of the recording, and whether the two agree. */
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
  const kept = JSON.stringify(recorded);
  const runHint = run.state === "running" ? strings.running : strings.run_empty;
  return (
    <section class="panel output" aria-labelledby="output-title">
      <h3 id="output-title">{strings.title}</h3>
      <dl>
        <div>
          <dt>{strings.run}</dt>
          <dd data-output="run">
            {run.state === "done" ? (
              <code>{JSON.stringify(run.outcome)}</code>
            ) : (
              <Hint text={runHint} kept={kept} />
            )}
          </dd>
        </div>
        <div>
          <dt>{strings.debug}</dt>
          <dd data-output="debug">
            {isOver ? <code>{kept}</code> : <Hint text={strings.debug_empty} kept={kept} />}
          </dd>
        </div>
      </dl>
      <p class="verdict" aria-live="polite" data-verdict={run.state === "done" ? run.isSame : run.state}>
        {verdictOf(run, strings)}
      </p>
    </section>
  );
}

function Hint({ text, kept }: { text: string; kept: string }): JSX.Element {
  return (
    <>
      <span class="empty">{text}</span>
      <code class="kept" aria-hidden="true">
        {kept}
      </code>
    </>
  );
}

function verdictOf(run: RunState, strings: Strings["output"]): string {
  switch (run.state) {
    case "done":
      return run.isSame ? strings.equal : strings.different;
    case "failed":
      return fill(strings.failed, { message: run.message });
    default:
      return strings.waiting;
  }
}
