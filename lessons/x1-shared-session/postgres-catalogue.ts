import { type MailboxMessage, mailboxMessage } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type KeptRows, lockSession, readRows } from "./postgres-rows.ts";
import { noSession, orRefused } from "./postgres-session.ts";
import { postgresSigns } from "./postgres-signs.ts";
import type { PostgresStore } from "./postgres-store.ts";
import { requireSessionName } from "./session-name.ts";

export type SessionEntry = {
  name: string;
  program: string;
  members: number;
  closed: number;
  letters: number;
  requests: number;
  runs: number;
  events: number;
};

/** The sessions of a store, by name. Throws `store-unavailable`. */
export async function listSessions(store: PostgresStore): Promise<SessionEntry[]> {
  return orRefused(store, () =>
    store.transaction(async (sql) => ({
      commits: false,
      result: [
        ...(await sql<SessionEntry[]>`
          select name, program, events,
            (select count(*)::integer from two_gates.members where session_id = id) as members,
            (select count(*)::integer from two_gates.members where session_id = id and status = 'closed') as closed,
            (select count(*)::integer from two_gates.letters where session_id = sessions.id) as letters,
            (select count(*)::integer from two_gates.requests where session_id = sessions.id) as requests,
            (select count(*)::integer from two_gates.runs where session_id = sessions.id) as runs
          from two_gates.sessions order by name`),
      ],
    })),
  );
}

/** All that a session holds, whoever plays it. Throws `session-corrupt` and `store-unavailable`. */
export async function lookIntoSession(store: PostgresStore, name: string): Promise<KeptRows> {
  requireSessionName(name);
  return orRefused(store, () =>
    store.transaction(async (sql) => {
      const row = await lockSession(sql, name);
      if (!row) throw noSession(store, name);
      return { result: await readRows(sql, row), commits: false };
    }),
  );
}

/** The letters of a session that are letters, mailbox by mailbox. */
export function lettersIn(letters: KeptRows["letters"]): MailboxMessage[] {
  return [...letters.values()].flat().flatMap((line) => {
    const parsed = mailboxMessage.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** The members of a session that living processes play now. */
export async function attendedIn(
  store: PostgresStore,
  id: string,
  members: Iterable<string>,
): Promise<string[]> {
  const signs = postgresSigns(store, id);
  const attended: string[] = [];
  for (const member of members) if (await signs.isGiven(member)) attended.push(member);
  return attended;
}

/**
 * Removes a session with all that it holds. Throws `member-attended` while a process plays one of its members,
 * `session-corrupt` when there is none of that name, and `store-unavailable`.
 */
export async function removeSession(store: PostgresStore, name: string): Promise<void> {
  const { row, parts } = await lookIntoSession(store, name);
  const [attended] = await attendedIn(store, row.id, parts.team.keys());
  if (attended !== undefined) {
    throw new ProtocolError(
      "member-attended",
      `${attended} of ${name} is played by a process, so nothing was removed. End that one first.`,
      { member: attended },
    );
  }
  await orRefused(store, () =>
    store.transaction(async (sql) => {
      await sql`delete from two_gates.sessions where id = ${row.id}`;
      return { result: undefined, commits: true };
    }),
  );
}
