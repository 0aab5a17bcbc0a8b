import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { lock as acquire, check } from "proper-lockfile";
import { lockFolder } from "../s15-mailboxes/lock-folder.ts";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { replaceFile } from "../s15-mailboxes/synced-write.ts";
import { remedyFor, systemCode } from "../s15-mailboxes/system-error.ts";
import { requireMember } from "../s15-mailboxes/team.ts";
import { makePrivateFolder, requireTrustedFolder } from "../s15-mailboxes/trusted-folder.ts";
import type { ProtocolSession, ProtocolState } from "../s16-team-protocols/protocol-state.ts";
import type { FolderSession } from "./folder-session.ts";

/** The folder of the signs of life: for each attended member a small file that says who, and a lock beside it. */
const ATTENDING = "attending";

/** After this many milliseconds without a sign of life a process counts as gone. */
const STALE_MS = 10_000;

const POLL_MS = 100;

/** proper-lockfile rounds the time of a new lock up to the next second, so its first sign of life may lie ahead. */
const ROUNDED_MS = 2_000;

/** A sign names a process and a machine. */
const SIGN_BYTES = 1_000;

export type AttendOptions = {
  /** At least 2000. */
  staleMs?: number;
  /** Told once for each member that another process seems to play, when its sign of life may be stale soon. */
  onWait?: (member: string, seconds: number) => void;
};

export type Attendance = {
  /** The session for playing these members: each section of it makes sure that they are still ours. */
  session: ProtocolSession;
  /** Those that were in a turn when the process that played them ended. Settle their calls first. */
  interrupted: readonly string[];
  /** Attends one more member, which has just joined. One that is attended already stays so. */
  add: (member: string) => Promise<void>;
  /** Gives one member up, such as one that could not be freed after its turn. */
  giveUp: (member: string) => Promise<void>;
  /** Gives all members up. Others see them as absent at once. */
  leave: () => Promise<void>;
};

/**
 * Makes this process the one that plays these members.
 *
 * A process that lives and plays one of them already refuses it: `member-attended`, with its process id, and nothing is
 * changed. One whose process has ended is taken over: at once on the same machine, else when its sign of life is stale,
 * which is waited for and told. A sign of life is no exclusion, so attending also counts the member's epoch up in the
 * session: a process that was stopped and overtaken is refused in every section of the attended `session`
 * (`member-attended`) and changes nothing more. Throws `unknown-member`, `save-failed`, `mailbox-unsafe` for a folder of
 * the signs that cannot be trusted, and what a section throws.
 */
export async function attend(
  session: FolderSession,
  members: readonly string[],
  options: AttendOptions = {},
): Promise<Attendance> {
  const signs = new Map<string, SignOfLife>();
  const epochs = new Map<string, number>();
  await session.transact(({ team }) => {
    for (const name of members) requireMember(team, name);
  });
  const take = async (names: readonly string[]): Promise<string[]> => {
    const taken: string[] = [];
    try {
      for (const name of names) {
        signs.set(name, await signOfLife(session.directory, name, options));
        taken.push(name);
      }
      return await session.transact((state) => beginEpochs(state, names, epochs));
    } catch (error) {
      for (const name of taken) await giveUp(name);
      throw error;
    }
  };
  const giveUp = async (name: string): Promise<void> => {
    await signs.get(name)?.end();
    signs.delete(name);
  };
  const interrupted = await take(members);
  return {
    interrupted,
    session: {
      ...session,
      limits: session.limits,
      transact: (section) =>
        session.transact((state) => {
          requireEpochs(state, epochs, session.directory);
          return section(state);
        }),
    },
    add: async (name) => {
      if (!signs.has(name)) await take([name]);
    },
    giveUp,
    leave: async () => {
      for (const name of [...signs.keys()]) await giveUp(name);
    },
  };
}

/** Whether a living process plays the member now. A closed member is played by nobody. */
export async function isAttended(
  directory: string,
  member: string,
  { staleMs = STALE_MS }: AttendOptions = {},
): Promise<boolean> {
  const path = join(directory, ATTENDING, member);
  if (hasEnded(readSign(path))) return false;
  return check(path, { lockfilePath: `${path}.lock`, realpath: false, stale: staleMs });
}

function beginEpochs(state: ProtocolState, names: readonly string[], epochs: Map<string, number>): string[] {
  const members = names.map((name) => requireMember(state.team, name));
  for (const member of members) {
    member.epoch += 1;
    epochs.set(member.name, member.epoch);
  }
  const interrupted = members.filter(({ status }) => status === "running").map(({ name }) => name);
  state.tell({ event: "members_attended", members: [...names], interrupted });
  return interrupted;
}

function requireEpochs(
  { team }: ProtocolState,
  epochs: ReadonlyMap<string, number>,
  directory: string,
): void {
  for (const [name, epoch] of epochs) {
    if (team.get(name)?.epoch !== epoch) throw attended(directory, name);
  }
}

type SignOfLife = { end: () => Promise<void> };

async function signOfLife(directory: string, member: string, options: AttendOptions): Promise<SignOfLife> {
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
  return `${process.pid} ${machine()}\n`;
}

/** Two containers have process numbers of their own, also on one machine. */
function machine(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
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
  return sign.slice(sign.indexOf(" ") + 1) === `${machine()}\n`;
}

/** Whether the process that gave the sign is known to be gone. Of one on another machine nobody here knows. */
function hasEnded(sign: string): boolean {
  const process_id = Number(sign.slice(0, sign.indexOf(" ")));
  if (!isHere(sign) || !Number.isInteger(process_id) || process_id <= 0) return false;
  try {
    process.kill(process_id, 0);
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
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
