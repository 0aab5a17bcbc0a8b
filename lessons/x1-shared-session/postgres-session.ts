import { randomUUID } from "node:crypto";
import { type Limits, practiceLimits } from "../s15-mailboxes/limits.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { inOrder } from "../s15-mailboxes/shared-lock.ts";
import { copyTeam, type Team } from "../s15-mailboxes/team.ts";
import {
  copyProtocolState,
  createProtocolState,
  type ProtocolState,
} from "../s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import { watchChannel } from "./postgres-changes.ts";
import { DraftMail } from "./postgres-mail.ts";
import type { Sql, Work } from "./postgres-pool.ts";
import { type KeptRows, lockSession, readRows, type SessionRow } from "./postgres-rows.ts";
import { postgresSigns } from "./postgres-signs.ts";
import type { PostgresStore } from "./postgres-store.ts";
import { changedRows, isKept, type Operation, writeRows, writeTeam } from "./postgres-writes.ts";
import type { SessionProgram } from "./session-file.ts";
import { requireSessionName } from "./session-name.ts";
import type { SharedSession } from "./shared-session.ts";
import { type Show, shownInOrder } from "./shown-in-order.ts";
import { kindOf } from "./store-fault.ts";

export type PostgresSessionOptions = {
  /** Who plays the session. Another program's session is refused. */
  program: SessionProgram;
  /** Where this machine keeps what a session needs of files, by the session's own key. */
  directoryOf: (key: string) => string;
  /** Shown the events of each section of this process once they are kept, in their order. */
  show?: Show;
};

/** A session in a store. Processes on several machines share it, and it outlives them. */
export type PostgresSession = SharedSession & { readonly store: PostgresStore; readonly name: string };

/**
 * Starts a session of this name in a store, with this team.
 *
 * Throws `directory-not-empty` when the store has a session of that name: of two who start it at once, the second.
 * `malformed-text` for a name that is none, `store-unavailable` and `lock-timeout` as in any section.
 */
export async function startPostgresSession(
  store: PostgresStore,
  name: string,
  team: Team,
  { limits = practiceLimits, ...options }: PostgresSessionOptions & { limits?: Limits },
): Promise<PostgresSession> {
  requireSessionName(name);
  const first = { process: randomUUID(), number: 1 };
  const make = async (sql: Sql): Promise<Work<SessionRow>> => {
    const made = await insertSession(sql, name, options.program, limits);
    const row = await lockSession(sql, name);
    if (!row) throw noSession(store, name);
    if (made)
      await writeTeam(sql, row, { team, requests: new Map(), runs: new Map(), notes: new Map() }, first);
    // Made by this very call, when the connection was lost in its commit.
    else if (!(await isKept(sql, row.id, first))) throw sessionIsThere(store, row, name);
    return { result: row, commits: made };
  };
  const row = await orRefused(store, () => store.transaction(make));
  return sessionIn(store, name, { row, process: first.process, team }, options);
}

/**
 * Takes part in a session that is there, whoever started it and however its processes have ended. The limits are those
 * of the session.
 *
 * Throws `session-corrupt` when the store has no session of that name or what its rows hold does not validate;
 * `session-version` for another program's. Nothing is touched then. `malformed-text`, `store-unavailable` and
 * `lock-timeout` as for `startPostgresSession`.
 */
export async function joinPostgresSession(
  store: PostgresStore,
  name: string,
  options: PostgresSessionOptions,
): Promise<PostgresSession> {
  requireSessionName(name);
  const look = async (sql: Sql): Promise<Work<SessionRow>> => ({
    result: await requireSession(sql, store, name),
    commits: false,
  });
  const row = await orRefused(store, () => store.transaction(look));
  if (row.program !== options.program) {
    throw new ProtocolError(
      "session-version",
      `${name} is a session of the ${row.program}, not of the ${options.program}. Nothing in it was touched: ` +
        `open it with the ${row.program}, or name another session.`,
      { name, program: row.program },
    );
  }
  const session = sessionIn(store, name, { row, process: randomUUID(), team: new Map() }, options);
  await session.transact(() => undefined);
  return session;
}

type Begun = { row: SessionRow; process: string; team: Team };

