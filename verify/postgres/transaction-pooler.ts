import { connect, createServer, type Server, type Socket } from "node:net";

/** What a client is told when it comes in: it is let in without a password, and it can begin. */
const WELCOME = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  ...Object.entries({ server_version: "15.0", client_encoding: "UTF8" }).map(([name, value]) =>
    message("S", Buffer.from(`${name}\0${value}\0`)),
  ),
  message("K", Buffer.alloc(8)),
  message("Z", Buffer.from("I")),
]);

const IDLE = "I".charCodeAt(0);
const READY = "Z".charCodeAt(0);

type Backend = { socket: Socket; client: Socket | undefined };

/**
 * A pooler in transaction mode: a client has a connection to the server from the first word of a transaction to its end,
 * and the next one may get the same connection then.
 */
export async function transactionPooler(serverPort: number): Promise<{ port: number; close: () => void }> {
  const free: Backend[] = [];
  const all = new Set<Socket>();
  const lend = async (client: Socket): Promise<Backend> => {
    const backend = free.pop() ?? (await openBackend());
    backend.client = client;
    return backend;
  };
  const openBackend = async (): Promise<Backend> => {
    const socket = connect({ port: serverPort, host: "127.0.0.1", noDelay: true });
    all.add(socket);
    const backend: Backend = { socket, client: undefined };
    const parameters = Buffer.from("user\0owner\0database\0postgres\0\0");
    const head = Buffer.alloc(8);
    head.writeInt32BE(parameters.length + 8, 0);
    head.writeInt32BE(196_608, 4);
    socket.write(Buffer.concat([head, parameters]));
    let begun: (() => void) | undefined;
    const isReady = new Promise<void>((resolve) => {
      begun = resolve;
    });
    eachMessage(socket, (type, whole) => {
      backend.client?.write(whole);
      if (type !== READY) return;
      begun?.();
      begun = undefined;
      if (whole.at(-1) !== IDLE || !backend.client) return;
      lent.delete(backend.client);
      backend.client = undefined;
      free.push(backend);
    });
    await isReady;
    return backend;
  };
  const lent = new Map<Socket, Promise<Backend>>();
  const server = createServer({ noDelay: true }, (client) => {
    all.add(client);
    client.on("error", () => client.destroy());
    client.once("data", () => {
      client.write(WELCOME);
      client.on("data", (bytes) => {
        const backend = lent.get(client) ?? lend(client);
        lent.set(client, backend);
        void backend.then(({ socket }) => socket.write(bytes));
      });
    });
  });
  return {
    port: await portOf(server),
    close: () => {
      server.close();
      for (const socket of all) socket.destroy();
    },
  };
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

function eachMessage(socket: Socket, tell: (type: number, whole: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1;
      tell(rest.readUInt8(0), rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
