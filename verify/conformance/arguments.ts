import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { quoted } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { parseCommandLine, UsageError } from "../../user_code/command-line.ts";
import { nearestName } from "../../user_code/near-name.ts";
import type { Check } from "./checks/check.ts";

export const USAGE = `Usage: npm run conformance -- [options] COMMAND...        as in: npm run conformance -- python3 my_port.py
       npm run conformance -- [options] ./MODULE.ts

Asks an implementation of the protocol the same as the lessons and holds its answers against theirs. COMMAND speaks
JSON lines on stdin and stdout; a MODULE exports a function "answer". How: verify/conformance/README.md.

  --only NAME[,NAME]         only these: a check (attack/forged-yes), a kind (scenario, guard, attack, casebook,
                             random) or a guard (saved-reply)
  --list                     show the checks and end
  --expected-failures FILE   known differences, one name a line; one of them that does not fail any more is a failure
  --timeout SECONDS          how long one answer may take (5)
  --runs N, --seed N         how many random sequences (200), and where chance begins (1)
  --json                     a line of JSON a check; the last line is the result
  --junit FILE               write a report that CI servers read
  --schema                   print the wire as a JSON Schema and end
  --help                     show this text

On GitHub each failure is also an annotation at the place of the check.
Exit status: 0 all as expected; 1 something differs; 2 a wrong command line, or an implementation that does not start,
does not keep to the wire, does not answer in time or ends.
`;

export const RANDOM = "random";

export type Arguments = {
  mode: "check" | "list" | "help" | "schema";
  command: readonly string[];
  /** A module to put on the wire, in place of a command. */
  module: string | undefined;
  only: readonly string[];
  expectedFailures: string | undefined;
  timeoutMs: number;
  runs: number;
  seed: number;
  json: boolean;
  junit: string | undefined;
};

const WITH_VALUE = ["only", "expected-failures", "timeout", "runs", "seed", "junit"];

/** Reads the command line; files are looked for from `cwd`. Throws `UsageError` for all that is not in `USAGE`. */
export function parseArguments(argv: readonly string[], checks: readonly Check[], cwd: string): Arguments {
  const [options, command] = splitCommand(argv);
  const values = parseCommandLine(options, {
    only: { type: "string" },
    list: { type: "boolean", default: false },
    "expected-failures": { type: "string" },
    timeout: { type: "string", default: "5" },
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    junit: { type: "string" },
    schema: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  const mode = values.help ? "help" : values.schema ? "schema" : values.list ? "list" : "check";
  if (mode === "check" && command.length === 0)
    throw new UsageError(
      "Name the implementation, as in: npm run conformance -- python3 my_port.py. See --help for the options.",
    );
  const [first = ""] = command;
  const isModule = command.length === 1 && /\.[cm]?[jt]s$/.test(first);
  if (isModule && !existsSync(resolve(cwd, first)))
    throw new UsageError(`There is no file ${resolve(cwd, first)}.`);
  const named = (file: string | undefined): string | undefined =>
    file === undefined ? file : resolve(cwd, file);
  return {
    mode,
    command,
    module: isModule ? resolve(cwd, first) : undefined,
    only: parseOnly(values.only, checks),
    expectedFailures: named(values["expected-failures"]),
    timeoutMs: numberOf("--timeout", values.timeout, 0.01, 3_600) * 1_000,
    runs: Math.trunc(numberOf("--runs", values.runs, 1, 1_000_000)),
    seed: Math.trunc(numberOf("--seed", values.seed, -(2 ** 31), 2 ** 31 - 1)),
    json: values.json,
    junit: named(values.junit),
  };
}

/** Options come first; from the first other word on it is the command, with options of its own. */
function splitCommand(argv: readonly string[]): [string[], string[]] {
  let index = 0;
  while (index < argv.length) {
    const word = argv[index] ?? "";
    if (word === "--") return [argv.slice(0, index), argv.slice(index + 1)];
    if (!word.startsWith("-")) break;
    index += WITH_VALUE.includes(word.slice(2)) ? 2 : 1;
  }
  return [argv.slice(0, index), argv.slice(index)];
}

export function parseOnly(text: string | undefined, checks: readonly Check[]): string[] {
  if (text === undefined) return [];
  const names = checks.map(({ name }) => name);
  const kinds = [...new Set(names.map(kindOf))];
  const guards = [...new Set(checks.flatMap((check) => check.guards))];
  return text
    .split(",")
    .map((name) =>
      requireKnown("check, kind or guard", name.trim(), [...kinds, RANDOM, ...guards, ...names]),
    );
}

/** The checks that a file names, one a line, `#` for remarks. Throws `UsageError` for what is none. */
export function parseExpectedFailures(text: string, checks: readonly Check[]): Set<string> {
  const names = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  const known = [...checks.map(({ name }) => name), RANDOM];
  return new Set(names.filter((name) => name !== "").map((name) => requireKnown("check", name, known)));
}

/** A name, also without its kind. There are too many for a sentence: `--list` shows them. */
function requireKnown(what: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  const own = names.find((known) => known.endsWith(`/${name}`));
  if (own !== undefined) return own;
  const nearest = nearestName(name, names);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new UsageError(`There is no ${what} ${quoted(name)}.${meant} --list shows all there are.`);
}

export function kindOf(name: string): string {
  return name.split("/")[0] ?? name;
}

export function isChosen(only: readonly string[], name: string, guards: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some((one) => one === name || one === kindOf(name) || guards.includes(one));
}

function numberOf(option: string, text: string, least: number, most: number): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (number >= least && number <= most) return number;
  throw new UsageError(`${option} takes a number of ${least} to ${most}, not ${JSON.stringify(text)}.`);
}
