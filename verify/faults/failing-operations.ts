import fs from "node:fs";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { type FileSession, fileSession, lettersOf } from "../harness/sessions.ts";
import { type FileOperation, interceptFileOperations, type Stand } from "./file-operations.ts";

/** A function of the protocol that saves one letter, and what goes before it. */
export type Saving = {
  prepare: (session: FileSession) => Promise<unknown>;
  save: (session: FileSession) => Promise<unknown>;
};

const plan = { sender: "reader", target: "lead", kind: "plan", payload: "Run main.py once." } as const;
const shutdown = { sender: "lead", target: "reader", kind: "shutdown", payload: "Please close." } as const;

export const savings: Record<string, Saving> = {
  "a plan request, the first letter of its mailbox": {
    prepare: async () => undefined,
    save: (session) => openRequest(session, plan),
  },
  "a plan request behind another letter": {
    prepare: (session) => sendMessage(session, { sender: "reader", recipient: "lead", body: "Hello." }),
    save: (session) => openRequest(session, plan),
  },
  "a reply that closes the member": {
    prepare: (session) => openRequest(session, shutdown),
    save: (session) =>
      replyRequest(session, { request_id: "req-1", actor: "reader", approve: true, feedback: "Closing." }),
  },
};

/** A fresh session right before the save. */
export async function beforeSaving({ prepare }: Saving): Promise<FileSession> {
  const session = await fileSession({ waitMs: 0 });
  await prepare(session);
  return session;
}

/** The save with `stand` in front of its file operations. */
export async function saveWith({ save }: Saving, session: FileSession, stand: Stand): Promise<unknown> {
  const restore = interceptFileOperations(session.directory, stand);
  return save(session).finally(restore);
}

/** The file operations of a save that nothing disturbs. */
export async function operationsOf(saving: Saving): Promise<FileOperation[]> {
  const operations: FileOperation[] = [];
  await saveWith(saving, await beforeSaving(saving), (operation, perform) => {
    operations.push(operation);
    return perform();
  });
  return operations;
}

/** The n-th operation fails, and no other. */
export function failingOnce(number: number, code: string): Stand {
  return (operation, perform) => {
    if (operation.number !== number) return perform();
    throw Object.assign(new Error(`${code}: ${operation.name}`), { code });
  };
}

/** Each write takes a part of the bytes; with `code`, the second one fails. */
export function shortWrites(part: (bytes: number) => number, code?: string): Stand {
  let writes = 0;
  return ({ name }, perform, [file, bytes, offset, , position]) => {
    if (name !== "writeSync" || !(bytes instanceof Uint8Array) || typeof file !== "number") return perform();
    writes += 1;
    if (code !== undefined && writes > 1) throw Object.assign(new Error(`${code}: write`), { code });
    const start = Number(offset);
    const taken = Math.max(1, part(bytes.length - start));
    return fs.writeSync(file, bytes, start, taken, typeof position === "number" ? position : null);
  };
}

/** Requests and replies of the table whose letters are not in the mailboxes. */
export function unsavedRecords(session: FileSession): string[] {
  const bodies = ["lead", "reader"].flatMap((name) => lettersOf(session, name).map(({ body }) => body));
  const isSaved = (type: string, id: string): boolean =>
    bodies.some((body) => body.includes(`"${type}"`) && body.includes(`"request_id":"${id}"`));
  return [...session.requests].flatMap(([id, { kind, reply }]) => [
    ...(isSaved(`${kind}_request`, id) ? [] : [id]),
    ...(reply === null || isSaved(reply.type, id) ? [] : [`the reply to ${id}`]),
  ]);
}
