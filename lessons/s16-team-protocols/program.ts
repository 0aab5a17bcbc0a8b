import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join, relative } from "node:path";

/** The one program behind the two gates. */
export const PROGRAM = "main.py";

export type ProgramLimits = {
  /** Milliseconds until the whole process group is killed. */
  timeLimitMs: number;
  /** Bytes kept of stdout, and as many of stderr. */
  outputBytes: number;
};

export const programLimits: Readonly<ProgramLimits> = { timeLimitMs: 10_000, outputBytes: 4_000 };

/** A program larger than this many bytes is not read. */
const PROGRAM_BYTES = 1_000_000;

/** After the program has ended, how long a process that left its group may keep the pipes open. */
const PIPE_GRACE_MS = 200;

export type KeptOutput = { text: string; cut: boolean };

/** How a run ended. Only `exited` with `exit_code` 0 is success. */
export type ProgramOutcome =
  | { status: "exited"; exit_code: number; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "killed"; signal: string; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "timeout"; time_limit_ms: number; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "cancelled"; stdout: KeptOutput; stderr: KeptOutput }
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
  if (python === undefined) return { status: "missing-python", message: MISSING_PYTHON };

  const refused = await claim(fingerprintOf(bytes));
  if (refused) return { status: "refused", ...refused };

  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  const program = join(runFolder, PROGRAM);
  writeFileSync(program, bytes, { flag: "wx", mode: 0o400 });
  return startProcess(python, relative(workspace, program), {
    workspace,
    environment,
    limits,
    signal: run.signal,
  });
}

const MISSING_PYTHON =
  "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: " +
  "PYTHON=/path/to/python3.";

/** The path of the interpreter: `PYTHON` when it is set, else `python3` on PATH. Undefined when there is none. */
export function findPython(environment: NodeJS.ProcessEnv): string | undefined {
  const candidates = environment.PYTHON
    ? [environment.PYTHON]
    : (environment.PATH ?? "")
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, "python3"));
  return candidates.find(isExecutableFile);
}

/** Says how to get an interpreter when there is none, for a check before a session begins. */
export function missingPython(environment: NodeJS.ProcessEnv): string | undefined {
  if (findPython(environment) !== undefined) return undefined;
  return environment.PYTHON
    ? `PYTHON names ${environment.PYTHON}, which is no program that can be run. Set it to a Python 3 interpreter.`
    : MISSING_PYTHON;
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
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

type ProcessOptions = {
  workspace: string;
  environment: NodeJS.ProcessEnv;
  limits: ProgramLimits;
  signal: AbortSignal | undefined;
};

function startProcess(
  python: string,
  program: string,
  { workspace, environment, limits, signal }: ProcessOptions,
): Promise<ProgramOutcome> {
  const child = spawn(python, [program], {
    cwd: workspace,
    env: { PATH: environment.PATH ?? "", LANG: "C.UTF-8" },
    detached: true,
    shell: false,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stdout = keepOutput(child.stdout, limits.outputBytes);
  const stderr = keepOutput(child.stderr, limits.outputBytes);

  return new Promise((resolve) => {
    let ending: "timeout" | "cancelled" | undefined;
    const end = (reason: "timeout" | "cancelled"): void => {
      ending ??= reason;
      killGroup(child);
    };
    const timer = setTimeout(() => end("timeout"), limits.timeLimitMs);
    const cancel = (): void => end("cancelled");
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    const stopWatching = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    };

    child.once("error", (error) => {
      stopWatching();
      resolve({ status: "missing-python", message: `${python} could not be started: ${error.message}` });
    });
    child.once("exit", (exitCode, killedBy) => {
      stopWatching();
      killGroup(child);
      const finish = (): void => {
        clearTimeout(grace);
        const output = { stdout: stdout(), stderr: stderr() };
        if (ending === "timeout")
          resolve({ status: "timeout", time_limit_ms: limits.timeLimitMs, ...output });
        else if (ending === "cancelled") resolve({ status: "cancelled", ...output });
        else if (killedBy !== null) resolve({ status: "killed", signal: killedBy, ...output });
        else resolve({ status: "exited", exit_code: exitCode ?? -1, ...output });
      };
      child.once("close", finish);
      const grace = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, PIPE_GRACE_MS);
    });
  });
}

/** Keeps the first `limit` bytes and drains the rest. A character that the limit cuts in two is left out. */
function keepOutput(stream: NodeJS.ReadableStream, limit: number): () => KeptOutput {
  const kept: Buffer[] = [];
  let size = 0;
  let cut = false;
  stream.on("data", (chunk: Buffer) => {
    const room = limit - size;
    if (chunk.length > room) cut = true;
    if (room <= 0) return;
    kept.push(chunk.subarray(0, room));
    size += Math.min(room, chunk.length);
  });
  return () => ({ text: new TextDecoder().decode(Buffer.concat(kept), { stream: cut }), cut });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // ESRCH: every process of the group has ended.
  }
}
