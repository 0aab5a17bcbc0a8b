import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { appendMessage, readMailbox, sendMessage } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { createTeam, LEAD } from "../s15-mailboxes/team.ts";
import { consumeResponses } from "../s16-team-protocols/consume-responses.ts";
import { openRequest } from "../s16-team-protocols/requests.ts";
import { attend } from "../x1-shared-session/attendance.ts";
import { type FolderSession, joinSession, startSession } from "../x1-shared-session/folder-session.ts";
import type { Told } from "./attack.ts";
import { searchLimits } from "./world.ts";

/** Makes one step, and gives what it answered: a refusal is its code. */
type StepOf = (actor: string, does: string, play: () => unknown) => Promise<string>;

/** An attack on the files of a session and on who plays it. True when it got through. */
type FolderAttack = (directory: string, step: StepOf) => Promise<boolean>;

/** What happens to files and processes cannot be found by a search over states in memory: these are written by hand. */
const folderAttacks = new Map<string, FolderAttack>([
  ["killed between intent and letter", killedBetween],
  ["a letter is taken away", takenAway],
  ["overtaken while it was stopped", overtaken],
  ["the lock is taken over in a section", lockTakenOver],
  ["a writer without the lock", foreignWriter],
  ["a folder for everybody", folderForEverybody],
  ["a link in the place of a mailbox", linkedMailbox],
]);

export const FOLDER_ATTACKS = [...folderAttacks.keys()];

/** Plays one of them. `isThrough`: what must not happen has happened, in the last step. */
export async function playFolderAttack(
  name: string,
  directory: string,
  onStep: (told: Told) => Promise<void>,
): Promise<{ told: Told[]; isThrough: boolean }> {
  const attack = folderAttacks.get(name);
  if (!attack) throw new Error(`There is no attack "${name}" on a folder any more.`);
  const told: Told[] = [];
  const isThrough = await attack(directory, async (actor, does, play) => {
    const answer = await answerOf(play);
    told.push({ actor, does, answer });
    await onStep({ actor, does, answer });
    return answer;
  });
  return { told, isThrough };
}

async function killedBetween(directory: string, step: StepOf): Promise<boolean> {
  const session = await start(directory);
  const mailbox = join(directory, "lead.jsonl");
  const log = join(directory, "events.jsonl");
  await step("reader", "asks lead to approve running main.py", () => ask(session));
  // What lies on disk when the process ends after it has saved the intent, and before the letter.
  await step("reader", "is killed before the letter was saved", () => {
    for (const path of [mailbox, log]) rmSync(path);
    return "no letter";
  });
  let requests = 0;
  await step("lead", "takes the session up again", async () => {
    requests = (await takeUp(directory)).current.requests.size;
    return `${requests} requests`;
  });
  return requests > 0;
}

async function takenAway(directory: string, step: StepOf): Promise<boolean> {
  const session = await start(directory);
  const letter = { sender: LEAD, recipient: "reader", body: "hello" };
  const first = await step(
    "lead",
    "sends reader a letter",
    async () => (await sendMessage(session, letter)).id,
  );
  await step("reader", "takes in its letters", async () => {
    const [taken] = await consumeResponses(session, "reader");
    return `${taken?.message.id} delivered`;
  });
  await step("mallory", "takes the last line away, in reader.jsonl", () => {
    writeFileSync(join(directory, "reader.jsonl"), "");
    return "saved without the lock";
  });
  const second = await step(
    "lead",
    "sends reader a letter",
    async () => (await sendMessage(session, letter)).id,
  );
  return first === second;
}

