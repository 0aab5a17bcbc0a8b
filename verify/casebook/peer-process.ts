import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { FileLock } from "../../lessons/s15-mailboxes/file-lock.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { Session } from "../../lessons/s15-mailboxes/session.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";

export type PeerTask =
  /** Answers with a decision that it was made for. */
  | { task: "decide"; approve: boolean }
  /** Sends letters to alice, one after the other. Answers with each receipt's id or refusal's code. */
  | { task: "send"; directory: string; letters: number }
  /** Takes the lock and answers while it holds it; gives it back when something comes in on stdin. */
  | { task: "hold"; directory: string }
  /** Sends a letter to alice and is killed between the write of the temporary file and the rename. */
  | { task: "die"; directory: string };

const rename = fs.renameSync;

process.on("message", async (task: PeerTask) => answer(await perform(task)));
answer("ready");

async function perform(task: PeerTask): Promise<unknown> {
  switch (task.task) {
    case "decide":
      return task.approve;
    case "send":
      return sendLetters(await joined(task.directory), task.letters);
    case "hold":
      return new FileLock(task.directory).run(() => {
        answer("held");
        fs.readSync(0, Buffer.alloc(1));
        return "given back";
      });
    case "die":
      fs.renameSync = (from, to) =>
        String(to).endsWith("alice.jsonl") ? void process.kill(process.pid, "SIGKILL") : rename(from, to);
      syncBuiltinESMExports();
      return sendLetters(await joined(task.directory), 1);
  }
}

function joined(directory: string): Promise<Session> {
  return joinSession(directory, { program: "practice" });
}

async function sendLetters(session: Session, letters: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let letter = 1; letter <= letters; letter += 1) {
    const body = `Letter ${letter} of process ${process.pid}.`;
    const sent = sendMessage(session, { sender: "lead", recipient: "alice", body });
    outcomes.push(
      await sent.then(
        ({ id }) => id,
        ({ code }) => String(code),
      ),
    );
  }
  return outcomes;
}

function answer(message: unknown): void {
  process.send?.(message);
}
