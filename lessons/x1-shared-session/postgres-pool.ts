import type postgres from "postgres";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type StoreAddress, type StoreHost, showHost } from "./postgres-url.ts";
import { processName } from "./process-name.ts";
import { kindOf } from "./store-fault.ts";
import { storeSocket } from "./store-socket.ts";

export type Client = typeof postgres;
export type Sql = postgres.Sql;
/** What came out of a transaction's work, and whether there is anything to commit. */
export type Work<T> = { result: T; commits: boolean };

/** One connection to a server. Once it is lost it is never made again: what is sent then is refused. */
export type Connection = {
  sql: Sql;
  isLost: () => boolean;
  /** What is under way has a moment to end. Nothing is left then that keeps the process from ending. */
  end: () => Promise<void>;
};

type ConnectionOptions = {
  onLost?: () => void;
  /** Told of every notification on a channel that the connection listens to. */
  onNotice?: () => void;
};

/** A process that is stopped in a section keeps the others waiting for no longer than this. */
const STOPPED_MS = 10_000;

const CONNECT_MS = 5_000;
const END_SECONDS = 1;

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

/** Some connections to one server. Each has one transaction at a time; whoever finds none free waits in line. */
export class Pool {
  readonly host: StoreHost;
  readonly #client: Client;
  readonly #address: StoreAddress;
  readonly #most: number;
  readonly #free: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #waiting: { resolve: (connection: Connection) => void; reject: (reason: unknown) => void }[] = [];
  #isEnded = false;

  constructor(client: Client, address: StoreAddress, host: StoreHost, most: number) {
    this.host = host;
    this.#client = client;
    this.#address = address;
    this.#most = most;
  }

  /** A transaction that has nothing to commit is rolled back, which no disk and no standby is waited for. */
  transaction<T>(work: (sql: Sql) => Promise<Work<T>>): Promise<T> {
    return this.use(async (connection) => {
      const { sql } = connection;
      await sql.unsafe("begin isolation level read committed read write");
      let finished: Work<T>;
      try {
        finished = await work(sql);
      } catch (error) {
        // Sent on a lost connection it would have no answer for ever.
        if (kindOf(error) !== "lost" && !connection.isLost()) await sql.unsafe("rollback");
        throw error;
      }
      await sql.unsafe(finished.commits ? "commit" : "rollback");
      return finished.result;
    });
  }

  /** Lends a connection for as long as `work` takes. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take();
    try {
      return await work(connection);
    } catch (error) {
      // Whatever state it is in: the next one has another.
      if (kindOf(error) === "lost") await this.#giveUp(connection);
      throw error;
    } finally {
      this.#giveBack(connection);
    }
  }

  /** One more connection to the same server, outside of the line. */
  connect({ onLost = () => undefined, onNotice }: ConnectionOptions = {}): Connection {
    const { user, password, database, tls, settings } = this.#address;
    const sockets = storeSocket(this.host, CONNECT_MS);
    let isLost = false;
    // Not among the client's types. By itself it makes a lost connection again, and a statement of a transaction would be
    // sent on another one than those before it.
    const untyped = { socket: sockets.open, ...(onNotice && { onnotify: () => onNotice() }) };
    const sql = this.#client({
      ...this.host,
      ...untyped,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
      // By itself the client holds the certificate of an address without a name against "localhost".
      ...(tls !== undefined && { ssl: typeof tls === "object" ? { ...tls, host: this.host.host } : tls }),
      max: 1,
      idle_timeout: undefined,
      max_lifetime: null,
      connect_timeout: CONNECT_MS / 1_000,
      fetch_types: false,
      onnotice: () => undefined,
      onclose: () => {
        isLost = true;
        onLost();
      },
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
      isLost: () => isLost,
      end: async () => {
        const timeout = isLost ? 0 : END_SECONDS;
        isLost = true;
        await sql.end({ timeout }).catch(() => undefined);
        sockets.close();
      },
    };
  }

  /** Throws what the server says, and 25006 when it can only be read. */
  async requireWritable(): Promise<void> {
    const [state] = await this.use(
      ({ sql }) => sql<{ is_standby: boolean; encoding: string }[]>`
        select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_standby,
          current_setting('server_encoding') as encoding`,
    );
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

  async end(): Promise<void> {
    this.#isEnded = true;
    for (const { reject } of this.#waiting.splice(0)) reject(hasEnded());
    await Promise.all([...this.#all].map((connection) => this.#giveUp(connection)));
  }

  #take(): Promise<Connection> {
    if (this.#isEnded) return Promise.reject(hasEnded());
    const free = this.#free.pop();
    if (free && !free.isLost()) return Promise.resolve(free);
    if (free) this.#all.delete(free);
    if (this.#all.size < this.#most) return Promise.resolve(this.#open());
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #open(): Connection {
    const connection = this.connect();
    this.#all.add(connection);
    return connection;
  }

  #giveBack(connection: Connection): void {
    if (connection.isLost()) this.#all.delete(connection);
    const next = this.#isEnded ? undefined : this.#waiting.shift();
    if (next) next.resolve(connection.isLost() ? this.#open() : connection);
    else if (!connection.isLost()) this.#free.push(connection);
  }

  async #giveUp(connection: Connection): Promise<void> {
    this.#all.delete(connection);
    await connection.end();
  }
}

function hasEnded(): Error {
  return Object.assign(new Error("The connections have ended."), { code: "CONNECTION_ENDED" });
}
