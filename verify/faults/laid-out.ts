import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import {
  type FolderSession,
  joinSession,
  startSession,
} from "../../lessons/x1-shared-session/folder-session.ts";
import { stateOf } from "../harness/sessions.ts";

/** A folder with a session in it, as its process has left it. */
export async function layOutSession(prepare: (session: FolderSession) => Promise<unknown>): Promise<string> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-faults-"));
  await prepare(await startSession(folder, scenarioTeam(), { program: "practice" }));
  return folder;
}

/** Puts a folder, as it was laid out once, in the place of what is in another. */
export function copySession(from: string, to: string): void {
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/** What a session holds for the next process, and the names of its told events. Fails when the log is not numbered. */
export type Found = { state: unknown; events: string[]; session: FolderSession };

/** Joins a session whose last process may have been killed: its lock is removed, as one that is stale would be. */
export async function findSession(folder: string): Promise<Found> {
  rmSync(join(folder, ".lock"), { recursive: true, force: true });
  const session = await joinSession(folder, { program: "practice" });
  return { state: stateOf(session), events: eventsIn(folder), session };
}

/** The events of a log, in words. Fails when their numbers have gaps or a line is torn. */
export function eventsIn(folder: string): string[] {
  const lines = readFileSync(join(folder, "events.jsonl"), { encoding: "utf8", flag: "a+" }).split("\n");
  if (lines.pop() !== "") throw new Error("The last line of the log is torn.");
  return lines.map((line, index) => {
    const { number, event, letter, request_id } = JSON.parse(line);
    if (number !== index + 1) throw new Error(`Line ${index + 1} of the log has the number ${number}.`);
    return [event, letter ?? request_id ?? ""].join(" ").trim();
  });
}
