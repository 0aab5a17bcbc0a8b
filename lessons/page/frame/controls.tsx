import type { JSX } from "preact";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import type { Commands } from "./use-keys.ts";

/** Drawn in a field of 16 by 16. */
const ICONS = {
  restart: "M3 3v10M13 3 6 8l7 5z",
  continueBack: "M8 3 2 8l6 5zM14 3 8 8l6 5z",
  stepBack: "M11 3 4 8l7 5z",
  step: "m5 3 7 5-7 5z",
  over: "M2 9c1-6 11-6 12 0M14 4v5H9M8 13h.1",
  into: "M8 2v7M4.5 6 8 9.5 11.5 6M8 13.5h.1",
  out: "M8 10V3M4.5 6 8 2.5 11.5 6M8 13.5h.1",
  continue: "m2 3 6 5-6 5zM8 3l6 5-6 5z",
} as const;

/** Signs of lines and not of areas. */
const DRAWN: readonly string[] = ["over", "into", "out"];

type ControlsProps = {
  strings: Strings["controls"];
  commands: Commands & { run?: () => void; debug?: () => void; play?: () => void };
  isPlaying?: boolean;
  step: number;
  steps: number;
  /** The number of the first step: 1, or 0 where what was before the numbered steps can be shown too. */
  first?: 0 | 1;
  /** Where one is, in words, when that is more than the number of the step. */
  position?: string;
  /** Whether nothing has run, something runs now, or a run is paused or over: as a word, and for its look. */
  state?: { is: "not_run" | "running" | "paused" | "done"; word: string };
  /** Whether there is something before the first step, or behind the last. */
  isFirst?: boolean;
  isLast?: boolean;
  onSeek: (step: number) => void;
};

export function Controls(props: ControlsProps): JSX.Element {
  const { strings, commands, isPlaying, step, steps, first = 1, state, onSeek } = props;
  const { position = positionOf(props, strings), isFirst = step === 0, isLast = step === steps - 1 } = props;
  const { play, into, out } = commands;
  const back = play ? strings.previous_gate : strings.continue_back;
  const on = play ? strings.next_gate : strings.continue;
  return (
    <div class="controls" role="toolbar" aria-label={strings.label}>
      <div class="starts">
        {commands.run && (
          <button type="button" class="primary" onClick={commands.run}>
            {strings.run}
          </button>
        )}
        {commands.debug && (
          <button type="button" class="secondary" onClick={commands.debug}>
            {strings.debug}
          </button>
        )}
        {play && (
          <button type="button" class="primary" onClick={play}>
            {isPlaying ? strings.pause : strings.play}
          </button>
        )}
      </div>
      <div class="steps">
        <IconButton
          icon="restart"
          label={strings.restart}
          keys="Home"
          off={isFirst}
          onClick={commands.restart}
        />
        <IconButton
          icon="continueBack"
          label={back}
          keys="Shift F5"
          off={isFirst}
          onClick={commands.continueBack}
        />
        <IconButton
          icon="stepBack"
          label={strings.step_back}
          keys="←"
          off={isFirst}
          onClick={commands.stepBack}
        />
        <IconButton
          icon={into ? "over" : "step"}
          label={into ? strings.over : strings.step}
          keys="→, F10"
          off={isLast}
          onClick={commands.step}
        />
        {into && (
          <IconButton icon="into" label={strings.into} keys="Shift ↓, F11" off={isLast} onClick={into} />
        )}
        {out && (
          <IconButton icon="out" label={strings.out} keys="Shift ↑, Shift F11" off={isLast} onClick={out} />
        )}
        <IconButton icon="continue" label={on} keys="F5" off={isLast} onClick={commands.continue} />
      </div>
      <label class="position">
        {state && (
          <b class="run-state" data-state={state.is}>
            {state.word}
          </b>
        )}
        <span>{position}</span>
        <input
          type="range"
          aria-label={strings.slider}
          min={first}
          max={steps - 1 + first}
          value={step + first}
          onInput={({ currentTarget }) => onSeek(Number(currentTarget.value) - first)}
        />
      </label>
    </div>
  );
}

/** Where one is, in words. Without a full stop, or with one in front of a sentence. */
export function positionOf(
  { step, steps, first = 1 }: { step: number; steps: number; first?: 0 | 1 },
  words: { position: string; start: string; end: string },
): string {
  if (first === 1) return fill(words.position, { step: step + 1, steps });
  const numbered = steps - 2;
  const text = step === 0 ? words.start : step > numbered ? words.end : words.position;
  return fill(text, { step, steps: numbered });
}

/** `aria-disabled` and not `disabled`: the button at the end of a run must not lose the keyboard's focus. */
function IconButton(props: {
  icon: keyof typeof ICONS;
  label: string;
  keys: string;
  off: boolean;
  onClick: () => void;
}): JSX.Element {
  const { icon, label, keys, off, onClick } = props;
  return (
    <button
      type="button"
      class="icon"
      title={`${label} (${keys})`}
      aria-disabled={off}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path class={DRAWN.includes(icon) ? "drawn" : undefined} d={ICONS[icon]} />
      </svg>
      <span>{label}</span>
    </button>
  );
}
