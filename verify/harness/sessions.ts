import fs, { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { scenarioSession, scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import type { FileLock } from "../../lessons/s15-mailboxes/file-lock.ts";
import type { MailStore } from "../../lessons/s15-mailboxes/mail-store.ts";
import { type ErrorFields, ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { openSessionFolder, type SessionFolderOptions } from "../../lessons/s15-mailboxes/session-folder.ts";
import { type Member, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";

/** A fresh folder by its real path, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lead, reader and reviewer in memory; `parts` takes the place of what a test is about. */
export function memorySession(parts: Partial<ProtocolSession> = {}): ProtocolSession {
  return { ...scenarioSession(), ...parts };
}

/** The same session, which also tells for every use of the mail store whether the lock was held. */
export function watchedSession(): { session: ProtocolSession; uses: string[] } {
  const session = scenarioSession();
  const uses: string[] = [];
  const note = (use: string): void => void uses.push(session.lock.held ? use : `${use} WITHOUT THE LOCK`);
  const mail: MailStore = {
    read: (member) => {
      note(`read ${member}`);
      return session.mail.read(member);
    },
    replace: (member, text) => {
      note(`replace ${member}`);
      session.mail.replace(member, text);
    },
  };
  return { session: { ...session, mail }, uses };
}

export type FileSession = ProtocolSession & { lock: FileLock; directory: string };

/** The same session in a fresh folder, with real files and the real lock. */
export async function fileSession(options: SessionFolderOptions = {}): Promise<FileSession> {
  const directory = temporaryFolder();
  const session = await openSessionFolder(directory, scenarioTeam(), options);
  return { ...session, requests: new Map(), directory };
}

export function memberOf(session: ProtocolSession, name: string): Member {
  return requireMember(session.team, name);
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
export async function refusedUnchanged(session: ProtocolSession, operation: () => unknown): Promise<Refused> {
  const before = stateOf(session);
  const refused = await refusalOf(operation);
  expect(stateOf(session)).toEqual(before);
  return refused;
}

/** A copy of all that a session holds. */
export function stateOf({ team, mail, requests }: ProtocolSession): unknown {
  return structuredClone({
    members: [...team.values()],
    requests: [...requests],
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

/** Lets the rename of a save fail with `code`, the first `times` times. Ends with the test. */
export function failRename(code: string, times = Number.POSITIVE_INFINITY): { attempts: () => number } {
  let attempts = 0;
  intercept("renameSync", (rename) => (from, to) => {
    attempts += 1;
    if (attempts > times) return rename(from, to);
    throw fileError(code);
  });
  return { attempts: () => attempts };
}
