import "../../../user_code/node-version.mjs";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireInterpreter } from "../../../lessons/s16-team-protocols/run/interpreter.ts";
import { tellingFileFaults } from "../../../user_code/file-fault.ts";
import { endWithStandardOutput } from "../../../user_code/standard-output.ts";
import { safeWriter } from "../../../user_code/terminal.ts";
import { attacksOnFolders, encodePlayed, PLAYED_FOLDER, playBoth } from "./play-both.ts";

/** Plays the attacks on files and processes anew, with their guards and without them, and keeps what happened. */
async function main(): Promise<number> {
  const write = safeWriter(process.stdout, process.env);
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") {
    safeWriter(process.stderr, process.env)(`${interpreter}\n`);
    return 1;
  }
  const attacks = attacksOnFolders();
  for (const attack of attacks) {
    const played = await playBoth(attack, interpreter);
    writeFileSync(join(PLAYED_FOLDER, `${attack.name}.json`), encodePlayed(played));
  }
  write(`${attacks.length} attacks, each played with its guards and without them\n`);
  return 0;
}

endWithStandardOutput();
process.exitCode = await tellingFileFaults(
  { what: "The played attacks", advice: "Record them in a clone that is yours." },
  main,
);
