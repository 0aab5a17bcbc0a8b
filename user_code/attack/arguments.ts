import { guards } from "../../lessons/x2-break-it/guards.ts";
import { parseCommandLine, UsageError } from "../command-line.ts";
import { requireName } from "../near-name.ts";

export const USAGE = `Usage: npm run attack -- [NAME] [options]

Plays an attack on the gates for real: a session folder, letters on disk, the real main.py. Without NAME, lists them.

  --without GUARD[,GUARD]   plays it against the code without that guard as well, in a process of its own,
                            and shows both side by side from the step where they part
  --step                    wait after every step: Enter goes on, q quits
  --json                    one step a line, as JSON; the last line is the result
  --help                    show this text

Your own files are never changed: each play has a temporary folder, and the code without a guard is a copy.
Exit status: 0 played to its end (a held attack and one that got through are results), 1 a fault, 2 a wrong command line.
`;

export type AttackArguments = {
  name: string | undefined;
  without: readonly string[];
  step: boolean;
  json: boolean;
  help: boolean;
};

/** Reads the command line. Throws `UsageError` for everything that is not in `USAGE`. */
export function parseAttackArguments(argv: readonly string[], names: readonly string[]): AttackArguments {
  const [first, ...rest] = argv;
  const isNamed = first !== undefined && !first.startsWith("-");
  const values = parseCommandLine(isNamed ? rest : argv, {
    without: { type: "string" },
    step: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.help) return { name: undefined, without: [], step: false, json: false, help: true };
  if (values.step && values.json)
    throw new UsageError("--step waits for keys and --json is for programs: use one.");
  const name = isNamed ? requireName("attack", first, names) : undefined;
  const without = parseGuards(values.without);
  if (name === undefined && (without.length > 0 || values.step))
    throw new UsageError("Name the attack first, as in: npm run attack -- forged-yes.");
  return { name, without, step: values.step, json: values.json, help: false };
}

/** The guards of `--without`, each of which is there. */
export function parseGuards(text: string | undefined): string[] {
  if (text === undefined) return [];
  const ids = text.split(",").map((id) =>
    requireName(
      "guard",
      id.trim(),
      guards.map((guard) => guard.id),
    ),
  );
  return [...new Set(ids)];
}
