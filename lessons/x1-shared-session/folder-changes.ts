import { type FSWatcher, watch } from "node:fs";
import type { Changes } from "./shared-session.ts";
import { waker } from "./waker.ts";

/** Where the system tells of no change, and to see whether the other process still lives. */
const FALLBACK_MS = 2_000;

/** Changes come in bursts, and every look takes the lock that the others need. */
const BURST_MS = 100;

/** What other processes change in a session folder, as the file system tells it of one file. */
export function watchFile(directory: string, file: string): Changes {
  const { next, wake } = waker({ fallbackMs: FALLBACK_MS, burstMs: BURST_MS });
  const watcher = tryToWatch(directory, (name) => {
    if (name === file) wake();
  });
  return { next, close: () => watcher?.close() };
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
