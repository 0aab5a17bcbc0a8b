import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Limits, practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { type FolderSessionOptions, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { type FileSession, temporaryFolder, watchedFolder } from "../harness/sessions.ts";

/** A session on real mailbox files and a real lock, with the lead and two teammates. */
export type TestSession = FileSession;

export async function openTestSession(
  options: Partial<FolderSessionOptions> & { limits?: Partial<Limits> } = {},
): Promise<TestSession> {
  const directory = join(temporaryFolder(), "session");
  const team = createTeam([
    ["lead", "review plans and ask for shutdowns"],
    ["alice", "run the program"],
    ["bob", "run the program, too"],
  ]);
  const limits = { ...practiceLimits, ...options.limits };
  return watchedFolder(await startSession(directory, team, { program: "practice", ...options, limits }));
}

export function statusOf(session: TestSession, requestId: string): string | undefined {
  return session.requests.get(requestId)?.status;
}

/** `sender` asks the lead to approve a plan. Returns the request's id. */
export async function openPlan(
  session: TestSession,
  sender = "alice",
  payload = "Do it.",
  work?: ApprovedWork,
): Promise<string> {
  const plan = { sender, target: "lead", kind: "plan", payload, ...(work && { work }) } as const;
  return (await openRequest(session, plan)).request_id;
}

/** The lead asks `target` to close. Returns the request's id. */
export async function openShutdown(session: TestSession, target = "alice"): Promise<string> {
  const shutdown = { sender: "lead", target, kind: "shutdown", payload: "Please close." } as const;
  return (await openRequest(session, shutdown)).request_id;
}

export function reply(session: TestSession, request_id: string, approve: boolean, actor = "lead") {
  return replyRequest(session, { request_id, actor, approve, feedback: approve ? "Yes." : "No." });
}

/** Puts a line into a mailbox file past the harness, as a person or another program could. */
export function writeByHand(session: TestSession, recipient: string, record: object | string): void {
  const line = typeof record === "string" ? record : JSON.stringify({ recipient, ...record });
  appendFileSync(mailboxPath(session, recipient), `${line}\n`);
}

export function mailboxPath({ directory }: TestSession, recipient: string): string {
  return join(directory, `${recipient}.jsonl`);
}

/** The error with which an operation is refused, after a check that no state and no byte of any file has changed. */
export async function refusal(session: TestSession, operation: () => unknown): Promise<ProtocolError> {
  const before = everything(session);
  const error = await (async () => operation())().then(
    (result) => new Error(`was not refused, but gave ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProtocolError)) throw error;
  expect(everything(session)).toEqual(before);
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

/** All state of a session and all files of its folder. */
export function everything(session: TestSession): unknown {
  return structuredClone({
    requests: [...session.requests],
    members: [...session.team],
    files: filesOf(session.directory),
  });
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
