import { requireSessionName } from "../lessons/x1-shared-session/postgres-session.ts";
import { UsageError } from "./command-line.ts";

/** The options with which a session in a store is named, for `parseCommandLine`. */
export const STORE_OPTIONS = { store: { type: "string" }, session: { type: "string" } } as const;

/** Where a session is: in a folder, or under a name in a store. */
export type Place = { dir: string | undefined } | { url: string; session: string };

/**
 * The place that a command line names. `TWO_GATES_STORE` stands for `--store` where neither that nor `--dir` is given.
 * Throws `UsageError` for both a folder and a store, and for a store without a name.
 */
export function placeOf(
  given: { dir?: string | undefined; store?: string | undefined; session?: string | undefined },
  environment: NodeJS.ProcessEnv,
): Place {
  const { dir, session } = given;
  if (dir !== undefined && given.store !== undefined) {
    throw new UsageError("--dir names a folder and --store a database: a session is in one of them.");
  }
  const url = given.store ?? (dir === undefined ? environment.TWO_GATES_STORE : undefined);
  if (!url) {
    if (given.store === "") throw new UsageError("--store needs a URL: postgres://user@host/database.");
    if (session !== undefined) {
      throw new UsageError("--session names a session in a store: give --store, or set TWO_GATES_STORE.");
    }
    return { dir };
  }
  if (session === undefined) {
    const told = given.store === undefined ? "TWO_GATES_STORE names a store" : "--store names a store";
    throw new UsageError(`${told}: give --session the name of the session in it, or --dir a folder.`);
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
