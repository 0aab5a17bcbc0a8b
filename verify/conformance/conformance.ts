import "../../user_code/node-version.mjs";
import { exitCodeFor, sentenceFor } from "../../user_code/fault.ts";
import { Interrupted } from "../../user_code/signals.ts";
import { endWithStandardOutput } from "../../user_code/standard-output.ts";
import { hanging, safeWriter } from "../../user_code/terminal.ts";
import { conformance } from "./command.ts";
import { PortFault } from "./port-process.ts";

const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    return await conformance(argv);
  } catch (error) {
    // A port that does not answer is not waited for any more.
    if (error instanceof Interrupted) process.exit(error.exitCode);
    if (error instanceof PortFault) {
      complain(`${error.message}\n`);
      return 2;
    }
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

process.exitCode = await main(process.argv.slice(2));
