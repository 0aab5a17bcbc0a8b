import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export type ProcessLimits = {
  /** Milliseconds until the whole process group is killed. */
  timeLimitMs: number;
  /** Bytes kept of stdout, and as many of stderr. */
  outputBytes: number;
};

export type KeptOutput = { text: string; cut: boolean };

/** How a process ended. Only `exited` with `exit_code` 0 is success; `not-started` ran nothing. */
export type ProcessOutcome =
  | { status: "exited"; exit_code: number; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "killed"; signal: string; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "timeout"; time_limit_ms: number; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "cancelled"; stdout: KeptOutput; stderr: KeptOutput }
  | { status: "not-started"; message: string };

export type ProcessOptions = {
  /** The process's working folder. */
  directory: string;
  /** Only PATH is passed on from it. */
  environment: NodeJS.ProcessEnv;
  limits: ProcessLimits;
  /** Kills the process group when it is aborted. */
  signal: AbortSignal | undefined;
};

/** After the process has ended, how long one that left its group may keep the pipes open. */
const PIPE_GRACE_MS = 200;

/**
 * Runs one process to its end: the one place that starts a process.
 *
 * No shell of its own, stdin closed, an environment of PATH and LANG only, an own process group. The time limit kills
 * the group; so does the end of the process, so that nothing it started goes on. stdout and stderr are each kept to a
 * limit (`cut`) and drained beyond it. Never throws: every ending is an outcome.
 */
export async function runProcess(
  file: string,
  parameters: readonly string[],
  options: ProcessOptions,
): Promise<ProcessOutcome> {
  try {
    const child = spawn(file, parameters, {
      cwd: options.directory,
      env: { PATH: options.environment.PATH ?? "", LANG: "C.UTF-8" },
      detached: true,
      shell: false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return await endOf(child, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: "not-started", message: `${file} could not be started: ${reason}` };
  }
}

/** Waits for the process to end, or ends it. Rejects when it could not be started. */
function endOf(child: ChildProcess, { limits, signal }: ProcessOptions): Promise<ProcessOutcome> {
  const stdout = keepOutput(child.stdout, limits.outputBytes);
  const stderr = keepOutput(child.stderr, limits.outputBytes);

  return new Promise((resolve, reject) => {
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
      reject(error);
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

/** The path of the first file of this name on PATH that can be run. Undefined when there is none. */
export function findOnPath(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutableFile);
}

export function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Keeps the first `limit` bytes and drains the rest. A character that the limit cuts in two is left out. */
function keepOutput(stream: NodeJS.ReadableStream | null | undefined, limit: number): () => KeptOutput {
  const kept: Buffer[] = [];
  let size = 0;
  let cut = false;
  stream?.on("data", (chunk: Buffer) => {
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
