import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { sentenceFor as shipped } from "../fault.ts";
import { LESSONS } from "./my-protocol.ts";

const FOLDER = fileURLToPath(new URL("../../lessons", import.meta.url));

/** A line of a stack, or a complaint of the compiler, in a file of the lessons. */
const PLACE = /(?:file:\/\/)?((?:\/[^\s:()]+)+\.ts):(\d+)(?::\d+)?/g;

const SENTENCE_CHARACTERS = 300;

/** What a person is told of an error: where their own file threw it, in one line. A refusal is told as ever. */
export function sentenceFor(error: unknown): string {
  const isRefusal = error instanceof Error && !isFault(error);
  if (isRefusal) return shipped(error);
  const place = placeIn(error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : "");
  const what = oneLine(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  return place === undefined ? `unexpected fault: ${what}` : `${place}: ${what}`;
}

/** What Node.js and the compiler throw when a module cannot be loaded has a code as well. */
function isFault(error: Error): boolean {
  if (error.name === "UsageError" || error.name === "Fault") return false;
  return !("code" in error) || String(error.code).startsWith("ERR_");
}

/** The first place of the learner's files that is named, as `lesson/file.ts:line`. */
function placeIn(text: string): string | undefined {
  for (const [, path = "", line] of text.matchAll(PLACE)) {
    const file = relative(FOLDER, path);
    if (LESSONS.some((lesson) => file.startsWith(`${lesson}/`))) return `${file}:${line}`;
  }
  return undefined;
}

function oneLine(text: string): string {
  const short = text.replaceAll(`${FOLDER}/`, "").replaceAll(/\s+/g, " ").trim();
  return short.length > SENTENCE_CHARACTERS ? `${short.slice(0, SENTENCE_CHARACTERS)}…` : short;
}
