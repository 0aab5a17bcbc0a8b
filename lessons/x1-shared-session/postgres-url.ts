import { readFileSync } from "node:fs";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { systemCode } from "../s15-mailboxes/system-error.ts";

/** What `tls.connect` is given, or one of the words that the client knows. */
export type StoreTls =
  | false
  | "require"
  | "prefer"
  | {
      rejectUnauthorized: boolean;
      ca?: string;
      cert?: string;
      key?: string;
      checkServerIdentity?: () => undefined;
    };

export type StoreHost = { host: string; port: number };

/** Where a store is and how to get in. */
export type StoreAddress = {
  /** Tried in this order. A path is the folder of a Unix socket. */
  hosts: readonly StoreHost[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  tls: StoreTls | undefined;
  /** What else the URL says: settings of the server for each connection. */
  settings: Readonly<Record<string, string>>;
  /** The store for people: without user, password and settings. */
  shown: string;
};

const FORM =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/;

const USUAL_PORT = 5432;

/**
 * Reads `postgres://user:password@host1:port1,host2:port2/database?settings`.
 *
 * `sslmode`, `sslrootcert`, `sslcert`, `sslkey`, `host`, `user`, `password` and `dbname` mean what they mean to libpq; every other setting is passed on to the
 * server. The server has to be one that can be written, whatever `target_session_attrs` says, so a URL that asks for
 * another is refused. Throws `store-unavailable` for what is no such URL; no sentence repeats the URL, which may hold a
 * password.
 */
export function parseStoreUrl(url: string): StoreAddress {
  const groups = FORM.exec(url)?.groups;
  if (!groups) {
    throw unusable("Name it as postgres://user@host/database; several hosts are divided by commas.");
  }
  // Whatever stands before it is a part of the password, and would be taken for a host or a database, and shown.
  if (url.split("@").length > (groups.user === undefined ? 1 : 2)) {
    throw unusable("In its password, @ is to be written as %40, / as %2F, ? as %3F and % as %25.");
  }
  const settings = Object.fromEntries(new URLSearchParams(groups.query ?? ""));
  const { sslmode, sslrootcert, sslcert, sslkey, target_session_attrs, host, ...named } = settings;
  const { user, password, dbname, ...others } = named;
  if (target_session_attrs !== undefined && !WRITABLE.has(target_session_attrs)) {
    throw unusable(
      `target_session_attrs=${printable(target_session_attrs)} asks for a server that may not be written, and a session ` +
        "is written: use read-write.",
    );
  }
  const hosts = (host ?? decoded(groups.hosts ?? "")).split(",").map(hostOf);
  const database = dbname || decoded(groups.database ?? "") || undefined;
  const shown = `postgres://${hosts.map(showHost).join(",")}/${database ?? ""}`;
  return {
    hosts,
    user: user || decoded(groups.user ?? "") || undefined,
    password: password || decoded(groups.password ?? "") || undefined,
    database,
    tls: tlsOf({ sslmode, sslrootcert, sslcert, sslkey }),
    settings: others,
    shown: printable(shown),
  };
}

export function showHost({ host, port }: StoreHost): string {
  return `${printable(host)}:${port}`;
}

const WRITABLE: ReadonlySet<string> = new Set(["any", "read-write", "primary"]);

function hostOf(text: string): StoreHost {
  const [, host = "", digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [undefined, text, "0"];
  const port = digits === undefined ? USUAL_PORT : Number(digits);
  // Not shown: where the host was forgotten, it is a password.
  if (port < 1 || port > 65_535)
    throw unusable("What stands for a host in it is no host, or no host with a port.");
  return { host: host.replace(/^\[|\]$/g, "") || "localhost", port };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw unusable("A % in it is to be written as %25.");
  }
}

type TlsSettings = Record<"sslmode" | "sslrootcert" | "sslcert" | "sslkey", string | undefined>;

function tlsOf({ sslmode, sslrootcert, sslcert, sslkey }: TlsSettings): StoreTls | undefined {
  const files = {
    ...(sslrootcert !== undefined && sslrootcert !== "system" && { ca: fileAt("sslrootcert", sslrootcert) }),
    ...(sslcert !== undefined && { cert: fileAt("sslcert", sslcert) }),
    ...(sslkey !== undefined && { key: fileAt("sslkey", sslkey) }),
  };
  const hasFiles = Object.keys(files).length > 0;
  const checks = sslrootcert !== undefined;
  switch (sslmode) {
    case undefined:
      return checks || hasFiles ? { rejectUnauthorized: checks, ...files } : undefined;
    case "disable":
      return false;
    case "allow":
    case "prefer":
      return "prefer";
    case "require":
      return checks || hasFiles ? { rejectUnauthorized: checks, ...files } : "require";
    case "verify-ca":
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...files };
    case "verify-full":
      return { rejectUnauthorized: true, ...files };
    default:
      throw unusable(
        `sslmode=${printable(sslmode)} is none: use disable, prefer, require, verify-ca or verify-full.`,
      );
  }
}

function fileAt(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unusable(`${setting} names ${printable(path)}, which cannot be read (${systemCode(error)}).`);
  }
}

function unusable(sentence: string): ProtocolError {
  return new ProtocolError("store-unavailable", `The URL of the store cannot be used. ${sentence}`);
}
