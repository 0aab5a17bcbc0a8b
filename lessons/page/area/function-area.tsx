import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Scenario } from "../../../fixtures/scenarios/scenario.ts";
import { Controls } from "../frame/controls.tsx";
import { Sentence } from "../frame/sentence.tsx";
import type { Navigation } from "../frame/use-address.ts";
import { useKeys } from "../frame/use-keys.ts";
import type { FunctionName, Lesson, Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import { view } from "../view.ts";
import { CodeListing } from "./code-listing.tsx";
import { debuggerCommands } from "./debugger-commands.ts";
import type { FunctionAddress } from "./function-address.ts";
import { OwnForm } from "./own-form.tsx";
import { placeOf, sentenceOf } from "./sentence.ts";
import { RequestPanels, SessionPanels } from "./session-panels.tsx";
import { useRun } from "./use-run.ts";

type AreaProps = Omit<Navigation, "address"> & { lesson: Lesson; address: FunctionAddress };

/** One function: its code and a recording of it on the left, the request on the right, all else below. */
export function FunctionArea({ lesson, address, move, linkTo }: AreaProps): JSX.Element {
  const { strings, traces, scenarios } = lesson;
  const { area, input, step, breakpoints } = address;
  const index = traces.findIndex((trace) => trace.function === area && trace.scenario === input);
  const trace = traces[index];
  const scenario = scenarios[index];
  if (!trace || !scenario) throw new Error(`There is no recording of ${area}, ${input}.`);
  const shown = useMemo(() => view(trace, step), [trace, step]);
  const [run, startRun] = useRun(trace, scenario);
  const commands = debuggerCommands(trace, { step, breakpoints, line: shown.line, move });
  const [isHelped, setHelped] = useState(false);
  const debug = (): void => {
    setHelped(breakpoints.length === 0);
    commands.debug();
  };
  const runToEnd = (): void => {
    commands.end();
    startRun();
  };
  useKeys(commands);

  return (
    <>
      <div class="area-head">
        <div class="area-title">
          <h2>{strings.areas[area].title}</h2>
          <p class="point">{strings.areas[area].point}</p>
        </div>
        <Inputs {...{ lesson, area, input, linkTo }} />
        <p class="meaning">
          {trace.meaning} <b>{placedOf(scenario, strings.placed)}</b>
        </p>
      </div>
      <div class="stage stepped">
        <div class="player">
          <Controls
            strings={strings.controls}
            commands={{ ...commands, debug, run: runToEnd }}
            step={shown.step}
            steps={shown.steps}
            onSeek={(wanted) => move({ step: wanted })}
          />
          <Sentence where={placeOf(shown, strings)}>{sentenceOf(shown, area, strings)}</Sentence>
          <CodeListing
            listing={lesson.listings[area]}
            strings={strings.code}
            shown={shown}
            breakpoints={breakpoints}
            isHelped={isHelped && breakpoints.length === 0}
            onToggle={commands.toggle}
          />
        </div>
        <RequestPanels {...{ trace, shown, run, strings }} />
        <SessionPanels {...{ trace, shown, strings }} />
      </div>
      <OwnForm key={input} area={area} scenario={scenario} strings={strings.own} />
    </>
  );
}

/** What was put in place by hand for an input, since no call brings it about. */
function placedOf({ setup }: Scenario, words: Strings["placed"]): string {
  const placed = setup.flatMap((step) => ("circumstance" in step ? [step] : []));
  return placed
    .map((step) =>
      fill(words[step.circumstance], {
        member: "member" in step ? step.member : "",
        ids: "ids" in step ? step.ids.join(", ") : "",
      }),
    )
    .join(" ");
}

function Inputs({
  lesson,
  area,
  input,
  linkTo,
}: Pick<AreaProps, "lesson" | "linkTo"> & { area: FunctionName; input: string }): JSX.Element {
  const labels: Record<string, string> = lesson.strings.inputs[area];
  const names = lesson.traces.filter((trace) => trace.function === area).map(({ scenario }) => scenario);
  return (
    <nav class="inputs" aria-label={lesson.strings.inputs.label}>
      {names.map((name) => (
        <a key={name} href={linkTo(area, name)} aria-current={name === input ? "true" : undefined}>
          {labels[name] ?? name}
        </a>
      ))}
    </nav>
  );
}
