import "./node-version.mjs";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { runSearch } from "./search/command.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { hanging, safeWriter } from "./terminal.ts";

const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    return await runSearch(argv);
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

process.exitCode = await main(process.argv.slice(2));
