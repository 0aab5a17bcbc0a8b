import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { remedyFor, systemCode } from "../s15-mailboxes/system-error.ts";
import { LOG_NAME } from "../s15-mailboxes/team.ts";
import { requireOwn } from "../s15-mailboxes/trusted-folder.ts";

/** The session's story: one event a line, numbered from 1. */
export const LOG_FILE = `${LOG_NAME}.jsonl`;

/** How many events the log holds, and how many bytes their whole lines take. */
export type LogEnd = { events: number; bytes: number };

/** A line is no longer than a result of a tool and its input, many times over. */
const LINE_BYTES = 4_000_000;

/** One line of the log. */
export function logLine(number: number, event: string): string {
  return `{"number":${number},${event.slice(1)}\n`;
}

/**
 * Where the whole lines of the log end. What stands behind the last one was torn off when a process was killed, and
 * counts as not there.
 */
export function readLogEnd(directory: string): LogEnd {
  return (
    withLog(directory, constants.O_RDONLY, (file) => {
      const { size } = fstatSync(file);
      const tail = Buffer.alloc(Math.min(size, LINE_BYTES));
      readSync(file, tail, 0, tail.length, size - tail.length);
      const end = tail.lastIndexOf("\n");
      if (end === -1) return { events: 0, bytes: 0 };
      const line = tail.subarray(tail.lastIndexOf("\n", end - 1) + 1, end).toString("utf8");
      const number = /^\{"number":(\d+),/.exec(line)?.[1];
      if (number === undefined) throw notALog(directory);
      return { events: Number(number), bytes: size - tail.length + end + 1 };
    }) ?? { events: 0, bytes: 0 }
  );
}

/**
 * Writes events behind the end of the log, each at its place: who writes the same events again writes the same bytes
 * to the same place, so a process that is late by any time changes nothing. Not synced.
 */
export function writeEvents(directory: string, end: LogEnd, events: readonly string[]): LogEnd {
  if (events.length === 0) return end;
  const lines = events.map((event, index) => logLine(end.events + index + 1, event));
  const bytes = Buffer.from(lines.join(""));
  withLog(directory, constants.O_WRONLY | constants.O_CREAT, (file) => {
    for (let written = 0; written < bytes.length; )
      written += writeSync(file, bytes, written, bytes.length - written, end.bytes + written);
  });
  return { events: end.events + events.length, bytes: end.bytes + bytes.length };
}

/** Cuts off what stands behind the last whole line. */
export function cutTornLine(directory: string, { bytes }: LogEnd): void {
  withLog(directory, constants.O_WRONLY, (file) => {
    if (fstatSync(file).size > bytes) ftruncateSync(file, bytes);
  });
}

/** Returns once the disk has the log. */
export function syncLog(directory: string): void {
  withLog(directory, constants.O_WRONLY, (file) => fsyncSync(file));
}

/** Undefined when there is no log and the flags make none. */
function withLog<T>(directory: string, flags: number, use: (file: number) => T): T | undefined {
  const path = join(directory, LOG_FILE);
  let file: number;
  try {
    file = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw unusable(path, error);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw notALog(directory);
    requireOwn(path, stats);
    return use(file);
  } catch (error) {
    throw error instanceof ProtocolError ? error : unusable(path, error);
  } finally {
    closeSync(file);
  }
}

function notALog(directory: string): ProtocolError {
  const path = join(directory, LOG_FILE);
  return new ProtocolError(
    "session-corrupt",
    `${printable(path)} is not the log of a session: its last line bears no number, or it is no regular file. ` +
      "It is left as it is. Move it away, or name another folder.",
    { path },
  );
}

function unusable(path: string, error: unknown): ProtocolError {
  const cause = systemCode(error);
  return new ProtocolError(
    "save-failed",
    `${printable(path)} could not be written or read (${cause}). ${remedyFor(cause)}`,
    { path, cause },
    { cause: error },
  );
}
