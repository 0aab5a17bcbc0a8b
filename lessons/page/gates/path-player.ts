import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import { useKeys } from "../frame/use-keys.ts";
import { nextGate } from "../path-view.ts";
import { usePlaying } from "./use-playing.ts";

/** A step of a story, and in the code behind it a statement: before all of them have run, the step has not happened. */
export type Place = { step: number; at: number | null };

export type PathPlayer = {
  commands: Parameters<typeof useKeys>[0] & { play: () => void; into?: () => void; out?: () => void };
  isPlaying: boolean;
  /** Shows a step and stops playing. A step outside of the story is its nearest end. */
  go: (step: number) => void;
};

/**
 * Step, back, on to the next gate, play, and into the code behind a step and out of it.
 *
 * `statements` is how many statements the code behind the shown step has, 0 while nobody knows; `behind` the step whose
 * code can be stepped into from here, if there is one.
 */
export function usePathPlayer(
  events: readonly SessionEvent[],
  place: Place & { of: string; statements: number; behind: number | undefined },
  move: (to: Place) => void,
): PathPlayer {
  const { step, at, of, statements, behind } = place;
  const last = events.length - 1;
  const moveTo = (wanted: number): void => move({ step: Math.min(Math.max(wanted, 0), last), at: null });
  const { isPlaying, play, pause } = usePlaying({ step, last, of, moveTo });
  const go = (wanted: number): void => {
    pause();
    moveTo(wanted);
  };
  const moveInCode = (wanted: number): void => {
    if (wanted < 0) go(step - 1);
    else if (wanted >= statements) go(step);
    else move({ step, at: wanted });
  };
  const enter = (wanted: number): void => {
    pause();
    move({ step: wanted, at: 0 });
  };
  const commands: PathPlayer["commands"] = {
    play,
    restart: () => go(0),
    continueBack: () => go(nextGate(events, step, -1)),
    stepBack: () => (at === null ? go(step - 1) : moveInCode(at - 1)),
    step: () => (at === null ? go(step + 1) : moveInCode(at + 1)),
    continue: () => go(at === null ? nextGate(events, step, 1) : step),
    end: () => go(last),
    // Where there is no code behind a step, going into it is a step like any other.
    into: () => (at !== null ? moveInCode(at + 1) : behind !== undefined ? enter(behind) : go(step + 1)),
    ...(at !== null && { out: () => go(step) }),
  };
  useKeys(commands);
  return { commands, isPlaying, go };
}
