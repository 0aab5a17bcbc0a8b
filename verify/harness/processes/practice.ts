import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { bundle } from "./bundles.ts";
import { withoutWeakness } from "./interpreter.ts";

export type Finished = { code: number | null; stdout: string; stderr: string };
type Options = { input?: string; environment?: NodeJS.ProcessEnv; program?: readonly string[] };

/** What `./user_code/practice.ts` starts. */
export const AS_TYPED = ["--import", "tsx", "user_code/practice.ts"];

/**
 * Runs the real `practice.ts` to its end. A temporary session folder that the run names in its output is removed
 * afterwards.
 */
export async function practise(...args: readonly (string | Options)[]): Promise<Finished> {
  const options = Object.assign({}, ...args.filter((arg) => typeof arg === "object")) as Options;
  const flags = args.filter((arg) => typeof arg === "string");
  const child = spawn(process.execPath, [...(options.program ?? [bundle("practice")]), ...flags], {
    env: options.environment ?? process.env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const folder = /(?:Session folder: |"dir":")(\S*two-gates-[A-Za-z0-9]{6})/.exec(output.stdout)?.[1];
  if (folder) rmSync(folder, { recursive: true, force: true });
  return { code, stdout: output.stdout, stderr: withoutWeakness(output.stderr) };
}
