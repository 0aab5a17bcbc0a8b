import { connect, createServer, type Socket } from "node:net";

/** Messages of a client that make the server do something: a simple query, and the execution of a prepared one. */
const STATEMENTS: ReadonlySet<string> = new Set(["Q", "E"]);

/** What becomes of a statement, by its number since the last `count`. */
export type Fate = "passes" | "is lost" | "is done and its answer is lost";

/**
 * Stands between clients and a server and counts the statements of all connections. At a statement that does not pass,
 * `onLoss` is called and all connections are cut: before the server has heard of it, or once it has done it.
 */
export type StatementProxy = {
  port: number;
  /** Counts from 1 again, and decides about each statement from now on. */
  count: (fateOf: (number: number) => Fate, onLoss?: () => void) => void;
  counted: () => number;
  close: () => void;
};

export async function statementProxy(serverPort: number): Promise<StatementProxy> {
  const open = new Set<Socket>();
  let statements = 0;
  let fateOf: (number: number) => Fate = () => "passes";
  let onLoss = (): void => undefined;
  const cutAll = (): void => {
    onLoss();
    for (const socket of open) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    const backend = connect({ port: serverPort, host: "127.0.0.1", noDelay: true });
    for (const [socket, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    let hidesAnswer = false;
    backend.on("data", (bytes) => {
      // The answer is the sign that it is done.
      if (hidesAnswer) cutAll();
      else client.write(bytes);
    });
    let rest = Buffer.alloc(0);
    let isGreeting = true;
    client.on("data", (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let size = sizeOf(rest, isGreeting); size > 0; size = sizeOf(rest, isGreeting)) {
        const message = rest.subarray(0, size);
        rest = rest.subarray(size);
        const fate = isGreeting || !STATEMENTS.has(message.toString("latin1", 0, 1)) ? "passes" : next();
        isGreeting = false;
        if (fate === "is lost") return cutAll();
        if (fate === "is done and its answer is lost") hidesAnswer = true;
        backend.write(message);
      }
    });
  });
  const next = (): Fate => {
    statements += 1;
    return fateOf(statements);
  };
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    port,
    count: (fate, told = () => undefined) => {
      statements = 0;
      fateOf = fate;
      onLoss = told;
    },
    counted: () => statements,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** The bytes of the first whole message: the greeting has no type before its length. 0 while it has not come whole. */
function sizeOf(bytes: Buffer, isGreeting: boolean): number {
  const head = isGreeting ? 0 : 1;
  if (bytes.length < head + 4) return 0;
  const size = head + bytes.readInt32BE(head);
  return bytes.length >= size ? size : 0;
}
