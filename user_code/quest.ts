import "./node-version.mjs";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { quest } from "./quests/command.ts";
import { Interrupted } from "./signals.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { hanging, safeWriter } from "./terminal.ts";

const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    return await quest(argv);
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode;
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

process.exitCode = await main(process.argv.slice(2));
