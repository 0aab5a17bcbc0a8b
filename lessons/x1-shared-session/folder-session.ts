import type { FileLock, FileLockOptions } from "../s15-mailboxes/file-lock.ts";
import { type Limits, practiceLimits } from "../s15-mailboxes/limits.ts";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import {
  findSessionFolder,
  openSessionFolder,
  removeTemporaryFiles,
  requireEmpty,
  type SessionFolder,
} from "../s15-mailboxes/session-folder.ts";
import type { Team } from "../s15-mailboxes/team.ts";
import {
  copyProtocolState,
  createProtocolState,
  type ProtocolState,
} from "../s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import {
  type AccountedLetters,
  AccountedMail,
  holdsLetter,
  numberedLetters,
  type SavedMailbox,
} from "./accounted-mail.ts";
import { cutForeignTail, isToldIn, type LogEnd, readLogEnd, syncLog, writeEvents } from "./event-log.ts";
import { watchFile } from "./folder-changes.ts";
import {
  changeBetween,
  corrupt,
  type Intent,
  isEmptyChange,
  KINDS,
  overlapOf,
  type Parts,
  partsOf,
  SESSION_FILE,
  type SessionContent,
  type SessionProgram,
  stateIn,
  withChange,
} from "./session-file.ts";
import { SessionStore } from "./session-store.ts";
import type { SharedSession } from "./shared-session.ts";
import { type Show, shownInOrder } from "./shown-in-order.ts";
import { folderSigns } from "./sign-of-life.ts";

export type FolderSessionOptions = FileLockOptions & {
  /** Who plays the session. Another program's session is refused. */
  program: SessionProgram;
  /** Told, in a sentence, what was found in the folder, and when another process is waited for. */
  onNotice?: (notice: string) => void;
  /** Shown the events of each section of this process once they are kept, in their order. */
  show?: Show;
};

/** A session in a folder. Several processes share it, and it outlives them. */
export type FolderSession = SharedSession & { readonly lock: FileLock };

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
  const sections = new FolderSections(folder, store);
  await folder.lock.run(() => {
    requireEmpty(folder.directory, { isLocked: true });
    removeTemporaryFiles(folder.directory);
    // Somebody who was overtaken may have renamed the last of them in between.
    requireEmpty(folder.directory, { isLocked: true });
    const parts = partsOf({ ...createProtocolState(team, limits), letters: new Map() });
    store.save({ program: options.program, limits, parts, events: { stand: 0, newest: [] }, intents: [] });
    sections.run(() => undefined);
  });
  return sessionIn(folder, sections, options);
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
  const sections = new FolderSections(folder, new SessionStore(folder, options.program));
  await folder.lock.run(() => sections.run(() => undefined));
  return sessionIn(folder, sections, options);
}

function sessionIn(
  folder: SessionFolder,
  sections: FolderSections,
  { show }: FolderSessionOptions,
): FolderSession {
  const shown = shownInOrder(show);
  return {
    directory: folder.directory,
    lock: folder.lock,
    limits: folder.limits,
    signs: folderSigns(folder.directory),
    watch: () => watchFile(folder.directory, SESSION_FILE),
    get current() {
      return sections.current;
    },
    transact: (section) =>
      shown((mayRun) =>
        folder.lock.run(() => {
          mayRun();
          return sections.run(section);
        }),
      ),
    close: () => folder.lock.run(() => syncLog(folder.directory)),
  };
}

