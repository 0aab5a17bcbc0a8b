import "../../../user_code/node-version.mjs";
import { endWithStandardOutput } from "../../../user_code/standard-output.ts";
import { paintFor, safeWriter } from "../../../user_code/terminal.ts";

endWithStandardOutput();

const complain = safeWriter(process.stderr, process.env);

/** Loaded when it is needed, so that lessons which somebody is at work on can be told of in a sentence. */
async function load(): Promise<typeof import("./trace-command.ts") | undefined> {
  try {
    return await import("./trace-command.ts");
  } catch (error) {
    complain(`The lessons cannot be loaded as they are now: ${reasonIn(error)}\n`);
    return undefined;
  }
}

/** A compiler says first that it has failed, and then at which place. */
function reasonIn(error: unknown): string {
  const lines = String(error).split("\n");
  return lines.find((line) => line.includes("ERROR: ")) ?? lines[0] ?? "";
}

const command = await load();
const answer = command?.answerTraceCommand(process.argv.slice(2), paintFor(process.stdout, process.env));
complain(answer?.stderr ?? "");
safeWriter(process.stdout, process.env)(answer?.stdout ?? "");
process.exitCode = answer?.status ?? 1;
