import fs, { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import type { MailStore } from "../../lessons/s15-mailboxes/mail-store.ts";
import { type MailboxMessage, readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { type ErrorFields, ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { type Member, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import {
  createMemorySession,
  type ProtocolSession,
  type ProtocolState,
  type RequestRecord,
  type RunRecord,
} from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import {
  type FolderSession,
  type FolderSessionOptions,
  startSession,
} from "../../lessons/x1-shared-session/folder-session.ts";
import { serverOfRun, sessionInStore } from "./store-sessions.ts";

/** A fresh folder by its real path, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Kept = {
  team: ReadonlyMap<string, Readonly<Member>>;
  mail: Pick<MailStore, "read">;
  requests: ReadonlyMap<string, Readonly<RequestRecord>>;
  runs: ReadonlyMap<string, Readonly<RunRecord>>;
  notes: ReadonlyMap<string, unknown>;
};

/** A session that a test can look at: its parts are those of the state that is kept. Changes go through `transact`. */
export type WatchedSession = ProtocolSession & Readonly<Kept> & Visible;

/** Any session whose state can be looked at. */
export type Visible = { readonly current: ProtocolState };

/** What a test looks at, of a session that is changed through `transact`. */
export function watched(kept: Visible, transact: ProtocolSession["transact"]): WatchedSession {
  return {
    transact,
    get limits() {
      return kept.current.limits;
    },
    get current() {
      return kept.current;
    },
    get team() {
      return kept.current.team;
    },
    get mail() {
      return kept.current.mail;
    },
    get requests() {
      return kept.current.requests;
    },
    get runs() {
      return kept.current.runs;
    },
    get notes() {
      return kept.current.notes;
    },
  };
}

type MemoryOptions = { limits?: Limits; show?: (event: SessionEvent) => void | Promise<void> };

/** Lead, reader and reviewer in memory. */
export function memorySession(options: MemoryOptions = {}): WatchedSession {
  const session = createMemorySession(scenarioTeam(), options);
  return watched(session, session.transact);
}

/**
 * The same team in whatever store this run is about: in memory, or on its PostgreSQL server. Tests of the protocol begin
 * with it, so that they say the same of both.
 */
export function teamSession(options: MemoryOptions = {}): WatchedSession {
  if (serverOfRun === undefined) return memorySession(options);
  const session = sessionInStore(scenarioTeam(), options);
  return watched(session, session.transact);
}

/** The same session, which also tells for every use of the mail store whether it was inside a section. */
export function watchedSession(): { session: WatchedSession; uses: string[] } {
  const uses: string[] = [];
  let isInside = false;
  const note = (use: string): void => void uses.push(isInside ? use : `${use} OUTSIDE A SECTION`);
  const kept = teamSession();
  const marked = watched(kept, (section) =>
    kept.transact((state) => {
      isInside = true;
      try {
        return section(state);
      } finally {
        isInside = false;
      }
    }),
  );
  const session = withMail(marked, ({ mail }) => ({
    read: (member) => {
      note(`read ${member}`);
      return mail.read(member);
    },
    replace: (member, text) => {
      note(`replace ${member}`);
      mail.replace(member, text);
    },
  }));
  return { session, uses };
}

/** The same session, whose sections find another mail store in their draft. */
export function withMail(
  session: ProtocolSession & Visible,
  mailOf: (draft: ProtocolState) => MailStore,
): WatchedSession {
  return watched(session, (section) =>
    session.transact((state) => section({ ...state, mail: mailOf(state) })),
  );
}

/** The same session, of which somebody else has the lock for longer than anyone waits. */
export function withLockTaken(session: WatchedSession): WatchedSession {
  return watched(session, () => Promise.reject(new ProtocolError("lock-timeout", "taken")));
}

/** A watched session, and where this machine keeps what it needs of files. */
export type PlacedSession = WatchedSession & Pick<FolderSession, "directory">;

export type FileSession = PlacedSession & Pick<FolderSession, "lock">;

/** The same session in a fresh folder, with real files and the real lock. */
export async function fileSession(
  options: Partial<FolderSessionOptions> & { limits?: Limits } = {},
): Promise<FileSession> {
  return watchedFolder(
    await startSession(temporaryFolder(), scenarioTeam(), { program: "practice", ...options }),
  );
}

/** The same team in a session that outlives its process: in a folder, or on the server of this run. */
export async function keptSession(): Promise<WatchedSession> {
  return serverOfRun === undefined ? fileSession() : teamSession();
}

/** Any session in a folder, so that a test can look at it. */
export function watchedFolder(session: FolderSession): FileSession {
  const { directory, lock, transact } = session;
  return Object.assign(watched(session, transact), { directory, lock });
}

export function memberOf({ current }: Visible, name: string): Readonly<Member> {
  return requireMember(current.team, name);
}

/** The letters of a mailbox, as they are kept. */
export function lettersOf({ current }: Visible, name: string): MailboxMessage[] {
  return readMailbox(current, name);
}

/** Puts a member into a state that a test begins with. */
export async function changeMember(
  session: ProtocolSession,
  name: string,
  changes: Partial<Member>,
): Promise<void> {
  await session.transact(({ team }) => void Object.assign(requireMember(team, name), changes));
}

/** Puts a request into a state that a test begins with. */
export async function changeRequest(
  session: ProtocolSession,
  id: string,
  changes: Partial<RequestRecord>,
): Promise<void> {
  await session.transact(({ requests }) => {
    const record = requests.get(id);
    if (!record) throw new Error(`There is no ${id}.`);
    Object.assign(record, changes);
  });
}

/** Puts a request into the state that it has once a reply to it was matched. */
export async function decideRequest(session: ProtocolSession, id: string, approve: boolean): Promise<void> {
  const { kind } = await session.transact(({ requests }) => requests.get(id) ?? { kind: "plan" as const });
  await changeRequest(session, id, {
    status: approve ? "approved" : "rejected",
    reply: { type: `${kind}_response`, request_id: id, approve, feedback: "" },
  });
}

/** Writes a mailbox without the checks of the protocol. */
export async function overwriteMailbox(session: ProtocolSession, name: string, text: string): Promise<void> {
  await session.transact(({ mail }) => mail.replace(name, text));
}

/** The bytes of each mailbox file of a session. */
export function mailboxesIn({ directory, team }: FileSession): Record<string, string | undefined> {
  const files = filesIn(directory);
  return Object.fromEntries([...team.keys()].map((name) => [name, files[`${name}.jsonl`]]));
}

/** The text of every file of a folder, by name. What is no regular file is there as its kind. */
export function filesIn(directory: string): Record<string, string> {
  const entries = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    const stats = lstatSync(path);
    return [name, stats.isFile() ? readFileSync(path, "latin1") : stats.isDirectory() ? "folder" : "other"];
  });
  return Object.fromEntries(entries);
}

export type Refused = { code: string; message: string; fields: ErrorFields };

/** What a refused operation said. Fails when the operation succeeds, or ends in anything but a `ProtocolError`. */
export async function refusalOf(operation: () => unknown): Promise<Refused> {
  let result: unknown;
  try {
    result = await operation();
  } catch (error) {
    if (error instanceof ProtocolError)
      return { code: error.code, message: error.message, fields: error.fields };
    throw error;
  }
  throw new Error(`The operation was not refused: ${JSON.stringify(result)}`);
}

/** The same, and fails also when the refused operation changed a member, a request or a mailbox. */
export async function refusedUnchanged(session: Visible, operation: () => unknown): Promise<Refused> {
  const before = stateOf(session);
  const refused = await refusalOf(operation);
  expect(stateOf(session)).toEqual(before);
  return refused;
}

/** A copy of all that a session holds. */
export function stateOf({ current }: Visible): unknown {
  const { team, mail, requests, runs, notes } = current;
  return structuredClone({
    members: [...team.values()],
    requests: [...requests],
    runs: [...runs],
    notes: [...notes],
    letters: [...team.keys()].map((name) => [name, mail.read(name)]),
  });
}

type FileOperation =
  | "chmodSync"
  | "closeSync"
  | "fchmodSync"
  | "fstatSync"
  | "fsyncSync"
  | "lstatSync"
  | "mkdirSync"
  | "mkdtempSync"
  | "openSync"
  | "readdirSync"
  | "readFileSync"
  | "readlinkSync"
  | "realpathSync"
  | "renameSync"
  | "rmdirSync"
  | "unlinkSync"
  | "utimesSync"
  | "writeFileSync"
  | "writeSync";

/** Puts another function in the place of one of Node's synchronous file operations, until the test ends. */
export function intercept<Name extends FileOperation>(
  name: Name,
  replacing: (real: (typeof fs)[Name]) => (...parts: Parameters<(typeof fs)[Name]>) => unknown,
): void {
  const real = fs[name];
  const put = (operation: unknown): void => {
    Object.assign(fs, { [name]: operation });
    syncBuiltinESMExports();
  };
  put(Object.assign(replacing(real), real));
  onTestFinished(() => put(real));
}

/** An error as the file system gives it. */
export function fileError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

/** Lets the rename of a save, of any file or of this one, fail with `code`, the first `times` times. Ends with the test. */
export function failRename(
  code: string,
  times = Number.POSITIVE_INFINITY,
  file?: string,
): { attempts: () => number } {
  let attempts = 0;
  intercept("renameSync", (rename) => (from, to) => {
    if (file !== undefined && basename(String(to)) !== file) return rename(from, to);
    attempts += 1;
    if (attempts > times) return rename(from, to);
    throw fileError(code);
  });
  return { attempts: () => attempts };
}
