import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { type FileOperation, interceptFileOperations } from "../faults/file-operations.ts";
import { intercept } from "../harness/sessions.ts";

/** File operations that change what is on the disk. */
const CHANGES =
  /^(?:rename|unlink|rm|mkdir|rmdir|write|writeFile|ftruncate|truncate|fchmod|chmod|utimes|link)Sync$/;

/** What an operation did to the files of a session folder. The lock is looked at elsewhere. */
export async function changesDuring(directory: string, act: () => Promise<unknown>): Promise<string[]> {
  const operations: FileOperation[] = [];
  const restore = interceptFileOperations(directory, (operation, perform) => {
    operations.push(operation);
    return perform();
  });
  await act().finally(restore);
  return operations
    .filter(({ name, target }) => CHANGES.test(name) && !target.startsWith(".lock"))
    .map(({ name, target }) => `${name} ${target}`);
}

/** How many files an operation made durable: each is synced, renamed, and synced with its folder. */
export async function durableWrites(directory: string, act: () => Promise<unknown>): Promise<number> {
  const changes = await changesDuring(directory, act);
  return changes.filter((change) => change.startsWith("renameSync")).length;
}

/** A copy of a folder, removed when the test ends. */
export function copyOf(directory: string): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-copy-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(directory, copy, { recursive: true });
  rmSync(join(copy, ".lock"), { recursive: true, force: true });
  return copy;
}

/** The folder as a process leaves it that is killed right before the rename over a file, and right after it. */
export async function killedAtRename(
  directory: string,
  file: string,
  act: () => Promise<unknown>,
): Promise<{ before: string; after: string }> {
  let [before, after] = ["", ""];
  intercept("renameSync", (rename) => (from, to) => {
    const isIt = basename(String(to)) === file && before === "";
    if (isIt) before = copyOf(directory);
    rename(from, to);
    if (isIt) after = copyOf(directory);
  });
  await act();
  if (after === "") throw new Error(`Nothing was renamed to ${file}.`);
  return { before, after };
}
