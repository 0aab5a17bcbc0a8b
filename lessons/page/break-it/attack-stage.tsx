import type { JSX } from "preact";
import { Controls, positionOf } from "../frame/controls.tsx";
import { Sentence } from "../frame/sentence.tsx";
import { useKeys } from "../frame/use-keys.ts";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { BreakIt, Play } from "./break-it-data.ts";
import { marksOf, nextMark } from "./marks.ts";
import { SidePanel } from "./side-panel.tsx";
import { Timeline } from "./timeline.tsx";

type AttackStageProps = {
  play: Play;
  rules: BreakIt["rules"];
  /** The guards that are out, in words. */
  names: string;
  step: number;
  /** The address of the recorder on a move, where there is one. */
  codeOf: (step: number) => string | undefined;
  strings: Strings;
  onSeek: (step: number) => void;
};

/** An attack, step by step, with the guards in their places and without them, side by side. */
export function AttackStage({
  play,
  rules,
  names,
  step: wanted,
  codeOf,
  strings,
  onSeek,
}: AttackStageProps): JSX.Element {
  const { break_it: words, controls } = strings;
  const last = play.steps.length - 1;
  const step = Math.min(Math.max(wanted, 0), last);
  const marks = marksOf(play);
  const go = (to: number): void => onSeek(Math.min(Math.max(to, 0), last));
  const commands = {
    restart: () => go(0),
    stepBack: () => go(step - 1),
    step: () => go(step + 1),
    continueBack: () => go(nextMark(play, marks, step, -1)),
    continue: () => go(nextMark(play, marks, step, 1)),
    end: () => go(last),
  };
  useKeys(commands);
  const shown = play.steps[step];
  if (!shown) throw new Error("An attack has steps.");
  const before = play.steps[step - 1];
  const brokenIn = (side: "held" | "out"): string | undefined => {
    const isBroken = play.steps.slice(0, step + 1).some((one) => one[side].broken.includes(play.rule));
    return isBroken ? rules[play.rule] : undefined;
  };
  const { actor, does, held, out } = shown;
  const code = marks.parts < 0 || step <= marks.parts ? codeOf(step) : undefined;
  const isBreaking = step === marks.breaks;
  const isParted = marks.parts >= 0 && step >= marks.parts;
  const sentence = isBreaking ? words.step_breaks : isParted ? words.step_parted : words.step_both;
  return (
    <div class="stage attack">
      <div class="player">
        <Controls strings={controls} commands={commands} step={step} steps={play.steps.length} onSeek={go} />
        <Sentence where={positionOf({ step, steps: play.steps.length }, controls)}>
          {fill(sentence, {
            actor,
            does,
            held: held.answer,
            out: out.answer,
            guards: names,
            rule: rules[play.rule] ?? "",
          })}
        </Sentence>
        {code !== undefined && (
          <a class="into" href={code}>
            {fill(words.into, { guards: names })}
          </a>
        )}
        <Timeline play={play} marks={marks} step={step} strings={words} onSeek={go} />
      </div>
      <SidePanel
        name="held"
        title={words.as_shipped}
        side={held}
        other={out}
        before={before?.held}
        broken={brokenIn("held")}
        strings={words}
      />
      <SidePanel
        name="out"
        title={fill(words.without, { guards: names })}
        side={out}
        other={held}
        before={before?.out}
        broken={brokenIn("out")}
        strings={words}
      />
    </div>
  );
}