type Settled = { content: SessionContent; isSettledNow: boolean };

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
    const drafted = partsOf({ ...draft, letters: accounted }, earlier);
    requireNothingGone(before, drafted);
    const looked = changeBetween(before, drafted);
    if (isEmptyChange(looked) && !saved && told.length === 0) return;

    const letters = mail.letters;
    const after = partsOf({ ...draft, letters }, earlier);
    const change = changeBetween(before, after);
    requireSettled(open, change);
    const newest = told.map((event) => JSON.stringify(event));
    const kept = { ...content, parts: after, events: this.#behind(loaded, newest), intents: open };
    try {
      if (saved) {
        const { mailbox, letter, text } = saved;
        const intent: Intent = { mailbox, letter, change, events: newest };
        this.#store.save({ ...loaded.content, intents: [...open, intent] });
        this.#folder.mail.replace(mailbox, text);
        if (letter === null) this.#settleEmptied(kept);
      } else {
        this.#store.save(kept);
      }
      const log = this.#writeLog(kept, loaded.log);
      if (saved) this.#requireKept(saved);
      this.#loaded = { content: kept, state: { ...draft, mail: this.#folder.mail }, letters, log };
    } catch (error) {
      // The intent may stand in the file, with its letter or without: the next section looks and settles it.
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
    if (this.#isLockOurs() || letter === null) return;
    const { parts, intents } = this.#store.read();
    // What another process has made of it since was not loaded here.
    this.#store.forget();
    const isIntended = intents.some((intent) => intent.letter?.sha256 === letter.sha256);
    const accounted = stateIn(parts).letters.get(mailbox) ?? [];
    if (isIntended || accounted.some(({ id }) => id === letter.id)) return;
    this.#folder.lock.assertHeld();
  }

  /** When nobody can tell, the session's file can. */
  #isLockOurs(): boolean {
    try {
      return this.#folder.lock.isOurs();
    } catch {
      return false;
    }
  }

  /** While an intent is open, its mailbox may have been mended since the last look. */
  #load(): Loaded {
    const isSettled = this.#loaded?.content.intents.length === 0;
    if (this.#loaded && isSettled && !this.#store.hasChanged()) return this.#loaded;
    try {
      this.#loaded = this.#recover();
      return this.#loaded;
    } catch (error) {
      this.#store.forget();
      // Files of different moments are no fault of the session's.
      this.#folder.lock.assertHeld();
      throw error;
    }
  }

  #recover(): Loaded {
    const { directory, mail, lock } = this.#folder;
    const read = this.#store.read();
    const end = readLogEnd(directory);
    const { content, isSettledNow } = this.#settle(read, end);
    requireSameAge(content, end, printable(this.#store.path));
    if (isSettledNow) this.#store.save(content);
    // What was read while the lock was ours is what everybody reads: later than this, the same bytes are written.
    lock.assertHeld();
    const log = this.#writeLog(content, end);
    unlessUnwritable(() => cutForeignTail(directory, log, lock));
    const { letters, ...state } = stateIn(content.parts);
    const kept = { ...state, mail, limits: content.limits, tell: () => undefined };
    // In the words of this program, so that a section that only looks changes nothing.
    const parts = partsOf({ ...kept, letters });
    return { content: { ...content, parts }, state: kept, letters, log };
  }

  /**
   * An intent whose letter is there, or whose mailbox is empty, is done. Any other never happened.
   *
   * The newest one comes first: it alone may have its events in the log already. Those of one that was open come
   * behind, and their place is kept before the log is written.
   */
  #settle(content: SessionContent, end: LogEnd): Settled {
    let { parts } = content;
    const newest = [...content.events.newest];
    const open: Intent[] = [];
    let isSettledNow = false;
    const { stand } = content.events;
    const last = content.intents.at(-1);
    for (const intent of last ? [last, ...content.intents.slice(0, -1)] : []) {
      // The log tells of it once its letter is there. A letter that is lost since is missing in an accounted mailbox.
      const isTold = intent === last && isToldIn(end, stand + newest.length, intent.events);
      const found = isTold ? "there" : this.#find(intent, parts);
      if (found === "unreadable") {
        open.push(intent);
        continue;
      }
      isSettledNow ||= found === "absent" || intent.letter === null || content.intents.length > 1;
      if (found === "absent") continue;
      parts = withChange(parts, intent.change);
      newest.push(...intent.events);
    }
    const events = { stand, newest };
    return { content: { ...content, parts, events, intents: open }, isSettledNow };
  }

  /** What the mailbox of an intent says about it. It says nothing when it cannot be read, or has lost letters. */
  #find({ mailbox, letter }: Intent, parts: Parts): "there" | "absent" | "unreadable" {
    const { mail } = this.#folder;
    try {
      if (letter === null) return mail.read(mailbox) === "" ? "there" : "absent";
      const text = new AccountedMail(mail, stateIn(parts).letters).read(mailbox);
      if (holdsLetter(text, letter)) return "there";
      return numberedLetters(mailbox, text) ? "absent" : "unreadable";
    } catch (error) {
      if (error instanceof ProtocolError && UNREADABLE.has(error.code)) return "unreadable";
      throw error;
    }
  }

  #writeLog({ events: { stand, newest } }: SessionContent, end: LogEnd): LogEnd {
    const events = newest.slice(end.events - stand);
    return unlessUnwritable(() => writeEvents(this.#folder.directory, end, events)) ?? end;
  }
}

/** The events stand in `session.json`, so those of a log that cannot be written now are written later. */
function unlessUnwritable<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** The log was written after each state of the session, and never holds less than what is synced in it. */
function requireSameAge({ events: { stand, newest } }: SessionContent, end: LogEnd, path: string): void {
  const told = stand + newest.length;
  if (end.events > told) {
    throw corrupt(
      path,
      `the log holds ${end.events} events and the session ${told}: an older state was put back`,
    );
  }
  if (end.events < stand) throw corrupt(path, `the log holds ${end.events} events, and ${stand} stood in it`);
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
