import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Locals } from "../area/locals.tsx";
import { noteOf } from "../area/sentence.ts";
import { Controls, positionOf } from "../frame/controls.tsx";
import { Sentence } from "../frame/sentence.tsx";
import type { Lesson, PathName } from "../lesson.ts";
import { pathView } from "../path-view.ts";
import { ModelPanel } from "../session/model-panel.tsx";
import { exchangeAt, trafficOf } from "../session/story.ts";
import { fill } from "../strings.ts";
import { localsAt } from "./case-story.ts";
import { CodeEntry } from "./code-entry.tsx";
import { describeEvent } from "./describe-event.ts";
import { EventTable } from "./event-table.tsx";
import { GateCode } from "./gate-code.tsx";
import { GatePicture } from "./gate-picture.tsx";
import type { GatesAddress } from "./gates-address.ts";
import { NextQuestion, Verdict } from "./next-question.tsx";
import { usePathPlayer } from "./path-player.ts";
import { PathMembers, PathRequests } from "./path-state.tsx";
import { questionBefore } from "./questions.ts";
import { runBehind } from "./run-behind.ts";
import { SequenceDiagram } from "./sequence-diagram.tsx";
import { useRecording } from "./use-recording.ts";
import { Why } from "./why.tsx";

type PathStageProps = {
  lesson: Lesson;
  address: GatesAddress & { input: PathName };
  move: (change: Partial<Pick<GatesAddress, "step" | "at" | "asks">>) => void;
};

/** One path of the practice: its events, and behind each look at a gate the code of it. */
export function PathStage({ lesson, address, move }: PathStageProps): JSX.Element {
  const { strings, paths, gateCases } = lesson;
  const { input, step, at, asks } = address;
  const events = paths[input];
  const decision = input.endsWith("allow") ? "allow" : "deny";
  const behind = [step + 1, step].find((one) => runBehind(gateCases, events, one, decision) !== undefined);
  const recorded = useRecording(
    lesson,
    runBehind(gateCases, events, at === null ? (behind ?? 0) : step, decision),
  );
  const snapshots =
    recorded && "snapshots" in recorded ? recorded.snapshots.filter(({ line }) => line !== null) : [];
  const player = usePathPlayer(events, { step, at, of: input, statements: snapshots.length, behind }, move);
  const { commands, isPlaying, go } = player;
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const told = at === null ? step : Math.max(step - 1, 0);
  const shown = useMemo(() => pathView(events, told), [events, told]);
  const traffic = useMemo(() => trafficOf(lesson.traffic[input]), [lesson, input]);
  const statement = at === null ? undefined : snapshots[at];
  const question = asks && at === null ? questionBefore(events, step + 1) : undefined;
  const answered = asks && at === null ? answers[`${input} ${step}`] : undefined;
  const asked = questionBefore(events, step);
  const isModel = shown.event.event === "model_called";
  const model = (
    <ModelPanel exchange={exchangeAt(events, traffic, told)} isNew={isModel} strings={strings.model} />
  );
  const answer = (said: string): void => {
    setAnswers({ ...answers, [`${input} ${step + 1}`]: said });
    go(step + 1);
  };

  return (
    <>
      <div class="stage gates" data-code={at !== null}>
        <div class="player">
          <Controls
            strings={strings.controls}
            commands={commands}
            isPlaying={isPlaying}
            step={step}
            steps={events.length}
            first={0}
            onSeek={go}
          />
          <Sentence
            where={whereOf(
              { step, steps: events.length, at, of: snapshots.length, line: statement?.line },
              strings,
            )}
          >
            {at === null
              ? describeEvent(shown.event, strings).long
              : statement
                ? noteOf(statement.text, strings.gates.code.notes)
                : strings.gates.code[recorded ? "none" : "recording"]}
          </Sentence>
          <CodeEntry
            call={runBehind(gateCases, events, at === null ? (behind ?? 0) : step, decision)?.place}
            isInside={at !== null}
            commands={commands}
            strings={strings.gates.code}
          />
          <SequenceDiagram events={events} step={told} strings={strings} onSeek={go} />
        </div>
        <div class="state">
          <GatePicture shown={shown} strings={strings.gates} />
          <PathRequests shown={shown} strings={strings} />
          {at === null ? (
            <div class="slot">
              {asked && answered !== undefined && (
                <Verdict question={asked} answer={answered} strings={strings.gates} />
              )}
              {question && (
                <NextQuestion
                  question={question}
                  strings={strings.gates}
                  onAnswer={answer}
                  onOff={() => move({ asks: false })}
                />
              )}
              {!question && isModel && model}
              {(question || !isModel) && (
                <Why events={events} strings={strings.gates} decision={decision} step={told} onSeek={go} />
              )}
            </div>
          ) : (
            <GateCode lesson={lesson} shown={statement} />
          )}
        </div>
        <div class="more">
          {at !== null && (
            <Locals rows={localsAt(statement, snapshots[at - 1])} isOver={false} strings={strings.locals} />
          )}
          <PathMembers shown={shown} strings={strings} />
          {(at !== null || question !== undefined || !isModel) && model}
        </div>
      </div>
      <EventTable events={events} step={told} strings={strings} onSeek={go} />
    </>
  );
}

/** The numbers are those of the terminal's lines; within the code the statement and its line stand behind. */
function whereOf(
  {
    step,
    steps,
    at,
    of,
    line,
  }: { step: number; steps: number; at: number | null; of: number; line: number | null | undefined },
  { sentences: { event: position, start, end }, gates }: Lesson["strings"],
): string {
  const where = positionOf({ step, steps, first: 0 }, { position, start, end });
  if (at === null || typeof line !== "number") return where;
  return fill(gates.code.where, {
    step,
    steps: steps - 2,
    statement: at + 1,
    statements: of,
    line,
  });
}
