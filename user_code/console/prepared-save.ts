import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import {
  closeFolders,
  isUntouched,
  type OpenFolder,
  openFolderIn,
} from "../../lessons/s16-team-protocols/run/open-folder.ts";
import { editedText, readWorkspaceFile, requireSize } from "./read-file.ts";
import { type Found, findPath, orRefuse, requireNoLink, type Workspace } from "./workspace.ts";
import { outsideWorkspace } from "./workspace-path.ts";

/** A text that is on the disk already and has still to take the place of its file. */
export type PreparedSave = {
  /** Whether the text is still what has to be saved. */
  isCurrent: () => boolean;
  /** Puts the text in its place: one rename, the only step that can still fail. */
  commit: () => void;
  /** Whether the rename has been made: what failed before it has changed nothing. */
  isDone: () => boolean;
  /** Takes away what was not put in its place, and lets go of the folder. To be called in any case. */
  discard: () => void;
};

/**
 * Makes a text ready to be saved as a file of the workspace. All that can fail is done here, so that it fails before an
 * approval is claimed.
 *
 * The text is written to the disk under a name that nobody knows beforehand, in the last folder on the way that is
 * there; folders that are missing are made under that name and appear with the file. An old file keeps its mode, a new
 * one is 600; another name of the old file keeps the old text. Refused are what `findPath` refuses, a link
 * (`outside-workspace`) or anything else but a regular file (`unsafe-file`) in the file's place, `too-large`, and every
 * failing file operation (`save-failed`). Nothing is left then.
 */
export function prepareSave(workspace: Workspace, path: string, text: string): PreparedSave {
  const bytes = new TextEncoder().encode(text);
  requireSize(bytes.length, path);
  return orRefuse(saveFailed(path), () => {
    const found = findPath(workspace, path);
    const work: Work = { removals: [], opened: [] };
    try {
      const content = { bytes, mode: modeOf(found, path) };
      const temporary = `.${randomBytes(12).toString("hex")}.tmp`;
      writeBelow(found.folder, [temporary, ...found.names.slice(1)], content, work);
      requireUntouched(found.folder, path);
      return preparedSave(found, { temporary, path, work });
    } catch (error) {
      letGo(found, work);
      throw error;
    }
  });
}

/**
 * Makes the edit of a file ready to be saved. Refuses what reading, saving and `editedText` refuse. It is no longer
 * current when the file holds another text by then.
 */
export function prepareEdit(
  workspace: Workspace,
  edit: { path: string; old_text: string; new_text: string },
): PreparedSave {
  const text = readWorkspaceFile(workspace, edit.path);
  const save = prepareSave(workspace, edit.path, editedText(text, edit));
  return { ...save, isCurrent: () => readWorkspaceFile(workspace, edit.path) === text };
}

/** What was made and has to be taken away again, and what was opened on the way. */
type Work = { removals: (() => void)[]; opened: OpenFolder[] };

function preparedSave(
  found: Found,
  { temporary, path, work }: { temporary: string; path: string; work: Work },
): PreparedSave {
  const { folder, names } = found;
  let isHeld = true;
  let isDone = false;
  return {
    isCurrent: () => true,
    isDone: () => isDone,
    commit: () =>
      orRefuse(saveFailed(path), () => {
        requireUntouched(folder, path);
        renameSync(join(folder.place, temporary), join(folder.place, names[0]));
        isDone = true;
        work.removals.length = 0;
        requireUntouched(folder, path);
      }),
    discard: () => {
      if (isHeld) letGo(found, work);
      isHeld = false;
    },
  };
}

function letGo({ folder }: Found, { removals, opened }: Work): void {
  for (const remove of removals.splice(0).reverse()) {
    try {
      remove();
    } catch {
      // Somebody else has taken it away or put something into it.
    }
  }
  for (const { descriptor } of opened.splice(0)) closeSync(descriptor);
  closeFolders(folder);
}

function modeOf({ folder, names: [name, ...beyond] }: Found, path: string): number {
  const old = beyond.length === 0 ? requireNoLink(folder, name, path) : undefined;
  if (old && !old.isFile()) throw new Refusal("unsafe-file", `${path} is no regular file.`);
  return old ? old.mode & 0o777 : 0o600;
}

type Content = { bytes: Uint8Array; mode: number };

/** Makes a folder for each name but the last, and in the last of them the file. */
function writeBelow(folder: OpenFolder, names: readonly string[], content: Content, work: Work): void {
  const [name = "", ...beyond] = names;
  const place = join(folder.place, name);
  if (beyond.length === 0) {
    writeNew(place, content, work);
    return;
  }
  mkdirSync(place, { mode: 0o700 });
  work.removals.push(() => rmdirSync(place));
  const inner = openFolderIn(folder, name);
  work.opened.push(inner);
  writeBelow(inner, beyond, content, work);
}

function writeNew(place: string, { bytes, mode }: Content, { removals }: Work): void {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const file = openSync(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  removals.push(() => unlinkSync(place));
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Without descriptors, the folder that was written into might have been another one. */
function requireUntouched(folder: OpenFolder, path: string): void {
  if (!isUntouched(folder)) throw outsideWorkspace(path, "was replaced while it was saved");
}

function saveFailed(path: string) {
  return (code: string, options: ErrorOptions): Refusal =>
    new Refusal("save-failed", `${path} could not be saved (${code}). The old text is untouched.`, options);
}
