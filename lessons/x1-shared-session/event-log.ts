import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileIdentity } from "../s15-mailboxes/file-identity.ts";
import type { FileLock } from "../s15-mailboxes/file-lock.ts";
import { saveUnderLock } from "../s15-mailboxes/locked-save.ts";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { createFile } from "../s15-mailboxes/synced-write.ts";
import { remedyFor, systemCode } from "../s15-mailboxes/system-error.ts";
import { LOG_NAME } from "../s15-mailboxes/team.ts";
import { requireOwn } from "../s15-mailboxes/trusted-folder.ts";

/** The session's story: one event a line, numbered from 1. */
export const LOG_FILE = `${LOG_NAME}.jsonl`;

/** How many events the log holds, how many bytes their whole lines take, and the last of these. */
export type LogEnd = { events: number; bytes: number; last: string };

const EMPTY: LogEnd = { events: 0, bytes: 0, last: "" };

/** A line is no longer than a result of a tool and its input, many times over. */
const LINE_BYTES = 4_000_000;

/** One line of the log. */
export function logLine(number: number, event: string): string {
  return `{"number":${number},${event.slice(1)}\n`;
}

/** Whether the log ends with some of these events, behind so many others. */
export function isToldIn({ events, last }: LogEnd, others: number, announced: readonly string[]): boolean {
  const event = announced[events - others - 1];
  return event !== undefined && last === logLine(events, event);
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
      if (end === -1 && tail.length < size) throw notALog(directory);
      if (end === -1) return EMPTY;
      const line = tail.subarray(tail.lastIndexOf("\n", end - 1) + 1, end).toString("utf8");
      const number = /^\{"number":(\d+),/.exec(line)?.[1];
      if (number === undefined) throw notALog(directory);
      return { events: Number(number), bytes: size - tail.length + end + 1, last: `${line}\n` };
    }) ?? EMPTY
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
  if (end.bytes === 0) makeLog(directory);
  const written = withLog(directory, constants.O_WRONLY, (file) => {
    if (fstatSync(file).size < end.bytes) return undefined;
    for (let part = 0; part < bytes.length; )
      part += writeSync(file, bytes, part, bytes.length - part, end.bytes + part);
    return {
      events: end.events + events.length,
      bytes: end.bytes + bytes.length,
      last: lines.at(-1) ?? end.last,
    };
  });
  // A log that somebody has made shorter gets no hole: whoever loads it next says what is missing.
  return written ?? end;
}

function makeLog(directory: string): void {
  const path = join(directory, LOG_FILE);
  try {
    closeSync(createFile(path, 0o600));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw unusable(path, error);
  }
}

/**
 * Cuts off what stands behind the last whole line and is no part of the session's story. Only while the lock is held.
 *
 * The file is replaced, and not made shorter: a process that is late by any time would cut off the lines of others.
 */
export function cutForeignTail(directory: string, { bytes }: LogEnd, lock: FileLock): void {
  const path = join(directory, LOG_FILE);
  const tail = withLog(directory, constants.O_RDONLY, (file) => {
    if (fstatSync(file).size <= bytes) return undefined;
    const seen = fileIdentity(fstatSync(file, { bigint: true }));
    return { seen, text: readFileSync(file).subarray(0, bytes).toString("utf8") };
  });
  if (tail) saveUnderLock(path, tail.text, { lock, seen: tail.seen, untouched: "The log is as it was." });
}

/** Returns once the disk has the log. */
export function syncLog(directory: string): void {
  withLog(directory, constants.O_WRONLY, (file) => fsyncSync(file));
}

/** Undefined when there is no log. */
function withLog<T>(directory: string, flags: number, use: (file: number) => T): T | undefined {
  const path = join(directory, LOG_FILE);
  try {
    const file = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw notALog(directory);
      requireOwn(path, stats);
      return use(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (systemCode(error) === "ENOENT") return undefined;
    throw unusable(path, error);
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
