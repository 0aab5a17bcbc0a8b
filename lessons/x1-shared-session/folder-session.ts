import type { FileLock, FileLockOptions } from "../s15-mailboxes/file-lock.ts";
import { type Limits, practiceLimits } from "../s15-mailboxes/limits.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import {
  findSessionFolder,
  openSessionFolder,
  removeTemporaryFiles,
  requireEmpty,
  type SessionFolder,
} from "../s15-mailboxes/session-folder.ts";
import { inOrder } from "../s15-mailboxes/shared-lock.ts";
import type { Team } from "../s15-mailboxes/team.ts";
import {
  copyProtocolState,
  createProtocolState,
  type ProtocolSession,
  type ProtocolState,
} from "../s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import { type AccountedLetters, AccountedMail, holdsLetter, type SavedMailbox } from "./accounted-mail.ts";
import { cutTornLine, type LogEnd, readLogEnd, syncLog, writeEvents } from "./event-log.ts";
import {
  changeBetween,
  corrupt,
  type Intent,
  isEmptyChange,
  KINDS,
  overlapOf,
  type Parts,
  partsOf,
  type SessionContent,
  type SessionProgram,
  stateIn,
  withChange,
} from "./session-file.ts";
import { SessionStore } from "./session-store.ts";

export type FolderSessionOptions = FileLockOptions & {
  /** Who plays the session. Another program's session is refused. */
  program: SessionProgram;
  /** Told, in a sentence, what was found in the folder, and when another process is waited for. */
  onNotice?: (notice: string) => void;
  /** Shown the events of each section of this process once they are kept, in their order. */
  show?: (event: SessionEvent) => void | Promise<void>;
};

/** A session in a folder. Several processes share it, and it outlives them. */
export type FolderSession = ProtocolSession & {
  readonly directory: string;
  readonly lock: FileLock;
  /** The state after this process's last section, for whoever shows it. Another process may have gone on since. */
  readonly current: ProtocolState;
  /** Syncs the log. The session can be taken up again by anybody. */
  close: () => Promise<void>;
};

/** As many events may stand in `session.json` alone until the log is synced. */
const UNSYNCED_EVENTS = 64;

/**
 * Starts a session in an empty folder, with this team: `session.json` is made there, which claims the folder.
 *
 * Throws what `openSessionFolder` throws; of two who start in one folder at once, the second is refused with
 * `directory-not-empty`. `save-failed`, `lock-timeout`, `lock-lost` as in any section.
 */
export async function startSession(
  directory: string,
  team: Team,
  { limits = practiceLimits, ...options }: FolderSessionOptions & { limits?: Limits },
): Promise<FolderSession> {
  const folder = await openSessionFolder(directory, { ...options, limits });
  const store = new SessionStore(folder, options.program);
  await folder.lock.run(() => {
    requireEmpty(folder.directory);
    removeTemporaryFiles(folder.directory);
    const parts = partsOf({ ...createProtocolState(team, limits), letters: new Map() });
    store.save({ program: options.program, limits, parts, events: { stand: 0, newest: [] }, intents: [] });
  });
  return sessionIn(folder, store, options);
}

/**
 * Takes part in a session that is there, whoever started it and however its processes have ended: loading is
 * recovering. The limits are those of the session.
 *
 * Throws `session-corrupt` when no session was laid out in the folder, or its `session.json` does not validate or has
 * been put back to an older one; `session-version` for one of another version or program; `mailbox-unsafe` for a folder
 * that cannot be trusted. Nothing is touched then.
 */
export async function joinSession(directory: string, options: FolderSessionOptions): Promise<FolderSession> {
  const found = findSessionFolder(directory, options);
  const { limits } = new SessionStore(found, options.program).read();
  const folder = findSessionFolder(directory, { ...options, limits });
  const session = sessionIn(folder, new SessionStore(folder, options.program), options);
  await session.transact(() => undefined);
  return session;
}

function sessionIn(
  folder: SessionFolder,
  store: SessionStore,
  { show }: FolderSessionOptions,
): FolderSession {
  const sections = new FolderSections(folder, store);
  const shown = inOrder();
  let stopped: { reason: unknown } | undefined;

  /** Whoever is shown the events may end the session for this process: nothing is saved after that. */
  const showAll = async (events: readonly SessionEvent[]): Promise<void> => {
    try {
      for (const event of events) await show?.(event);
    } catch (reason) {
      stopped ??= { reason };
      throw reason;
    }
  };
  return {
    directory: folder.directory,
    lock: folder.lock,
    limits: folder.limits,
    get current() {
      return sections.current;
    },
    transact: async (section) => {
      const { value, told } = await folder.lock.run(() => {
        if (stopped) throw stopped.reason;
        return sections.run(section);
      });
      if (told.length > 0) await shown(() => showAll(told));
      return value;
    },
    close: () => folder.lock.run(() => syncLog(folder.directory)),
  };
}

