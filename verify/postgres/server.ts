import { execFile, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const MOST_STARTS = 20;

const run = promisify(execFile);

/** Debian keeps the programs of each version in a folder of its own, which is on no PATH. */
const DEBIAN = "/usr/lib/postgresql";

/** The folder with `initdb` and `pg_ctl`. Undefined when PostgreSQL's server is not installed. */
export const programs: string | undefined = findPrograms();

/** Why the tests of this store are left out. They are never left out where CI is set. */
export const MISSING = "no PostgreSQL server is installed: apt-get install postgresql";

if (programs === undefined && process.env.CI === "true")
  throw new Error(`CI has to try this store, and ${MISSING}.`);
if (programs === undefined) console.log(`Left out, because ${MISSING}.`);

export type Server = {
  port: number;
  /** The certificate of a server that speaks TLS, for `sslrootcert`. */
  certificate: string;
  /** The URL of a database that has no tables yet; `database` names another one than `postgres`. */
  url: (database?: string) => string;
  /** Runs SQL as the owner of everything, and gives its rows as text. */
  sql: (text: string, database?: string) => Promise<string>;
  /** Ends the server and all that belongs to it at once, as a power cut does. */
  kill: () => void;
  start: () => Promise<void>;
  /** A standby that has all that the server acknowledges, before it is acknowledged. */
  standby: () => Promise<Server & { promote: () => Promise<void> }>;
  /** Ends the server and removes all that it kept. */
  remove: () => Promise<void>;
};

type ServerOptions = {
  durable?: boolean;
  settings?: Record<string, string>;
  /** Who is let in, as `pg_hba.conf` says it. */
  access?: string;
  /** Speaks TLS, with a certificate for 127.0.0.1 that it has signed itself. */
  tls?: boolean;
};

/** Starts a server of its own, on a free port of this machine alone. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "two-gates-postgres-"));
  giveToServer(folder);
  const data = join(folder, "data");
  await program("initdb", [
    "-D",
    data,
    "-U",
    "owner",
    "--auth=trust",
    "--no-sync",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
  ]);
  if (options.access !== undefined) writeFileSync(join(data, "pg_hba.conf"), options.access);
  if (options.tls) await makeCertificate(data);
  const server = serverIn(folder, await freePort(), {
    ...(options.tls && { ssl: "on" }),
    // What a killed process has written is with the operating system: only a power cut needs the disk.
    fsync: options.durable ? "on" : "off",
    max_connections: "200",
    ...options.settings,
  });
  await server.start();
  return server;
}

function serverIn(folder: string, port: number, settings: Record<string, string>): Server {
  const data = join(folder, "data");
  const parameters = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    ...settings,
  };
  const outlast = endWithThisProcess(folder, data);
  const server: Server = {
    port,
    certificate: join(data, "server.crt"),
    url: (database = "postgres") => `postgres://owner@127.0.0.1:${port}/${database}`,
    sql: async (text, database = "postgres") => {
      const given = [
        "-h",
        "127.0.0.1",
        "-p",
        String(port),
        "-U",
        "owner",
        "-d",
        database,
        "-XAtq",
        "-v",
        "ON_ERROR_STOP=1",
      ];
      const { stdout } = await run(join(programs ?? "", "psql"), [...given, "-c", text]);
      return stdout.trim();
    },
    kill: () => {
      const [main = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      const children = readFileSync(`/proc/${main}/task/${main}/children`, "utf8");
      process.kill(Number(main), "SIGKILL");
      for (const id of children.split(" ").filter(Boolean)) endNow(Number(id));
    },
    start: async () => {
      const given = Object.entries(parameters).map(([name, value]) => `-c ${name}='${value}'`);
      const start = (): Promise<string> =>
        program("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", given.join(" "), "start"]);
      // What was killed gives its memory back a moment later, and until then no other server takes its place.
      for (let tries = 1; ; tries += 1) {
        try {
          await start();
          return;
        } catch (error) {
          if (tries === MOST_STARTS) throw error;
        }
      }
    },
    standby: async () => {
      const other = mkdtempSync(join(tmpdir(), "two-gates-postgres-"));
      giveToServer(other);
      const from = `host=127.0.0.1 port=${port} user=owner application_name=standby`;
      await program("pg_basebackup", [
        "-D",
        join(other, "data"),
        "-d",
        from,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
        "--no-sync",
      ]);
      const standby = serverIn(other, await freePort(), { ...settings, primary_conninfo: from });
      await standby.start();
      await server.sql("alter system set synchronous_standby_names = 'standby'");
      await server.sql("select pg_reload_conf()");
      await untilStreaming(server);
      return {
        ...standby,
        promote: async () => {
          await standby.sql("alter system set synchronous_standby_names = ''");
          await program("pg_ctl", ["-D", join(other, "data"), "-w", "promote"]);
        },
      };
    },
    remove: async () => {
      await program("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]).catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
      outlast();
    },
  };
  return server;
}

async function untilStreaming(server: Server): Promise<void> {
  for (let asked = 0; asked < 200; asked += 1) {
    const state = await server.sql("select sync_state from pg_stat_replication");
    if (state === "sync") return;
  }
  throw new Error("The standby does not stream.");
}

function endNow(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Ends the server and removes what it kept when this process ends, however it ends: whoever reads from it then reads the
 * end. Returns what is to be called when that is done already.
 */
function endWithThisProcess(folder: string, data: string): () => void {
  const [stop = "", ...parameters] = asServer(join(programs ?? "", "pg_ctl"), [
    "-D",
    data,
    "-m",
    "immediate",
    "stop",
  ]);
  const wait = 'folder="$1"; shift; read -r _; "$@"; rm -rf "$folder"';
  const guard = spawn("sh", ["-c", wait, "sh", folder, stop, ...parameters], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  return () => void guard.stdin.end();
}

async function makeCertificate(data: string): Promise<void> {
  const names = ["-subj", "/CN=two-gates", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(data, "server.key"), "-out", join(data, "server.crt")];
  await runAsServer("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...names,
    ...files,
  ]);
}

/** Runs a program of PostgreSQL. */
function program(name: string, parameters: readonly string[]): Promise<string> {
  return runAsServer(join(programs ?? "", name), parameters);
}

async function runAsServer(path: string, parameters: readonly string[]): Promise<string> {
  const [command = "", ...words] = asServer(path, parameters);
  const { stdout } = await run(command, words, { cwd: "/" });
  return stdout;
}

/** The words that run a program as a user that the server accepts: it refuses to run for root. */
function asServer(path: string, parameters: readonly string[]): string[] {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? ["runuser", "-u", "postgres", "--", path, ...parameters] : [path, ...parameters];
}

function giveToServer(folder: string): void {
  chmodSync(folder, 0o755);
  if (process.getuid?.() !== 0) return;
  const id = (kind: "-u" | "-g"): number =>
    Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  chownSync(folder, id("-u"), id("-g"));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}
