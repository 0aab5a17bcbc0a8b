import { connect, type Socket } from "node:net";
import type { StoreHost } from "./postgres-url.ts";

export type StoreSocket = {
  /**
   * The socket once it has reached the server. Rejects with what the system says, with `CONNECT_TIMEOUT`, and when it was
   * asked for before: a client that has lost its connection does not get another.
   */
  open: () => Promise<Socket>;
  /** Ends it, however it stands: what a client leaves behind does not keep the process from ending. */
  close: () => void;
};

/** The one socket of a client. */
export function storeSocket({ host, port }: StoreHost, limitMs: number): StoreSocket {
  let socket: Socket | undefined;
  let isUsed = false;
  return {
    open: () =>
      new Promise((resolve, reject) => {
        if (isUsed) {
          reject(fault("CONNECTION_ENDED", "the connection has ended"));
          return;
        }
        isUsed = true;
        const opened = host.startsWith("/")
          ? connect({ path: `${host}/.s.PGSQL.${port}` })
          : // A statement waits for no other one, and for no sign that the one before it has come.
            connect({ host, port, noDelay: true });
        socket = opened;
        const limit = setTimeout(() => opened.destroy(fault("CONNECT_TIMEOUT", "no answer")), limitMs);
        const refuse = (error: unknown): void => {
          clearTimeout(limit);
          reject(error);
        };
        opened.once("error", refuse);
        opened.once("connect", () => {
          clearTimeout(limit);
          opened.off("error", refuse);
          // The client looks there for the name that a certificate has to bear.
          resolve(Object.assign(opened, { host, port }));
        });
      }),
    close: () => {
      isUsed = true;
      socket?.destroy();
    },
  };
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
