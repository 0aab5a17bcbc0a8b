import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  findOnPath,
  isExecutableFile,
  type ProcessLimits,
  type ProcessOutcome,
  runProcess,
} from "./process.ts";

/** The one program behind the two gates. */
export const PROGRAM = "main.py";

export type ProgramLimits = ProcessLimits;

export const programLimits: Readonly<ProgramLimits> = { timeLimitMs: 10_000, outputBytes: 4_000 };

/** A program larger than this many bytes is not read. */
const PROGRAM_BYTES = 1_000_000;

/** How a run ended. Only `exited` with `exit_code` 0 is success. */
export type ProgramOutcome =
  | Exclude<ProcessOutcome, { status: "not-started" }>
  | { status: "missing-python"; message: string }
  | { status: "missing-file"; message: string };

export type StartedProgram = { status: "refused"; reason: string; message: string } | ProgramOutcome;

export type ProgramRun = {
  /** The folder with `main.py`; the program's working folder. */
  workspace: string;
  /** A folder outside the workspace, not there yet. The bytes that run are kept in it. */
  runFolder: string;
  /** Called with the fingerprint of the very bytes that will run, when the process is about to start. */
  claim: (fingerprint: string) => Promise<{ reason: string; message: string } | undefined>;
  /** The environment in which `PYTHON` and `PATH` are looked up. Only PATH is passed on. */
  environment?: NodeJS.ProcessEnv;
  limits?: ProgramLimits;
  /** Kills the run's process group when it is aborted. */
  signal?: AbortSignal;
};

/** A short SHA-256: the first 16 hexadecimal digits. */
export function fingerprintOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** The fingerprint of `main.py` as it is now; undefined when it is missing, no regular file, or too large. */
export function fingerprintProgram(workspace: string): string | undefined {
  const bytes = readProgram(workspace);
  return bytes && fingerprintOf(bytes);
}

/**
 * Runs `python3 main.py`, once, behind the claim.
 *
 * Order: `main.py` is read once, as a regular file (`missing-file`); the interpreter is found (`missing-python`); the
 * claim for exactly these bytes (`refused`); then exactly these bytes, kept in `runFolder`, are run. No shell, stdin
 * closed, an environment of PATH and LANG only, an own process group. The time limit kills the group; so does the end
 * of the program, so that nothing it started goes on. stdout and stderr are each kept to a limit (`cut`) and drained
 * beyond it. The six outcomes are apart; only `exited` with 0 is success.
 *
 * Source: the s16 practice; the limits answer rows R01 to R06 of the casebook.
 */
export async function runProgram(run: ProgramRun): Promise<StartedProgram> {
  const { workspace, runFolder, claim, environment = process.env, limits = programLimits } = run;
  const bytes = readProgram(workspace);
  if (!bytes) return missingFile(workspace);
  const python = findPython(environment);
  if (python === undefined) return { status: "missing-python", message: pythonAdvice(environment) };

  const refused = await claim(fingerprintOf(bytes));
  if (refused) return { status: "refused", ...refused };

  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  const program = join(runFolder, PROGRAM);
  writeFileSync(program, bytes, { flag: "wx", mode: 0o400 });
  const outcome = await runProcess(python, [relative(workspace, program)], {
    directory: workspace,
    environment,
    limits,
    signal: run.signal,
  });
  return outcome.status === "not-started" ? { status: "missing-python", message: outcome.message } : outcome;
}

/** The path of the interpreter: `PYTHON` when it is set, else `python3` on PATH. Undefined when there is none. */
export function findPython(environment: NodeJS.ProcessEnv): string | undefined {
  if (!environment.PYTHON) return findOnPath("python3", environment);
  return isExecutableFile(environment.PYTHON) ? environment.PYTHON : undefined;
}

/** Says how to get an interpreter when there is none, for a check before a session begins. */
export function missingPython(environment: NodeJS.ProcessEnv): string | undefined {
  return findPython(environment) === undefined ? pythonAdvice(environment) : undefined;
}

function pythonAdvice({ PYTHON }: NodeJS.ProcessEnv): string {
  return PYTHON
    ? `PYTHON names ${PYTHON}, which is no program that can be run. Set it to a Python 3 interpreter.`
    : "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: " +
        "PYTHON=/path/to/python3.";
}

/** One read of a regular file, never through a link, never waiting on a pipe. */
function readProgram(workspace: string): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(
      join(workspace, PROGRAM),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= PROGRAM_BYTES ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

function missingFile(workspace: string): ProgramOutcome {
  const message = `There is no ${PROGRAM} in ${workspace} that could be run: it is missing, a link, or too large.`;
  return { status: "missing-file", message };
}
