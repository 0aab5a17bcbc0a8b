import { connect, type Socket } from "node:net";
import type { StoreHost } from "./postgres-url.ts";

export type StoreSockets = {
  /** A socket that has reached the server. Rejects with what the system says, or `CONNECT_TIMEOUT`. */
  open: () => Promise<Socket>;
  /** Ends all that are open. From now on none is opened. */
  close: () => void;
};

/** The sockets of one client. What it leaves behind does not keep the process from ending. */
export function storeSockets({ host, port }: StoreHost, limitMs: number): StoreSockets {
  const all = new Set<Socket>();
  let isClosed = false;
  return {
    open: () =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(fault("CONNECTION_ENDED", "the client has ended"));
          return;
        }
        const socket = host.startsWith("/")
          ? connect({ path: `${host}/.s.PGSQL.${port}` })
          : connect({ host, port });
        all.add(socket);
        const limit = setTimeout(() => socket.destroy(fault("CONNECT_TIMEOUT", "no answer")), limitMs);
        socket.once("close", () => all.delete(socket));
        socket.once("error", reject);
        socket.once("connect", () => {
          clearTimeout(limit);
          socket.off("error", reject);
          // The client looks there for the name that a certificate has to bear.
          resolve(Object.assign(socket, { host, port }));
        });
        socket.once("error", () => clearTimeout(limit));
      }),
    close: () => {
      isClosed = true;
      for (const socket of all) socket.destroy();
    },
  };
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
