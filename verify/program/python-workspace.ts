import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type ProgramRun,
  runProgram,
  type StartedProgram,
} from "../../lessons/s16-team-protocols/run/program.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";

/** A session folder with a workspace in it that holds this `main.py`. Returns the workspace. */
export function workspaceWith(source?: string | Uint8Array, name = "workspace"): string {
  const workspace = join(temporaryFolder(), name);
  mkdirSync(workspace, { mode: 0o700 });
  if (source !== undefined) writeFileSync(join(workspace, "main.py"), source);
  return workspace;
}

/** Runs a `main.py` whose claim is granted. */
export function runSource(
  source: string,
  { workspace = workspaceWith(), ...run }: Partial<ProgramRun> = {},
): Promise<StartedProgram> {
  writeFileSync(join(workspace, "main.py"), source);
  return runWorkspace(workspace, run);
}

export function runWorkspace(workspace: string, run: Partial<ProgramRun> = {}): Promise<StartedProgram> {
  const claim = async (): Promise<undefined> => undefined;
  return runProgram({ workspace, interpreter: testInterpreter, environment: process.env, claim, ...run });
}

export type Doorbell = { path: string; came: Promise<void>; gone: Promise<void>; hangUp: () => void };

/** A local socket: a process that connects to it has come, and when it ends, in whatever way, it has gone. */
export async function installDoorbell(): Promise<Doorbell> {
  const path = join(temporaryFolder(), "bell");
  const server = createServer();
  const connected = new Promise<Socket>((resolve) => void server.once("connection", resolve));
  const gone = connected.then(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.resume().on("error", () => undefined);
        socket.once("close", () => resolve());
      }),
  );
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  onTestFinished(() => void server.close());
  return {
    path,
    came: connected.then(() => undefined),
    gone,
    hangUp: () => void connected.then((socket) => socket.destroy()),
  };
}

/** Python: starts a process that comes to the doorbell, writes a line to the stdout it was given, and stays. */
export function startVisitor({ path }: Doorbell, options = ""): string {
  const visitor = [
    "import socket, sys",
    "bell = socket.socket(socket.AF_UNIX)",
    `bell.connect(${JSON.stringify(path)})`,
    'print("here", flush=True)',
    "bell.recv(1)",
  ].join("\n");
  return [
    "import subprocess, sys",
    `visitor = subprocess.Popen([sys.executable, "-I", "-S", "-c", ${JSON.stringify(visitor)}]${options})`,
    "",
  ].join("\n");
}
