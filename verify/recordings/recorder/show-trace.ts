import "../../../user_code/node-version.mjs";
import { endWithStandardOutput } from "../../../user_code/standard-output.ts";
import { paintFor, safeWriter } from "../../../user_code/terminal.ts";
import { answerTraceCommand } from "./trace-command.ts";

endWithStandardOutput();

const answer = answerTraceCommand(process.argv.slice(2), paintFor(process.stdout, process.env));
safeWriter(process.stderr, process.env)(answer.stderr);
safeWriter(process.stdout, process.env)(answer.stdout);
process.exitCode = answer.status;
