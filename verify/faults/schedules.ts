import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { FileOperation } from "./file-operations.ts";
import { copySession, findSession, layOutSession } from "./laid-out.ts";
import { type SteppedProcess, startSteppedProcess } from "./stepped.ts";
import type { Ended, Stopped } from "./stepped-process.ts";

/** Two processes that save a letter in the same mailbox, and whose file operations fall as a schedule says. */
export type Duel = {
  folder: string;
  /** All operations of one save that nobody disturbs, from the same start. */
  operations: (start: () => void) => Promise<FileOperation[]>;
  /** `turns` are numbers of operations, for the first and the second process in turn; then both go to their ends. */
  play: (start: () => void, turns: readonly number[], afterTurn?: () => void) => Promise<Outcome>;
  end: () => void;
};

/** What each process was told, and what is in the folder in the end. */
export type Outcome = {
  told: [string, string];
  bodies: string[];
  ids: string[];
  /** The letters that the session's log tells of, once somebody has joined. */
  logged: string[];
  names: string[];
};

export const OLD_LETTER = { id: "reader-1", sender: "lead", recipient: "reader", body: "old" };
export const BODIES = ["from the first", "from the second"] as const;

export async function startDuel(identity: { pid?: number } = {}): Promise<Duel> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "two-gates-duel-"));
  const { id: _id, ...old } = OLD_LETTER;
  const before = await layOutSession((session) => sendMessage(session, old));
  copySession(before, folder);
  const layOut = (start: () => void): void => {
    copySession(before, folder);
    start();
  };
  const pair = await Promise.all([startSteppedProcess(identity), startSteppedProcess(identity)]);
  for (const { ask } of pair) await ask({ order: "join", directory: folder });
  return {
    folder,
    operations: async (start) => {
      layOut(start);
      return (await runToEnd(pair[0], await begin(pair[0], folder, BODIES[0], 0))).operations;
    },
    play: async (start, turns, afterTurn) => {
      layOut(start);
      const states: [Stopped | Ended | undefined, Stopped | Ended | undefined] = [undefined, undefined];
      for (const [turn, allow] of turns.entries()) {
        const who = turn % 2 === 0 ? 0 : 1;
        const state = states[who];
        if (!state) states[who] = await begin(pair[who], folder, BODIES[who], allow);
        else if ("stopped" in state) states[who] = await pair[who].step({ order: "allow", allow });
        afterTurn?.();
      }
      const last = turns.length % 2 === 0 ? 0 : 1;
      for (const who of last === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        states[who] = await runToEnd(
          pair[who],
          states[who] ?? (await begin(pair[who], folder, BODIES[who], 0)),
        );
      }
      return outcomeIn(folder, states);
    },
    end: () => {
      for (const { child } of pair) child.kill("SIGKILL");
      for (const path of [folder, before]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function begin(
  process: SteppedProcess,
  directory: string,
  body: string,
  allow: number,
): Promise<Stopped | Ended> {
  return process.step({ order: "send", directory, body, allow, sync: false });
}

async function runToEnd(process: SteppedProcess, state: Stopped | Ended): Promise<Ended> {
  if ("ended" in state) return state;
  return runToEnd(process, await process.step({ order: "allow", allow: -1 }));
}

async function outcomeIn(folder: string, states: readonly (Stopped | Ended | undefined)[]): Promise<Outcome> {
  const [first, second] = states.map((state) => (state && "ended" in state ? state.ended : "did not end"));
  const lines = readFileSync(join(folder, "reader.jsonl"), "utf8").split("\n").slice(0, -1);
  const letters: (typeof OLD_LETTER)[] = lines.map((line) => JSON.parse(line));
  return {
    told: [first ?? "", second ?? ""],
    bodies: letters.map(({ body }) => body),
    ids: letters.map(({ id }) => id),
    names: readdirSync(folder).sort(),
    logged: (await findSession(folder)).events,
  };
}

/** Makes the lock in `folder`, if there is one, look as if its owner had given no sign of life for an hour. */
export function letLockGoStale(folder: string): void {
  const lock = join(folder, ".lock");
  const stats = statSync(lock, { throwIfNoEntry: false });
  if (stats) utimesSync(lock, stats.atime, new Date(stats.mtimeMs - 3_600_000));
}

/** The lock of a process that has died, stale. */
export function leaveStaleLock(folder: string): void {
  mkdirSync(join(folder, ".lock"));
  letLockGoStale(folder);
}

/**
 * The numbers of operations after which a stop can make a difference: before each operation that another process can
 * disturb or notice. Operations on open files and looks at the session folder itself are neither.
 */
export function stopsIn(operations: readonly FileOperation[]): number[] {
  const ownBusiness = ["fstatSync", "readFileSync", "writeSync", "fsyncSync", "closeSync"];
  return operations
    .filter(({ name, target }) => !ownBusiness.includes(name) && !(name === "lstatSync" && target === "."))
    .map(({ number }) => number - 1);
}
