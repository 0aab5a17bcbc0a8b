import { hostname } from "node:os";
import { setTimeout as setTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type postgres from "postgres";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { MIGRATIONS, TABLES_VERSION } from "./postgres-tables.ts";
import { parseStoreUrl, type StoreAddress, type StoreHost, showHost } from "./postgres-url.ts";
import { kindOf, type ServerNames, storeFault } from "./store-fault.ts";

export type StoreOptions = {
  /** How long a lost or refused connection is tried again before `store-unavailable`. */
  waitMs?: number;
  /** How many transactions of this process run at once. */
  connections?: number;
};

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** What came out of a transaction's work, and whether there is anything to commit. */
export type Work<T> = { result: T; commits: boolean };

class NothingToCommit extends Error {}

/** The whole of one lock on the server: no two migrations at once. */
const MIGRATION_LOCK = "two_gates migration";

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;
const CONNECT_SECONDS = 5;

/** A try that has heard nothing for so long has lost its connection. Longer than any lock is waited for. */
const TRY_MS = 20_000;

/** A process that is stopped in a section keeps the others waiting for no longer than this. */
const STOPPED_MS = 10_000;

/**
 * Opens a store: finds a server of the URL that can be written, and makes or brings on its tables.
 *
 * The package `postgres` is loaded here and nowhere else. Throws `store-unavailable` when it is missing, when no server
 * of the URL answers and can be written, and for a refused user, password or database, each with what to do;
 * `session-version` when the tables are those of a newer program. Nothing was touched then.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<PostgresStore> {
  const address = parseStoreUrl(url);
  const store = new PostgresStore(address, await loadClient(), options);
  try {
    await store.transaction(migrate, 0);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function loadClient(): Promise<typeof postgres> {
  try {
    return (await import("postgres")).default;
  } catch (cause) {
    throw new ProtocolError(
      "store-unavailable",
      "A store needs the package postgres, which is not installed: run `npm install postgres@3.4`.",
      {},
      { cause },
    );
  }
}

/** The connections of one process to one store. Sessions share them. */
export class PostgresStore {
  readonly #address: StoreAddress;
  readonly #client: typeof postgres;
  readonly #connections: number;
  readonly waitMs: number;
  #pool: Promise<Pool> | undefined;
  #isClosed = false;

  constructor(
    address: StoreAddress,
    client: typeof postgres,
    { waitMs = 15_000, connections = 4 }: StoreOptions,
  ) {
    this.#address = address;
    this.#client = client;
    this.#connections = connections;
    this.waitMs = waitMs;
  }

  /** The store for people, without its password. */
  get shown(): string {
    return this.#address.shown;
  }

  /**
   * Runs a transaction on a server that can be written. What was undone by the server or lost with its connection is
   * tried again for `waitMs`: `work` must not count on running once. `afterLoss` is told of a loss that came after
   * `work` had returned something to commit: then nobody knows whether it was, and the next try has to look.
   */
  async transaction<T>(
    work: (sql: Transaction) => Promise<Work<T>>,
    waitMs = this.waitMs,
    afterLoss: (result: T) => void = () => undefined,
  ): Promise<T> {
    const end = performance.now() + waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      let finished: Work<T> | undefined;
      let pool: Pool | undefined;
      let limit: NodeJS.Timeout | undefined;
      try {
        pool = await this.pool();
        limit = setTimer(() => void this.#drop(pool), TRY_MS);
        return await pool.begin(async (sql) => {
          finished = await work(sql);
          return finished;
        });
      } catch (error) {
        const kind = kindOf(error);
        if (kind === "lost") {
          if (finished?.commits) afterLoss(finished.result);
          await this.#drop(pool);
        }
        const isOver = performance.now() + pause > end || this.#isClosed;
        if ((kind !== "lost" && kind !== "undone") || isOver) throw error;
        await setTimeout(pause);
      } finally {
        clearTimeout(limit);
      }
    }
  }

  /** The connections to the server that is written now. Throws what the servers of the URL said. */
  async pool(): Promise<Pool> {
    if (this.#isClosed) throw new Error("The store is closed.");
    const pool = this.#pool ?? this.#connect();
    this.#pool = pool;
    try {
      return await pool;
    } catch (error) {
      if (this.#pool === pool) this.#pool = undefined;
      throw error;
    }
  }

  /** What a fault was, for people. */
  fault(error: unknown): ProtocolError {
    return storeFault(error, namesOf(this.#address, this.#address.hosts));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drop(await this.#pool?.catch(() => undefined));
  }

  async #drop(pool: Pool | undefined): Promise<void> {
    if (!pool) return;
    if ((await this.#pool?.catch(() => undefined)) === pool) this.#pool = undefined;
    await pool.end();
  }

  async #connect(): Promise<Pool> {
    const faults: unknown[] = [];
    for (const host of this.#address.hosts) {
      const pool = new Pool(this.#client, this.#address, host, this.#connections);
      try {
        await pool.requireWritable();
        return pool;
      } catch (error) {
        faults.push(error);
        await pool.end();
      }
    }
    // A server that answers and says no tells more than one that does not answer.
    const [first] = faults;
    throw faults.find((error) => kindOf(error) !== "lost" || error instanceof ProtocolError) ?? first;
  }
}

/** Some connections to one server. */
class Pool {
  readonly host: StoreHost;
  readonly #client: typeof postgres;
  readonly #address: StoreAddress;
  readonly #sql: Sql;

  constructor(client: typeof postgres, address: StoreAddress, host: StoreHost, connections: number) {
    this.host = host;
    this.#client = client;
    this.#address = address;
    this.#sql = this.connect({ max: connections });
  }

  get sql(): Sql {
    return this.#sql;
  }

  /** A transaction that has nothing to commit is rolled back, which no disk and no standby is waited for. */
  async begin<T>(work: (sql: Transaction) => Promise<Work<T>>): Promise<T> {
    let finished: Work<T> | undefined;
    try {
      await this.#sql.begin("isolation level read committed read write", async (sql) => {
        finished = await work(sql);
        if (!finished.commits) throw new NothingToCommit();
      });
    } catch (error) {
      if (!(error instanceof NothingToCommit)) throw error;
    }
    if (!finished) throw new Error("A transaction ended without its work.");
    return finished.result;
  }

  /** One more client of the same server, with connections of its own. */
  connect(options: postgres.Options<Record<string, never>>): Sql {
    const { user, password, database, tls, settings } = this.#address;
    const { host, port } = this.host;
    return this.#client({
      host,
      port,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
      ...(tls !== undefined && { ssl: tls }),
      connect_timeout: CONNECT_SECONDS,
      fetch_types: false,
      onnotice: () => undefined,
      ...options,
      connection: {
        application_name: `two-gates ${process.pid} on ${hostname()}`,
        lock_timeout: 15_000,
        idle_in_transaction_session_timeout: STOPPED_MS,
        // A machine that has gone without a word gives its locks back soon.
        tcp_keepalives_idle: 5,
        tcp_keepalives_interval: 2,
        tcp_keepalives_count: 3,
        ...settings,
      },
    });
  }

  /** Throws what the server says, and 25006 when it can only be read. */
  async requireWritable(): Promise<void> {
    const [state] = await this.#sql<{ is_standby: boolean; encoding: string }[]>`
      select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_standby,
        current_setting('server_encoding') as encoding`;
    if (state?.is_standby) {
      throw Object.assign(new Error("cannot execute a write in a read-only transaction"), { code: "25006" });
    }
    if (state?.encoding === "UTF8") return;
    throw new ProtocolError(
      "store-unavailable",
      `The database at ${showHost(this.host)} keeps its texts in ${state?.encoding}, and letters need UTF8: ` +
        "make it with `createdb --encoding=UTF8 --template=template0`, or name another.",
    );
  }

  /** Whoever is in a transaction has a moment to end it. */
  async end(): Promise<void> {
    await this.#sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

export type { Pool };

function namesOf({ user, database }: StoreAddress, hosts: readonly StoreHost[]): ServerNames {
  const name = user ?? process.env.PGUSER ?? "this user";
  return {
    server: hosts.map(showHost).join(" and "),
    user: name,
    database: database ?? process.env.PGDATABASE ?? name,
  };
}

/** Brings the tables on to the version of this program, once, whoever else comes at the same time. */
async function migrate(sql: Transaction): Promise<Work<void>> {
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

function newerTables(version: number): ProtocolError {
  return new ProtocolError(
    "session-version",
    `The tables of the store have version ${version}; this program reads version ${TABLES_VERSION}. Nothing in them was ` +
      "touched: use the version of the program that made them, or name another database.",
    { version },
  );
}

/** 0 where there are no tables yet. */
async function versionIn(sql: Transaction): Promise<number> {
  const [found] = await sql<{ is_there: boolean }[]>`
    select to_regclass('two_gates.tables') is not null as is_there`;
  if (!found?.is_there) return 0;
  const [row] = await sql<{ version: number | null }[]>`select max(version) as version from two_gates.tables`;
  return row?.version ?? 0;
}
