import type { ModelExchange } from "../../s15-mailboxes/member-event.ts";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import { GATE_CASES } from "../gates/gate-cases.ts";
import { type Lesson, PATHS, type PathName } from "../lesson.ts";

/** The gates' data: the four paths, what the model was asked and answered on each, and every way to come to a gate. */
export async function readPaths(
  read: (path: string) => Promise<string>,
): Promise<Pick<Lesson, "paths" | "traffic" | "gateCases">> {
  const told = await Promise.all(
    PATHS.map(async (name): Promise<[PathName, SessionEvent[]]> => {
      const lines = (await read(`fixtures/transcripts/${name}.model.jsonl`)).trim().split("\n");
      return [name, lines.map((line) => JSON.parse(line))];
    }),
  );
  const byPath = <Event>(pick: (events: SessionEvent[]) => Event[]): Record<PathName, Event[]> =>
    Object.fromEntries(told.map(([name, events]) => [name, pick(events)])) as Record<PathName, Event[]>;
  return {
    gateCases: GATE_CASES,
    paths: byPath((events) => events.filter(({ event }) => event !== "model_exchange")),
    traffic: byPath((events) =>
      events.filter((event): event is ModelExchange => event.event === "model_exchange"),
    ),
  };
}
