import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Limits, practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { createTeam, type Team } from "../../lessons/s15-mailboxes/team.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import {
  type FolderSessionOptions,
  joinSession,
  startSession,
} from "../../lessons/x1-shared-session/folder-session.ts";
import type { PostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import {
  type FileSession,
  type PlacedSession,
  temporaryFolder,
  watched,
  watchedFolder,
} from "../harness/sessions.ts";
import {
  insertLetter,
  joinInStore,
  rowsOf,
  type Show,
  serverOfRun,
  startInStore,
} from "../harness/store-sessions.ts";

/** The lead and two teammates, in a session that outlives its process: in a folder, or on the server of this run. */
export type TestSession = PlacedSession & {
  /** The session as a new process finds it: nothing of the old one's memory is left. */
  again: (options?: { show?: Show }) => Promise<TestSession>;
  /** All that is kept of it, byte for byte. */
  kept: () => Promise<unknown>;
  /** Puts a line into a mailbox past the harness, as a person or another program could. */
  writeByHand: (recipient: string, line: string) => Promise<void>;
};

type Options = { limits?: Partial<Limits>; show?: Show };

export async function openTestSession(options: Options = {}): Promise<TestSession> {
  if (serverOfRun === undefined) return openFolderSession(options);
  const directory = join(temporaryFolder(), "session");
  mkdirSync(directory);
  return inStore(await startInStore(testTeam(), directory, withPracticeLimits(options)), directory);
}

/** The same on real mailbox files and a real lock, in every run: for what happens to files. */
export async function openFolderSession(
  options: Partial<FolderSessionOptions> & Options = {},
): Promise<TestSession & FileSession> {
  const directory = join(temporaryFolder(), "session");
  const complete = { program: "practice", ...options, ...withPracticeLimits(options) } as const;
  return inFolder(watchedFolder(await startSession(directory, testTeam(), complete)));
}

/** A session in a folder that a new process finds. */
export async function joinFolder(
  directory: string,
  options: { show?: Show } = {},
): Promise<TestSession & FileSession> {
  return inFolder(watchedFolder(await joinSession(directory, { program: "practice", ...options })));
}

function testTeam(): Team {
  return createTeam([
    ["lead", "review plans and ask for shutdowns"],
    ["alice", "run the program"],
    ["bob", "run the program, too"],
  ]);
}

function withPracticeLimits<Given extends Options>(options: Given): Given & { limits: Limits } {
  return { ...options, limits: { ...practiceLimits, ...options.limits } };
}

function inFolder(session: FileSession): TestSession & FileSession {
  const { directory } = session;
  return Object.assign(session, {
    again: (options?: { show?: Show }) => joinFolder(directory, options),
    kept: async () => filesOf(directory),
    writeByHand: async (recipient: string, line: string) =>
      appendFileSync(join(directory, `${recipient}.jsonl`), `${line}\n`),
  });
}

function inStore(session: PostgresSession, directory: string): TestSession {
  const { name } = session;
  const placed = Object.assign(watched(session, session.transact), { directory });
  return Object.assign(placed, {
    again: async (options?: { show?: Show }) =>
      inStore(await joinInStore(name, directory, options), directory),
    kept: async () => ({ rows: await rowsOf(name), files: filesOf(directory) }),
    writeByHand: (recipient: string, line: string) => insertLetter(name, recipient, line),
  });
}

export function statusOf(session: PlacedSession, requestId: string): string | undefined {
  return session.requests.get(requestId)?.status;
}

/** `sender` asks the lead to approve a plan. Returns the request's id. */
export async function openPlan(
  session: PlacedSession,
  sender = "alice",
  payload = "Do it.",
  work?: ApprovedWork,
): Promise<string> {
  const plan = { sender, target: "lead", kind: "plan", payload, ...(work && { work }) } as const;
  return (await openRequest(session, plan)).request_id;
}

/** The lead asks `target` to close. Returns the request's id. */
export async function openShutdown(session: PlacedSession, target = "alice"): Promise<string> {
  const shutdown = { sender: "lead", target, kind: "shutdown", payload: "Please close." } as const;
  return (await openRequest(session, shutdown)).request_id;
}

export function reply(session: PlacedSession, request_id: string, approve: boolean, actor = "lead") {
  return replyRequest(session, { request_id, actor, approve, feedback: approve ? "Yes." : "No." });
}

/** Puts a line into a mailbox past the harness, as a person or another program could. */
export async function writeByHand(
  session: TestSession,
  recipient: string,
  record: object | string,
): Promise<void> {
  const line = typeof record === "string" ? record : JSON.stringify({ recipient, ...record });
  await session.writeByHand(recipient, line);
}

export function mailboxPath({ directory }: FileSession, recipient: string): string {
  return join(directory, `${recipient}.jsonl`);
}

/** The error with which an operation is refused, after a check that no state and nothing that is kept has changed. */
export async function refusal(session: TestSession, operation: () => unknown): Promise<ProtocolError> {
  const before = await everything(session);
  const error = await (async () => operation())().then(
    (result) => new Error(`was not refused, but gave ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProtocolError)) throw error;
  expect(await everything(session)).toEqual(before);
  return error;
}

/** The status that an operation gives, or the code with which it is refused (after the check of `refusal`). */
export async function statusOrRefusal(
  session: TestSession,
  operation: () => Promise<{ status: string }>,
): Promise<string> {
  let status: string | undefined;
  const refused = refusal(session, async () => {
    status = (await operation()).status;
  });
  return refused.then(
    (error) => error.code,
    (error) => {
      if (status === undefined) throw error;
      return status;
    },
  );
}

/** All state of a session and all that is kept of it. */
export async function everything(session: TestSession): Promise<unknown> {
  const { requests, team } = session;
  return structuredClone({ requests: [...requests], members: [...team], kept: await session.kept() });
}

/** What a folder holds: each path with the file's bytes, or `folder`. */
export function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, "latin1") : "folder"];
    }),
  );
}
