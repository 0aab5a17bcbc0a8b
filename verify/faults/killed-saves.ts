import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { FileOperation } from "./file-operations.ts";
import { copySession, findSession, layOutSession } from "./laid-out.ts";
import { startSteppedProcess } from "./stepped.ts";

/** How far the process got in its save before it was killed: so many whole operations, and perhaps half a write. */
export type KillPoint = { after: number; halfAWrite: boolean };

/** What a session holds, as the next process finds it, and the events that its log tells. */
export type Kept = { state: unknown; events: string[] };

/** What a killed process left, and what the next one found in it. */
export type Aftermath = Kept & {
  signal: NodeJS.Signals | null;
  /** The operation that never came; undefined after the last one. */
  next: FileOperation | undefined;
  mailbox: string | undefined;
  /** The names in the folder when the process was dead, and when the next one had joined. */
  names: string[];
  joined: string[];
};

export const MAILBOX = "lead.jsonl";

/** A session right before the save: with a letter in the mailbox, or without one. */
export function layOutBefore(hasLetter: boolean): Promise<string> {
  const letter = { sender: "reviewer", recipient: "lead", body: "Hello." };
  return layOutSession(async (session) => hasLetter && (await sendMessage(session, letter)));
}

/** What the next process finds in a copy of a folder. */
export async function keptIn(folder: string): Promise<Kept> {
  const copy = copyOf(folder);
  try {
    const { state, events } = await findSession(copy);
    return { state, events };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** One save that nobody disturbs: its operations, and what is kept of it. */
export async function wholeSave(before: string): Promise<{ operations: FileOperation[]; kept: Kept }> {
  const folder = copyOf(before);
  const process = await startSteppedProcess();
  try {
    const done = await process.step({ order: "open", directory: folder, allow: -1 });
    if (!("ended" in done) || done.ended !== "req-1") throw new Error(`No save: ${JSON.stringify(done)}`);
    return { operations: done.operations, kept: await keptIn(folder) };
  } finally {
    await process.kill();
    rmSync(folder, { recursive: true });
  }
}

/** Lets a fresh process save a plan request, kills it at one point, and joins the session that is left. */
export async function killSave(before: string, point: KillPoint): Promise<Aftermath> {
  const folder = copyOf(before);
  const process = await startSteppedProcess();
  try {
    const step = await process.step({ order: "open", directory: folder, allow: point.after });
    if (point.halfAWrite) await process.ask({ order: "half-a-write" });
    const signal = await process.kill();
    const mailbox = join(folder, MAILBOX);
    const left = {
      mailbox: existsSync(mailbox) ? readFileSync(mailbox, "utf8") : undefined,
      names: readdirSync(folder).sort(),
    };
    const { state, events } = await findSession(folder);
    const next = "stopped" in step ? step.stopped : undefined;
    return { ...left, signal, next, state, events, joined: readdirSync(folder).sort() };
  } finally {
    await process.kill();
    rmSync(folder, { recursive: true });
  }
}

function copyOf(before: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-kill-"));
  copySession(before, folder);
  return folder;
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
