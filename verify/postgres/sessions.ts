import { afterAll, beforeAll, onTestFinished } from "vitest";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import type { Limits } from "../../lessons/s15-mailboxes/limits.ts";
import {
  joinPostgresSession,
  type PostgresSession,
  type PostgresSessionOptions,
  startPostgresSession,
} from "../../lessons/x1-shared-session/postgres-session.ts";
import {
  openStore,
  type PostgresStore,
  type StoreOptions,
} from "../../lessons/x1-shared-session/postgres-store.ts";
import { type Server, startServer } from "./server.ts";

/** One server for all tests of a file. */
export function serverForFile(options: Parameters<typeof startServer>[0] = {}): () => Server {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(() => server?.remove());
  return () => {
    if (!server) throw new Error("The server has not been started yet.");
    return server;
  };
}

/** A store as one process has it, closed when the test ends. */
export async function storeOf(url: string, options: StoreOptions = {}): Promise<PostgresStore> {
  const store = await openStore(url, options);
  onTestFinished(() => store.close());
  return store;
}

const names = { count: 0 };

/** A name that no other session of this process has. */
export function freshName(): string {
  names.count += 1;
  return `session-${names.count}`;
}

type Options = Partial<PostgresSessionOptions> & { limits?: Limits; name?: string };

/** The lead, reader and reviewer in a store. */
export function startIn(
  store: PostgresStore,
  { name = freshName(), ...options }: Options = {},
): Promise<PostgresSession> {
  return startPostgresSession(store, name, scenarioTeam(), {
    program: "practice",
    directoryOf: () => "/nowhere",
    ...options,
  });
}

/** The same session as another process has it that comes later. */
export function joinIn(store: PostgresStore, name: string, options: Options = {}): Promise<PostgresSession> {
  return joinPostgresSession(store, name, { program: "practice", directoryOf: () => "/nowhere", ...options });
}
