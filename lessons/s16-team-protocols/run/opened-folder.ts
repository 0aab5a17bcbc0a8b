import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * A folder that was opened once, and everything in it is reached through that: whatever is put in the folder's place
 * later, a link to elsewhere for example, is never looked at.
 */
export type OpenedFolder = {
  /** For a process that is started in the folder. */
  descriptor: number;
  /** Where the folder was when it was opened, with no link in it. */
  path: string;
  close: () => void;
};

/** Opens a folder that is no link itself. Throws the error of the file operation that failed (ENOENT, ENOTDIR, ELOOP). */
export function openFolder(path: string): OpenedFolder {
  const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const real = realpathSync(path);
    requireSame(fstatSync(descriptor), lstatSync(real), path);
    return { descriptor, path: real, close: () => closeSync(descriptor) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * The bytes of a regular file in the folder. Undefined for anything else of that name: nothing, a link, a folder, a
 * pipe (nobody waits on it), or a file of more than `limit` bytes.
 *
 * On Linux the name is looked up in the opened folder itself. Elsewhere Node has no way to do that: there the file is
 * opened by its path, and refused when the folder at that path is no longer the opened one. Between the two looks a
 * folder that is swapped and swapped back goes unnoticed there.
 */
export function readFileIn(folder: OpenedFolder, name: string, limit: number): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(placeIn(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > limit) return undefined;
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function placeIn({ descriptor, path }: OpenedFolder, name: string): string {
  const opened = `/proc/self/fd/${descriptor}`;
  if (existsSync(opened)) return join(opened, name);
  requireSame(fstatSync(descriptor), lstatSync(path), path);
  return join(path, name);
}

function requireSame(one: Stats, other: Stats, path: string): void {
  if (one.dev === other.dev && one.ino === other.ino) return;
  throw Object.assign(new Error(`${path} was put in the place of another folder.`), { code: "ESTALE" });
}
