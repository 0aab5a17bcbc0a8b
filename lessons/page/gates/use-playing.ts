import { useEffect, useState } from "preact/hooks";

const MILLISECONDS_A_STEP = 1_100;

type Playing = { isPlaying: boolean; play: () => void; pause: () => void };

/** Steps by itself until the last step, until it is paused, or until something else is shown. */
export function usePlaying(at: {
  step: number;
  last: number;
  of: string;
  moveTo: (step: number) => void;
}): Playing {
  const { step, last, of, moveTo } = at;
  const [playing, setPlaying] = useState<string | undefined>();
  const isPlaying = playing === of && step < last;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => moveTo(step + 1), MILLISECONDS_A_STEP);
    return () => clearTimeout(timer);
  }, [isPlaying, step]);
  const play = (): void => {
    if (!isPlaying && step === last) moveTo(0);
    setPlaying(isPlaying ? undefined : of);
  };
  return { isPlaying, play, pause: () => setPlaying(undefined) };
}
