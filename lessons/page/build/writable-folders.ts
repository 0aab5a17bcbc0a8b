import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import { safeLine } from "../../s15-mailboxes/safe-text.ts";

/** Where vite keeps what it has prepared: its own place in `modules`, or a temporary one when that is read-only. */
export function writableCache(modules: string): { cacheDir?: string } {
  if (faultOfWriting(modules) === undefined) return {};
  const cacheDir = mkdtempSync(join(tmpdir(), "two-gates-page-"));
  process.once("exit", () => rmSync(cacheDir, { recursive: true, force: true }));
  return { cacheDir };
}

/** Ends a build at its beginning, in one sentence, when the page cannot be written where it is to go. */
export function requireWritableOutput(): Plugin {
  return {
    name: "two-gates:require-writable-output",
    apply: "build",
    configResolved({ root, build }) {
      const folder = resolve(root, build.outDir);
      const fault = faultOfWriting(folder);
      if (fault === undefined) return;
      // An error would be printed with vite's words around it, and a stack.
      process.stderr.write(
        `${safeLine(`The page cannot be written to ${folder} (${fault}).`)} Name another folder: npm run build -- --outDir DIR\n`,
      );
      process.exit(1);
    },
  };
}

/** Why nothing can be made in a folder, or in the one where it would be made. */
function faultOfWriting(folder: string): string | undefined {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  try {
    // The folder itself: behind a file, nothing can be made.
    accessSync(`${place}/`, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
