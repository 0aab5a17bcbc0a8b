import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Limits } from "../lessons/s15-mailboxes/limits.ts";
import { ProtocolError, printable } from "../lessons/s15-mailboxes/protocol-error.ts";
import { resolveFolder } from "../lessons/s15-mailboxes/session-folder.ts";
import { systemCode } from "../lessons/s15-mailboxes/system-error.ts";
import type { Team } from "../lessons/s15-mailboxes/team.ts";
import {
  makePrivateFolder,
  makeTemporaryFolder,
  requireTrustedFolder,
} from "../lessons/s15-mailboxes/trusted-folder.ts";
import {
  type FolderSessionOptions,
  joinSession,
  startSession,
} from "../lessons/x1-shared-session/folder-session.ts";
import type { PostgresStore } from "../lessons/x1-shared-session/postgres-store.ts";
import { requireSessionName } from "../lessons/x1-shared-session/session-name.ts";
import type { SharedSession } from "../lessons/x1-shared-session/shared-session.ts";
import { UsageError } from "./command-line.ts";

/** The options with which a session in a store is named, for `parseCommandLine`. */
export const STORE_OPTIONS = { store: { type: "string" }, session: { type: "string" } } as const;

/** Where a session is: in a folder (a new temporary one when none is named), or under a name in a store. */
export type Place = { dir: string | undefined } | StoredPlace;
export type StoredPlace = { url: string; session: string };

/**
 * The place that a command line names. `TWO_GATES_STORE` stands for `--store` where neither that nor `--dir` is given.
 * Throws `UsageError` for both a folder and a store, and for a store without a name.
 */
export function placeOf(
  given: { dir?: string | undefined; store?: string | undefined; session?: string | undefined },
  environment: NodeJS.ProcessEnv,
): Place {
  const { dir, session, store } = given;
  if (dir !== undefined && store !== undefined) {
    throw new UsageError("--dir names a folder and --store a database: a session is in one of them.");
  }
  if (store === "") throw new UsageError("--store needs a URL: postgres://user@host/database.");
  const url = store ?? (dir === undefined ? environment.TWO_GATES_STORE : undefined);
  if (!url) {
    if (session === undefined) return { dir };
    throw new UsageError("--session names a session in a store: give --store, or set TWO_GATES_STORE.");
  }
  if (session === undefined) {
    const told = store === undefined ? "TWO_GATES_STORE" : "--store";
    throw new UsageError(
      `${told} names a store: give --session the name of the session in it, or --dir a folder.`,
    );
  }
  return { url, session: asUsage(() => requireSessionName(session)) };
}

/** A value that was typed and is refused: another command line helps. */
export function asUsage<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The options that name a place again, for a person. A URL may hold a password, so that is for the person to know. */
export function namedAgain(place: Place, directory: string): string {
  return "url" in place ? `--store URL --session ${place.session}` : `--dir ${printable(directory)}`;
}

export type OpenOptions = Pick<FolderSessionOptions, "program" | "onNotice" | "onWait" | "show">;

/** What a session begins with. `prefix` begins the name of a new temporary folder. */
export type StartOptions = OpenOptions & { limits?: Limits; prefix?: string };

/** Starts a session at a place. Throws what `startSession` and `startPostgresSession` throw. */
export async function startAt(
  place: Place,
  team: Team,
  { prefix = "two-gates-", ...options }: StartOptions,
): Promise<SharedSession> {
  if (!("url" in place)) {
    const { dir } = place;
    const directory = dir === undefined ? makeTemporaryFolder(prefix) : resolveFolder(dir);
    return startSession(directory, team, options);
  }
  const store = await storeAt(place.url);
  const { startPostgresSession } = await POSTGRES.sessions();
  return startPostgresSession(store, place.session, team, { ...options, directoryOf: ownFolder });
}

/** Takes part in the session at a place. Throws what `joinSession` and `joinPostgresSession` throw. */
export async function joinAt(place: Place, options: OpenOptions): Promise<SharedSession> {
  if (!("url" in place)) return joinSession(resolveFolder(place.dir ?? ""), options);
  const store = await storeAt(place.url);
  const { joinPostgresSession } = await POSTGRES.sessions();
  return joinPostgresSession(store, place.session, { ...options, directoryOf: ownFolder });
}

/** Who comes first starts the session, and the others find it. */
export async function startOrJoinAt(
  place: Place,
  team: Team,
  options: StartOptions,
): Promise<{ session: SharedSession; isFound: boolean }> {
  try {
    return { session: await startAt(place, team, options), isFound: false };
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== "directory-not-empty") throw error;
    return { session: await joinAt(place, options), isFound: true };
  }
}

/** Loaded only where a store is named: every other start would take longer for it. */
const POSTGRES = {
  sessions: () => import("../lessons/x1-shared-session/postgres-session.ts"),
  store: () => import("../lessons/x1-shared-session/postgres-store.ts"),
};

const stores = new Map<string, Promise<PostgresStore>>();

/** Ends the connections of this process. An open one would keep it from ending. */
export async function leaveStores(): Promise<void> {
  const opened = await Promise.allSettled(stores.values());
  stores.clear();
  await Promise.all(opened.map((each) => (each.status === "fulfilled" ? each.value.close() : undefined)));
}

function storeAt(url: string): Promise<PostgresStore> {
  const store = stores.get(url) ?? POSTGRES.store().then(({ openStore }) => openStore(url));
  stores.set(url, store);
  return store;
}

/** The session's folder on this machine, under the same path on every one: an approval is for a path as well. */
function ownFolder(key: string): string {
  const folder = join(tmpdir(), `two-gates-${key}`);
  try {
    makePrivateFolder(folder);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") {
      const cause = systemCode(error);
      throw new ProtocolError(
        "save-failed",
        `${printable(folder)} cannot be made (${cause}), and the workspace lies in it. Set TMPDIR to another folder.`,
        { path: folder, cause },
        { cause: error },
      );
    }
    requireTrustedFolder(folder);
  }
  return folder;
}
