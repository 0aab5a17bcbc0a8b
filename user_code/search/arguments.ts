import { parseGuards } from "../attack/arguments.ts";
import { parseCommandLine, UsageError } from "../command-line.ts";

/** All hands together: how many moves the whole model goes. */
export const DEPTH = 6;
const DEEPEST = 8;

export const USAGE = `Usage: npm run search -- [options]

Looks at every state that a lead, two teammates, a host and a hand from outside can bring about within a bound, and
holds every step against every rule.

  --without GUARD[,GUARD]   looks for the shortest attack on the code without these guards
  --depth N                 how many moves all hands together make, 1 to ${DEEPEST}  (default: ${DEPTH})
  --help                    show this text

Ctrl-C prints what was seen so far.
Exit status: 0 looked at (a broken rule without a guard is a result), 1 a rule is broken with all guards in, or a fault,
2 a wrong command line.
`;

export type SearchArguments = { without: readonly string[]; depth: number; help: boolean };

/** Reads the command line. Throws `UsageError` for everything that is not in `USAGE`. */
export function parseSearchArguments(argv: readonly string[]): SearchArguments {
  const values = parseCommandLine(argv, {
    without: { type: "string" },
    depth: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  });
  return { without: parseGuards(values.without), depth: parseDepth(values.depth), help: values.help };
}

/** Each move more multiplies the states by ten, so does the time: the sentence says how long it would take. */
function parseDepth(text: string | undefined): number {
  if (text === undefined) return DEPTH;
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1)
    throw new UsageError(`--depth takes a number from 1 to ${DEEPEST}.`);
  const depth = Number(text);
  if (depth <= DEEPEST) return depth;
  const hours = 10 ** (depth - DEEPEST) * HOURS_OF_DEEPEST;
  throw new UsageError(
    `--depth ${depth} would take about ${hours.toLocaleString("en")} hours: each move more takes ten times as long. Take 1 to ${DEEPEST}.`,
  );
}

const HOURS_OF_DEEPEST = 6;
