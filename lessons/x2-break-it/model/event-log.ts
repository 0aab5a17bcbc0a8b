import { currentDisk, save } from "./disk.ts";

export const LOG_FILE = "events.jsonl";

type LogEnd = { events: number; bytes: number; last: string };

/** Takes the place of the event log on the model disk: whole lines only. */
export function readLogEnd(_directory: string): LogEnd {
  return endOf(currentDisk().log);
}

export function writeEvents(_directory: string, end: LogEnd, events: readonly string[]): LogEnd {
  if (events.length === 0) return end;
  const log = [...currentDisk().log.slice(0, end.events), ...events];
  save({ log });
  return endOf(log);
}

/** No line of the model is torn. */
export function cutTornLine(_directory: string, _end: LogEnd): void {
  return;
}

/** What is written to the model stays. */
export function syncLog(_directory: string): void {
  return;
}

function endOf(log: readonly string[]): LogEnd {
  return { events: log.length, bytes: log.length, last: log.at(-1) ?? "" };
}
