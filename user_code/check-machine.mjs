/**
 * Asked by the commands of package.json before they start a tool: ends with one sentence when this machine lacks what
 * tsx, vite and vitest take for granted and would miss in their own words. Plain JavaScript, like what it imports first.
 */
import "./node-version.mjs";
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";

try {
  accessSync(tmpdir(), constants.W_OK | constants.X_OK);
} catch (error) {
  process.stderr.write(
    `The folder for temporary files cannot be written (${error.message}). Set TMPDIR to one that can.\n`,
  );
  process.exit(1);
}
