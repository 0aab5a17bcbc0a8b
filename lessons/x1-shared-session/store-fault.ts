import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import { systemCode } from "../s15-mailboxes/system-error.ts";

/** What is known of a server, for the sentences about it. */
export type ServerNames = { server: string; user: string; database: string };

/** A transaction was undone by the server, and may go well when it is tried again. */
const UNDONE = /^(?:40001|40P01)$/;

/**
 * The connection was lost or refused, or leads to a server that cannot be written at this moment: shut down, starting,
 * full, not promoted yet. Another try, perhaps on another server, may go well.
 */
const LOST =
  /^(?:08...|57P0[1-5]|25P03|25006|53300|CONNECT(?:ION)?_[A-Z]+|E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|AI_AGAIN)|ENOENT)$/;

/** What another hand has put into the tables stands against what a section wants to write. */
const CONSTRAINT = /^23...$/;

export type FaultKind = "undone" | "lost" | "constraint" | "lock" | "other";

export function kindOf(error: unknown): FaultKind {
  const code = systemCode(error);
  if (UNDONE.test(code)) return "undone";
  if (LOST.test(code)) return "lost";
  if (CONSTRAINT.test(code)) return "constraint";
  return code === "55P03" ? "lock" : "other";
}

/** What the client or the server said, as a refusal for people. No sentence holds a password. */
export function storeFault(error: unknown, names: ServerNames): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const cause = systemCode(error);
  const sentence = sentenceFor(cause, names) ?? `${names.server}: ${messageOf(error)} (${cause}).`;
  return new ProtocolError("store-unavailable", sentence, { server: names.server, cause }, { cause: error });
}

function sentenceFor(cause: string, { server, user, database }: ServerNames): string | undefined {
  switch (cause) {
    case "28P01":
      return `The server at ${server} refuses the password of ${user}: check it in the URL, or in PGPASSWORD.`;
    case "28000":
      return `The server at ${server} does not let ${user} into ${database}: check the user, its pg_hba.conf, and sslmode.`;
    case "3D000":
      return `There is no database ${database} at ${server}: make it with \`createdb ${database}\`, or name another.`;
    case "42501":
      return (
        `${user} may not make or use the tables in ${database} at ${server}: ` +
        `let its owner run \`grant create on database ${database} to ${user}\`, or name another database.`
      );
    case "25006":
      return `The server at ${server} can only be read, as a standby can: name the primary, or promote this one.`;
    case "53300":
      return `The server at ${server} has no connection left: end some programs, or raise max_connections.`;
    case "57P03":
      return `The server at ${server} is starting or stopping: try again.`;
    case "ECONNRESET":
      return (
        `The server at ${server} hung up (${cause}): start it again, or check the URL of the store. One that speaks no ` +
        "TLS hangs up on sslmode=require and stricter."
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `No machine is known as ${server} (${cause}): check the URL of the store.`;
    default:
      return LOST.test(cause)
        ? `No PostgreSQL server answers at ${server} (${cause}): start it, or check the URL of the store.`
        : undefined;
  }
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}
