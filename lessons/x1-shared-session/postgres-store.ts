import { setTimeout as setTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { PostgresLocks } from "./postgres-locks.ts";
import { type Client, loadClient, type Pool, type Sql, type Work } from "./postgres-pool.ts";
import { PostgresServers } from "./postgres-servers.ts";
import { MIGRATIONS, TABLES_VERSION } from "./postgres-tables.ts";
import { parseStoreUrl, type StoreAddress, showHost } from "./postgres-url.ts";
import { kindOf, type ServerNames, storeFault } from "./store-fault.ts";

export type StoreOptions = {
  /** How long a lost or refused connection is tried again before `store-unavailable`. */
  waitMs?: number;
  /** How many transactions of this process run at once. */
  connections?: number;
  /** For who only looks: tables that are not there are not made, and `session-corrupt` says that there is no session. */
  onlyLooks?: boolean;
};

/** No two migrations at once. */
const MIGRATION_LOCK = "two_gates migration";

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

/** A try that has heard nothing for so long has lost its connection. Longer than any lock is waited for. */
const TRY_MS = 20_000;

/**
 * Opens a store: finds a server of the URL that can be written, and makes or brings on its tables.
 *
 * Throws `store-unavailable` when it is missing, when no server
 * of the URL answers and can be written, and for a refused user, password or database, each with what to do;
 * `session-version` when the tables are those of a newer program. Nothing was touched then.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<PostgresStore> {
  const address = parseStoreUrl(url);
  const store = new PostgresStore(address, await loadClient(), options);
  try {
    await store.transaction(options.onlyLooks ? requireTables : migrate, 0);
    return store;
  } catch (error) {
    await store.close();
    throw store.fault(error);
  }
}

/** The connections of one process to one store. Sessions share them. */
export class PostgresStore {
  /** The store for people, without its password. */
  readonly shown: string;
  readonly waitMs: number;
  readonly servers: PostgresServers;
  readonly locks: PostgresLocks;
  readonly #names: ServerNames;

  constructor(address: StoreAddress, client: Client, { waitMs = 15_000, connections = 4 }: StoreOptions) {
    this.shown = address.shown;
    this.waitMs = waitMs;
    this.servers = new PostgresServers(address, client, connections);
    this.locks = new PostgresLocks(this.servers);
    this.#names = namesOf(address);
  }

  /**
   * Runs a transaction on a server that can be written. What was undone by the server or lost with its connection is
   * tried again for `waitMs` from its first failure: `work` must not count on running once. `afterLoss` is told of a loss that came after
   * `work` had returned something to commit: then nobody knows whether it was, and the next try has to look.
   */
  async transaction<T>(
    work: (sql: Sql) => Promise<Work<T>>,
    waitMs = this.waitMs,
    afterLoss: (result: T) => void = () => undefined,
  ): Promise<T> {
    let end: number | undefined;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      let finished: Work<T> | undefined;
      let pool: Pool | undefined;
      let limit: NodeJS.Timeout | undefined;
      try {
        pool = await this.servers.pool();
        limit = setTimer(() => void this.servers.drop(pool), TRY_MS);
        return await pool.transaction(async (sql) => {
          finished = await work(sql);
          return finished;
        });
      } catch (error) {
        const kind = kindOf(error);
        if (kind === "lost") {
          if (finished?.commits) afterLoss(finished.result);
          if (pool) void this.servers.drop(pool);
        }
        end ??= performance.now() + waitMs;
        const isOver = performance.now() + pause > end || this.servers.isClosed;
        if ((kind !== "lost" && kind !== "undone") || isOver) throw error;
        await setTimeout(pause);
      } finally {
        clearTimeout(limit);
      }
    }
  }

  /** What a fault was, for people. */
  fault(error: unknown): ProtocolError {
    return storeFault(error, this.#names);
  }

  async close(): Promise<void> {
    await this.locks.close();
    await this.servers.close();
  }
}

function namesOf({ user, database, hosts }: StoreAddress): ServerNames {
  const name = user ?? process.env.PGUSER ?? "this user";
  return {
    server: hosts.map(showHost).join(" and "),
    user: name,
    database: database ?? process.env.PGDATABASE ?? name,
  };
}

/** Brings the tables on to the version of this program, once, whoever else comes at the same time. */
async function migrate(sql: Sql): Promise<Work<void>> {
  const before = await versionIn(sql);
  if (before === TABLES_VERSION) return { result: undefined, commits: false };
  if (before > TABLES_VERSION) throw newerTables(before);
  await sql`select pg_advisory_xact_lock(hashtextextended(${MIGRATION_LOCK}, 0))`;
  await sql`create schema if not exists two_gates`;
  await sql`create table if not exists two_gates.tables (version integer primary key check (version > 0))`;
  // Whoever had the lock before may have done it.
  const done = await versionIn(sql);
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < done) continue;
    await sql.unsafe(step);
    await sql`insert into two_gates.tables (version) values (${index + 1})`;
  }
  return { result: undefined, commits: true };
}

async function requireTables(sql: Sql): Promise<Work<void>> {
  const version = await versionIn(sql);
  if (version > TABLES_VERSION) throw newerTables(version);
  if (version < TABLES_VERSION) {
    throw new ProtocolError(
      "session-corrupt",
      "There is no session in this store: it has no tables of this program yet. Nothing was touched. Name another " +
        "database, or start a session.",
    );
  }
  return { result: undefined, commits: false };
}

function newerTables(version: number): ProtocolError {
  return new ProtocolError(
    "session-version",
    `The tables of the store have version ${version}; this program reads version ${TABLES_VERSION}. Nothing in them was ` +
      "touched: use the version of the program that made them, or name another database.",
    { version },
  );
}

/** 0 where there are no tables yet. */
async function versionIn(sql: Sql): Promise<number> {
  const [found] = await sql<{ is_there: boolean }[]>`
    select to_regclass('two_gates.tables') is not null as is_there`;
  if (!found?.is_there) return 0;
  const [row] = await sql<{ version: number | null }[]>`select max(version) as version from two_gates.tables`;
  return row?.version ?? 0;
}
