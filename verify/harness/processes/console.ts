import { spawn } from "node:child_process";
import { bundle } from "./bundles.ts";
import { withoutWeakness } from "./interpreter.ts";
import { openTerminal } from "./terminal.ts";

/** What `./user_code/console.ts` starts. */
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
  return new Promise((resolve) =>
    child.once("close", (code) =>
      resolve({ code, stdout: output.stdout, stderr: withoutWeakness(output.stderr) }),
    ),
  );
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
  const terminal = openTerminal([bundle("console"), ...flags], environment);
  let left = exchanges.length;
  const typed = async (): Promise<void> => {
    for (const [waitFor, type] of exchanges) {
      await terminal.shows(waitFor);
      left -= 1;
      terminal.type(type);
    }
  };
  void typed();
  return { ended: terminal.ended.then((ended) => ({ ...ended, left })), kill: terminal.kill };
}
