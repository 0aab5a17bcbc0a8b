#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'
import "./node-version.mjs";
import "./compile-cache.ts";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { hanging, safeWriter } from "./terminal.ts";

const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    const { runSearch } = await import("./search/command.ts");
    return await runSearch(argv);
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

process.exitCode = await main(process.argv.slice(2));
