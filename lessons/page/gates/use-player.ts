import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import { useKeys } from "../frame/use-keys.ts";
import { nextGate } from "../path-view.ts";
import { usePlaying } from "./use-playing.ts";

export type Player = {
  commands: Parameters<typeof useKeys>[0] & { play: () => void };
  isPlaying: boolean;
  /** Shows a step and stops playing. A step outside of the story is its nearest end. */
  go: (step: number) => void;
};

/** Step, back, on to the next gate, play and the keys for all of them, through the events of a story. */
export function usePlayer(
  events: readonly SessionEvent[],
  { step, of, moveTo: move }: { step: number; of: string; moveTo: (step: number) => void },
): Player {
  const last = events.length - 1;
  const moveTo = (wanted: number): void => move(Math.min(Math.max(wanted, 0), last));
  const { isPlaying, play, pause } = usePlaying({ step, last, of, moveTo });
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
  return { commands, isPlaying, go };
}
