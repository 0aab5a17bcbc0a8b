import { say } from "../lessons/strings/say.ts";
import { safeWriter } from "./terminal.ts";

/** What a shell reports of a program that SIGPIPE ended: 128 and the signal's number. */
const BROKEN_PIPE = 141;

/**
 * Ends the process when what it prints can no longer be written: with 141 when the reader has gone, as in
 * `practice | head`, because what was started has then not come to its end; with 1 and a sentence on standard error
 * when the output has no room or fails otherwise. What cannot be said on standard error is not said.
 */
export function endWithStandardOutput(): void {
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit(BROKEN_PIPE);
    safeWriter(process.stderr, process.env)(`${say("output-fails", { cause: message })}\n`);
    process.exit(1);
  });
}
