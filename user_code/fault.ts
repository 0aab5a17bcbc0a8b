import { ProtocolError } from "../lessons/s15-mailboxes/protocol-error.ts";
import { retell, say } from "../lessons/strings/say.ts";
import { UsageError } from "./command-line.ts";

/** Something outside stands in the way. The message is a whole sentence for people; the exit status is 1. */
export class Fault extends Error {
  override name = "Fault";
}

/** What a command exits with for what it threw: 2 when another command line helps, else 1. */
export function exitCodeFor(error: unknown): 1 | 2 {
  const isUsage =
    error instanceof UsageError || (error instanceof ProtocolError && error.code === "directory-not-empty");
  return isUsage ? 2 : 1;
}

/** What a person is told of it: a sentence with its code. A stack only for what should not have happened. */
export function sentenceFor(error: unknown): string {
  if (error instanceof UsageError) return say("usage-error", { message: error.message });
  if (error instanceof Fault) return retell(error.message);
  if (!(error instanceof Error)) return say("unexpected-fault", { message: String(error) });
  if (!("code" in error)) return say("unexpected-fault", { message: error.stack ?? error.message });
  if (error.code === "ERR_MODULE_NOT_FOUND") {
    const name = /Cannot find package '([^']+)'/.exec(error.message)?.[1];
    if (name) return say("package-missing", { name });
  }
  // What Node throws begins with its code already.
  return error.message.startsWith(`${error.code}: `)
    ? error.message
    : `${error.code}: ${retell(error.message)}`;
}
