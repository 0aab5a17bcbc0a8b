import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { switched } from "../area/function-address.ts";
import { Locals } from "../area/locals.tsx";
import { noteOf, outNote } from "../area/sentence.ts";
import { Controls } from "../frame/controls.tsx";
import { ScrollRegion } from "../frame/scroll-region.tsx";
import { Sentence } from "../frame/sentence.tsx";
import { useKeys } from "../frame/use-keys.ts";
import type { Lesson } from "../lesson.ts";
import { fill } from "../strings.ts";
import { type CaseStep, caseSteps, endOf, gatesOf, localsAt, requestsIn, setupText } from "./case-story.ts";
import { GateCode } from "./gate-code.tsx";
import { GatePicture } from "./gate-picture.tsx";
import { formatGatesAddress, type GatesAddress } from "./gates-address.ts";
import { PathRequests } from "./path-state.tsx";
import type { ShownCase } from "./shown-case.ts";
import { useRecording } from "./use-recording.ts";

type CaseStageProps = {
  lesson: Lesson;
  address: GatesAddress;
  shownCase: ShownCase;
  move: (change: Partial<Pick<GatesAddress, "step">>) => void;
};

/** One way of a call to come to a gate: its small set-up, then the code of the gate, statement by statement. */
export function CaseStage({ lesson, address, shownCase, move }: CaseStageProps): JSX.Element {
  const { strings } = lesson;
  const { gates: words } = strings;
  const { out } = address;
  const { setup, call } = shownCase;
  const recorded = useRecording(lesson, { out, setup, call });
  const recording = recorded && "snapshots" in recorded ? recorded : undefined;
  const steps = useMemo(() => (recording ? caseSteps(recording) : []), [recording]);
  const last = Math.max(steps.length - 1, 0);
  const step = Math.min(address.step, last);
  const shown = steps[step];
  const before = steps[step - 1];
  const go = (wanted: number): void => move({ step: Math.min(Math.max(wanted, 0), last) });
  const begin = shownCase.setup.length;
  const commands = {
    restart: () => go(0),
    stepBack: () => go(step - 1),
    step: () => go(step + 1),
    continueBack: () => go(step > begin ? begin : 0),
    continue: () => go(step < begin ? begin : last),
    end: () => go(last),
  };
  useKeys(commands);
  const end = shown?.is === "end" && recording ? endOf(recording) : undefined;
  const requests = shown ? requestsIn(shown.state, before?.state) : [];
  const statement = shown?.is === "statement" ? shown.snapshot : undefined;
  const line = statement?.line ?? undefined;
  const where = fill(line === undefined ? words.code.position_plain : words.code.position, {
    step: step + 1,
    steps: steps.length,
    line: line ?? "",
  });

  return (
    <div class="stage gates case">
      <div class="player">
        <Controls
          strings={strings.controls}
          commands={commands}
          step={step}
          steps={Math.max(steps.length, 1)}
          onSeek={go}
        />
        <Sentence where={where}>
          {recorded ? sentenceOf(shown, end, shownCase, lesson, out) : words.code.recording}
        </Sentence>
        <GateCode
          lesson={lesson}
          shown={statement ?? firstStatement(steps)}
          isRunning={statement !== undefined}
          out={out}
          linkToSwitched={(guard) => formatGatesAddress({ ...address, out: switched(out, guard) })}
        />
      </div>
      <div class="state">
        <GatePicture
          shown={{
            gates: gatesOf(shownCase, recording?.isRefusedBefore ? undefined : end, out),
            program: { state: "not_started", stdout: null },
          }}
          strings={words}
        />
        <PathRequests shown={{ requests }} strings={strings} />
        <div class="panel setup">
          <h3 id="setup-title">{words.setup.title}</h3>
          <ScrollRegion labelledBy="setup-title">
            {shownCase.setup.length === 0 && <p class="empty">{words.setup.none}</p>}
            <ol>
              {shownCase.setup.map((done, index) => (
                <li key={index} data-when={index < step ? "past" : index === step ? "now" : "coming"}>
                  {setupText(done, words.setup)}
                </li>
              ))}
            </ol>
            <p class="asked">
              <b>{shownCase.asked}</b>
            </p>
          </ScrollRegion>
        </div>
      </div>
      <div class="more">
        <Locals
          rows={localsAt(statement, before?.is === "statement" ? before.snapshot : undefined)}
          isOver={shown?.is === "end"}
          strings={strings.locals}
        />
      </div>
    </div>
  );
}

function firstStatement(
  steps: readonly CaseStep[],
): Extract<CaseStep, { is: "statement" }>["snapshot"] | undefined {
  const first = steps.find((step) => step.is === "statement");
  return first?.is === "statement" ? first.snapshot : undefined;
}

function sentenceOf(
  shown: CaseStep | undefined,
  end: ReturnType<typeof endOf> | undefined,
  shownCase: ShownCase,
  lesson: Lesson,
  out: readonly string[],
): string {
  const { code, setup } = lesson.strings.gates;
  switch (shown?.is) {
    case "setup": {
      const done = shownCase.setup[shown.index];
      return done ? setupText(done, setup) : "";
    }
    case "statement":
      return (
        outNote(lesson.guards, shown.snapshot.line ?? 0, shown.snapshot, out, lesson.strings) ??
        noteOf(shown.snapshot.text, code.notes)
      );
    case "end":
      return endText(end, shownCase, lesson);
    default:
      return code.none;
  }
}

function endText(end: ReturnType<typeof endOf> | undefined, { place }: ShownCase, lesson: Lesson): string {
  const { gates } = lesson.strings;
  if (!end) return "";
  return end.isOpen
    ? gates.came_to[place]
    : fill(gates.came_to.closed, { reason: end.reason, message: end.message });
}
