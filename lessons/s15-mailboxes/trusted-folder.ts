import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ProtocolError, printable } from "./protocol-error.ts";
import { remedyFor, systemCode } from "./system-error.ts";

const WRITABLE_BY_ALL = 0o002;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
const PRIVATE = 0o700;
const LINKS_ON_THE_WAY = 40;

/**
 * Makes sure that nobody but this user (and root) can change what lies in a folder, as ssh and sudo demand it.
 *
 * The folder is one, no link, belongs to this user, and neither its group nor others can write to it. Every folder
 * above it, links followed, belongs to this user or to root and cannot be written to by others, unless it is sticky
 * like `/tmp`, where nobody can replace what is another's. A group with the user's own number counts as the user's
 * alone. Throws `mailbox-unsafe` with the path at fault and the
 * remedy. Access control lists are not looked at; a system without user ids has nothing to look at.
 */
export function requireTrustedFolder(path: string): void {
  const folder = resolve(path);
  if (!look(folder).isDirectory()) {
    throw unsafe(folder, `${printable(folder)} is not a folder (a link is not followed). Name another one.`);
  }
  requireOwn(folder, look(folder));
  requireTrustedWay(dirname(folder));
}

/** The same for a folder that is only on the way: it may be root's, may be sticky, and links are followed. */
export function requireTrustedWay(path: string, links = 0): void {
  for (const place of waysTo(resolve(path))) {
    const stats = look(place);
    const name = printable(place);
    if (!isOwn(stats) && stats.uid !== 0) {
      throw unsafe(
        place,
        `${name} belongs to another user (uid ${stats.uid}), who can replace what lies below it. ` +
          "Name a folder that lies in one of your own.",
      );
    }
    if (stats.isSymbolicLink()) {
      if (links === LINKS_ON_THE_WAY) throw unsafe(place, `${name} is a link that leads round in a circle.`);
      requireTrustedWay(
        resolve(
          dirname(place),
          read(place, () => readlinkSync(place)),
        ),
        links + 1,
      );
    } else if (isWritableByOthers(stats) && (stats.mode & STICKY) === 0) {
      throw unsafe(
        place,
        `Others can write to ${name} (mode ${modeOf(stats)}) and replace what lies below it. ` +
          `Run \`chmod go-w ${quotedForShell(place)}\`, or name a folder elsewhere.`,
      );
    }
  }
}

/** Throws `mailbox-unsafe` unless a file or folder belongs to this user and nobody else can write to it. */
export function requireOwn(path: string, stats: Stats): void {
  if (!isOwn(stats)) {
    throw unsafe(
      path,
      `${printable(path)} belongs to another user (uid ${stats.uid}), so what it holds is not trusted. ` +
        `Use one of your own, or take it over: \`${chown(userId())} ${quotedForShell(path)}\`.`,
    );
  }
  if (!isWritableByOthers(stats)) return;
  throw unsafe(
    path,
    `Others can write to ${printable(path)} (mode ${modeOf(stats)}), so what it holds is not trusted. ` +
      `Look at it, then run \`chmod go-w ${quotedForShell(path)}\`.`,
  );
}

/**
 * Makes a folder that was not there, mode 700 whatever the umask says. Throws the error of the file operation,
 * `EEXIST` when anything is there.
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { mode: PRIVATE });
  try {
    if ((lstatSync(path).mode & 0o777) !== PRIVATE) chmodSync(path, PRIVATE);
  } catch {
    // Some disks and network mounts know one mode only. Whether that one will do is for `requireTrustedFolder` to say.
  }
}

/** A new folder of this user alone in the system's place for temporary files. `save-failed`, `mailbox-unsafe`. */
export function makeTemporaryFolder(prefix: string): string {
  const place = tmpdir();
  try {
    requireTrustedWay(place);
    const folder = mkdtempSync(join(place, prefix));
    chmodSync(folder, PRIVATE);
    return folder;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const cause = systemCode(error);
    throw new ProtocolError(
      "save-failed",
      `No folder can be made in ${printable(place)} (${cause}). Name one with --dir, or set TMPDIR.`,
      { path: place, cause },
      { cause: error },
    );
  }
}

/** A path and all that is above it, from the top down. */
function waysTo(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...waysTo(above), path];
}

function isOwn({ uid }: Stats): boolean {
  return process.geteuid === undefined || uid === userId();
}

function userId(): number | undefined {
  return process.geteuid?.();
}

/** Only root can give a file to somebody. */
function chown(user: number | undefined): string {
  return user === 0 ? "chown 0" : `sudo chown ${user}`;
}

function isWritableByOthers({ mode, gid }: Stats): boolean {
  const user = userId();
  if (user === undefined) return false;
  // Many systems give each user a group of the same number, with nobody else in it, and let it write by default.
  const isPrivateGroup = user !== 0 && gid === user;
  return (mode & (isPrivateGroup ? WRITABLE_BY_ALL : WRITABLE_BY_OTHERS)) !== 0;
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(3, "0");
}

function look(path: string): Stats {
  return read(path, () => lstatSync(path));
}

function read<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const cause = systemCode(error);
    throw unsafe(path, `${printable(path)} cannot be looked at (${cause}). ${remedyFor(cause)}`, error);
  }
}

function unsafe(path: string, sentence: string, cause?: unknown): ProtocolError {
  return new ProtocolError("mailbox-unsafe", sentence, { path }, { cause });
}

function quotedForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${printable(path).replaceAll("'", "'\\''")}'`;
}
