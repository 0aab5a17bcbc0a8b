import type postgres from "postgres";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type StoreAddress, type StoreHost, showHost } from "./postgres-url.ts";
import { processName } from "./process-name.ts";

export type Client = typeof postgres;
export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** What came out of a transaction's work, and whether there is anything to commit. */
export type Work<T> = { result: T; commits: boolean };

class NothingToCommit extends Error {}

const CONNECT_SECONDS = 5;

/** A process that is stopped in a section keeps the others waiting for no longer than this. */
const STOPPED_MS = 10_000;

/** The package is loaded here and nowhere else. Throws `store-unavailable` when it is not installed. */
export async function loadClient(): Promise<Client> {
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

/** Some connections to one server. */
export class Pool {
  readonly host: StoreHost;
  readonly #client: Client;
  readonly #address: StoreAddress;
  readonly #sql: Sql;

  constructor(client: Client, address: StoreAddress, host: StoreHost, connections: number) {
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
        lock_timeout: 15_000,
        idle_in_transaction_session_timeout: STOPPED_MS,
        // A machine that has gone without a word gives its locks back soon.
        tcp_keepalives_idle: 5,
        tcp_keepalives_interval: 2,
        tcp_keepalives_count: 3,
        ...settings,
        application_name: processName(),
      },
    });
  }

  /** Calls `onNotice` whenever something is told on a channel, and once more each time the connection is made anew. */
  async listen(channel: string, onNotice: () => void): Promise<() => void> {
    const { unlisten } = await this.#sql.listen(channel, onNotice, onNotice);
    return () => void unlisten().catch(() => undefined);
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
