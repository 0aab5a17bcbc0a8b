import { linkSync } from "node:fs";
import { join } from "node:path";
import { saveUnderLock } from "../s15-mailboxes/locked-save.ts";
import type { MailboxMessage } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { findSessionFolder, type SessionFolder } from "../s15-mailboxes/session-folder.ts";
import { systemCode } from "../s15-mailboxes/system-error.ts";
import { lettersIn } from "./accounted-mail.ts";
import { lettersOf, owedLetters } from "./examine-folder.ts";
import type { SessionContent } from "./session-file.ts";
import { SessionStore } from "./session-store.ts";

/** What was done to one mailbox: how many letters it holds again, and where the damaged file is kept. */
export type Repair = { mailbox: string; letters: number; kept: string | undefined };

/**
 * Saves the letters of damaged mailboxes again, from the accounts in `session.json`. Whole letters that stand behind
 * those are kept; the damaged file itself is kept beside the mailbox, under a name that is no mailbox's.
 *
 * Only mailboxes are repaired, since only they stand in two places. Throws what `SessionStore.read` throws, and
 * `lock-timeout`, `lock-lost`, `save-failed`.
 */
export async function repairFolder(directory: string): Promise<Repair[]> {
  const { limits } = new SessionStore(findSessionFolder(directory)).read();
  const folder = findSessionFolder(directory, { limits });
  return folder.lock.run(() => {
    const content = new SessionStore(folder).read();
    return [...content.parts.members.keys()].flatMap((mailbox) => {
      const owed = owedLetters(content, mailbox);
      const there = readOrNothing(() => lettersOf(folder, content, mailbox));
      return there && there.length >= owed.length ? [] : [repair(folder, content, mailbox, owed)];
    });
  });
}

function repair(
  folder: SessionFolder,
  content: SessionContent,
  mailbox: string,
  owed: readonly MailboxMessage[],
): Repair {
  const path = join(folder.directory, `${mailbox}.jsonl`);
  const text = readOrNothing(() => folder.mail.read(mailbox)) ?? "";
  const behind = wholeLetters(text, content.limits.mailboxMessages).slice(owed.length);
  const letters = [...owed, ...behind];
  const kept = keepDamaged(path);
  const lines = letters.map((letter) => `${JSON.stringify(letter)}\n`).join("");
  saveUnderLock(path, lines, {
    lock: folder.lock,
    seen: undefined,
    untouched: "The damaged file is as it was.",
  });
  return { mailbox, letters: letters.length, kept };
}

/** The letters of the whole lines at the beginning. */
function wholeLetters(text: string, limit: number): MailboxMessage[] {
  const lines = text.split("\n").slice(0, -1);
  const letters: MailboxMessage[] = [];
  for (const line of lines.slice(0, limit)) {
    const [letter] = lettersIn(`${line}\n`) ?? [];
    if (!letter) break;
    letters.push(letter);
  }
  return letters;
}

/** A second name for the damaged file, so that the new one in its place takes nothing away. */
function keepDamaged(path: string): string | undefined {
  for (let number = 1; ; number += 1) {
    const kept = `${path}.damaged-${number}`;
    try {
      linkSync(path, kept);
      return kept;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return undefined;
      if (systemCode(error) !== "EEXIST") {
        throw new ProtocolError(
          "save-failed",
          `${kept} cannot be made (${systemCode(error)}), so the damaged file was not replaced. Copy it away by hand and remove it.`,
          { path: kept, cause: systemCode(error) },
          { cause: error },
        );
      }
    }
  }
}

function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
