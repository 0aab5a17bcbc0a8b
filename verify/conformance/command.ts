import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault } from "../../user_code/fault.ts";
import { listenForSignals } from "../../user_code/signals.ts";
import { paintFor, safeLine, safeWriter } from "../../user_code/terminal.ts";
import {
  type Arguments,
  isChosen,
  parseArguments,
  parseExpectedFailures,
  RANDOM,
  USAGE,
} from "./arguments.ts";
import { allChecks } from "./checks/all-checks.ts";
import type { Check } from "./checks/check.ts";
import { type Port, PortFault, startPort } from "./port-process.ts";
import { type Finding, failureOf, isBad, partsOf, type Status, textOf } from "./report/finding.ts";
import { annotationOf, annotationOfFault, junitOf } from "./report/reports.ts";
import { type Deviation, runCheck } from "./run-checks.ts";
import { serveCommand } from "./serve-command.ts";
import { wireSchema } from "./wire.ts";

const write = safeWriter(process.stdout, process.env);
const paint = paintFor(process.stdout, process.env);

/** How much of one value is shown to people. */
const LINE = 400;

/** What the random sequences are about; what they find has no guard of its own. */
const randomCheck: Pick<Check, "name" | "guards" | "rule" | "why" | "at"> = {
  name: RANDOM,
  guards: [],
  rule: "Whatever is asked, and in whatever order, answers and state are those of the lessons.",
  why: "Most faults of real systems were in an order of steps that nobody had thought of.",
  at: { file: join(import.meta.dirname, "checks/random.ts"), find: "export async function runRandom" },
};

/**
 * `npm run conformance`. Returns the exit status: 0 all as expected, 1 something differs. Throws `UsageError`,
 * `PortFault` for an implementation that cannot be checked, and `Interrupted`.
 */
export async function conformance(argv: readonly string[]): Promise<number> {
  const checks = allChecks();
  const cwd =
    process.env.npm_lifecycle_event === "conformance"
      ? (process.env.INIT_CWD ?? process.cwd())
      : process.cwd();
  const options = parseArguments(argv, checks, cwd);
  if (options.mode === "help") write(USAGE);
  else if (options.mode === "schema") write(`${JSON.stringify(wireSchema(), null, 2)}\n`);
  else if (options.mode === "list") list(checks, options);
  else return checkPort(checks, options, cwd);
  return 0;
}

function list(checks: readonly Check[], { only, json }: Arguments): void {
  for (const { name, guards, rule } of [...checks, randomCheck].filter((check) =>
    isChosen(only, check.name, check.guards),
  )) {
    if (json) write(`${JSON.stringify({ event: "check", name, guards, rule })}\n`);
    else write(`${name.padEnd(36)} ${rule}\n`);
  }
}

async function checkPort(checks: readonly Check[], options: Arguments, cwd: string): Promise<number> {
  const file = options.expectedFailures;
  const expected = parseExpectedFailures(file === undefined ? "" : readText(file), checks);
  const signals = listenForSignals();
  const { module, command, timeoutMs, junit, json } = options;
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
    tell(finding, options);
  };
  let port: Port | undefined;
  let fault: string | undefined;
  try {
    const started = startPort({ command: module ? serveCommand(module) : command, cwd, timeoutMs });
    port = await Promise.race([signals.interrupted, started]);
    if (!json) write(`${paint("bold", safeLine(port.name))}, held against the lessons\n\n`);
    await Promise.race([signals.interrupted, runAll(checks, port, options, expected, report)]);
  } catch (error) {
    if (error instanceof PortFault) {
      fault = error.message;
      annotate(annotationOfFault(fault));
    }
    throw error;
  } finally {
    signals.close();
    await port?.close();
    if (junit) writeReport(junit, junitOf(findings, port?.name ?? command.join(" "), fault));
  }
  return summary(findings, options);
}

/** On GitHub a line that becomes an annotation. On stderr, so that it does not stand between lines of JSON. */
function annotate(line: string): void {
  if (process.env.GITHUB_ACTIONS === "true") process.stderr.write(`${safeLine(line)}\n`);
}

