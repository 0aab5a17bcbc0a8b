import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Duplex } from "node:stream";
import {
  type Containment,
  type Interpreter,
  MONITOR,
  programEnvironment,
  readContainment,
} from "./interpreter.ts";
import type { OpenFolder } from "./open-folder.ts";

export type ProcessLimits = {
  /** Milliseconds until the process and all that it has started are ended. */
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
  | NotStarted;

export type NotStarted = { status: "not-started"; reason: string; message: string };

export type ProcessOrder = {
  /** Absolute path of what is started, and its parameters. */
  command: readonly [file: string, ...parameters: string[]];
  /** The bytes of a program. They are handed over by descriptor, as the last parameter. */
  program?: Uint8Array;
  /** Runs the monitor. */
  interpreter: Interpreter;
  folder: OpenFolder;
  /** The session folder, if the folder is its `workspace`: hidden from the process where the machine allows it. */
  hide?: string;
  environment: NodeJS.ProcessEnv;
  limits: ProcessLimits;
  signal: AbortSignal | undefined;
};

export type PreparedProcess = {
  status: "ready";
  holds: Containment;
  /** Starts the process and waits for its end, or ends it. Never throws: every ending is an outcome. */
  start: () => Promise<ProcessOutcome>;
  /** Gives the preparation up. Nothing has been started. */
  abandon: () => Promise<void>;
};

/** How long the monitor may take to make ready, and to end what it holds after the time limit. */
const MONITOR_GRACE_MS = 10_000;

/** After the process has ended, how long one that nothing could hold may keep the pipes open. */
const PIPE_GRACE_MS = 200;

/**
 * Makes a process ready to start: the one place that starts a process.
 *
 * Between the harness and the process stands a monitor (`monitor.py`), which is ready when this resolves: everything
 * that can fail before a start has been done by then. No shell of its own, stdin closed, an environment of PATH and
 * LANG only. The process and all that it has started end with it, with the time limit, with the signal, and with the
 * harness, however that ends; the outcome comes when nothing is left (`interpreter.holds` says what that rests on).
 * stdout and stderr are each kept to a limit (`cut`) and drained beyond it.
 */
export async function prepareProcess(order: ProcessOrder): Promise<PreparedProcess | NotStarted> {
  const { interpreter, limits, signal } = order;
  let monitor: ChildProcess;
  try {
    monitor = spawn(interpreter.executable, ["-I", "-S", MONITOR, "run"], {
      cwd: "/",
      env: programEnvironment(order.environment),
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "pipe", order.folder.descriptor],
    });
  } catch (error) {
    return notStarted(order, errorCode(error));
  }
  const control = converse(monitor);
  const stdout = keepOutput(monitor.stdout, limits.outputBytes);
  const stderr = keepOutput(monitor.stderr, limits.outputBytes);
  const ended = endOf(monitor);

  const overdue = setTimeout(() => killGroup(monitor), MONITOR_GRACE_MS);
  control.send(orderBytes(order));
  const first = await control.line();
  clearTimeout(overdue);
  const holds = readContainment(first);
  if (!holds) {
    control.hangUp();
    const failure = await ended;
    const [, said] = /^not-started (\w+)$/.exec(first) ?? [];
    return notStarted(order, said ?? failure.code ?? (stderr().text.trim() || "unknown"));
  }
  if (order.hide !== undefined && interpreter.holds.hidden && !holds.hidden) {
    control.hangUp();
    await ended;
    return notStarted(order, "the session folder can no longer be hidden from it");
  }

  const start = async (): Promise<ProcessOutcome> => {
    const overrun = setTimeout(() => killGroup(monitor), limits.timeLimitMs + MONITOR_GRACE_MS);
    signal?.addEventListener("abort", control.hangUp, { once: true });
    if (signal?.aborted) control.hangUp();
    else control.send("go\n");
    const last = await control.line();
    const { killedBy } = await ended;
    clearTimeout(overrun);
    signal?.removeEventListener("abort", control.hangUp);
    const [, failure] = /^not-started (\w+)$/.exec(last) ?? [];
    if (failure !== undefined) return notStarted(order, failure);
    return { ...endingIn(last, { killedBy, signal, limits }), stdout: stdout(), stderr: stderr() };
  };
  const abandon = async (): Promise<void> => {
    control.hangUp();
    await ended;
  };
  return { status: "ready", holds, start, abandon };
}

