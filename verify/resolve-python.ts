import { execFileSync } from "node:child_process";

/**
 * Finds the real interpreter behind `python3` once for a whole test run. On some machines `python3` is a shim that
 * takes longer to start than everything else in a test.
 */
export function setup(): void {
  process.env.PYTHON ??= execFileSync("python3", ["-c", "import sys; print(sys.executable)"], {
    encoding: "utf8",
  }).trim();
}
