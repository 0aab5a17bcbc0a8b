/**
 * Plays one attack in a process of its own: `node --import tsx play-process.ts ATTACK.json FOLDER MAIN.PY`. It prints a
 * line of JSON for each step and waits for a line before the next, and prints what came of it last.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { requireInterpreter } from "../s16-team-protocols/run/interpreter.ts";
import { keptAttack } from "./attack.ts";
import { playAttack } from "./play.ts";

const [attackFile = "", directory = "", programFile = ""] = process.argv.slice(2);
const goOn = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
/** For the process that has started this one, and for no terminal. */
const write = (value: unknown): void => {
  const line = `${JSON.stringify(value)}\n`;
  process.stdout.write(line);
};

const interpreter = await requireInterpreter(process.env);
if (typeof interpreter === "string") throw new Error(interpreter);
const attack = keptAttack.parse(JSON.parse(readFileSync(attackFile, "utf8")));
const stage = { directory, program: readFileSync(programFile), interpreter, environment: process.env };
const played = await playAttack(attack, stage, async (step) => {
  write({ step });
  await goOn.next();
});
write({ played });
process.exit(0);
