import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Controls } from "../frame/controls.tsx";
import { Sentence } from "../frame/sentence.tsx";
import { describeEvent } from "../gates/describe-event.ts";
import { PathMembers, PathRequests } from "../gates/path-state.tsx";
import { usePlayer } from "../gates/use-player.ts";
import type { Strings } from "../lesson.ts";
import { gatesAfter } from "../path-gates.ts";
import { pathView } from "../path-view.ts";
import { fill } from "../strings.ts";
import { EventList } from "./event-list.tsx";
import { ModelPanel } from "./model-panel.tsx";
import { SessionEnd } from "./session-end.tsx";
import { SessionGates } from "./session-gates.tsx";
import { SessionMailboxes } from "./session-mailboxes.tsx";
import type { SessionRecord } from "./session-record.ts";
import { SessionRequest } from "./session-request.tsx";
import { exchangeAt, mailboxesAt, requestAt, storyOf } from "./story.ts";

type StoryProps = {
  record: SessionRecord;
  strings: Strings;
  step: number;
  moveTo: (step: number) => void;
};

/** The steps of a session, and what each of them left behind. */
export function SessionStory({ record, strings, step: wanted, moveTo }: StoryProps): JSX.Element {
  const { events, numbers, traffic } = useMemo(() => storyOf(record.events), [record]);
  const last = events.length - 1;
  const step = Math.min(wanted, last);
  const { commands, isPlaying, go } = usePlayer(events, {
    step,
    of: record.name,
    moveTo,
  });
  const shown = useMemo(() => pathView(events, step), [events, step]);
  const mailboxes = useMemo(() => mailboxesAt(events, record.mailboxes, step), [events, record, step]);
  const words = strings.session;
  const counted = { step: step + 1, steps: events.length, line: numbers[step] ?? 0 };

  return (
    <>
      <div class="area-head">
        <div class="area-title">
          <h2>{strings.areas.session.title}</h2>
          <p class="point">
            {fill(words.programs[record.program], { name: record.name, events: events.length })}
          </p>
        </div>
        {record.leftOut > 0 && <p class="meaning">{fill(words.left_out, { count: record.leftOut })}</p>}
      </div>
      <div class="stage session">
        <div class="player">
          <Controls
            strings={strings.controls}
            commands={commands}
            isPlaying={isPlaying}
            step={step}
            steps={events.length}
            onSeek={go}
          />
          <Sentence where={fill(words.where, counted)}>{describeEvent(shown.event, strings).long}</Sentence>
          <EventList events={events} step={step} strings={strings} onSeek={go} />
        </div>
        <div class="state">
          {step === last && <SessionEnd record={record} shown={shown} strings={strings} />}
          <SessionGates gates={gatesAfter(events.slice(0, step + 1))} strings={strings.gates} />
          <SessionRequest request={requestAt(events, step)} shown={shown} strings={strings.card} />
          <ModelPanel
            exchange={exchangeAt(events, traffic, step)}
            isNew={shown.event.event === "model_called"}
            strings={strings.model}
          />
          <PathRequests shown={shown} strings={strings} />
          <PathMembers shown={shown} strings={strings} />
        </div>
        <SessionMailboxes mailboxes={mailboxes} strings={strings} />
      </div>
    </>
  );
}
