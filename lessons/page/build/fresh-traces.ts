import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { StopTable } from "../../../fixtures/scenarios/stop-table.ts";
import { afresh, recordAfresh } from "../../../verify/recordings/recorder/record-afresh.ts";
import type { Read } from "./instrument-lessons.ts";

const FOLDER = "fixtures/traces/";

/** Recorded together with the traces, from the same texts and more. */
const STOPS = `${FOLDER}stops.json`;

/**
 * The same way to read, which finds traces and stops of the functions as they are now: those that are kept, or new ones
 * where a text has changed since. `say` is told of that. Throws `RecordingFault` when the changed functions cannot be
 * recorded.
 */
export async function withFreshTraces(read: Read, say: (sentence: string) => void): Promise<Read> {
  const kept: StopTable = JSON.parse(await read(STOPS));
  const texts = await Promise.all(kept.map(({ file }) => read(file)));
  const stale = kept.find(({ sha256 }, index) => sha256 !== sha256Of(texts[index] ?? ""));
  if (!stale) return read;
  const folder = recordAfresh();
  say(afresh(stale.file));
  return (path) =>
    path.startsWith(FOLDER) ? readFile(`${folder}/${path.slice(FOLDER.length)}`, "utf8") : read(path);
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
