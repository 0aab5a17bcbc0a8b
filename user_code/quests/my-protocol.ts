import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { withoutGuard } from "../../lessons/x2-break-it/guard.ts";
import { guardOf } from "../../lessons/x2-break-it/without.ts";
import { UsageError } from "../command-line.ts";
import { Fault } from "../fault.ts";
import { quests } from "./quests.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The lessons that a learner's folder holds. */
export const LESSONS = [
  "s01-agent-loop",
  "s04-permission",
  "s07-hooks",
  "s15-mailboxes",
  "s16-team-protocols",
];
const PORT = "fixtures/ports/typescript/two-gates.ts";
const NAME = "my-protocol";

/** What is kept of a learner besides the code: what was predicted, by guard. */
const kept = z.record(z.string(), z.int());
export type Predictions = z.output<typeof kept>;

/**
 * The learner's folder: the newest one in `parent`, or a new one when there is none. With `again` a new one beside those
 * that are there. What is there is never written over.
 */
export function myProtocol(parent: string, again: boolean): { folder: string; isNew: boolean } {
  const newest = newestIn(parent);
  if (newest > 0 && !again) return { folder: join(parent, folderName(newest)), isNew: false };
  const folder = join(parent, folderName(newest + 1));
  makeProtocol(folder);
  return { folder, isNew: true };
}

/** The learner's newest folder. Throws when there is none. */
export function requireProtocol(parent: string): string {
  const newest = newestIn(parent);
  if (newest === 0) throw new UsageError("There is no protocol of yours yet: npm run quest makes it.");
  return join(parent, folderName(newest));
}

/** The highest number of a learner's folder; 0 when there is none. */
function newestIn(parent: string): number {
  const numbers = readdirSync(parent).flatMap((name) => {
    const found = /^my-protocol(?:-(\d+))?$/.exec(name);
    return found ? [Number(found[1] ?? 1)] : [];
  });
  return Math.max(0, ...numbers);
}

function folderName(number: number): string {
  return number === 1 ? NAME : `${NAME}-${number}`;
}

/** Makes the protocol without the guards of the quests. Throws when something of that name is there. */
function makeProtocol(folder: string): void {
  mkdirSync(folder);
  for (const lesson of LESSONS) {
    mkdirSync(join(folder, lesson));
    for (const name of readdirSync(join(ROOT, "lessons", lesson)).filter((file) => file.endsWith(".ts")))
      writeFileSync(
        join(folder, lesson, name),
        strippedSource(
          `${lesson}/${name}`,
          quests.map(({ guard }) => guard),
        ),
      );
  }
  const port = readFileSync(join(ROOT, PORT), "utf8")
    .replaceAll("../../../lessons/", "./")
    .replaceAll("../../../verify/", "../../verify/")
    .replace("two-gates, TypeScript", NAME);
  writeFileSync(join(folder, "port.ts"), port);
}

/** A file of the lessons without these guards, each place marked with a line of its own. */
export function strippedSource(file: string, ids: readonly string[]): string {
  let source = readFileSync(join(ROOT, "lessons", file), "utf8");
  for (const id of ids) {
    const guard = guardOf(id);
    if (guard.file !== file) continue;
    const at = source.indexOf(guard.find);
    const line = source.lastIndexOf("\n", at) + 1;
    const indent = /^ */.exec(source.slice(line))?.[0] ?? "";
    const without = withoutGuard(source, guard);
    source = `${without.slice(0, line)}${indent}${markOf(id)}\n${without.slice(line)}`;
  }
  return source;
}

export function markOf(guard: string): string {
  return `// quest: ${guard}`;
}

/** The line of a quest's mark in the learner's file, from 1, or undefined when the mark is gone. */
export function lineOfMark(folder: string, guard: string): number | undefined {
  const path = join(folder, guardOf(guard).file);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const index = lines.findIndex((line) => line.trim() === markOf(guard));
  return index === -1 ? undefined : index + 1;
}

export function readPredictions(folder: string): Predictions {
  const path = join(folder, "predictions.json");
  if (!existsSync(path)) return {};
  try {
    return kept.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new Fault(`${path} does not hold what was written to it. Remove it: the quests ask again.`);
  }
}

export function keepPredictions(folder: string, predictions: Predictions): void {
  writeFileSync(join(folder, "predictions.json"), `${JSON.stringify(predictions, null, 2)}\n`);
}