type Loaded = {
  content: SessionContent;
  state: ProtocolState;
  letters: AccountedLetters;
  log: LogEnd;
};

/** The sections of one process on a session folder. Each runs while the lock is held. */
class FolderSections {
  readonly #folder: SessionFolder;
  readonly #store: SessionStore;
  #loaded: Loaded | undefined;
  #draft: ProtocolState | undefined;

  constructor(folder: SessionFolder, store: SessionStore) {
    this.#folder = folder;
    this.#store = store;
  }

  /** The draft of the section that runs, else the state as it was last seen here. */
  get current(): ProtocolState {
    const state = this.#draft ?? this.#loaded?.state;
    return state ?? createProtocolState(new Map(), this.#folder.limits);
  }

  run<T>(section: (state: ProtocolState) => T): { value: T; told: readonly SessionEvent[] } {
    removeTemporaryFiles(this.#folder.directory);
    const loaded = this.#load();
    const told: SessionEvent[] = [];
    const mail = new AccountedMail(this.#folder.mail, loaded.letters);
    this.#draft = copyProtocolState(loaded.state, { mail, tell: (event) => void told.push(event) });
    try {
      const value = section(this.#draft);
      this.#keep(loaded, this.#draft, mail, told);
      return { value, told };
    } finally {
      this.#draft = undefined;
    }
  }

  /** What one section changed is kept as a whole: the intent, then the letter that decides about it. */
  #keep(loaded: Loaded, draft: ProtocolState, mail: AccountedMail, told: readonly SessionEvent[]): void {
    const { parts: before, events, intents: open, ...content } = loaded.content;
    const { saved } = mail;
    const { letters: accounted } = loaded;
    const earlier = { state: { ...loaded.state, letters: accounted }, parts: before };
    const looked = changeBetween(before, partsOf({ ...draft, letters: accounted }, earlier));
    if (isEmptyChange(looked) && !saved && told.length === 0) return;

    const letters = mail.letters;
    const after = partsOf({ ...draft, letters }, earlier);
    const change = changeBetween(before, after);
    requireNothingGone(before, after);
    requireSettled(open, change);
    const newest = told.map((event) => JSON.stringify(event));
    const kept = { ...content, parts: after, events: this.#behind(loaded, newest), intents: open };
    if (saved) {
      const { mailbox, letter } = saved;
      const intent: Intent = { mailbox, letter, change, events: newest };
      this.#saveLetter({ ...loaded.content, intents: [...open, intent] }, saved);
      if (letter === null) this.#settleEmptied(kept);
    } else {
      this.#store.save(kept);
    }
    const log = this.#writeLog(kept, loaded.log);
    if (saved) this.#requireKept(saved);
    this.#loaded = { content: kept, state: { ...draft, mail: this.#folder.mail }, letters, log };
  }

  #saveLetter(intended: SessionContent, { mailbox, text }: SavedMailbox): void {
    this.#store.save(intended);
    try {
      this.#folder.mail.replace(mailbox, text);
    } catch (error) {
      // The intent stands in the file without its letter: whoever loads next drops it.
      this.#store.forget();
      throw error;
    }
  }

  /**
   * A letter that a foreign hand puts into an emptied mailbox must not undo what was done. It is done already: when this
   * save fails, whoever loads next sees the empty mailbox.
   */
  #settleEmptied(kept: SessionContent): void {
    try {
      this.#store.save(kept);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#store.forget();
    }
  }

  /** The events that are not known to be synced in the log, with new ones behind them. */
  #behind({ content, log }: Loaded, newest: readonly string[]): SessionContent["events"] {
    const { stand, newest: earlier } = content.events;
    const total = stand + earlier.length;
    if (earlier.length < UNSYNCED_EVENTS || log.events < total) {
      return { stand, newest: [...earlier, ...newest] };
    }
    syncLog(this.#folder.directory);
    return { stand: total, newest };
  }

  /** A process that was stopped in between and has lost the lock says only what is true by now. */
  #requireKept({ mailbox, letter }: SavedMailbox): void {
    const { lock } = this.#folder;
    if (lock.isOurs() || letter === null) return;
    const { parts, intents } = this.#store.read();
    const isIntended = intents.some((intent) => intent.letter?.sha256 === letter.sha256);
    const accounted = stateIn(parts).letters.get(mailbox) ?? [];
    if (isIntended || accounted.some(({ id }) => id === letter.id)) return;
    this.#store.forget();
    lock.assertHeld();
  }

  #load(): Loaded {
    if (this.#loaded && !this.#store.hasChanged()) return this.#loaded;
    this.#loaded = undefined;
    const read = this.#store.read();
    const { content, isDropped } = this.#settle(read);
    const log = this.#recoverLog(content);
    if (isDropped) this.#store.save(content);
    const { letters, ...state } = stateIn(content.parts);
    const kept = { ...state, mail: this.#folder.mail, limits: content.limits, tell: () => undefined };
    // In the words of this program, so that a section that only looks changes nothing.
    const parts = partsOf({ ...kept, letters });
    this.#loaded = { content: { ...content, parts }, state: kept, letters, log };
    return this.#loaded;
  }

  /** An intent whose letter is there, or whose mailbox is empty, is done. Any other never happened. */
  #settle(content: SessionContent): { content: SessionContent; isDropped: boolean } {
    let { parts } = content;
    const newest = [...content.events.newest];
    const open: Intent[] = [];
    let isDropped = false;
    for (const intent of content.intents) {
      const isDone = this.#isDone(intent);
      if (isDone === undefined) open.push(intent);
      else if (isDone) {
        parts = withChange(parts, intent.change);
        newest.push(...intent.events);
      } else isDropped = true;
    }
    const events = { ...content.events, newest };
    return { content: { ...content, parts, events, intents: open }, isDropped };
  }

  /** Undefined when nobody can tell, because the mailbox cannot be read. */
  #isDone({ mailbox, letter }: Intent): boolean | undefined {
    const { mail } = this.#folder;
    try {
      const text = mail.read(mailbox);
      if (letter !== null) return holdsLetter(text, letter);
      return text === "";
    } catch (error) {
      if (error instanceof ProtocolError && UNREADABLE.has(error.code)) return undefined;
      throw error;
    }
  }

