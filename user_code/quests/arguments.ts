import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseCommandLine, UsageError } from "../command-line.ts";
import { requireName } from "../near-name.ts";

export const USAGE = `Usage: npm run quest                          build the protocol, guard by guard
       npm run quest -- check [options]       which guards stand, without asking anything

The first start makes user_code/my-protocol: the real functions without their guards. A folder of yours is never
written over.

  --again        make a fresh one beside those that are there, and go on with it
  --dir DIR      your protocol is in DIR
  --junit FILE   check: write a report that CI servers read
  --help         show this text

Keys: n next, h hint, s show ours, r run again, q quit. Your file is watched: each save runs the guard's checks.
Exit status: 0 ended, or all guards stand; 1 check: one is missing, or a fault; 2 a wrong command line, or code that
does not start.
`;

export type QuestArguments = {
  mode: "play" | "check" | "help";
  again: boolean;
  folder: string | undefined;
  junit: string | undefined;
};

/** Reads the command line; files are looked for from `cwd`. Throws `UsageError` for all that is not in `USAGE`. */
export function parseQuestArguments(argv: readonly string[], cwd: string): QuestArguments {
  const [first, ...rest] = argv;
  const isNamed = first !== undefined && !first.startsWith("-");
  if (isNamed) requireName("command", first, ["check"]);
  const values = parseCommandLine(isNamed ? rest : argv, {
    again: { type: "boolean", default: false },
    dir: { type: "string" },
    junit: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  });
  const mode = values.help ? "help" : isNamed ? "check" : "play";
  if (values.junit !== undefined && mode === "play")
    throw new UsageError("--junit belongs to check: npm run quest -- check --junit FILE.");
  if (values.again && (mode === "check" || values.dir !== undefined))
    throw new UsageError("--again makes a new folder: use it alone.");
  const folder = values.dir === undefined ? undefined : resolve(cwd, values.dir);
  if (folder !== undefined && !existsSync(resolve(folder, "port.ts")))
    throw new UsageError(`There is no protocol of yours in ${folder} (it has no port.ts).`);
  return {
    mode,
    again: values.again,
    folder,
    junit: values.junit === undefined ? undefined : resolve(cwd, values.junit),
  };
}
