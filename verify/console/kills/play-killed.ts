import { spawn } from "node:child_process";
import { bundle } from "../../harness/processes/bundles.ts";

/** How a console ends that is killed at its `n`-th event. */
export function playKilled(directory: string, n: number): Promise<NodeJS.Signals | number | null> {
  const child = spawn(process.execPath, [bundle("killedConsole"), directory, String(n)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
}