async function overtaken(directory: string, step: StepOf): Promise<boolean> {
  const session = await start(directory);
  const other = await takeUp(directory);
  const first = await attend(session, ["reader"], { staleMs: 2_000 });
  await step("reader", "is played by a process, which is stopped", () => {
    const sign = join(directory, "attending", "reader");
    const ended = spawnSync(process.execPath, ["--version"]).pid;
    writeFileSync(sign, readFileSync(sign, "utf8").replace(/^\d+/, String(ended)));
    return "no sign of life";
  });
  const second = await attend(other, ["reader"], { staleMs: 2_000 });
  await step("reader", "is played by another process from now on", () => "attended");
  const answer = await step("reader", "the first process goes on, and asks lead", () => ask(first.session));
  await second.leave();
  await first.leave();
  return !answer.startsWith("refused");
}

async function lockTakenOver(directory: string, step: StepOf): Promise<boolean> {
  return intruded(directory, step, () => {
    const lock = join(directory, ".lock");
    renameSync(lock, join(directory, "lock-of-before"));
    mkdirSync(lock);
  });
}

async function foreignWriter(directory: string, step: StepOf): Promise<boolean> {
  return intruded(directory, step, () => undefined);
}

/** While a section of one process is in its middle, somebody else saves a letter in the same mailbox. */
async function intruded(directory: string, step: StepOf, takeLock: () => void): Promise<boolean> {
  const session = await start(directory);
  const mailbox = join(directory, "lead.jsonl");
  const line = `${JSON.stringify({ id: "lead-1", sender: "reviewer", recipient: LEAD, body: "mine" })}\n`;
  await step("reader", "sends lead a letter, and is stopped while the reviewer saves one", () =>
    session.transact((state) => {
      readMailbox(state, LEAD);
      takeLock();
      appendFileSync(mailbox, line, { mode: 0o600 });
      return appendMessage(state, { sender: "reader", recipient: LEAD, body: "hello" }).id;
    }),
  );
  const left = await step("lead", "looks for the reviewer's letter", () =>
    readFileSync(mailbox, "utf8").includes(line) ? "it is there" : "it is gone",
  );
  return left === "it is gone";
}

async function folderForEverybody(directory: string, step: StepOf): Promise<boolean> {
  mkdirSync(directory, { recursive: true });
  await step("mallory", "makes a folder that everybody can write to", () => {
    chmodSync(directory, 0o777);
    return "mode 777";
  });
  const answer = await step("host", "starts a session in it", async () => {
    await start(directory);
    return "started";
  });
  return answer === "started";
}

async function linkedMailbox(directory: string, step: StepOf): Promise<boolean> {
  const session = await start(directory);
  const outside = `${directory}-outside.jsonl`;
  try {
    await step("mallory", "puts a link in the place of reader.jsonl", () => {
      const line = JSON.stringify({
        id: "reader-1",
        sender: LEAD,
        recipient: "reader",
        body: "from outside",
      });
      writeFileSync(outside, `${line}\n`, { mode: 0o600 });
      symlinkSync(outside, join(directory, "reader.jsonl"));
      return "a link to a file of hers";
    });
    const answer = await step("reader", "takes in its letters", async () => {
      const [taken] = await consumeResponses(session, "reader");
      return `${taken?.message.id} delivered`;
    });
    return answer === "reader-1 delivered";
  } finally {
    rmSync(outside, { force: true });
  }
}

function start(directory: string): Promise<FolderSession> {
  const team = createTeam([LEAD, "reader", "reviewer"].map((name) => [name, `the ${name}`]));
  return startSession(directory, team, { program: "practice", limits: searchLimits });
}

function takeUp(directory: string): Promise<FolderSession> {
  return joinSession(directory, { program: "practice" });
}

async function ask(session: Parameters<typeof openRequest>[0]): Promise<string> {
  const plan = { sender: "reader", target: LEAD, kind: "plan", payload: "Run main.py" } as const;
  return `${(await openRequest(session, plan)).request_id} pending`;
}

async function answerOf(play: () => unknown): Promise<string> {
  try {
    return String(await play());
  } catch (error) {
    if (error instanceof ProtocolError) return `refused: ${error.code}`;
    throw error;
  }
}
