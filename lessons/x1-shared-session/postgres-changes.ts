import type { Connection } from "./postgres-pool.ts";
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
  let listening: Connection | undefined;
  let isClosed = false;

  /** What changed before it listens is not told, so beginning counts as a change. */
  const listen = async (): Promise<void> => {
    if (listening && !listening.isLost()) return;
    const pool = await servers.pool();
    if (isClosed || (listening && !listening.isLost())) return;
    const connection = pool.connect({ onNotice: wake });
    listening = connection;
    try {
      await connection.sql`listen ${connection.sql(channel)}`;
      wake();
    } catch {
      await connection.end();
    }
  };
  return {
    next: async (signal) => {
      void listen().catch(() => undefined);
      await next(signal);
    },
    close: () => {
      isClosed = true;
      void listening?.end();
    },
  };
}
