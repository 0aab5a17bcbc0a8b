import { type LogEnd, logLine } from "../../x1-shared-session/event-log.ts";
import { currentDisk, save } from "./disk.ts";

/** Takes the place of the event log on the model disk: whole lines only. */
export function readLogEnd(_directory: string): LogEnd {
  return endOf(currentDisk().log);
}

export function writeEvents(_directory: string, end: LogEnd, events: readonly string[]): LogEnd {
  if (events.length === 0) return end;
  const lines = events.map((event, index) => logLine(end.events + index + 1, event));
  const log = [...currentDisk().log.slice(0, end.events), ...lines];
  save({ log });
  return endOf(log);
}

/** No line of the model is torn, and nobody else writes to it. */
export function cutForeignTail(_directory: string, _end: LogEnd): void {
  return;
}

/** What is written to the model stays. */
export function syncLog(_directory: string): void {
  return;
}

function endOf(log: readonly string[]): LogEnd {
  return { events: log.length, bytes: log.length, last: log.at(-1) ?? "" };
}
