import { readdirSync, rmSync } from "node:fs";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import type { FileOperation } from "./file-operations.ts";
import { eventsIn, layOutSession } from "./laid-out.ts";
import { startSteppedProcess } from "./stepped.ts";

/**
 * The stale time that proper-lockfile allows at least, and for how long these wait: a lock may bear a time that is
 * one second ahead, because the library looks with such a time how precise the file system is.
 */
const SHORTEST = { staleMs: 2_000, waitMs: 4_000 };

/** A process that has stopped right before its rename: it has the lock, and its temporary file is whole. */
async function stopBeforeRename() {
  const folder = await layOutSession(async () => undefined);
  const process = await startSteppedProcess();
  let step = await process.step({ order: "send", directory: folder, body: "late", allow: 0, sync: false });
  while ("stopped" in step && !isRenameOfMailbox(step.stopped)) {
    step = await process.step({ order: "allow", allow: 1 });
  }
  return { folder, process };
}

function isRenameOfMailbox({ name, target }: FileOperation): boolean {
  return name === "renameSync" && target === "reader.jsonl.<number>";
}

/** A process is killed while it holds the lock. What does the next session find, say, and wait for? */
export async function takeOverFromKilled() {
  const { folder, process } = await stopBeforeRename();
  try {
    await process.kill();
    const left = readdirSync(folder).sort();
    const notices: string[] = [];
    const onNotice = (notice: string): void => void notices.push(notice);
    const session = await joinSession(folder, { program: "practice", ...SHORTEST, onNotice });
    const sent = await sendMessage(session, { sender: "lead", recipient: "reader", body: "next" });
    return { folder, left, notices, sent, names: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A process is held up, its event loop too, for longer than the stale time. Another one goes on in its place. */
export async function takeOverFromBlocked() {
  const { folder, process } = await stopBeforeRename();
  try {
    const waits: string[] = [];
    const onWait = (path: string): void => void waits.push(path);
    const session = await joinSession(folder, { program: "practice", ...SHORTEST, onWait });
    const sent = await sendMessage(session, { sender: "lead", recipient: "reader", body: "in time" });
    const late = await process.step({ order: "allow", allow: -1 });
    const alive = await process.ask({ order: "decide", approve: true });
    return {
      folder,
      waits,
      sent,
      late,
      alive,
      mailbox: session.current.mail.read("reader"),
      events: eventsIn(folder),
      names: readdirSync(folder),
    };
  } finally {
    await process.kill();
    rmSync(folder, { recursive: true });
  }
}
