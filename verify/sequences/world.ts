import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import type { MailStore } from "../../lessons/s15-mailboxes/mail-store.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { createTeam, type Member } from "../../lessons/s15-mailboxes/team.ts";
import {
  type ApprovedWork,
  createMemorySession,
  type ProtocolSession,
  type RequestRecord,
  type RunRecord,
} from "../../lessons/s16-team-protocols/protocol-state.ts";
import { sha256Of } from "../../lessons/s16-team-protocols/run/program.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { interceptFileOperations } from "../faults/file-operations.ts";
import { type Visible, type WatchedSession, withMail } from "../harness/sessions.ts";
import type { ConcreteWork } from "./rules.ts";

export const TEAM = ["lead", "reader", "reviewer"] as const;

export type StoreName = "memory" | "files";

/** The real thing: a session of the real functions, and the hands that reach into it from outside. */
export type World = {
  session: WatchedSession;
  /** The session folder; undefined for the store in memory. */
  folder: string | undefined;
  /** The same session without the failures. */
  sound: ProtocolSession;
  isHeld: () => boolean;
  content: number;
  failing: "disk" | "lock" | "touched" | null;
  /** Every start of the program or claim of a plan, in order, and what the host had said to that very call. */
  starts: { request_id: string; status: string; hostSaid: string }[];
  turns: Map<string, Turn>;
};

/** A turn whose model keeps its answer back until `goOn` is called. */
export type Turn = { goOn: (work: ConcreteWork | null) => void; ended: Promise<string[]> };

export async function openWorld(store: StoreName, limits: Limits): Promise<World> {
  const folder = store === "files" ? mkdtempSync(join(tmpdir(), "sequence-")) : undefined;
  const opened = await openSession(folder, limits);
  const world: World = {
    ...opened,
    session: withMail(opened.sound, ({ mail }) => failingMail(world, mail)),
    folder,
    content: 0,
    failing: null,
    starts: [],
    turns: new Map(),
  };
  await settle(world);
  return world;
}

async function openSession(
  folder: string | undefined,
  limits: Limits,
): Promise<{ sound: ProtocolSession & Visible; isHeld: () => boolean }> {
  const team = createTeam(TEAM.map((name) => [name, `the ${name}`]));
  if (folder) {
    const sound = await startSession(folder, team, { program: "practice", limits });
    return { sound, isHeld: () => sound.lock.held };
  }
  const sound = createMemorySession(team, { limits });
  return { sound, isHeld: () => sound.held };
}

/** Goes on with the session as another process finds it in its folder. One in memory is nobody else's. */
export async function rejoin(world: World): Promise<void> {
  if (!world.folder) return;
  const sound = await joinSession(world.folder, { program: "practice" });
  world.sound = sound;
  world.session = withMail(sound, ({ mail }) => failingMail(world, mail));
  const wasHeld = world.isHeld;
  world.isHeld = () => wasHeld() || sound.lock.held;
}

/**
 * Carries something out in a process that is killed before its file operation of that number: from there on it does
 * nothing to the disk any more, whatever it goes on to do. Another process takes the session up.
 */
export async function killDuring(world: World, at: number, task: () => Promise<unknown>): Promise<void> {
  const { folder } = world;
  if (!folder) return;
  world.failing = null;
  const restore = interceptFileOperations(folder, ({ number }, perform) => {
    if (number > at) throw new Error("This process has been killed.");
    return perform();
  });
  await task()
    .catch(() => undefined)
    .finally(restore);
  // Nobody is left who would give it back: after a while it is stale.
  rmSync(join(folder, ".lock"), { recursive: true, force: true });
  await rejoin(world);
}

/** Lets a session in a folder come to know what became of a save that failed, before any hand reaches in again. */
export async function settle({ sound }: World): Promise<void> {
  await sound.transact(() => undefined);
}

