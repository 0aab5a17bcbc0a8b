import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FileLock, type FileLockOptions, LOCK_NAME } from "./file-lock.ts";
import { FileMailStore } from "./file-mail-store.ts";
import { type Limits, practiceLimits } from "./limits.ts";
import type { Session } from "./mailbox.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import type { Team } from "./team.ts";

/** What `write-file-atomic` leaves when it is killed before the rename: the mailbox's name and a number. */
const LEFTOVER = /^[a-z][a-z0-9-]{0,23}\.jsonl\.\d+$/;

export type SessionFolderOptions = FileLockOptions & {
  limits?: Limits;
  /** Told, in a sentence, what was found in a folder that an earlier session left. */
  onNotice?: (notice: string) => void;
};

/**
 * Starts a session in an empty folder, which is made when it is absent (mode 700).
 *
 * Requests live in memory and letters in files, so a session cannot be taken up again after its process has ended:
 * a folder that holds anything is refused with `directory-not-empty`, which lists what was found. The one exception
 * is what a killed save leaves before the first letter: a stale lock is waited for, leftover temporary files are
 * removed, both are told to `onNotice`. A path that is no folder is `mailbox-unsafe`, one that cannot be made or
 * looked into is `save-failed`.
 */
export async function openSessionFolder(
  directory: string,
  team: Team,
  options: SessionFolderOptions = {},
): Promise<Session & { lock: FileLock }> {
  const { limits = practiceLimits, onNotice = () => undefined } = options;
  const folder = resolve(directory);
  makeFolder(folder);
  requireEmpty(folder);
  const lock = new FileLock(folder, {
    ...options,
    onWait:
      options.onWait ??
      ((path) =>
        onNotice(`Waiting for ${path}: another process holds this lock, or was killed while it did.`)),
  });
  if (readdirSync(folder).length > 0) {
    const leftovers = await lock.run(() => {
      requireEmpty(folder);
      const found = readdirSync(folder).filter((name) => LEFTOVER.test(name));
      for (const name of found) unlinkSync(join(folder, name));
      return found;
    });
    if (leftovers.length > 0) {
      onNotice(`Removed what an interrupted save left in ${folder}: ${leftovers.join(", ")}.`);
    }
  }
  return { team, mail: new FileMailStore(folder, lock, limits), lock, limits };
}

function makeFolder(folder: string): void {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) makeMissingFolders(folder);
    else if (!stats.isDirectory()) {
      throw new ProtocolError(
        "mailbox-unsafe",
        `${folder} is not a folder (a link is not followed). Name another one.`,
        { path: folder },
      );
    }
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw unusable(folder, error);
  }
}

/** One folder at a time: Node's recursive mkdir never comes back from a place such as /proc. */
function makeMissingFolders(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path);
  const made: string[] = [];
  try {
    for (const path of missing) {
      mkdirSync(path, { mode: 0o700 });
      made.unshift(path);
    }
  } catch (error) {
    for (const path of made) rmdirSync(path);
    throw error;
  }
}

function requireEmpty(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
  const found = names.filter((name) => name !== LOCK_NAME && !LEFTOVER.test(name)).sort();
  if (found.length === 0) return;
  const leftovers = names.filter((name) => name === LOCK_NAME || LEFTOVER.test(name)).sort();
  const killed = leftovers.length > 0 ? ` A session was interrupted there (${leftovers.join(", ")}).` : "";
  const shown = found.slice(0, 6).map(printable);
  const some = found.length > 6 ? [...shown, `${found.length - 6} more`] : shown;
  throw new ProtocolError(
    "directory-not-empty",
    `${folder} is not empty: it holds ${some.join(", ")}.${killed} A session starts in an empty folder and cannot be ` +
      "taken up again; name a new one.",
    { path: folder, found: names.sort() },
  );
}

function unusable(folder: string, error: unknown): ProtocolError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new ProtocolError(
    "save-failed",
    `${folder} cannot be used as a session folder (${code}). Name a folder that you can write to.`,
    { path: folder, cause: code },
    { cause: error },
  );
}
