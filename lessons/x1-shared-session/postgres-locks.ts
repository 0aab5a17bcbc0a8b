import { setTimeout } from "node:timers/promises";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import type { Connection, Pool, Sql } from "./postgres-pool.ts";
import type { PostgresServers } from "./postgres-servers.ts";
import { processName } from "./process-name.ts";

/** How long a lock is tried again that was lost with its connection. Nothing waits for it. */
const REGAIN_MS = 500;

/** A pooler has lent the connection to somebody else, who keeps it for longer than this. */
const POOLER_MS = 2_000;

/**
 * Advisory locks of one process on one reserved connection: the server gives them back when the process ends, however it
 * ends. A lock that is lost with the connection is taken again as soon as a server answers, unless somebody else has it
 * by then.
 */
export class PostgresLocks {
  readonly #servers: PostgresServers;
  readonly #held = new Set<string>();
  #reserved: Promise<Connection> | undefined;
  #isClosed = false;

  constructor(servers: PostgresServers) {
    this.#servers = servers;
  }

  /** Whether the lock is ours now. False when another process has it, or this one already. */
  async take(key: string): Promise<boolean> {
    if (this.#held.has(key)) return false;
    this.#held.add(key);
    try {
      const isOurs = await this.#lock(await this.#connection(), key);
      if (!isOurs) this.#held.delete(key);
      return isOurs;
    } catch (error) {
      this.#held.delete(key);
      throw error;
    }
  }

  async giveBack(key: string): Promise<void> {
    if (!this.#held.delete(key)) return;
    const reserved = await this.#reserved?.catch(() => undefined);
    if (!reserved) return;
    const { sql } = reserved;
    // A lock whose connection is lost is free already.
    await sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`.catch(() => undefined);
  }

  /** The name of the connection that has a lock. Undefined when nobody has it. */
  async holder(key: string): Promise<string | undefined> {
    const pool = await this.#servers.pool();
    const [row] = await pool.use(
      ({ sql }) => sql<{ name: string | null }[]>`
      select activity.application_name as name
      from pg_locks held
        cross join (select hashtextextended(${key}, 0) as number) key
        left join pg_stat_activity activity on activity.pid = held.pid
      where held.locktype = 'advisory' and held.granted and held.objsubid = 1
        and held.database = (select oid from pg_database where datname = current_database())
        and held.classid::bigint = (key.number >> 32) & 4294967295
        and held.objid::bigint = key.number & 4294967295`,
    );
    return row && (row.name ?? "");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#held.clear();
    const reserved = await this.#reserved?.catch(() => undefined);
    await reserved?.end();
  }

  async #lock({ sql }: Connection, key: string): Promise<boolean> {
    const [row] = await sql<{ is_ours: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${key}, 0)) as is_ours`;
    return row?.is_ours === true;
  }

  async #connection(): Promise<Connection> {
    const reserved = this.#reserved ?? this.#reserve();
    this.#reserved = reserved;
    try {
      return await reserved;
    } catch (error) {
      if (this.#reserved === reserved) this.#reserved = undefined;
      throw error;
    }
  }

  async #reserve(): Promise<Connection> {
    const pool = await this.#servers.pool();
    const reserved: Connection = pool.connect({ onLost: () => this.#lost(reserved) });
    try {
      await requireOwnConnection(reserved, pool);
      return reserved;
    } catch (error) {
      await reserved.end();
      throw error;
    }
  }

  #lost(lost: Connection): void {
    const reserved = this.#reserved;
    if (this.#isClosed || !reserved) return;
    void reserved.then(
      async (current) => {
        if (current !== lost || this.#reserved !== reserved) return;
        this.#reserved = undefined;
        await lost.end();
        await this.#regain();
      },
      () => undefined,
    );
  }

  /** Only so that others see who plays the member: who was overtaken meanwhile is told by the epoch. */
  async #regain(): Promise<void> {
    const missing = new Set(this.#held);
    while (missing.size > 0 && !this.#isClosed) {
      for (const key of [...missing]) {
        const isSettled = !this.#held.has(key) || (await this.#tryAgain(key).catch(() => false));
        if (isSettled) missing.delete(key);
      }
      if (missing.size > 0) await setTimeout(REGAIN_MS, undefined, { ref: false });
    }
  }

  /** A connection of ours that the server has not missed yet is waited for. */
  async #tryAgain(key: string): Promise<boolean> {
    if (await this.#lock(await this.#connection(), key)) return true;
    const holder = await this.holder(key);
    const isOthers = holder !== undefined && holder !== processName();
    if (isOthers) this.#held.delete(key);
    return isOthers;
  }
}

/**
 * A pooler in transaction mode gives each transaction whatever connection is free, and the locks of one stay with it:
 * while one connection is in a transaction, another is not to be the same one, and is to be the one that it was.
 */
async function requireOwnConnection({ sql }: Connection, pool: Pool): Promise<void> {
  const before = await backend(sql);
  const isOwn = await pool.transaction(async (others) => {
    const other = await backend(others);
    const limit = setTimeout(POOLER_MS, undefined, { ref: false });
    const after = await Promise.race([backend(sql), limit]);
    return { result: other !== before && after === before, commits: false };
  });
  if (isOwn) return;
  throw new ProtocolError(
    "store-unavailable",
    "The URL of the store leads to a pooler that shares connections between transactions, and who plays a member is known " +
      "by a connection of its own: name the server itself, or a pooler in session mode.",
  );
}

async function backend(sql: Pick<Sql, "unsafe">): Promise<number | undefined> {
  const [row] = await sql.unsafe<{ id: number }[]>("select pg_backend_pid() as id");
  return row?.id;
}
