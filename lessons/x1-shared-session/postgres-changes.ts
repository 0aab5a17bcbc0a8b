import type { Pool } from "./postgres-pool.ts";
import type { PostgresServers } from "./postgres-servers.ts";
import type { Changes } from "./shared-session.ts";
import { waker } from "./waker.ts";

/** Where no server tells of a change, such as while another takes over, and to see whether the other process still lives. */
const FALLBACK_MS = 2_000;

/** Changes come in bursts. */
const BURST_MS = 10;

/** What other processes change in a session, as the server tells it on a channel (LISTEN and NOTIFY). */
export function watchChannel(servers: PostgresServers, channel: string): Changes {
  const { next, wake } = waker({ fallbackMs: FALLBACK_MS, burstMs: BURST_MS });
  let listened: { pool: Pool; end: () => void } | undefined;
  let isClosed = false;

  /** On the server that is written now. What changed before it listens is not told, so beginning counts as a change. */
  const listen = async (): Promise<void> => {
    const pool = await servers.pool();
    if (listened?.pool === pool || isClosed) return;
    listened?.end();
    listened = { pool, end: await pool.listen(channel, wake) };
    wake();
  };
  return {
    next: async (signal) => {
      void listen().catch(() => undefined);
      await next(signal);
    },
    close: () => {
      isClosed = true;
      listened?.end();
    },
  };
}
