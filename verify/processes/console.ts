import { spawn } from "node:child_process";
import { spawn as spawnInTerminal } from "@lydell/node-pty";
import { bundle } from "./bundles.ts";

/** What `npx tsx user_code/console.ts` starts. */
export const AS_TYPED = ["--import", "tsx", "user_code/console.ts"];

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs the real console with `input` in a pipe. `onOutput` sees all that was printed, whenever there is more. */
export function pipeConsole(
  flags: readonly string[],
  input: string,
  onOutput: (stdout: string, console: { kill: (signal: NodeJS.Signals) => void }) => unknown = () =>
    undefined,
  { keepOpen = false, program = [bundle("console")] } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...program, ...flags], { stdio: ["pipe", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdin.on("error", () => undefined);
  child.stdin.write(input);
  if (!keepOpen) child.stdin.end();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
    onOutput(output.stdout, { kill: (signal) => child.kill(signal) });
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...output })));
}

/** What to wait for on the screen, from the last thing on that was waited for, and what to type then. */
export type Exchange = readonly [waitFor: string, type: string];

/**
 * Runs the real console at a pseudo-terminal and types like a person: each text when what it answers has appeared.
 * Ends with the console; an exchange that never comes lets the test run into its time limit.
 */
export function typeAtConsole(
  flags: readonly string[],
  exchanges: readonly Exchange[],
  environment: Record<string, string> = {},
): { ended: Promise<{ code: number; screen: string; left: number }>; kill: () => void } {
  // Node takes the screen of a CI machine for one without colours.
  const { CI: _, NO_COLOR: __, ...inherited } = process.env;
  const terminal = spawnInTerminal(process.execPath, [bundle("console"), ...flags], {
    cols: 120,
    rows: 40,
    env: { ...inherited, TERM: "xterm-256color", ...environment },
  });
  let screen = "";
  let seen = 0;
  let next = 0;
  terminal.onData((text) => {
    screen += text;
    for (let exchange = exchanges[next]; exchange; exchange = exchanges[next]) {
      const at = screen.indexOf(exchange[0], seen);
      if (at === -1) return;
      seen = at + exchange[0].length;
      next += 1;
      terminal.write(exchange[1]);
    }
  });
  const ended = new Promise<{ code: number; screen: string; left: number }>((resolve) => {
    terminal.onExit(({ exitCode }) => resolve({ code: exitCode, screen, left: exchanges.length - next }));
  });
  return { ended, kill: () => terminal.kill() };
}