function sessionIn(
  store: PostgresStore,
  name: string,
  { row: { id, key, limits }, process, team }: Begun,
  { directoryOf, show }: PostgresSessionOptions,
): PostgresSession {
  const directory = directoryOf(key);
  const sections = new PostgresSections(
    store,
    { name, id, process },
    createProtocolState(copyTeam(team), limits),
  );
  const takeTurn = inOrder();
  const shown = shownInOrder(show);
  return {
    store,
    name,
    directory,
    limits,
    signs: postgresSigns(store, id),
    watch: () => watchChannel(store.servers, channelOf(id)),
    get current() {
      return sections.current;
    },
    transact: (section) =>
      shown((mayRun) =>
        takeTurn(() => {
          mayRun();
          return sections.run(section);
        }),
      ),
    // The store stays open: other sessions may use it.
    close: () => sections.allTold(),
  };
}

/** The channel on which whoever waits for changes of a session is told of them. */
function channelOf(id: string): string {
  return `two_gates_${id}`;
}

/** What came out of a section. `rows` are those that it left, when it changed any. */
type Ran<T> = { value: T; told: readonly SessionEvent[]; rows: KeptRows | undefined };

/** The section's own error, kept apart from those of the store. */
class SectionFailed extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("A section failed.");
    this.reason = reason;
  }
}

/** The sections of one process on a session in a store. Each is one transaction, under the lock of the session's row. */
class PostgresSections {
  readonly #store: PostgresStore;
  readonly #name: string;
  readonly #id: string;
  readonly #limits: Limits;
  readonly #process: string;
  /** Of the newest section that was to be kept: 1 was the start of the session. */
  #number = 1;
  #loaded: KeptRows | undefined;
  #draft: ProtocolState | undefined;
  #kept: ProtocolState;
  #telling: Promise<unknown> = Promise.resolve();

  constructor(
    store: PostgresStore,
    { name, id, process }: { name: string; id: string; process: string },
    beginning: ProtocolState,
  ) {
    this.#store = store;
    this.#name = name;
    this.#id = id;
    this.#limits = beginning.limits;
    this.#process = process;
    this.#kept = beginning;
  }

  /** The draft of the section that runs, else the state as it was last seen here. */
  get current(): ProtocolState {
    return this.#draft ?? this.#kept;
  }

  async run<T>(section: (state: ProtocolState) => T): Promise<Pick<Ran<T>, "value" | "told">> {
    this.#number += 1;
    const operation = { process: this.#process, number: this.#number };
    let unknown: Ran<T> | undefined;
    const work = async (sql: Sql): Promise<Work<Ran<T>>> => {
      const row = await requireSession(sql, this.#store, this.#name);
      // Another one of its name has other members, letters and folders.
      if (row.id !== this.#id)
        throw noSession(this.#store, this.#name, " any more: another of its name was made since");
      // The row is locked: a commit that was under way when its connection was lost has come to its end.
      if (unknown && (await isKept(sql, row.id, operation))) return { result: unknown, commits: false };
      unknown = undefined;
      return this.#work(sql, row, section, operation);
    };
    const afterLoss = (lost: Ran<T>): void => {
      unknown = lost;
    };
    const ran = await this.#withFreshRows(() =>
      this.#store.transaction(work, this.#store.waitMs, afterLoss),
    ).catch((error: unknown) => {
      this.#forget();
      throw unknown ? this.#nobodyKnows(error) : error;
    });
    if (ran.rows) {
      this.#see(ran.rows);
      this.#tell(ran.rows.row.id);
    }
    return ran;
  }

  /** Returns once the processes that wait have been told of what this one has kept. */
  async allTold(): Promise<void> {
    await this.#telling;
  }

  async #work<T>(
    sql: Sql,
    row: SessionRow,
    section: (state: ProtocolState) => T,
    operation: Operation,
  ): Promise<Work<Ran<T>>> {
    const before = await this.#load(sql, row);
    const told: SessionEvent[] = [];
    const mail = new DraftMail(before.letters, this.#limits);
    const { value, after } = this.#runOnDraft(section, { mail, tell: (event) => void told.push(event) });
    const change = { before, after, saved: mail.saved, told };
    const rows = changedRows(change);
    if (rows) await writeRows(sql, change, rows, operation);
    return { result: { value, told, rows }, commits: rows !== undefined };
  }

  #runOnDraft<T>(
    section: (state: ProtocolState) => T,
    parts: Pick<ProtocolState, "mail" | "tell">,
  ): { value: T; after: ProtocolState } {
    const draft = copyProtocolState(this.current, parts);
    this.#draft = draft;
    try {
      return { value: section(draft), after: draft };
    } catch (reason) {
      throw new SectionFailed(reason);
    } finally {
      this.#draft = undefined;
    }
  }

  /** The rows as they are now. What was read or written here is still true while the version is the same. */
  async #load(sql: Sql, row: SessionRow): Promise<KeptRows> {
    if (this.#loaded?.row.version === row.version) return this.#loaded;
    const rows = await readRows(sql, row);
    this.#see(rows);
    return rows;
  }

  #see(rows: KeptRows): void {
    this.#loaded = rows;
    const mail = new DraftMail(rows.letters, this.#limits);
    this.#kept = { ...rows.parts, limits: this.#limits, mail, tell: () => undefined };
  }

  #forget(): void {
    this.#loaded = undefined;
  }

  /** Another hand may have changed rows without counting the version up: then the rows are read again, once. */
  async #withFreshRows<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await orRefused(this.#store, run);
    } catch (error) {
      if (kindOf(causeOf(error)) !== "constraint") throw error;
      this.#forget();
      return orRefused(this.#store, run);
    }
  }

