import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isAbsolute, relative } from "node:path";

/**
 * One call of a function of `node:fs` on a session folder. Temporary files are all called `<mailbox>.<number>`, the
 * marks in the lock `.lock/<mark>`.
 */
export type FileOperation = { number: number; name: string; target: string };

/** Stands in the place of one operation. `perform` carries it out; the result, or a throw, is the caller's. */
export type Stand = (operation: FileOperation, perform: () => unknown, args: readonly unknown[]) => unknown;

/**
 * Puts `stand` in front of every synchronous function of `node:fs`, for calls on `directory` and on files opened in
 * it. All of a save goes through these, whoever makes the call; a new kind of operation is caught like the others.
 * Returns the way back.
 */
export function interceptFileOperations(directory: string, stand: Stand): () => void {
  const originals = new Map<string, unknown>();
  const openFiles = new Map<unknown, string>();
  let number = 0;
  // Node's own functions use each other; what counts is what the lessons and the libraries call.
  let inside = false;

  for (const [name, original] of Object.entries(fs)) {
    if (!name.endsWith("Sync") || typeof original !== "function") continue;
    const intercepted = (...args: unknown[]): unknown => {
      const target = targetOf(directory, args[0]) ?? openFiles.get(args[0]);
      if (inside || target === undefined) return Reflect.apply(original, fs, args);
      inside = true;
      number += 1;
      try {
        const result = stand({ number, name, target }, () => Reflect.apply(original, fs, args), args);
        if (name === "openSync") openFiles.set(result, target);
        return result;
      } finally {
        if (name === "closeSync") openFiles.delete(args[0]);
        inside = false;
      }
    };
    originals.set(name, original);
    Reflect.set(fs, name, Object.assign(intercepted, original));
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) Reflect.set(fs, name, original);
    syncBuiltinESMExports();
  };
}

function targetOf(directory: string, path: unknown): string | undefined {
  if (typeof path !== "string" || !isAbsolute(path)) return undefined;
  const inFolder = relative(directory, path);
  if (inFolder.startsWith("..")) return undefined;
  return inFolder === "" ? "." : inFolder.replace(/\.\d+$/, ".<number>").replace(/mark-[0-9a-f]+$/, "<mark>");
}
