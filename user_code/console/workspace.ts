import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import { saveFile } from "./save-file.ts";

/** A larger file is neither read nor edited. */
const FILE_BYTES = 100_000;

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

/**
 * The real place of a path that a tool was given. Refuses, with the reason, whatever could lead out of the workspace:
 * an absolute path, `..`, a backslash or control character, and a link anywhere on the way (`outside-workspace`).
 */
export function placeInWorkspace(workspace: string, path: string): string {
  const outside = (reason: string): Refusal =>
    new Refusal(
      "outside-workspace",
      `${JSON.stringify(path)} ${reason}. Name a file inside the workspace, such as notes.txt.`,
    );
  if (path.startsWith("/")) throw outside("is an absolute path");
  if (/[\\\p{Cc}]/u.test(path)) throw outside("holds a backslash or a control character");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) throw outside("names no file");
  if (parts.includes("..")) throw outside("leads upwards");

  let place = workspace;
  for (const part of ["", ...parts]) {
    place = join(place, part);
    if (lookAt(place)?.isSymbolicLink()) throw outside("leads through a link");
  }
  return place;
}

/** Reads a text file of the workspace. `no-such-file`, `not-a-file`, `too-large` and `not-text` are refused. */
export function readWorkspaceFile(workspace: string, path: string): string {
  const place = placeInWorkspace(workspace, path);
  let file: number;
  try {
    file = openSync(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new Refusal("no-such-file", `${path} cannot be read (${errorCode(error)}).`, { cause: error });
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Refusal("not-a-file", `${path} is no regular file.`);
    if (stats.size > FILE_BYTES) {
      throw new Refusal("too-large", `${path} has ${stats.size} bytes; ${FILE_BYTES} are allowed.`);
    }
    return decode(readFileSync(file), path);
  } finally {
    closeSync(file);
  }
}

/** Makes the folders on the way and saves the text. */
export function writeWorkspaceFile(workspace: string, path: string, text: string): void {
  const place = placeInWorkspace(workspace, path);
  const parts = place
    .slice(workspace.length + 1)
    .split("/")
    .slice(0, -1);
  let folder = workspace;
  for (const part of parts) {
    folder = join(folder, part);
    try {
      if (!lookAt(folder)?.isDirectory()) mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      throw new Refusal("save-failed", `${path} could not be saved (${errorCode(error)}).`, { cause: error });
    }
  }
  saveFile(place, text);
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

function lookAt(path: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // ENOTDIR, ENAMETOOLONG: there is nothing of that name.
    return undefined;
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Refusal("not-text", `${path} is not UTF-8 text.`, { cause: error });
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
