import fs from "node:fs";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { type FolderSession, joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { type FileOperation, interceptFileOperations } from "./file-operations.ts";

/** What the parent says, one JSON line each on stdin. */
export type Order =
  /** Joins the session of a folder, undisturbed. */
  | { order: "join"; directory: string }
  /** Opens a plan request, each file operation only as far as it is allowed. Answers `Ended`. */
  | { order: "open"; directory: string; allow: number }
  /** The same for a letter to the reader. No lock is waited for. `sync: false` does not wait for the disk either. */
  | { order: "send"; directory: string; body: string; allow: number; sync: boolean }
  /** Sends letters to the reader, one after the other, as fast as it can. */
  | { order: "race"; directory: string; letters: number }
  /** Answers with the decision. */
  | { order: "decide"; approve: boolean }
  /** To a process that has stopped: how many operations it may carry out before it stops again. */
  | { order: "allow"; allow: number }
  /** To a process that has stopped at a write: it writes half of the bytes and stops for good. */
  | { order: "half-a-write" };

export type Stopped = { stopped: FileOperation };
export type Ended = { ended: string; operations: FileOperation[] };

/** A process whose file operations in a session folder are carried out as far as its parent allows. */
async function obey(): Promise<void> {
  tell("ready");
  for (;;) {
    const order = hear();
    switch (order.order) {
      case "join":
        tell((await sessionIn(order.directory, 0)).directory);
        break;
      case "open":
        tell(await stepThrough(order, open));
        break;
      case "send":
        tell(await stepThrough(order, (session) => send(session, order.body)));
        break;
      case "race":
        tell(await race(order));
        break;
      case "decide":
        tell(order.approve);
        break;
      case "allow":
      case "half-a-write":
        throw new Error("Nothing is stopped.");
    }
  }
}

async function stepThrough(
  { directory, allow, sync = true }: { directory: string; allow: number; sync?: boolean },
  save: (session: ProtocolSession) => Promise<string>,
): Promise<Ended> {
  const session = await sessionIn(directory, 0);
  const operations: FileOperation[] = [];
  let allowed = allow;
  const restore = interceptFileOperations(directory, (operation, perform, args) => {
    if (allowed === 0) {
      tell({ stopped: operation });
      const order = hear();
      if (order.order === "half-a-write") writeHalf(args);
      if (order.order === "allow") allowed = order.allow;
    }
    allowed -= 1;
    operations.push(operation);
    return operation.name === "fsyncSync" && !sync ? undefined : perform();
  });
  const ended = await outcomeOf(save(session)).finally(restore);
  return { ended, operations };
}

function writeHalf([file, bytes, , , position]: readonly unknown[]): never {
  if (typeof file !== "number" || !(bytes instanceof Uint8Array)) throw new Error("That is no write.");
  fs.writeSync(file, bytes, 0, Math.floor(bytes.length / 2), typeof position === "number" ? position : null);
  tell("half");
  for (;;) hear();
}

async function race({ directory, letters }: { directory: string; letters: number }): Promise<string[]> {
  const session = await sessionIn(directory, 15_000);
  const outcomes: string[] = [];
  for (let letter = 1; letter <= letters; letter += 1) {
    outcomes.push(await outcomeOf(send(session, `Letter ${letter} of ${process.pid}`)));
  }
  return outcomes;
}

const sessions = new Map<string, FolderSession>();

/** The session as this process has it, which it has joined long before a schedule begins. */
async function sessionIn(directory: string, waitMs: number): Promise<FolderSession> {
  const joined = sessions.get(directory);
  if (joined) return joined;
  const session = await joinSession(directory, { program: "practice", staleMs: 2_000, waitMs });
  sessions.set(directory, session);
  return session;
}

function open(session: ProtocolSession): Promise<string> {
  const plan = { sender: "reader", target: "lead", kind: "plan", payload: "Run main.py once." } as const;
  return openRequest(session, plan).then(({ request_id }) => request_id);
}

function send(session: ProtocolSession, body: string): Promise<string> {
  return sendMessage(session, { sender: "lead", recipient: "reader", body }).then(({ id }) => id);
}

async function outcomeOf(operation: Promise<string>): Promise<string> {
  try {
    return await operation;
  } catch (error) {
    return error instanceof ProtocolError ? error.code : `not a ProtocolError: ${error}`;
  }
}

const { readSync, writeSync } = fs;

function tell(answer: unknown): void {
  writeSync(1, `${JSON.stringify(answer)}\n`);
}

/** Waits for a line without giving the event loop a turn. The process ends with its parent. */
function hear(): Order {
  const byte = new Uint8Array(1);
  let line = "";
  while (!line.endsWith("\n")) {
    if (readSync(0, byte) === 0) process.exit();
    line += String.fromCharCode(...byte);
  }
  const order: Order = JSON.parse(line);
  return order;
}

void obey();
