import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { FileLock, type FileLockOptions } from "../../../lessons/s15-mailboxes/file-lock.ts";
import { intercept } from "../../harness/sessions.ts";

/** A lock that gives up soon. */
export const lockOf = (folder: string, options: FileLockOptions = {}) =>
  new FileLock(folder, { waitMs: 100, ...options });

/** As another process leaves it while it holds the lock, or when it was killed. */
export function foreignLock(folder: string, secondsAgo = 0): string {
  const path = join(folder, ".lock");
  mkdirSync(path);
  const then = statSync(path).mtimeMs / 1000 - secondsAgo;
  utimesSync(path, then, then);
  return path;
}

/** The mark of whoever holds a lock. */
export function markIn(path: string): string {
  const [mark = "", ...others] = readdirSync(path);
  expect([mark, ...others]).toEqual([expect.stringMatching(/^mark-[0-9a-f]{32}$/)]);
  return join(path, mark);
}

/** As another process takes a lock over, or a person removes it. */
export const removeLock = (path: string): void => rmSync(path, { recursive: true });

/** Does something right before the n-th operation of a kind on a path. */
export function beforeThe(
  number: number,
  operation: "lstatSync" | "openSync" | "readdirSync" | "unlinkSync",
  isIt: (path: string) => boolean,
  act: () => void,
): void {
  let count = 0;
  intercept(operation, (real) => (...parts) => {
    if (isIt(String(parts[0])) && ++count === number) act();
    return Reflect.apply(real, undefined, parts);
  });
}
