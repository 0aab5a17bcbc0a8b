import { closeSync, realpathSync, type Stats } from "node:fs";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import {
  canReachByDescriptor,
  closeFolders,
  isInPlace,
  lookIn,
  type OpenFolder,
  openFolder,
  openFolderIn,
} from "../../lessons/s16-team-protocols/run/open-folder.ts";
import { outsideWorkspace, pathNames } from "./workspace-path.ts";

/** What lies in a fresh workspace: a small module that a team can work on. */
const STARTING_FILES = {
  "README.md": "# A small login service\n\n`auth.py` knows who may log in, `sessions.py` who is logged in.\n",
  "auth.py":
    '"""Who may log in."""\n\nPASSWORDS = {"ada": "engine", "alan": "machine"}\n\n\n' +
    "def login(name, password):\n    return PASSWORDS.get(name) == password\n",
  "sessions.py":
    '"""Who is logged in."""\n\nfrom auth import login\n\nopen_sessions = set()\n\n\n' +
    "def enter(name, password):\n    if login(name, password):\n        open_sessions.add(name)\n" +
    "    return name in open_sessions\n",
  "test_auth.py":
    'from auth import login\n\nassert login("ada", "engine")\nassert not login("ada", "machine")\nprint("ok")\n',
} as const;

/** Claims the session folder that it lies in. Throws what `layOutFolder` throws. */
export function layOutWorkspace(workspace: string): void {
  layOutFolder(workspace, STARTING_FILES);
}

/** The folder of the team's files, held open from the start of the session to its end. */
export type Workspace = {
  /** Its real path when it was opened. */
  path: string;
  folder: OpenFolder;
};

/**
 * Opens the workspace, once for a session. The file tools reach everything from this open folder, name by name and
 * never through a link: what is swapped under them while they work leads them nowhere else.
 *
 * That needs a system which looks names up in an open folder. Node has no call for it; Linux has `/proc/self/fd`. On
 * others (`byDescriptor: false`) each folder and file is held against its path before and after each step, and any
 * difference is refused. What remains there: somebody who swaps a folder and puts it back between two checks of one
 * call, several times at the right moments, can still lead that call elsewhere.
 *
 * Throws the error of the file operation when the path is no folder, or a link to one.
 */
export function openWorkspace(path: string, byDescriptor = canReachByDescriptor()): Workspace {
  return { path: realpathSync(path), folder: openFolder(path, byDescriptor) };
}

export function closeWorkspace({ folder }: Workspace): void {
  closeSync(folder.descriptor);
}

/** Refuses a workspace that is no longer at its path, or is a link there (`outside-workspace`). */
export function requireWorkspace({ folder }: Workspace): void {
  if (isInPlace(folder)) return;
  throw new Refusal(
    "outside-workspace",
    "The workspace was moved or replaced since the session began. Put it back, or start a new session.",
  );
}

/** What a path leads to: the last folder on the way that is there, open, and the names from there on. */
export type Found = { folder: OpenFolder; names: [string, ...string[]] };

/**
 * Goes the way of a path, folder by folder; names that are not there yet are left over. The caller closes the folder
 * with `closeFolders`.
 *
 * Refuses what `pathNames` and `requireWorkspace` refuse, and a link on the way (`outside-workspace`); throws the error
 * of any other file operation that fails.
 */
export function findPath(workspace: Workspace, path: string): Found {
  const [...names] = pathNames(path);
  requireWorkspace(workspace);
  let { folder } = workspace;
  try {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const isLast = names.length === 0;
      if (isLast || !requireNoLink(folder, name, path)) return { folder, names: [name, ...names] };
      folder = enter(folder, name, path);
    }
    throw outsideWorkspace(path, "names no file");
  } catch (error) {
    closeFolders(folder);
    throw error;
  }
}

function enter(folder: OpenFolder, name: string, path: string): OpenFolder {
  try {
    return openFolderIn(folder, name);
  } catch (error) {
    // A link that was put there since the last look.
    requireNoLink(folder, name, path);
    throw error;
  }
}

/** What a name stands for, if it is there. Refuses a link (`outside-workspace`). */
export function requireNoLink(folder: OpenFolder, name: string, path: string): Stats | undefined {
  const stats = lookIn(folder, name);
  if (stats?.isSymbolicLink()) throw outsideWorkspace(path, "leads through a link");
  return stats;
}

/** Does a task on files; an error of the file system becomes the refusal that `refusal` makes of its code. */
export function orRefuse<T>(refusal: (code: string, options: ErrorOptions) => Refusal, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw refusal(code, { cause: error });
  }
}
