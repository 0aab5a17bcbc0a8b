import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Guard, withoutGuard } from "./guard.ts";
import { guards } from "./guards.ts";

const LESSONS = fileURLToPath(new URL("..", import.meta.url));

/** The lessons once more, with some guards taken out. */
export type Instance = {
  /** The folder that all of it lies in. */
  root: string;
  /** The folder of these lessons. */
  lessons: string;
  /** A module of these lessons, named as seen from `lessons/`. Its own imports are these lessons, too. */
  load: <Module>(file: string) => Promise<Module>;
  remove: () => void;
};

/**
 * Makes the lessons anew without these guards, in a private temporary folder. The shipped code has no switch in it and
 * stays as it is; several instances live side by side, each a set of modules of its own.
 *
 * The TypeScript is changed before anything compiles it, so it makes no difference what does: Node, tsx, vitest.
 */
export function without(...ids: readonly string[]): Instance {
  return changed(withoutGuards(ids));
}

/** A change of one file of the lessons, which is named as seen from `lessons/`. */
export type Change = readonly [file: string, change: (source: string) => string];

/** What taking these guards out changes. Throws for an id that is none. */
export function withoutGuards(ids: readonly string[]): Change[] {
  return ids.map(guardOf).map((guard) => [guard.file, (source) => withoutGuard(source, guard)]);
}

/**
 * What puts a session in a folder on a model disk: its commit code stays as it is, and what touches files for it is
 * replaced. For `folder-search.ts`.
 */
export const modelDisk: readonly Change[] = [
  ["x1-shared-session/session-store.ts", () => 'export * from "../x2-break-it/model/session-store.ts";\n'],
  ["s15-mailboxes/session-folder.ts", () => 'export * from "../x2-break-it/model/session-folder.ts";\n'],
  ["x1-shared-session/event-log.ts", logOnModel],
];

/** What the log says is read as ever; where it stands is the model. */
function logOnModel(source: string): string {
  const onDisk = source.replace(
    /^export function (readLogEnd|writeEvents|cutForeignTail|syncLog)\b/gm,
    "export function $1OnDisk",
  );
  return `${onDisk}\nexport { cutForeignTail, readLogEnd, syncLog, writeEvents } from "../x2-break-it/model/event-log.ts";\n`;
}

/** The lessons with these changes of their files. */
export function changed(changes: readonly Change[]): Instance {
  removeAllAtExit();
  const root = realpathSync(mkdtempSync(join(tmpdir(), "two-gates-without-")));
  made.add(root);
  const lessons = join(root, "lessons");
  cpSync(LESSONS, lessons, { recursive: true, filter: (path) => !path.startsWith(join(LESSONS, "page")) });
  writeFileSync(join(root, "package.json"), '{"type":"module"}\n');
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(root, "node_modules"));
  for (const [file, change] of changes) {
    const path = join(lessons, file);
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }
  return {
    root,
    lessons,
    load: (file) => import(pathToFileURL(join(lessons, file)).href),
    remove: () => {
      made.delete(root);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What lies in the folder for temporary files now, and is not to stay there when somebody presses Ctrl-C. */
const made = new Set<string>();
let isWatched = false;

function removeAllAtExit(): void {
  if (isWatched) return;
  isWatched = true;
  process.on("exit", () => {
    for (const root of made) rmSync(root, { recursive: true, force: true });
  });
}

/** The guard of this id. Throws when there is none. */
export function guardOf(id: string): Guard {
  const guard = guards.find((candidate) => candidate.id === id);
  if (!guard) throw new Error(`There is no guard ${id}.`);
  return guard;
}

/** Where a guard stands, as an editor understands it. */
export function placeOf({ file, find }: Guard): { file: string; line: number; code: string } {
  const source = readFileSync(join(LESSONS, file), "utf8");
  const line = source.slice(0, source.indexOf(find)).split("\n").length;
  return { file: `lessons/${file}`, line, code: source.split("\n")[line - 1]?.trim() ?? "" };
}
