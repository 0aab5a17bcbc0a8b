import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { attackInput } from "../break-it/attack-input.ts";
import { Controls } from "../frame/controls.tsx";
import { Sentence } from "../frame/sentence.tsx";
import type { Navigation } from "../frame/use-address.ts";
import { useKeys } from "../frame/use-keys.ts";
import type { Lesson } from "../lesson.ts";
import { type Life, lifeInCall } from "../life.ts";
import { fill } from "../strings.ts";
import { AreaHead } from "./area-head.tsx";
import { CodeListing } from "./code-listing.tsx";
import { debuggerCommands } from "./debugger-commands.ts";
import { type FunctionAddress, formatFunctionAddress, switched } from "./function-address.ts";
import { inputsOf } from "./inputs.ts";
import { LessonNotes } from "./lesson-notes.tsx";
import { OwnForm } from "./own-form.tsx";
import { Program } from "./program.tsx";
import { sentenceOf } from "./sentence.ts";
import { RequestPanels, SessionPanels } from "./session-panels.tsx";
import {
  breakpointOf,
  codeNameOf,
  isUnchanged,
  listingsOf,
  programOf,
  ranIn,
  runAt,
  shownLine,
  steppedLine,
} from "./shown-run.ts";
import { indexOfStop, viewOf } from "./stops.ts";
import { useRecording } from "./use-recording.ts";
import { useRun } from "./use-run.ts";

type AreaProps = Omit<Navigation, "address"> & {
  lesson: Lesson;
  address: FunctionAddress;
  tellLife: (life: Life) => void;
};

/** One function: its code and a run of it on the left, the request beside it, all else below. */
export function FunctionArea(props: AreaProps): JSX.Element {
  const { lesson, address, move, go, linkTo, tellLife } = props;
  const { strings } = lesson;
  const { area, input: name, breakpoints, out, own, step, inside } = address;
  const inputs = useMemo(() => inputsOf(area, lesson), [area, lesson]);
  const input = useMemo(
    () => inputs.find((one) => one.name === name) ?? attackInput(area, name, lesson) ?? inputs[0],
    [inputs, area, name, lesson],
  );
  if (!input) throw new Error(`The area ${area} has no input.`);
  // Each step is another address: what is not changed by it must stay the same object.
  const changes = JSON.stringify({ own, out });
  const run = useMemo(() => runAt(input, JSON.parse(changes)), [input, changes]);
  const made = useRecording(lesson, run);
  const lines = useMemo(() => programOf(run, made), [run, made]);
  const line = shownLine(lines, address.call);
  const trace = isUnchanged(address) && line === lines.at(-1) ? input.trace : undefined;
  const stops = useMemo(() => steppedLine(line, lesson, trace), [line, lesson, trace]);
  const index = indexOfStop(stops, address);
  const shown = useMemo(() => viewOf(stops, index), [stops, index]);
  const stop = stops.all[index];
  const shownFunction = stop?.stack.at(-1)?.function ?? codeNameOf(stops.call.function);
  const listings = useMemo(() => listingsOf(lesson, shownFunction), [lesson, shownFunction]);
  const file = listings[0]?.file ?? "";
  const [isHelped, setHelped] = useState(false);
  const end = lines.findLast(({ isReached }) => isReached)?.recorded;
  const recorded = end && "snapshots" in end ? end : undefined;
  const [ran, startRun] = useRun({ input, run, recorded, isUnchanged: isUnchanged(address) });
  const commands = debuggerCommands({
    stops,
    index,
    breakpoints,
    breakpointOf: (one) => breakpointOf(one, lesson),
    call: line.call ?? 0,
    calls: lines.filter(({ call }) => call !== undefined).length,
    move,
  });
  const debug = (): void => {
    setHelped(breakpoints.length === 0);
    commands.debug();
  };
  const runToEnd = (): void => {
    move({ call: null, step: Number.MAX_SAFE_INTEGER, inside: 0 });
    startRun();
  };
  useKeys(commands);
  // A step that the run does not have is shown as the nearest, and the address says which that is.
  useLayoutEffect(() => {
    if (stop && (stop.step !== step || stop.inside !== inside)) {
      move({ step: stop.step, inside: stop.inside });
    }
  }, [stop, step, inside, move]);
  const life = JSON.stringify(lifeInCall(stops.call.function, shown));
  useLayoutEffect(() => tellLife(JSON.parse(life)), [life, tellLife]);
  const isOver = index >= 0 && index === stops.all.length - 1;
  const position = index < 0 ? strings.sentences.before : strings.sentences.at;
  const values = { step: stop?.step ?? 0, steps: stops.own.length, inside: stop?.inside ?? 0 };
  const where = fill((stop?.inside ?? 0) > 0 ? strings.sentences.inside : position, values);
  const isRunning = ran.state === "running" || stops.all.length === 0;
  const state = isRunning ? "running" : index < 0 ? "not_run" : isOver ? "done" : "paused";

  return (
    <>
      <AreaHead {...{ lesson, input, inputs, address, linkTo }} />
      <div class="stage stepped" style={{ "--lines": lines.length }} data-recorded={made.state}>
        <Program
          lines={lines}
          shown={line}
          isOver={isOver}
          linkToCall={(call) =>
            formatFunctionAddress({
              ...address,
              call: call === lines.at(-1)?.call ? null : call,
              step: 0,
              inside: 0,
            })
          }
          strings={strings.program}
          placed={strings.placed}
        />
        <div class="player">
          <Controls
            strings={strings.controls}
            commands={{ ...commands, debug, run: runToEnd }}
            step={stop?.step ?? 0}
            steps={stops.own.length + 1}
            first={0}
            position={where}
            state={{ is: state, word: strings.states[state] }}
            isFirst={index < 0 && line.call === 0}
            isLast={isOver && line === lines.at(-1)}
            onSeek={commands.seek}
          />
          <Sentence where={where}>{sentenceOf({ stops, stop, shown, made, lesson, out })}</Sentence>
          <CodeListing
            listings={listings}
            guards={lesson.guards}
            out={run.out ?? []}
            strings={strings.code}
            shown={{ line: shown.line, column: shown.column, ran: ranIn(stops, index, shown, lesson, file) }}
            stack={stop?.stack ?? []}
            breakpoints={breakpoints}
            isHelped={isHelped && breakpoints.length === 0}
            onToggle={commands.toggle}
            linkToSwitched={(guard) => formatFunctionAddress({ ...address, out: switched(out, guard) })}
          />
        </div>
        <RequestPanels {...{ stops, shown, ran, isOver, strings }} />
        <SessionPanels {...{ stops, shown, strings }} />
      </div>
      <LessonNotes lesson={lesson} area={area} />
      {input.origin === undefined && (
        <OwnForm key={`${area} ${name}`} {...{ input, address, lines, go, strings: strings.own }} />
      )}
    </>
  );
}
