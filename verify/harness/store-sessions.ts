import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import type { Team } from "../../lessons/s15-mailboxes/team.ts";
import { createProtocolState, type ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import type { PostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import type { PostgresStore } from "../../lessons/x1-shared-session/postgres-store.ts";

/**
 * The PostgreSQL server on which every session of this run lives: `verify/postgres/protocol.config.ts` has it started.
 * Undefined in every other run, whose sessions live in memory and in folders and load nothing of the store.
 */
export const serverOfRun: string | undefined = process.env.TWO_GATES_TEST_SERVER || undefined;

export type Show = (event: SessionEvent) => void | Promise<void>;

type Options = { limits?: Limits; show?: Show };

const MODULES = {
  catalogue: () => import("../../lessons/x1-shared-session/postgres-catalogue.ts"),
  sessions: () => import("../../lessons/x1-shared-session/postgres-session.ts"),
  store: () => import("../../lessons/x1-shared-session/postgres-store.ts"),
  text: () => import("../../lessons/x1-shared-session/storable-json.ts"),
};

const opened: { store?: Promise<PostgresStore>; sessions: number } = { sessions: 0 };

/** How many sessions this process has opened in the store so far. */
export function sessionsInStore(): number {
  return opened.sessions;
}

/** A name that no other session of this run has. */
export function nameInStore(): string {
  opened.sessions += 1;
  return `run-${process.pid}-${opened.sessions}`;
}

/** Ends the connections of the tests of a file. */
export async function closeStoreOfRun(): Promise<void> {
  const store = opened.store;
  delete opened.store;
  await (await store?.catch(() => undefined))?.close();
}

/** A session of this run's store. `directory` is where this machine keeps what it needs of files. */
export async function startInStore(
  team: Team,
  directory: string,
  options: Options = {},
): Promise<PostgresSession> {
  const { startPostgresSession } = await MODULES.sessions();
  return startPostgresSession(await storeOfRun(), nameInStore(), team, {
    program: "practice",
    directoryOf: () => directory,
    ...options,
  });
}

/** The same session as a process finds it that comes later. */
export async function joinInStore(
  name: string,
  directory: string,
  options: Pick<Options, "show"> = {},
): Promise<PostgresSession> {
  const { joinPostgresSession } = await MODULES.sessions();
  return joinPostgresSession(await storeOfRun(), name, {
    program: "practice",
    directoryOf: () => directory,
    ...options,
  });
}

/** A session that is started with its first section, so that it is made at once, as one in memory is. */
export function sessionInStore(
  team: Team,
  options: Options = {},
): Pick<PostgresSession, "transact"> & { readonly current: ProtocolState } {
  const beginning = createProtocolState(team, options.limits);
  let starting: Promise<PostgresSession> | undefined;
  let started: PostgresSession | undefined;
  return {
    get current() {
      return started?.current ?? beginning;
    },
    transact: async (section) => {
      starting ??= startInStore(team, "/nowhere", options);
      started = await starting;
      return started.transact(section);
    },
  };
}

/** All rows of a session. */
export async function rowsOf(name: string): Promise<unknown> {
  const { lookIntoSession } = await MODULES.catalogue();
  const { row, records, letters, parts } = await lookIntoSession(await storeOfRun(), name);
  return { row, records, letters, histories: [...parts.team.values()].map(({ history }) => history) };
}

/** Puts a line behind the letters of a mailbox, as whoever has the password could. */
export async function insertLetter(name: string, recipient: string, line: string): Promise<void> {
  const { toStorable } = await MODULES.text();
  await (await storeOfRun()).transaction(async (sql) => {
    const [row] = await sql<{ id: string; letters: number }[]>`
      select id, (
        select count(*)::integer from two_gates.letters
        where session_id = sessions.id and recipient = ${recipient}
      ) as letters
      from two_gates.sessions where name = ${name} for update`;
    if (!row) throw new Error(`There is no session ${name}.`);
    await sql`
      insert into two_gates.letters (session_id, recipient, number, record)
      values (${row.id}, ${recipient}, ${row.letters + 1}, ${toStorable(line)}::text::json)`;
    await sql`update two_gates.sessions set version = version + 1 where id = ${row.id}`;
    return { result: undefined, commits: true };
  });
}

function storeOfRun(): Promise<PostgresStore> {
  opened.store ??= MODULES.store().then(({ openStore }) => openStore(serverOfRun ?? ""));
  return opened.store;
}
