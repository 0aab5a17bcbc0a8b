import { useEffect, useState } from "preact/hooks";
import type { Lesson } from "../lesson.ts";
import type { OwnRun } from "../run/call.ts";
import type { Recording } from "../run/recording.ts";
import { record } from "../run/run-job.ts";

export type RecordingState =
  | { state: "running" }
  | { state: "done"; recording: Recording }
  | { state: "failed"; message: string };

const RUNNING: RecordingState = { state: "running" };

/** More than anybody goes back and forth between; each takes as much as a photograph. */
const KEPT = 12;
const kept = new Map<string, RecordingState>();

/** The recording of a run, made in the background when it is first shown. Equal runs have one recording. */
export function useRecording(lesson: Lesson, run: OwnRun): RecordingState {
  const key = JSON.stringify(run);
  const [, setMade] = useState("");
  useEffect(() => {
    if (kept.has(key)) return undefined;
    let isShown = true;
    const keep = (made: RecordingState): void => {
      kept.set(key, made);
      for (const old of [...kept.keys()].slice(0, Math.max(kept.size - KEPT, 0))) kept.delete(old);
      if (isShown) setMade(key);
    };
    record(lesson, JSON.parse(key) as OwnRun, true).then((made) =>
      keep("fault" in made ? { state: "failed", message: made.fault } : { state: "done", recording: made }),
    );
    return () => {
      isShown = false;
    };
  }, [key, lesson]);
  return kept.get(key) ?? RUNNING;
}
