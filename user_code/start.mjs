/**
 * Starts a program of this project: `node user_code/start.mjs PROGRAM.ts WORDS...`. The first line of each program in this
 * folder comes here when it is typed as a command, from any folder. Where Node.js reads TypeScript by itself, that is
 * all; tsx is loaded where it does not.
 *
 * Plain JavaScript that an old Node.js can read, for the sentence of the first import.
 */
import "./node-version.mjs";
import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** What Node.js says of a package that is not installed. */
const MISSING = "ERR_MODULE_NOT_FOUND";

async function start() {
  if (!process.features.typescript) {
    await import("./check-machine.mjs");
    const { register } = await import("tsx/esm/api");
    register();
  }
  await import("./compile-cache.ts");
  await import(pathToFileURL(process.argv[1]).href);
}

// The words are as if the program had been started itself.
process.argv.splice(1, 1);
process.argv[1] = realpathSync(process.argv[1]);
start().catch((error) => {
  if (error.code !== MISSING || !/package/.test(error.message)) throw error;
  process.stderr.write("The packages of two-gates are not installed. In its folder: npm ci\n");
  process.exit(1);
});
