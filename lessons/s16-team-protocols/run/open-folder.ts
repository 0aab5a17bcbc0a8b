import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";

/** A folder that is held open, so that it stays the same one whatever becomes of its name. */
export type OpenFolder = {
  descriptor: number;
  /** Where it was when it was opened. */
  path: string;
  /** The path through which its names are reached: that of the descriptor, where the system has one. */
  place: string;
  parent: OpenFolder | undefined;
};

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Where Linux shows the open files of a process. A path through it leads to the open folder, not to a name. */
const DESCRIPTORS = "/proc/self/fd";

/** Whether names can be looked up in an open folder. Without that, each step is checked before and after it. */
export function canReachByDescriptor(): boolean {
  return existsSync(DESCRIPTORS);
}

/** Opens a folder that is there and is no link. Throws the error of the file operation. */
export function openFolder(path: string, byDescriptor = canReachByDescriptor()): OpenFolder {
  return held(path, path, undefined, byDescriptor);
}

/** Opens a folder in a folder, never through a link. Throws the error of the file operation. */
export function openFolderIn(parent: OpenFolder, name: string): OpenFolder {
  return held(join(parent.place, name), join(parent.path, name), parent, isReached(parent));
}

function held(
  place: string,
  path: string,
  parent: OpenFolder | undefined,
  byDescriptor: boolean,
): OpenFolder {
  const descriptor = openSync(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return { descriptor, path, parent, place: byDescriptor ? join(DESCRIPTORS, String(descriptor)) : path };
}

function isReached({ place, path }: OpenFolder): boolean {
  return place !== path;
}

/** What a name in the folder stands for, itself and not what it links to. Undefined when there is nothing. */
export function lookIn(folder: OpenFolder, name: string): Stats | undefined {
  return lstatSync(join(folder.place, name), { throwIfNoEntry: false });
}

/** Opens a file for reading, never through a link and never waiting for the other end of a pipe. */
export function openFileIn(folder: OpenFolder, name: string): number {
  return openSync(join(folder.place, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

/** Whether a folder, and each one on the way to it, is still where it was opened, and no link. */
export function isInPlace({ parent, path, descriptor }: OpenFolder): boolean {
  if (parent && !isInPlace(parent)) return false;
  const stats = lookAt(path);
  return stats?.isDirectory() === true && isSame(stats, fstatSync(descriptor));
}

/** Whether what was just done in a folder was done in that one: always so where it is reached by descriptor. */
export function isUntouched(folder: OpenFolder): boolean {
  return isReached(folder) || isInPlace(folder);
}

/** Whether an open file is what its name in the folder stands for: always so where that is reached by descriptor. */
export function isNamed(folder: OpenFolder, name: string, file: number): boolean {
  if (isReached(folder)) return true;
  const named = lookIn(folder, name);
  return named !== undefined && isSame(named, fstatSync(file)) && isInPlace(folder);
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    // Gone, behind something that is no folder any more, or out of reach: it is not there.
    return undefined;
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

/** Closes the folders from this one up to, and without, the one that was opened first. */
export function closeFolders(folder: OpenFolder): void {
  for (let each = folder; each.parent; each = each.parent) closeSync(each.descriptor);
}

/**
 * The bytes of a regular file in the folder. Undefined for anything else of that name: nothing, a link, a folder, a
 * pipe (nobody waits on it), or a file of more than `limit` bytes.
 */
export function readFileIn(folder: OpenFolder, name: string, limit: number): Uint8Array | undefined {
  let file: number;
  try {
    file = openFileIn(folder, name);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > limit) return undefined;
    const bytes = readFileSync(file);
    return isNamed(folder, name, file) ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/** Does something with a folder that is opened for it. Throws the error of the file operation. */
export function withFolder<T>(path: string, task: (folder: OpenFolder) => T): T {
  const folder = openFolder(path);
  try {
    return task(folder);
  } finally {
    closeSync(folder.descriptor);
  }
}