/** Ends the turns that are still held, and removes the folders. */
export async function closeWorld(world: World): Promise<void> {
  for (const turn of world.turns.values()) turn.goOn(null);
  await Promise.allSettled([...world.turns.values()].map((turn) => turn.ended));
  if (!world.folder) return;
  rmSync(world.folder, { recursive: true });
  rmSync(outsideOf(world.folder), { recursive: true, force: true });
}

/** A store whose next save can be made to fail: on the disk, for a lock that is gone, for a mailbox that moved. */
function failingMail(world: World, mail: MailStore): MailStore {
  return {
    read: (member) => mail.read(member),
    replace: (member, text) => {
      const how = world.failing;
      world.failing = null;
      if (how === "disk") throw new ProtocolError("save-failed", "The disk is full.");
      if (how && !world.folder) throw new ProtocolError("lock-lost", "There is only one process.");
      if (how === "lock" && world.folder) rmSync(join(world.folder, ".lock"), { recursive: true });
      if (how === "touched" && world.folder) touch(join(world.folder, `${member}.jsonl`));
      mail.replace(member, text);
    },
  };
}

function touch(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats) utimesSync(path, stats.atimeMs / 1000, stats.mtimeMs / 1000 - 1);
  else writeFileSync(path, "");
}

/** The work of running one of the contents that the program may have. */
export function workAt(content: number): ApprovedWork {
  const sha256 = sha256Of(`print(${content})\n`);
  return { sha256, command: ["/usr/bin/python3", "-I", "main.py"], folder: "/session/workspace" };
}

/** All that a refused operation must leave as it is. */
export type Snapshot = {
  members: Record<string, Member>;
  requests: Record<string, RequestRecord>;
  runs: Record<string, RunRecord>;
  /** The bytes of each mailbox, one character a byte; what stands in its place when it is no file. */
  mailboxes: Record<string, string>;
  /** What lies in the session folder beside the mailboxes. */
  strays: string[];
  locked: boolean;
  content: number;
  starts: number;
};

export function takeSnapshot(world: World): Snapshot {
  const { team, requests, runs } = world.session;
  return {
    members: structuredClone(Object.fromEntries(team)),
    requests: structuredClone(Object.fromEntries(requests)),
    runs: structuredClone(Object.fromEntries(runs)),
    mailboxes: Object.fromEntries([...team.keys()].map((name) => [name, bytesOf(world, name)])),
    strays: world.folder ? readdirSync(world.folder).filter((entry) => !isOfTheSession(entry)) : [],
    locked: world.isHeld(),
    content: world.content,
    starts: world.starts.length,
  };
}

function isOfTheSession(entry: string): boolean {
  return entry === "session.json" || entry.endsWith(".jsonl");
}

export function bytesOf({ folder, session }: World, name: string): string {
  if (!folder) return inBytes(session.mail.read(name));
  const path = join(folder, `${name}.jsonl`);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return "";
  return stats.isFile() ? readFileSync(path, "latin1") : `a link to ${readlinkSync(path)}`;
}

/** A text as `Snapshot` keeps it. */
export function inBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Another program, which knows neither the lock nor the rules, writes a mailbox. */
export async function overwrite(
  { folder, sound }: World,
  name: string,
  text: string | Uint8Array,
): Promise<void> {
  if (!folder) {
    await sound.transact(({ mail }) => mail.replace(name, String(text)));
    return;
  }
  const path = join(folder, `${name}.jsonl`);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path);
  writeFileSync(path, text);
}

/** Puts a link where a mailbox was, to a file with the same letters outside the session folder. */
export function overwriteWithLink(folder: string, name: string, text: string): void {
  const path = join(folder, `${name}.jsonl`);
  const outside = join(outsideOf(folder), `${name}.jsonl`);
  mkdirSync(outsideOf(folder), { recursive: true });
  writeFileSync(outside, text);
  rmSync(path, { force: true });
  symlinkSync(outside, path);
}

function outsideOf(folder: string): string {
  return `${folder}-outside`;
}
