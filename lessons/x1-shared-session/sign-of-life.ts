import { closeSync, constants, fstatSync, openSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { lock as acquire, check } from "proper-lockfile";
import { lockFolder } from "../s15-mailboxes/lock-folder.ts";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { replaceFile } from "../s15-mailboxes/synced-write.ts";
import { remedyFor, systemCode } from "../s15-mailboxes/system-error.ts";
import { makePrivateFolder, requireTrustedFolder } from "../s15-mailboxes/trusted-folder.ts";
import { hasProcessEnded, machineName } from "./living-process.ts";
import type { Sign, SignOptions, Signs } from "./shared-session.ts";

/** The folder of the signs of life: for each attended member a small file that says who, and a lock beside it. */
const ATTENDING = "attending";

/** After this many milliseconds without a sign of life a process counts as gone. */
const STALE_MS = 10_000;

const POLL_MS = 100;

/** proper-lockfile rounds the time of a new lock up to the next second, so its first sign of life may lie ahead. */
const ROUNDED_MS = 2_000;

/** A sign names a process and a machine. */
const SIGN_BYTES = 1_000;

/** The signs of life in a session folder. */
export function folderSigns(directory: string): Signs {
  return {
    give: (member, options = {}) => signOfLife(directory, member, options),
    isGiven: async (member, { staleMs = STALE_MS } = {}) => {
      const path = join(directory, ATTENDING, member);
      if (hasEnded(readSign(path))) return false;
      return check(path, { lockfilePath: `${path}.lock`, realpath: false, stale: staleMs });
    },
    refusal: async (member) => attended(directory, member),
  };
}

async function signOfLife(directory: string, member: string, options: SignOptions): Promise<Sign> {
  const { staleMs = STALE_MS, onWait = () => undefined } = options;
  const folder = join(directory, ATTENDING);
  const path = join(folder, member);
  const lockfilePath = `${path}.lock`;
  orUnusable(path, () => makeOrTrust(folder));
  const { operations } = lockFolder(lockfilePath, staleMs);
  for (let waited = 0; ; waited += POLL_MS) {
    const earlier = readSign(path);
    try {
      const release = await acquire(path, {
        lockfilePath,
        realpath: false,
        // What has ended on this machine gives no sign of life any more, however young its last one is.
        stale: hasEnded(earlier) ? 2_000 : staleMs,
        fs: hasEnded(earlier) ? asStale(operations) : operations,
        // The default throws inside a timer and would end the process. The epoch finds out in time.
        onCompromised: () => undefined,
      });
      const end = async (): Promise<void> => {
        if (readSign(path) === ownSign()) unlinkQuietly(path);
        await release().catch(() => undefined);
      };
      try {
        orUnusable(path, () => replaceFile(path, ownSign(), { mode: 0o600 }));
      } catch (error) {
        await end();
        throw error;
      }
      return { end };
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (systemCode(error) !== "ELOCKED") throw unusable(path, error);
      if (isHere(earlier) && !hasEnded(earlier)) throw attended(directory, member);
      if (waited > staleMs + ROUNDED_MS) throw attended(directory, member);
      if (waited === 0) onWait(member, staleMs / 1_000);
      await setTimeout(POLL_MS);
    }
  }
}

/** The lock of a process that is known to have ended, seen as one that was left long ago. */
function asStale(operations: ReturnType<typeof lockFolder>["operations"]): typeof operations {
  let isFirst = true;
  return {
    ...operations,
    stat: (path, callback) =>
      operations.stat(path, (error, stats) => {
        const seen = isFirst && stats ? { mtime: new Date(0) } : stats;
        isFirst = false;
        callback(error, seen);
      }),
  };
}

/** Who plays a member: the process, and the machine that its number means something on. */
function ownSign(): string {
  return `${process.pid} ${machineName()}\n`;
}

function makeOrTrust(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    requireTrustedFolder(folder);
  }
}

/** Nothing for what is no plain file: a link is not followed, and a pipe's other end not waited for. */
function readSign(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= SIGN_BYTES ? readFileSync(file, "utf8") : "";
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

function isHere(sign: string): boolean {
  return sign.slice(sign.indexOf(" ") + 1) === `${machineName()}\n`;
}

/** Whether the process that gave the sign is known to be gone. Of one on another machine nobody here knows. */
function hasEnded(sign: string): boolean {
  return isHere(sign) && hasProcessEnded(sign.slice(0, sign.indexOf(" ")));
}

function attended(directory: string, member: string): ProtocolError {
  const sign = readSign(join(directory, ATTENDING, member));
  const process_id = sign.slice(0, sign.indexOf(" "));
  const who = process_id === "" ? "another process" : `another process (${process_id})`;
  return new ProtocolError(
    "member-attended",
    `${member} is played by ${who}, so nothing was changed. End that one first, or play another member.`,
    { member, process: process_id },
  );
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Whoever attends the member next writes it anew.
  }
}

function orUnusable<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw error instanceof ProtocolError ? error : unusable(path, error);
  }
}

function unusable(path: string, error: unknown): ProtocolError {
  const cause = systemCode(error);
  return new ProtocolError(
    "save-failed",
    `${printable(path)} cannot be written (${cause}), so nobody could see who plays the member. ${remedyFor(cause)}`,
    { path, cause },
    { cause: error },
  );
}
