import { paintFor, safeWriter } from "../../user_code/terminal.ts";
import { answerTraceCommand } from "./trace-command.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // `npm run trace | head` closes the pipe early; that is the reader's choice and no fault.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

const answer = answerTraceCommand(process.argv.slice(2), paintFor(process.stdout, process.env));
safeWriter(process.stderr, process.env)(answer.stderr);
safeWriter(process.stdout, process.env)(answer.stdout);
process.exitCode = answer.status;
