import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseCommandLine, UsageError } from "../command-line.ts";
import { requireName } from "../near-name.ts";
import { PRACTICE_OPTIONS, parsePracticeArguments } from "../practice/arguments.ts";

export const USAGE = `Usage: npm run quest                          build the protocol, guard by guard
       npm run quest -- check [options]       which guards stand, without asking anything
       npm run quest -- practice [options]    the practice with your protocol in place of the lesson's

The first start makes user_code/my-protocol: the real functions without their guards. A folder of yours is never
written over.

  --again        make a fresh one beside those that are there, and go on with it
  --dir DIR      your protocol is in DIR
  --junit FILE   check: write a report that CI servers read
  --help         show this text

practice plays for real: a session folder, letters on disk, the real main.py. It takes the options of npm run practice
(--plan, --decision, --dir or --store with --session for the session, --resume, --step, --json ...), and

  --protocol DIR your protocol is in DIR

The lessons stay as they are: it plays on a copy. Its exit status is that of the practice.

Keys: n next, h hint, s show ours, r run again, q quit. Your file is watched: each save runs the guard's checks.
Exit status: 0 ended, or all guards stand; 1 check: one is missing, or a fault; 2 a wrong command line, or code that
does not start.
`;

export type QuestArguments =
  | { mode: "help" }
  | { mode: "play" | "check"; again: boolean; folder: string | undefined; junit: string | undefined }
  | { mode: "practice"; folder: string | undefined; options: readonly string[] };

/** Reads the command line; files are looked for from `cwd`. Throws `UsageError` for all that is not in `USAGE`. */
export function parseQuestArguments(
  argv: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = process.env,
): QuestArguments {
  const [first, ...rest] = argv;
  const isNamed = first !== undefined && !first.startsWith("-");
  if (isNamed) requireName("command", first, ["check", "practice"]);
  if (first === "practice") return parsePractice(rest, cwd, environment);
  const values = parseCommandLine(isNamed ? rest : argv, {
    again: { type: "boolean", default: false },
    dir: { type: "string" },
    junit: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.help) return { mode: "help" };
  const mode = isNamed ? "check" : "play";
  if (values.junit !== undefined && mode === "play")
    throw new UsageError("--junit belongs to check: npm run quest -- check --junit FILE.");
  if (values.again && (mode === "check" || values.dir !== undefined))
    throw new UsageError("--again makes a new folder: use it alone.");
  return {
    mode,
    again: values.again,
    folder: protocolIn(values.dir, cwd),
    junit: values.junit === undefined ? undefined : resolve(cwd, values.junit),
  };
}

/** The options of the practice are its own: it reads them once more. Here is seen that it will take them. */
function parsePractice(argv: readonly string[], cwd: string, environment: NodeJS.ProcessEnv): QuestArguments {
  const { protocol, help, ...values } = parseCommandLine(argv, {
    ...PRACTICE_OPTIONS,
    protocol: { type: "string" },
  });
  if (help) return { mode: "help" };
  const options = Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" ? [`--${name}=${value}`] : value ? [`--${name}`] : [],
  );
  parsePracticeArguments(options, environment);
  return { mode: "practice", folder: protocolIn(protocol, cwd), options };
}

/** The folder that was named, if one was. */
function protocolIn(named: string | undefined, cwd: string): string | undefined {
  const folder = named === undefined ? undefined : resolve(cwd, named);
  if (folder !== undefined && !existsSync(resolve(folder, "port.ts")))
    throw new UsageError(`There is no protocol of yours in ${folder} (it has no port.ts).`);
  return folder;
}
