import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A socket that a Python program of a test connects to, so that the test waits for what it does and never sleeps. */
export type Beacon = {
  /** Python that connects, as `beacon`. Its end of the socket closes when the last process that has it is dead. */
  python: string;
  /** The test's end, once the program has connected and sent its first byte. */
  connected: Promise<Socket>;
};

export async function openBeacon(): Promise<Beacon> {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    python: `import socket\nbeacon = socket.create_connection(("127.0.0.1", ${port}))\n`,
    connected: once(server, "connection").then(async ([socket]: Socket[]) => {
      if (!socket) throw new Error("no connection");
      // A process that is killed while it sends resets the connection. That is an end like any other here.
      socket.on("error", () => undefined);
      onTestFinished(() => void socket.destroy());
      await once(socket, "data");
      socket.resume();
      return socket;
    }),
  };
}
