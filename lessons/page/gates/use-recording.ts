import { useEffect, useState } from "preact/hooks";
import type { Lesson } from "../lesson.ts";
import type { OwnRun } from "../run/call.ts";
import type { Recording } from "../run/recording.ts";
import { record } from "../run/run-job.ts";

export type Recorded = Recording | { fault: string };

/** The same run is recorded once: it gives the same each time. */
const known = new Map<string, Promise<Recorded>>();

/** The recording of a run, undefined while it is being made. Without a run there is none. */
export function useRecording(lesson: Lesson, run: OwnRun | undefined): Recorded | undefined {
  const key = run && JSON.stringify([run.setup, run.call, run.out]);
  const [made, setMade] = useState<{ key: string; recorded: Recorded }>();
  useEffect(() => {
    if (!run || key === undefined) return;
    let isWanted = true;
    const recording = known.get(key) ?? record(lesson, run);
    known.set(key, recording);
    void recording.then((recorded) => {
      if (isWanted) setMade({ key, recorded });
    });
    return () => {
      isWanted = false;
    };
  }, [key, lesson]);
  return made !== undefined && made.key === key ? made.recorded : undefined;
}