  /** Not waited for by the section: what is kept is kept, and whoever waits looks now and then in any case. */
  #tell(id: string): void {
    const telling = this.#store.servers
      .pool()
      .then((pool) => pool.use(({ sql }) => sql`select pg_notify(${channelOf(id)}, '')`))
      .catch(() => undefined);
    this.#telling = Promise.all([this.#telling, telling]);
  }

  #nobodyKnows(cause: unknown): ProtocolError {
    return new ProtocolError(
      "store-unavailable",
      `The connection to ${this.#store.shown} was lost in the moment of keeping, and no server could be asked since: ` +
        "whether this was kept shows when the store answers again. Nothing is half done.",
      { store: this.#store.shown, unknown: true },
      { cause },
    );
  }
}

/** What is thrown is the section's own error, or a refusal for people. */
export async function orRefused<T>(store: PostgresStore, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SectionFailed) throw error.reason;
    if (error instanceof ProtocolError) throw error;
    switch (kindOf(error)) {
      case "lock":
        throw new ProtocolError(
          "lock-timeout",
          `Another process has held the session in ${store.shown} for too long, so nothing was saved. End it and try again.`,
          { store: store.shown },
          { cause: error },
        );
      case "constraint":
        throw new ProtocolError(
          "session-corrupt",
          `What stands in ${store.shown} does not go with what was to be saved: ${messageOf(error)}. Nothing was changed: ` +
            "put back what was there, or start a new session.",
          { store: store.shown },
          { cause: error },
        );
      default:
        throw isFromStore(error) ? store.fault(error) : error;
    }
  }
}

async function requireSession(sql: Sql, store: PostgresStore, name: string): Promise<SessionRow> {
  const row = await lockSession(sql, name);
  if (row) return row;
  throw noSession(store, name);
}

export function noSession({ shown }: PostgresStore, name: string, since = ""): ProtocolError {
  return new ProtocolError(
    "session-corrupt",
    `There is no session ${name} in ${shown}${since}. Nothing was touched. Name one that is there, or start one.`,
    { name },
  );
}

function sessionIsThere({ shown }: PostgresStore, { program }: SessionRow, name: string): ProtocolError {
  return new ProtocolError(
    "directory-not-empty",
    `There is a session ${name} of the ${program} in ${shown} already. Name another, or go on with that one.`,
    { name, program },
  );
}

async function insertSession(
  sql: Sql,
  name: string,
  program: SessionProgram,
  limits: Limits,
): Promise<boolean> {
  const { bodyCharacters, mailboxMessages, mailboxBytes, sessionRequests } = limits;
  const made = await sql`
    insert into two_gates.sessions
      (name, program, body_characters, mailbox_messages, mailbox_bytes, session_requests)
    values (${name}, ${program}, ${bodyCharacters}, ${mailboxMessages}, ${mailboxBytes}, ${sessionRequests})
    on conflict (name) do nothing returning id`;
  return made.length === 1;
}

function causeOf(error: unknown): unknown {
  return error instanceof ProtocolError ? error.cause : error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the client and the server throw has a code. Anything else is a fault of this program. */
function isFromStore(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
