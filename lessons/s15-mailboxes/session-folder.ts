import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FileLock, type FileLockOptions, LOCK_NAME } from "./file-lock.ts";
import { FileMailStore } from "./file-mail-store.ts";
import { type Limits, practiceLimits } from "./limits.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import { remedyFor, systemCode } from "./system-error.ts";
import { makePrivateFolder, requireTrustedFolder, requireTrustedWay } from "./trusted-folder.ts";

/** What a save leaves when it is killed before the rename: the name of a mailbox or of the session's file, and a number. */
const LEFTOVER = /^(?:[a-z][a-z0-9-]{0,23}\.jsonl|session\.json)\.\d+$/;

export type SessionFolderOptions = FileLockOptions & {
  limits?: Limits;
  /** Told, in a sentence, what was found in a folder that an earlier session left. */
  onNotice?: (notice: string) => void;
};

/** A session folder that can be trusted: where it is, its lock, and the mailboxes in it. */
export type SessionFolder = { directory: string; lock: FileLock; mail: FileMailStore; limits: Limits };

/**
 * Makes an empty folder ready for a session; it is made when it is absent (mode 700, whatever the umask says).
 *
 * A folder that holds anything is refused with `directory-not-empty`, which lists what was found. The one exception
 * is what a killed save leaves before the first letter: a stale lock is waited for, leftover temporary files are
 * removed, both are told to `onNotice`. A path that is no folder is `mailbox-unsafe`, and so is a folder that another
 * user owns or can write to, or can replace (`requireTrustedFolder`). One that cannot be made or looked into is
 * `save-failed`. Of two that start in one folder at once, the one that lays it out has it (`layOutFolder`).
 */
export async function openSessionFolder(
  directory: string,
  options: SessionFolderOptions = {},
): Promise<SessionFolder> {
  const { onNotice = () => undefined } = options;
  const folder = resolveFolder(directory);
  orUnusable(folder, () => makeFolder(folder));
  requireEmpty(folder);
  const opened = partsOf(folder, options);
  if (namesIn(folder).length > 0) {
    const leftovers = await opened.lock.run(() => removeLeftovers(folder));
    if (leftovers.length > 0) {
      onNotice(`Removed what an interrupted save left in ${printable(folder)}: ${leftovers.join(", ")}.`);
    }
  }
  return opened;
}

/** The folder of a session that is there already, with the same checks of what it is and whose. It is not changed. */
export function findSessionFolder(directory: string, options: SessionFolderOptions = {}): SessionFolder {
  const folder = resolveFolder(directory);
  orUnusable(folder, () => requireTrustedFolder(folder));
  return partsOf(folder, options);
}

function partsOf(folder: string, options: SessionFolderOptions): SessionFolder {
  const { limits = practiceLimits, onNotice = () => undefined } = options;
  const onWait = (path: string): void =>
    onNotice(`Waiting for ${printable(path)}: another process holds this lock, or was killed while it did.`);
  const lock = new FileLock(folder, { onWait, ...options });
  return { directory: folder, lock, mail: new FileMailStore(folder, lock, limits), limits };
}

/** The absolute path. `save-failed` when it is a relative one and the folder that the program is in is gone. */
export function resolveFolder(directory: string): string {
  return orUnusable(directory, () => resolve(directory));
}

/** Makes the folder and those missing above it, or finds one that can be trusted. Changes nothing when it throws. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  let there = folder;
  for (; !isThere(there); there = dirname(there)) missing.unshift(there);
  if (missing.length > 0) requireTrustedWay(there);
  const made: string[] = [];
  try {
    for (const path of missing) if (makeOrFind(path)) made.unshift(path);
    requireTrustedFolder(folder);
  } catch (error) {
    for (const path of made) removeIfEmpty(path);
    throw error;
  }
}

function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether the folder was made here: another process may have made it a moment before. */
function makeOrFind(path: string): boolean {
  try {
    makePrivateFolder(path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST" && lstatSync(path).isDirectory()) return false;
    throw error;
  }
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody uses it by now.
  }
}

/** Under the lock, because who saved a letter before it was ours has a session in this folder. */
function removeLeftovers(folder: string): string[] {
  requireEmpty(folder, { isLocked: true });
  const found = namesIn(folder).filter((name) => isTemporaryFile(folder, name));
  for (const name of found) orUnusable(folder, () => unlinkSync(join(folder, name)));
  return found;
}

/**
 * Throws `directory-not-empty` when the folder holds more than a lock and what a killed save leaves. `isLocked`: the
 * lock in it is ours, and says nothing of another session.
 */
export function requireEmpty(folder: string, { isLocked = false } = {}): void {
  const names = namesIn(folder).filter((name) => !isLocked || name !== LOCK_NAME);
  const isExpected = (name: string): boolean => name === LOCK_NAME || isTemporaryFile(folder, name);
  const found = names.filter((name) => !isExpected(name));
  if (found.length === 0) return;
  const leftovers = names.filter(isExpected);
  const killed = leftovers.length > 0 ? ` A session was interrupted there (${leftovers.join(", ")}).` : "";
  const shown = found.slice(0, 6).map(printable);
  const some = found.length > 6 ? [...shown, `${found.length - 6} more`] : shown;
  throw new ProtocolError(
    "directory-not-empty",
    `${printable(folder)} is not empty: it holds ${some.join(", ")}.${killed} A session starts in an empty folder; ` +
      "name a new one.",
    { path: folder, found: names },
  );
}

/**
 * Removes what killed or overtaken processes have left of their saves, so that a paused one has nothing to rename any
 * more. One that is gone by then was taken back by its own process. Only for who has just taken the lock.
 */
export function removeTemporaryFiles(folder: string): void {
  for (const name of namesIn(folder))
    if (isTemporaryFile(folder, name)) orUnusable(folder, () => rmSync(join(folder, name), { force: true }));
}

/** Whether a killed save has left it. A save leaves plain files only: a folder or a link of such a name is somebody's. */
export function isTemporaryFile(folder: string, name: string): boolean {
  if (!LEFTOVER.test(name)) return false;
  const stats = orUnusable(folder, () => lstatSync(join(folder, name), { throwIfNoEntry: false }));
  return stats === undefined || stats.isFile();
}

function namesIn(folder: string): string[] {
  return orUnusable(folder, () => readdirSync(folder)).sort();
}

function orUnusable<T>(folder: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const cause = systemCode(error);
    throw new ProtocolError(
      "save-failed",
      `${printable(folder)} cannot be used as a session folder (${cause}). ${remedyFor(cause)}`,
      { path: folder, cause },
      { cause: error },
    );
  }
}
