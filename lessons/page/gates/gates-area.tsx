import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Controls, positionOf } from "../frame/controls.tsx";
import { Sentence } from "../frame/sentence.tsx";
import type { Navigation } from "../frame/use-address.ts";
import { useKeys } from "../frame/use-keys.ts";
import type { Lesson, PathName } from "../lesson.ts";
import { nextGate, pathView } from "../path-view.ts";
import { describeEvent } from "./describe-event.ts";
import { EventTable } from "./event-table.tsx";
import { GatePicture } from "./gate-picture.tsx";
import type { GatesAddress } from "./gates-address.ts";
import { PathState } from "./path-state.tsx";
import { SequenceDiagram } from "./sequence-diagram.tsx";
import { usePlaying } from "./use-playing.ts";
import { Why } from "./why.tsx";

type GatesProps = Omit<Navigation, "address"> & { lesson: Lesson; address: GatesAddress };

/** The four paths of the practice, drawn from the events that it prints. */
export function GatesArea({ lesson, address, move, linkTo }: GatesProps): JSX.Element {
  const { strings, paths } = lesson;
  const { input, step } = address;
  const events = paths[input];
  const shown = useMemo(() => pathView(events, step), [events, step]);
  const { event: position, start, end } = strings.sentences;
  const words = { position, start, end };
  const last = shown.steps - 1;
  const moveTo = (wanted: number): void => move({ step: Math.min(Math.max(wanted, 0), last) });
  const { isPlaying, play, pause } = usePlaying({ step, last, of: input, moveTo });
  const go = (wanted: number): void => {
    pause();
    moveTo(wanted);
  };
  const commands = {
    play,
    restart: () => go(0),
    continueBack: () => go(nextGate(events, step, -1)),
    stepBack: () => go(step - 1),
    step: () => go(step + 1),
    continue: () => go(nextGate(events, step, 1)),
    end: () => go(last),
  };
  useKeys(commands);

  return (
    <>
      <div class="area-head">
        <div class="area-title">
          <h2>{strings.areas.gates.title}</h2>
          <p class="point">{strings.areas.gates.point}</p>
        </div>
        <Choices input={input} strings={strings.gates} linkTo={linkTo} />
      </div>
      <div class="stage">
        <div class="player">
          <Controls
            strings={strings.controls}
            commands={commands}
            isPlaying={isPlaying}
            step={shown.step}
            steps={shown.steps}
            first={0}
            onSeek={go}
          />
          <Sentence where={positionOf({ step: shown.step, steps: shown.steps, first: 0 }, words)}>
            {describeEvent(shown.event, strings).long}
          </Sentence>
          <SequenceDiagram events={events} step={shown.step} strings={strings} onSeek={go} />
        </div>
        <div class="state">
          <GatePicture shown={shown} strings={strings.gates} />
          <Why
            events={events}
            strings={strings.gates}
            decision={decisionOf(input)}
            step={shown.step}
            onSeek={go}
          />
          <PathState shown={shown} strings={strings} />
        </div>
      </div>
      <EventTable events={events} step={shown.step} strings={strings} onSeek={go} />
    </>
  );
}

function decisionOf(path: PathName): "allow" | "deny" {
  return path.endsWith("allow") ? "allow" : "deny";
}

/** Two choices that have nothing to do with each other: that is the lesson. */
function Choices({
  input,
  strings,
  linkTo,
}: {
  input: PathName;
  strings: Lesson["strings"]["gates"];
  linkTo: Navigation["linkTo"];
}): JSX.Element {
  const plan = input.startsWith("approve") ? "approve" : "reject";
  const decision = decisionOf(input);
  const choice = (label: "approve" | "reject" | "allow" | "deny", path: string): JSX.Element => (
    <a href={linkTo("gates", path)} aria-current={label === plan || label === decision ? "true" : undefined}>
      {strings[label]}
    </a>
  );
  return (
    <div class="choices">
      <nav class="inputs" aria-label={strings.inputs_plan}>
        <span aria-hidden="true">{strings.inputs_plan}</span>
        {choice("approve", `approve-${decision}`)}
        {choice("reject", `reject-${decision}`)}
      </nav>
      <nav class="inputs" aria-label={strings.inputs_decision}>
        <span aria-hidden="true">{strings.inputs_decision}</span>
        {choice("allow", `${plan}-allow`)}
        {choice("deny", `${plan}-deny`)}
      </nav>
    </div>
  );
}
