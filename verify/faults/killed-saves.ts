import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import type { FileOperation } from "./file-operations.ts";
import { letLockGoStale } from "./schedules.ts";
import { startSteppedProcess } from "./stepped.ts";

/** How far the process got in its save before it was killed: so many whole operations, and perhaps half a write. */
export type KillPoint = { after: number; halfAWrite: boolean };

/** What a killed process left, and what the next session with that folder said. */
export type Aftermath = {
  signal: NodeJS.Signals | null;
  /** The operation that never came; undefined after the last one. */
  next: FileOperation | undefined;
  mailbox: string | undefined;
  names: string[];
  notices: string[];
  /** The names in the folder after the next session has opened, or why it did not open. */
  opened: string[] | ProtocolError;
};

export const MAILBOX = "lead.jsonl";

/** One save that nobody disturbs: its operations, and the mailbox afterwards. */
export async function wholeSave(
  old: string | undefined,
): Promise<{ operations: FileOperation[]; mailbox: string }> {
  const folder = sessionFolder(old);
  const process = await startSteppedProcess();
  try {
    const done = await process.step({ order: "open", directory: folder, allow: -1 });
    if (!("ended" in done) || done.ended !== "req-1") throw new Error(`No save: ${JSON.stringify(done)}`);
    return { operations: done.operations, mailbox: readFileSync(join(folder, MAILBOX), "utf8") };
  } finally {
    await process.kill();
    rmSync(folder, { recursive: true });
  }
}

/** Lets a fresh process save a plan request, kills it at one point, and opens the next session with what is left. */
export async function killSave(old: string | undefined, point: KillPoint): Promise<Aftermath> {
  const folder = sessionFolder(old);
  const process = await startSteppedProcess();
  try {
    const step = await process.step({ order: "open", directory: folder, allow: point.after });
    if (point.halfAWrite) await process.ask({ order: "half-a-write" });
    const signal = await process.kill();
    const mailbox = join(folder, MAILBOX);
    return {
      signal,
      next: "stopped" in step ? step.stopped : undefined,
      mailbox: existsSync(mailbox) ? readFileSync(mailbox, "utf8") : undefined,
      names: readdirSync(folder).sort(),
      ...(await openNext(folder)),
    };
  } finally {
    await process.kill();
    rmSync(folder, { recursive: true });
  }
}

function sessionFolder(old: string | undefined): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-kill-"));
  if (old !== undefined) writeFileSync(join(folder, MAILBOX), old);
  return folder;
}

async function openNext(folder: string): Promise<Pick<Aftermath, "notices" | "opened">> {
  const notices: string[] = [];
  const onNotice = (notice: string): void => {
    notices.push(notice);
    // Whoever waits is told so. Then the stale time is made to pass at once.
    letLockGoStale(folder);
  };
  try {
    await openSessionFolder(folder, scenarioTeam(), { onNotice });
    return { notices, opened: readdirSync(folder) };
  } catch (error) {
    if (error instanceof ProtocolError) return { notices, opened: error };
    throw error;
  }
}

/** Carries out `tasks`, two at a time, and gives their results in order. */
export async function twoAtATime<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const waiting = [...tasks.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all([work(), work()]);
  return results;
}
