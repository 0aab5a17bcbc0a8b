import { programs, startServer } from "./server.ts";

/** One server for a whole run. Each session of a test has a name of its own there. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!programs) return undefined;
  const server = await startServer();
  process.env.TWO_GATES_TEST_SERVER = server.url();
  return () => server.remove();
}