type Ending =
  | { status: "exited"; exit_code: number }
  | { status: "killed"; signal: string }
  | { status: "timeout"; time_limit_ms: number }
  | { status: "cancelled" };

/** How the process ended. A monitor that is gone without a word was killed together with what it held. */
function endingIn(
  line: string,
  {
    killedBy,
    signal,
    limits,
  }: { killedBy: string | null; signal: AbortSignal | undefined; limits: ProcessLimits },
): Ending {
  const [status, value] = line.split(" ");
  if (status === "exited") return { status, exit_code: Number(value) };
  if (status === "killed") return { status, signal: signalName(Number(value)) };
  if (status === "timeout") return { status, time_limit_ms: limits.timeLimitMs };
  if (status === "cancelled" || signal?.aborted) return { status: "cancelled" };
  return { status: "killed", signal: killedBy ?? "SIGKILL" };
}

function signalName(number: number): string {
  const [name] = Object.entries(constants.signals).find(([, value]) => value === number) ?? [];
  return name ?? `SIG${number}`;
}

/** Prepares a process and starts it at once. */
export async function runProcess(order: ProcessOrder): Promise<ProcessOutcome> {
  const prepared = await prepareProcess(order);
  return prepared.status === "ready" ? prepared.start() : prepared;
}

/** Two lengths on a line, the fields of the order apart by a zero byte, and the program. */
function orderBytes({ command, program, hide, limits, interpreter }: ProcessOrder): Uint8Array {
  const fields = [interpreter.holds.by, String(limits.timeLimitMs), hide ?? "", ...command];
  const order = Buffer.from(fields.join("\0"));
  const lengths = Buffer.from(`${order.length} ${program?.length ?? 0}\n`);
  return Buffer.concat([lengths, order, program ?? new Uint8Array()]);
}

function notStarted({ command }: ProcessOrder, reason: string): NotStarted {
  return { status: "not-started", reason, message: `${command[0]} could not be started (${reason}).` };
}

type Conversation = {
  send: (data: string | Uint8Array) => void;
  /** The next line; empty when the other side has hung up. */
  line: () => Promise<string>;
  hangUp: () => void;
};

/** The socket to the monitor. Its end is how the monitor learns that the harness has cancelled, or is gone. */
function converse(monitor: ChildProcess): Conversation {
  const socket = monitor.stdio[3] as Duplex | null | undefined;
  let received = "";
  let isOver = false;
  let waiting: (() => void) | undefined;
  const news = (): void => waiting?.();
  const over = (): void => {
    isOver = true;
    news();
  };
  socket?.setEncoding("utf8");
  socket?.on("data", (text: string) => {
    received += text;
    news();
  });
  socket?.on("error", over);
  socket?.on("close", over);
  monitor.once("error", over);
  return {
    send: (data) => void socket?.write(data),
    line: async () => {
      while (!received.includes("\n") && !isOver) {
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
      const [line = "", ...rest] = received.split("\n");
      received = rest.join("\n");
      return line;
    },
    hangUp: () => void socket?.end(),
  };
}

type MonitorEnd = { killedBy: NodeJS.Signals | null; code: string | undefined };

/** Resolves when the monitor has ended and the pipes are read to their end, or cannot be waited for any longer. */
function endOf(monitor: ChildProcess): Promise<MonitorEnd> {
  return new Promise((resolve) => {
    monitor.once("error", (error) => resolve({ killedBy: null, code: errorCode(error) }));
    monitor.once("exit", (_, killedBy) => {
      const grace = setTimeout(() => {
        for (const stream of monitor.stdio) stream?.destroy();
      }, PIPE_GRACE_MS);
      monitor.once("close", () => {
        clearTimeout(grace);
        resolve({ killedBy, code: undefined });
      });
    });
  });
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

function killGroup(monitor: ChildProcess): void {
  if (monitor.pid === undefined) return;
  try {
    process.kill(-monitor.pid, "SIGKILL");
  } catch {
    // ESRCH: it has ended.
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
