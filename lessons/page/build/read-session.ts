import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { ProtocolError, printable } from "../../s15-mailboxes/protocol-error.ts";
import { resolveFolder } from "../../s15-mailboxes/session-folder.ts";
import { type SessionEvent, sessionEvent } from "../../s16-team-protocols/session-event.ts";
import { LOG_FILE } from "../../x1-shared-session/event-log.ts";
import { examineFolder } from "../../x1-shared-session/examine-folder.ts";
import { joinSession } from "../../x1-shared-session/folder-session.ts";
import { decodeSession, SESSION_FILE, type SessionProgram } from "../../x1-shared-session/session-file.ts";
import { folderSigns } from "../../x1-shared-session/sign-of-life.ts";
import type { SessionRecord } from "../session/session-record.ts";
import { secretsOf, withoutPrivate } from "./without-private.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The record of the session in a folder, as the next process would find it: what a kill left half done is settled, in a
 * copy. The folder itself is only read. `given` is how the folder was named, `environment` holds the secrets that must
 * not get into the record.
 *
 * Throws `session-corrupt` for a folder without a session, a damaged one, and a log that this program cannot have
 * written; `session-version`; `mailbox-unsafe`; `member-attended` while a process plays a member of the session.
 */
export async function readSession(given: string, environment: Environment): Promise<SessionRecord> {
  const directory = resolveFolder(given);
  requireWhole(directory);
  const before = readFileSync(join(directory, SESSION_FILE), "utf8");
  const { program, parts } = decodeSession(before, printable(join(directory, SESSION_FILE)));
  const members = [...parts.members.keys()];
  await requireAtRest(directory, members);
  const copy = mkdtempSync(join(tmpdir(), "two-gates-session-"));
  try {
    for (const name of [SESSION_FILE, LOG_FILE, ...members.map((member) => `${member}.jsonl`)])
      if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(copy, name));
    if (readFileSync(join(directory, SESSION_FILE), "utf8") !== before) throw inUse(directory);
    const found = await settled(copy, program, directory);
    return { name: basename(directory), program, ...withoutMachine(found, directory, environment) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

type Settled = Pick<SessionRecord, "events" | "mailboxes" | "kept">;

/** What joining the session finds: the one way in which a session is taken up again. */
async function settled(copy: string, program: SessionProgram, directory: string): Promise<Settled> {
  const { current } = await joinSession(copy, { program });
  const { team, requests, mail } = current;
  return {
    events: readEvents(copy, directory),
    mailboxes: Object.fromEntries([...team.keys()].map((name) => [name, linesOf(mail.read(name))])),
    kept: {
      requests: Object.fromEntries([...requests].map(([id, { status, used }]) => [id, { status, used }])),
      members: Object.fromEntries([...team].map(([name, { status }]) => [name, status])),
    },
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.trimEnd().split("\n");
}

function readEvents(copy: string, directory: string): SessionEvent[] {
  const path = join(copy, LOG_FILE);
  const lines = existsSync(path) ? linesOf(readFileSync(path, "utf8")) : [];
  return lines.map((line, index) => {
    const { number, ...event } = parsed(line);
    const known = sessionEvent.safeParse(event);
    if (number === index + 1 && known.success) return known.data;
    throw damaged(directory, `line ${index + 1} of ${LOG_FILE} is no event that this program writes`);
  });
}

function parsed(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

function requireWhole(directory: string): void {
  const fault = examineFolder(directory).find(({ condition }) => condition === "damaged");
  if (fault) throw damaged(directory, `${fault.part}: ${fault.says.replace(/\.$/, "")}`);
}

function damaged(directory: string, reason: string): ProtocolError {
  return new ProtocolError(
    "session-corrupt",
    `The session in ${printable(directory)} is damaged, so no page is made of it: ${reason}. Nothing was touched; ` +
      "`doctor --dir` on its folder says more.",
    { path: directory, reason },
  );
}

/** A page shows a session that stands still: of one that goes on, files of different moments would be read. */
async function requireAtRest(directory: string, members: readonly string[]): Promise<void> {
  const signs = folderSigns(directory);
  for (const member of members) if (await signs.isGiven(member)) throw inUse(directory, member);
}

function inUse(directory: string, member?: string): ProtocolError {
  const who = member === undefined ? "" : `: a process plays ${member}`;
  return new ProtocolError(
    "member-attended",
    `The session in ${printable(directory)} goes on at this moment${who}. End that process first (a session can be ` +
      "taken up again), then make the page. Nothing was touched.",
    { path: directory },
  );
}

/** The keys of an event under which names and states stand, and no text that somebody or something wrote. */
const NAMES: ReadonlySet<string> = new Set([
  ...["event", "member", "members", "interrupted", "actor", "target", "sender", "recipient", "asker"],
  ...["kind", "type", "request_id", "letter", "letters", "status", "because", "gate", "verdict", "how", "at"],
  ...["sha256", "tool_use_id"],
]);

function isName(keys: readonly string[]): boolean {
  return !keys.includes("input") && NAMES.has(keys.at(-1) ?? "");
}

function withoutMachine(
  { events, mailboxes, kept }: Settled,
  directory: string,
  environment: Environment,
): Settled & Pick<SessionRecord, "leftOut"> {
  const known = {
    secrets: secretsOf(environment),
    folders: [directory, realpathSync(directory)],
    places: [homedir(), tmpdir(), resolve(import.meta.dirname, "../../.."), resolve(".")],
    roots: readdirSync("/"),
  };
  const told = withoutPrivate(events, known, isName);
  const written = withoutPrivate(mailboxes, known);
  return { events: told.value, mailboxes: written.value, kept, leftOut: told.leftOut + written.leftOut };
}
