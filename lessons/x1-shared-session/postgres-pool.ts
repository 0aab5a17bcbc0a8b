import type postgres from "postgres";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type StoreAddress, type StoreHost, showHost } from "./postgres-url.ts";
import { processName } from "./process-name.ts";
import { storeSockets } from "./store-sockets.ts";

export type Client = typeof postgres;
export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** What came out of a transaction's work, and whether there is anything to commit. */
export type Work<T> = { result: T; commits: boolean };

class NothingToCommit extends Error {}

/** One client of a server, with connections of its own. */
export type Connection = {
  sql: Sql;
  /** Whoever is in a transaction has a moment to end it. Nothing is left then that keeps the process from ending. */
  end: () => Promise<void>;
};

const CONNECT_MS = 5_000;
const END_SECONDS = 1;

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
  readonly #connection: Connection;

  constructor(client: Client, address: StoreAddress, host: StoreHost, connections: number) {
    this.host = host;
    this.#client = client;
    this.#address = address;
    this.#connection = this.connect({ max: connections });
  }

  get sql(): Sql {
    return this.#connection.sql;
  }

  /** A transaction that has nothing to commit is rolled back, which no disk and no standby is waited for. */
  async begin<T>(work: (sql: Transaction) => Promise<Work<T>>): Promise<T> {
    let finished: Work<T> | undefined;
    try {
      await this.sql.begin("isolation level read committed read write", async (sql) => {
        finished = await work(sql);
        if (!finished.commits) throw new NothingToCommit();
      });
    } catch (error) {
      if (!(error instanceof NothingToCommit)) throw error;
    }
    if (!finished) throw new Error("A transaction ended without its work.");
    return finished.result;
  }

  /** One more client of the same server. */
  connect(options: postgres.Options<Record<string, never>>): Connection {
    const { user, password, database, tls, settings } = this.#address;
    const sockets = storeSockets(this.host, CONNECT_MS);
    const sql = this.#client({
      ...this.host,
      // Not among the client's types. It would try a server that hangs up in its greeting again for ever.
      ...{ socket: sockets.open },
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
      ...(tls !== undefined && { ssl: tls }),
      connect_timeout: CONNECT_MS / 1_000,
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
    return {
      sql,
      end: async () => {
        await sql.end({ timeout: END_SECONDS }).catch(() => undefined);
        sockets.close();
      },
    };
  }

  /** Calls `onNotice` whenever something is told on a channel, and once more each time the connection is made anew. */
  async listen(channel: string, onNotice: () => void): Promise<() => void> {
    const { unlisten } = await this.sql.listen(channel, onNotice, onNotice);
    return () => void unlisten().catch(() => undefined);
  }

  /** Throws what the server says, and 25006 when it can only be read. */
  async requireWritable(): Promise<void> {
    const [state] = await this.sql<{ is_standby: boolean; encoding: string }[]>`
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

  end(): Promise<void> {
    return this.#connection.end();
  }
}
