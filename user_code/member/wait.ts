import { type FSWatcher, watch } from "node:fs";
import { isAttended } from "../../lessons/x1-shared-session/attendance.ts";
import type { FolderSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { SESSION_FILE } from "../../lessons/x1-shared-session/session-file.ts";
import type { Players } from "../practice/path.ts";

/** Changes come in bursts, and every look takes the lock that the others need. */
const BURST_MS = 100;

/** Where the system tells of no change, and to see whether the other process still lives. */
const FALLBACK_MS = 2_000;

/** `never`: no process has played the member yet. `ended`: the one that did is gone. */
export type Absence = "never" | "ended";

export type WaitOptions = {
  signal: AbortSignal;
  /** Told once each time that the member is found absent. */
  onAbsent: (member: string, absence: Absence) => void;
};

/**
 * Waits for the steps of members that other processes play: looks whenever the session's file was changed, and now and
 * then. Rejects with the signal's reason.
 */
export function waitingFor(session: FolderSession, { signal, onAbsent }: WaitOptions): Players["waitFor"] {
  const absent = new Set<string>();
  const tellAbsence = async (member: string): Promise<void> => {
    if (await isAttended(session.directory, member)) absent.delete(member);
    else if (!absent.has(member)) {
      const epoch = await session.transact(({ team }) => team.get(member)?.epoch ?? 0);
      absent.add(member);
      onAbsent(member, epoch === 0 ? "never" : "ended");
    }
  };
  return async (step) => {
    const changes = watchFile(session.directory, SESSION_FILE);
    try {
      while (!(await session.transact(step.isDone))) {
        await tellAbsence(step.actor);
        await changes.next(signal);
      }
    } finally {
      changes.close();
    }
  };
}

type Changes = { next: (signal: AbortSignal) => Promise<void>; close: () => void };

/** `next` resolves a moment after the file was changed since the last call, and after a while in any case. */
function watchFile(directory: string, file: string): Changes {
  let isChanged = false;
  let wake: (() => void) | undefined;
  const watcher = tryToWatch(directory, (name) => {
    if (name !== file) return;
    isChanged = true;
    wake?.();
  });
  return {
    next: async (signal) => {
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => finish(() => reject(signal.reason));
        const fallback = setTimeout(() => finish(resolve), FALLBACK_MS);
        let burst: NodeJS.Timeout | undefined;
        const finish = (settle: () => void): void => {
          clearTimeout(fallback);
          clearTimeout(burst);
          signal.removeEventListener("abort", stop);
          wake = undefined;
          settle();
        };
        wake = () => {
          burst ??= setTimeout(() => finish(resolve), BURST_MS);
        };
        signal.addEventListener("abort", stop, { once: true });
        if (signal.aborted) stop();
        else if (isChanged) wake();
      });
      isChanged = false;
    },
    close: () => watcher?.close(),
  };
}

/** Without a watcher (too many on this machine, a network mount) the fallback is what is left. */
function tryToWatch(directory: string, onChange: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, (_, name) => onChange(name));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