  /** Appends what a killed process has not written any more. */
  #recoverLog(content: SessionContent): LogEnd {
    const { stand, newest } = content.events;
    const end = readLogEnd(this.#folder.directory);
    const { path } = this.#store;
    if (end.events > stand + newest.length) {
      throw corrupt(
        path,
        `the log holds ${end.events} events and the session ${stand + newest.length}: an older state was put back`,
      );
    }
    if (end.events < stand) {
      throw corrupt(path, `the log holds ${end.events} events, and ${stand} stood in it`);
    }
    cutTornLine(this.#folder.directory, end);
    return this.#writeLog(content, end);
  }

  /** The events stand in `session.json`, so those of a log that cannot be written now are written later. */
  #writeLog({ events: { stand, newest } }: SessionContent, end: LogEnd): LogEnd {
    try {
      return writeEvents(this.#folder.directory, end, newest.slice(end.events - stand));
    } catch (error) {
      if (error instanceof ProtocolError && error.code === "save-failed") return end;
      throw error;
    }
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["mailbox-corrupt", "mailbox-unsafe", "mailbox-too-large"]);

function requireNothingGone(before: Parts, after: Parts): void {
  const gone = KINDS.flatMap((kind) => [...before[kind].keys()].filter((key) => !after[kind].has(key)));
  if (gone.length > 0)
    throw new Error(`A section took ${gone.join(", ")} out of the session. Set it to null.`);
}

/** What an unsettled intent is about waits until its mailbox can be read again. */
function requireSettled(open: readonly Intent[], change: Parts): void {
  for (const { mailbox, change: waiting } of open) {
    const part = overlapOf(waiting, change);
    if (part === undefined) continue;
    const file = `${mailbox}.jsonl`;
    throw new ProtocolError(
      "mailbox-corrupt",
      `${part} waits for ${file}, which cannot be read: nobody can tell whether a letter was saved there. ` +
        "Nothing was changed. Mend that file first; `doctor --dir` says what is wrong with it.",
      { file, reason: "an intent is open", part },
    );
  }
}
