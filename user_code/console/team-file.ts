import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../../lessons/s04-permission/execute-guarded.ts";
import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { type Room, statusOf } from "./room.ts";
import { saveFile } from "./save-file.ts";

/** The team as a file of the session folder: names, roles, statuses. */
export const TEAM_FILE = "team.json";

/**
 * Keeps `team.json` as the team is: saves it whole when a status has changed since the last save.
 *
 * Letters and requests do not depend on the file, so a failed save stops nobody: `save` returns the sentence that
 * says so, once for each cause, and tries again with the next change. `isSaved` looks at the disk: whether the file is
 * as it was saved, and each mailbox holds the letters that its member has taken in.
 */
export function teamFile(
  room: Room,
  directory: string,
): { save: () => string | undefined; isSaved: () => boolean } {
  const path = join(directory, TEAM_FILE);
  let saved = "";
  let complaint = "";
  return {
    isSaved: () => teamText(room) === saved && isOnDisk(path, saved) && hasLetters(room),
    save: () => {
      const text = teamText(room);
      if (text === saved) return undefined;
      try {
        saveFile(path, text);
        saved = text;
        complaint = "";
        return undefined;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isNew = error.message !== complaint;
        complaint = error.message;
        return isNew ? `${TEAM_FILE} is behind: ${error.message} The team goes on.` : undefined;
      }
    },
  };
}

function isOnDisk(path: string, text: string): boolean {
  try {
    return readFileSync(path, "utf8") === text;
  } catch {
    return false;
  }
}

function hasLetters({ session }: Room): boolean {
  try {
    return [...session.team.values()].every(
      ({ name, cursor }) => readMailbox(session, name).length >= cursor,
    );
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

function teamText(room: Room): string {
  const members = [...room.session.team.values()].map(({ name, role, incarnation }) => ({
    name,
    role,
    status: statusOf(room, name),
    incarnation,
  }));
  return `${JSON.stringify({ members }, null, 2)}\n`;
}
