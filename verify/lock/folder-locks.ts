import { mkdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { FileLock, type FileLockOptions } from "../../lessons/s15-mailboxes/file-lock.ts";
import { intercept } from "../sessions.ts";

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

/** Does something right before the n-th look at the lock folder. */
export function beforeLook(number: number, path: string, act: () => void): void {
  let looks = 0;
  intercept("statSync", (stat) => (looked, ...rest) => {
    if (looked === path && ++looks === number) act();
    return stat(looked, ...rest);
  });
}
