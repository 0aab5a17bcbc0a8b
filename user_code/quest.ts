#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'
import "./node-version.mjs";
import "./compile-cache.ts";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { Interrupted } from "./signals.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { hanging, safeWriter } from "./terminal.ts";

const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    const { quest } = await import("./quests/command.ts");
    return await quest(argv);
  } catch (error) {
    if (error instanceof Interrupted) return error.exitCode;
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

process.exitCode = await main(process.argv.slice(2));
