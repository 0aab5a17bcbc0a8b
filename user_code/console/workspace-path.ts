import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";

/**
 * The names on the way that a path says, each one a name of a folder or file. Refuses, with the reason, whatever could
 * lead out of the workspace or is no path on every system: an absolute path, `..`, a backslash or control character,
 * and a path that names nothing (`outside-workspace`).
 */
export function pathNames(path: string): [string, ...string[]] {
  if (path.startsWith("/")) throw outsideWorkspace(path, "is an absolute path");
  if (/[\\\p{Cc}]/u.test(path)) throw outsideWorkspace(path, "holds a backslash or a control character");
  const [first, ...others] = path.split("/").filter((name) => name !== "" && name !== ".");
  if (first === undefined) throw outsideWorkspace(path, "names no file");
  if ([first, ...others].includes("..")) throw outsideWorkspace(path, "leads upwards");
  return [first, ...others];
}

/** The one way to write a path: without `.`, empty parts and a slash at its end. Refuses what `pathNames` refuses. */
export function normalPath(path: string): string {
  return pathNames(path).join("/");
}

export function outsideWorkspace(path: string, reason: string): Refusal {
  return new Refusal(
    "outside-workspace",
    `${JSON.stringify(path)} ${reason}. Name a file inside the workspace, such as notes.txt.`,
  );
}
