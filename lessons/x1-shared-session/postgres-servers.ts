import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type Client, Pool } from "./postgres-pool.ts";
import type { StoreAddress } from "./postgres-url.ts";
import { kindOf } from "./store-fault.ts";

const ANSWER_MS = 6_000;

/** The servers of one store, of which one can be written at a time. */
export class PostgresServers {
  readonly #address: StoreAddress;
  readonly #client: Client;
  readonly #connections: number;
  #pool: Promise<Pool> | undefined;
  #isClosed = false;

  constructor(address: StoreAddress, client: Client, connections: number) {
    this.#address = address;
    this.#client = client;
    this.#connections = connections;
  }

  get isClosed(): boolean {
    return this.#isClosed;
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

  /** Gives these connections up, or those of now: whoever asks next looks for a server again. */
  async drop(pool?: Pool): Promise<void> {
    const current = this.#pool;
    const now = await current?.catch(() => undefined);
    if (this.#pool === current && (!pool || now === pool)) this.#pool = undefined;
    await (pool ?? now)?.end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.drop();
  }

  async #connect(): Promise<Pool> {
    const faults: unknown[] = [];
    for (const host of this.#address.hosts) {
      const pool = new Pool(this.#client, this.#address, host, this.#connections);
      // Whoever answers and says nothing is no server.
      const limit = setTimeout(() => void pool.end(), ANSWER_MS);
      try {
        await pool.requireWritable();
        return pool;
      } catch (error) {
        faults.push(error);
        await pool.end();
      } finally {
        clearTimeout(limit);
      }
    }
    // A server that answers and says no tells more than one that does not answer.
    const [first] = faults;
    throw faults.find((error) => kindOf(error) !== "lost" || error instanceof ProtocolError) ?? first;
  }
}