async function runAll(
  checks: readonly Check[],
  port: Port,
  options: Arguments,
  expected: ReadonlySet<string>,
  report: (finding: Finding) => void,
): Promise<void> {
  const { only } = options;
  const finish = (check: typeof randomCheck, deviation: Deviation | undefined, begin: number): void => {
    const { name, guards, at } = check;
    const seconds = (performance.now() - begin) / 1_000;
    const failure = deviation ? failureOf(check, deviation, again(name, options)) : null;
    report({ name, guards, at, seconds, failure, status: statusOf(failure !== null, expected.has(name)) });
  };
  for (const check of checks) {
    if (!isChosen(only, check.name, check.guards)) continue;
    const begin = performance.now();
    finish(check, await runCheck(check, port), begin);
  }
  if (!isChosen(only, RANDOM, [])) return;
  const begin = performance.now();
  const { runRandom } = await import("./checks/random.ts");
  const { deviation, operations } = await runRandom(port, options);
  finish(randomCheck, deviation, begin);
  if (!options.json && !deviation)
    write(
      `${paint("dim", `  ${operations} random operations in ${options.runs} sequences, seed ${options.seed}`)}\n`,
    );
}

function statusOf(hasFailed: boolean, isExpected: boolean): Status {
  if (hasFailed) return isExpected ? "expected-failure" : "failed";
  return isExpected ? "stale" : "passed";
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Fault(
      `The file of expected failures cannot be read (${error instanceof Error ? error.message : error}).`,
    );
  }
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Fault(`The report cannot be written (${error instanceof Error ? error.message : error}).`);
  }
}

function again(name: string, { command, runs, seed }: Arguments): string {
  const random = name === RANDOM ? ` --runs ${runs} --seed ${seed}` : "";
  return `npm run conformance -- --only ${name}${random} ${command.map(shellWord).join(" ")}`;
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function tell(finding: Finding, { json }: Arguments): void {
  const { name, guards, status, failure, seconds } = finding;
  if (json) {
    write(
      `${JSON.stringify({ event: "check", name, guards, status, seconds: Number(seconds.toFixed(3)), failure })}\n`,
    );
  } else if (isBad(finding)) {
    write(`${paint("red", status === "stale" ? "STALE" : "FAILED")}  ${paint("bold", name)}\n`);
    if (failure) for (const [title, text] of partsOf(failure)) write(drawPart(title, text));
    else write(`  ${textOf(finding)}\n`);
    write("\n");
  }
  if (isBad(finding)) annotate(annotationOf(finding, process.env.GITHUB_WORKSPACE ?? resolve(".")));
}

/**
 * Every line of a value is indented, so that none of them can begin a line of the output. A long one is not shown whole:
 * the reports for programs hold all of it.
 */
function drawPart(title: string, text: string): string {
  return text
    .split("\n")
    .map((line, index) => `  ${paint("dim", (index === 0 ? title : "").padEnd(9))} ${shortened(line)}\n`)
    .join("");
}

function shortened(line: string): string {
  const characters = [...line];
  if (characters.length <= LINE) return line;
  return `${characters.slice(0, LINE).join("")}... (${characters.length} characters)`;
}

function summary(findings: readonly Finding[], { json }: Arguments): number {
  const count = (wanted: Status): number => findings.filter(({ status }) => status === wanted).length;
  const counts = {
    passed: count("passed"),
    failed: count("failed"),
    expected_failures: count("expected-failure"),
    stale: count("stale"),
  };
  const isGood = counts.failed + counts.stale === 0;
  if (json) write(`${JSON.stringify({ event: "result", ...counts })}\n`);
  else {
    const kinds = Object.entries(counts)
      .filter(([name, number]) => name === "passed" || number > 0)
      .map(([name, number]) => `${number} ${name.replace("_", " ")}`);
    write(
      `${paint(isGood ? "green" : "red", `${findings.length} ${findings.length === 1 ? "check" : "checks"}: ${kinds.join(", ")}.`)}\n`,
    );
  }
  return isGood ? 0 : 1;
}
