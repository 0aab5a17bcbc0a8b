import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
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
import { claimPlan } from "../s16-team-protocols/plan-gate.ts";
import { openRequest, replyRequest } from "../s16-team-protocols/requests.ts";
import type { Interpreter } from "../s16-team-protocols/run/interpreter.ts";
import { PROGRAM, programWork, runProgram } from "../s16-team-protocols/run/program.ts";
import { attend } from "../x1-shared-session/attendance.ts";
import { type FolderSession, joinSession, startSession } from "../x1-shared-session/folder-session.ts";
import { runMarker } from "../x1-shared-session/run-marker.ts";
import { confirmShutdown } from "../x1-shared-session/shutdown-boundary.ts";
import type { Told } from "./attack.ts";
import { searchLimits } from "./world.ts";

/** Where an attack is played: an empty folder for the session, and the program that stands behind the gates. */
export type Stage = {
  directory: string;
  program: Uint8Array;
  interpreter: Interpreter;
  environment: NodeJS.ProcessEnv;
};

/** Makes one step, and gives what it answered: a refusal is its code. */
type StepOf = (actor: string, does: string, play: () => unknown) => Promise<string>;

/** An attack on the files of a session and on who plays it. True when it got through. */
type FolderAttack = (directory: string, step: StepOf, stage: Stage) => Promise<boolean>;

/** What happens to files and processes cannot be found by a search over states in memory: these are written by hand. */
const folderAttacks = new Map<string, FolderAttack>([
  ["killed between intent and letter", killedBetween],
  ["a letter is taken away", takenAway],
  ["overtaken while it was stopped", overtaken],
  ["the lock is taken over in a section", lockTakenOver],
  ["a writer without the lock", foreignWriter],
  ["a folder for everybody", folderForEverybody],
  ["a link in the place of a mailbox", linkedMailbox],
  ["an older session is put back", putBack],
  ["closed before it has read its letters", closedUnread],
]);

export const FOLDER_ATTACKS = [...folderAttacks.keys()];

/** Plays one of them. `isThrough`: what must not happen has happened, in the last step. */
export async function playFolderAttack(
  name: string,
  stage: Stage,
  onStep: (told: Told) => Promise<void>,
): Promise<{ told: Told[]; isThrough: boolean }> {
  const attack = folderAttacks.get(name);
  if (!attack) throw new Error(`There is no attack "${name}" on a folder any more.`);
  const told: Told[] = [];
  const play = async (actor: string, does: string, action: () => unknown): Promise<string> => {
    const answer = await answerOf(action);
    told.push({ actor, does, answer });
    await onStep({ actor, does, answer });
    return answer;
  };
  return { told, isThrough: await attack(stage.directory, play, stage) };
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

/** A backup of the session is put back after the run: in it, the approval was never used. */
async function putBack(
  directory: string,
  step: StepOf,
  { program, interpreter, environment }: Stage,
): Promise<boolean> {
  const session = await start(directory);
  const workspace = join(directory, "workspace");
  const backup = `${directory}-backup`;
  mkdirSync(workspace, { mode: 0o700 });
  writeFileSync(join(workspace, PROGRAM), program, { mode: 0o600 });
  const place = { workspace, interpreter, environment };
  const work = programWork(place);
  if (!work) throw new Error("There is no main.py on the stage.");
  const runOnce = async (host: FolderSession): Promise<string> => {
    const marker = runMarker(directory, "req-1");
    const outcome = await runProgram({
      ...place,
      claim: (now) => claimPlan(host, { actor: "reader", requestId: "req-1", work: now }),
      mark: () => (marker.make() ? undefined : { reason: "run-marked", message: "It was started before." }),
    });
    return outcome.status === "refused" ? `refused: ${outcome.reason}` : "main.py runs";
  };
  const plan = { sender: "reader", target: LEAD, kind: "plan", payload: "Run main.py", work } as const;
  await step(
    "reader",
    "asks lead to approve running main.py",
    async () => (await openRequest(session, plan)).status,
  );
  const yes = { request_id: "req-1", actor: LEAD, approve: true, feedback: "" };
  await step("lead", "says yes to req-1", async () => (await replyRequest(session, yes)).status);
  await step("reader", "takes in its letters", async () => {
    await consumeResponses(session, "reader");
    return "req-1 approved";
  });
  const kept = ["session.json", "events.jsonl"];
  mkdirSync(backup);
  try {
    for (const file of kept) copyFileSync(join(directory, file), join(backup, file));
    await step("reader", "starts main.py", () => runOnce(session));
    await step("host", "puts a backup of the session back, from before the run", () => {
      for (const file of kept) copyFileSync(join(backup, file), join(directory, file));
      return "an older session";
    });
    const answer = await step("reader", "starts main.py", async () => runOnce(await takeUp(directory)));
    return answer === "main.py runs";
  } finally {
    rmSync(backup, { recursive: true });
  }
}

async function closedUnread(directory: string, step: StepOf): Promise<boolean> {
  const session = await start(directory);
  const letter = { sender: "reviewer", recipient: "reader", body: "Do not close before you have seen this" };
  await step("reviewer", "sends reader a letter", async () => (await sendMessage(session, letter)).id);
  const shutdown = { sender: LEAD, target: "reader", kind: "shutdown", payload: "Please close" } as const;
  await step(
    "lead",
    "asks reader to shut down",
    async () => (await openRequest(session, shutdown)).request_id,
  );
  const answer = await step("reader", "says yes to req-1 at the host's boundary", async () => {
    const { status } = await confirmShutdown(session, { request_id: "req-1", actor: "reader", feedback: "" });
    return status;
  });
  return answer === "queued";
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
