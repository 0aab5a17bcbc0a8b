import { closeSync, fstatSync, readSync, type Stats } from "node:fs";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import {
  closeFolders,
  isNamed,
  type OpenFolder,
  openFileIn,
} from "../../lessons/s16-team-protocols/run/open-folder.ts";
import { findPath, orRefuse, requireNoLink, type Workspace } from "./workspace.ts";
import { outsideWorkspace } from "./workspace-path.ts";

/** A larger file is neither read nor saved. */
const FILE_BYTES = 100_000;

/**
 * Reads a text file of the workspace. Refused are `no-such-file`, `not-a-file` (folders, pipes, devices), `too-large`,
 * `not-text`, and a file with a second name (`outside-workspace`): the other name, a hard link, may stand outside.
 */
export function readWorkspaceFile(workspace: Workspace, path: string): string {
  const refusal = (code: string, options?: ErrorOptions): Refusal =>
    new Refusal("no-such-file", `${path} cannot be read (${code}).`, options);
  return orRefuse(refusal, () => {
    const { folder, names } = findPath(workspace, path);
    try {
      const [name, ...beyond] = names;
      if (beyond.length > 0) throw refusal("ENOENT");
      requireNoLink(folder, name, path);
      return readIn(folder, name, path);
    } finally {
      closeFolders(folder);
    }
  });
}

function readIn(folder: OpenFolder, name: string, path: string): string {
  const file = openFileIn(folder, name);
  try {
    requireReadable(fstatSync(file), path);
    const bytes = readBytes(file, path);
    if (!isNamed(folder, name, file)) throw outsideWorkspace(path, "was replaced while it was read");
    return decode(bytes, path);
  } finally {
    closeSync(file);
  }
}

function requireReadable(stats: Stats, path: string): void {
  if (!stats.isFile()) throw new Refusal("not-a-file", `${path} is no regular file.`);
  if (stats.nlink > 1) {
    throw outsideWorkspace(path, "has another name (a hard link), which may stand outside");
  }
  requireSize(stats.size, path);
}

export function requireSize(bytes: number, path: string): void {
  if (bytes <= FILE_BYTES) return;
  throw new Refusal("too-large", `${path} has ${bytes} bytes; ${FILE_BYTES} are allowed.`);
}

/** All bytes of a file that may still grow, up to the limit. */
function readBytes(file: number, path: string): Uint8Array {
  const buffer = new Uint8Array(FILE_BYTES + 1);
  let length = 0;
  for (;;) {
    const count = readSync(file, buffer, length, buffer.length - length, null);
    length += count;
    requireSize(length, path);
    if (count === 0) return buffer.subarray(0, length);
  }
}

/** The text of a file with one passage replaced, which must stand in it exactly once. */
export function editedText(text: string, edit: { path: string; old_text: string; new_text: string }): string {
  const first = text.indexOf(edit.old_text);
  if (first === -1) throw new Refusal("text-not-found", `${edit.path} does not hold that text.`);
  if (text.includes(edit.old_text, first + 1)) {
    throw new Refusal(
      "text-not-unique",
      `${edit.path} holds that text more than once. Name a longer passage.`,
    );
  }
  return text.slice(0, first) + edit.new_text + text.slice(first + edit.old_text.length);
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Refusal("not-text", `${path} is not UTF-8 text.`, { cause: error });
  }
}
