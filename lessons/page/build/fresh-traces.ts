import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { AFRESH, recordAfresh } from "../../../verify/recordings/recorder/record-afresh.ts";

/** Reads a file of the project, by its path from the project's root. */
export type Read = (path: string) => Promise<string>;

const FOLDER = "fixtures/traces/";

/** Any one tells what all were recorded from. */
const ANY = `${FOLDER}open_request-plan.json`;

/**
 * The same way to read, which finds traces of the functions as they are now: those that are kept, or new ones where the
 * text has changed since. `say` is told of that. Throws `RecordingFault` when the changed functions cannot be recorded.
 */
export async function withFreshTraces(read: Read, say: (sentence: string) => void): Promise<Read> {
  const kept: { source: { file: string; sha256: string } } = JSON.parse(await read(ANY));
  const source = await read(kept.source.file);
  if (createHash("sha256").update(source).digest("hex") === kept.source.sha256) return read;
  const folder = recordAfresh();
  say(AFRESH);
  return (path) =>
    path.startsWith(FOLDER) ? readFile(`${folder}/${path.slice(FOLDER.length)}`, "utf8") : read(path);
}
