import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LOCK_NAME } from "../s15-mailboxes/file-lock.ts";
import { type MailboxMessage, readMailbox } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { findSessionFolder, isTemporaryFile, type SessionFolder } from "../s15-mailboxes/session-folder.ts";
import { createProtocolState } from "../s16-team-protocols/protocol-state.ts";
import { holdsLetter } from "./accounted-mail.ts";
import { isToldIn, LOG_FILE, readLogEnd } from "./event-log.ts";
import { count, type Finding, runFindings, sessionSentence } from "./finding.ts";
import { SESSION_FILE, type SessionContent, stateIn, withChange } from "./session-file.ts";
import { SessionStore } from "./session-store.ts";

/**
 * What a session folder holds and what is wrong with it, part by part. Looks only: no lock is taken, no byte changed,
 * so of a session that goes on in this moment it may tell of two moments.
 *
 * Throws `mailbox-unsafe` when the folder is none that can be trusted, `session-corrupt` when there is no session in it.
 */
export function examineFolder(directory: string): Finding[] {
  const folder = findSessionFolder(directory);
  const store = new SessionStore(folder);
  let content: SessionContent;
  try {
    content = store.read();
  } catch (error) {
    if (!store.isThere()) throw error;
    return [
      { part: SESSION_FILE, condition: "damaged", says: sentenceOf(error) },
      ...examineLeftovers(folder),
    ];
  }
  const { limits } = content;
  const examined = findSessionFolder(directory, { limits });
  return [
    examineSession(content),
    ...examineMailboxes(examined, content),
    ...runFindings(stateIn(content.parts).runs),
    examineLog(examined, content),
    ...examineLeftovers(examined),
  ];
}

/** The letters that a mailbox ought to hold: those accounted for, an announced one that may have been told included. */
export function owedLetters({ parts, intents }: SessionContent, mailbox: string): readonly MailboxMessage[] {
  const announced = intents.filter((intent) => intent.mailbox === mailbox);
  const after = announced.reduce((known, { change }) => withChange(known, change), parts);
  return stateIn(after).letters.get(mailbox) ?? [];
}

/** The letters of a mailbox file. Throws what is wrong with it: `mailbox-corrupt`, `mailbox-unsafe`, `mailbox-too-large`. */
export function lettersOf(folder: SessionFolder, content: SessionContent, mailbox: string): MailboxMessage[] {
  const { team } = stateIn(content.parts);
  const state = { ...createProtocolState(team, content.limits), mail: folder.mail };
  return readMailbox(state, mailbox);
}

function examineSession({ program, parts }: SessionContent): Finding {
  return { part: SESSION_FILE, condition: "good", says: sessionSentence(program, stateIn(parts)) };
}

function examineMailboxes(folder: SessionFolder, content: SessionContent): Finding[] {
  return [...content.parts.members.keys()].map((name) => {
    const part = `${name}.jsonl`;
    try {
      return { part, ...examineMailbox(folder, content, name) };
    } catch (error) {
      return { part, condition: "damaged", says: sentenceOf(error) };
    }
  });
}

function examineMailbox(folder: SessionFolder, content: SessionContent, name: string): Omit<Finding, "part"> {
  const there = lettersOf(folder, content, name).length;
  const known = stateIn(content.parts).letters.get(name)?.length ?? 0;
  const accounted = isNewestTold(folder, content, name) ? owedLetters(content, name).length : known;
  if (there < accounted) {
    const missing = owedLetters(content, name).slice(there);
    return {
      condition: "damaged",
      says: `${there} of ${accounted} letters; missing: ${missing.map(({ id }) => id).join(", ")}`,
    };
  }
  const announced = content.intents.flatMap(({ mailbox, letter }) =>
    mailbox === name && letter ? [letter] : [],
  );
  const dropped = announced.find((letter) => !holdsLetter(folder.mail.read(name), letter));
  if (dropped) {
    return {
      condition: "open",
      says: `${count(there, "letter")}; ${dropped.id} was announced and never saved: it never happened`,
    };
  }
  const own = Math.max(accounted, owedLetters(content, name).length);
  const foreign = there - own;
  const more = foreign > 0 ? `, ${foreign} of them written by nobody here` : "";
  return { condition: "good", says: `${count(there, "letter")}${more}` };
}

/** Whether the log tells of the newest announced letter, so that it was there. */
function isNewestTold(
  { directory }: SessionFolder,
  { events, intents }: SessionContent,
  name: string,
): boolean {
  const newest = intents.at(-1);
  if (newest?.mailbox !== name) return false;
  try {
    return isToldIn(readLogEnd(directory), events.stand + events.newest.length, newest.events);
  } catch {
    // What is wrong with the log is said of the log.
    return false;
  }
}

function examineLog({ directory }: SessionFolder, { events, intents }: SessionContent): Finding {
  const total =
    events.stand + events.newest.length + intents.reduce((sum, { events: told }) => sum + told.length, 0);
  try {
    const end = readLogEnd(directory);
    if (end.events > total) {
      const says = `${end.events} events, and the session knows ${total}: an older ${SESSION_FILE} was put back`;
      return { part: LOG_FILE, condition: "damaged", says };
    }
    if (end.events < events.stand) {
      const says = `${end.events} events, and ${events.stand} stood in it: its end was taken away`;
      return { part: LOG_FILE, condition: "damaged", says };
    }
    const behind = events.stand + events.newest.length - end.events;
    return behind > 0
      ? {
          part: LOG_FILE,
          condition: "open",
          says: `${count(end.events, "event")}; ${behind} more, which the next process writes`,
        }
      : { part: LOG_FILE, condition: "good", says: count(end.events, "event") };
  } catch (error) {
    return { part: LOG_FILE, condition: "damaged", says: sentenceOf(error) };
  }
}

function examineLeftovers({ directory }: SessionFolder): Finding[] {
  const names = readdirSync(directory).sort();
  const temporary = names.filter((name) => isTemporaryFile(directory, name));
  const found: Finding[] = temporary.map((part) => ({
    part,
    condition: "open",
    says: "left by a save that was killed; the next process removes it",
  }));
  const lock = join(directory, LOCK_NAME);
  if (existsSync(lock) && lstatSync(lock).isDirectory()) {
    const says =
      "a process is in a section now, or was killed in one: it is taken over when it gives no sign of life";
    found.push({ part: LOCK_NAME, condition: "open", says });
  }
  return found;
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProtocolError) return error.message;
  throw error;
}
