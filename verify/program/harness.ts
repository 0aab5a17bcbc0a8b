import { dirname } from "node:path";
import { readContainment, requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { programLimits, runProgram } from "../../lessons/s16-team-protocols/run/program.ts";

/** A harness that does nothing but run the `main.py` of a workspace, held in the way that is named. */
const [workspace = "", by = "", timeLimitMs = ""] = process.argv.slice(2);
const interpreter = await requireInterpreter(process.env);
if (typeof interpreter === "string") throw new Error(interpreter);
const weaker = readContainment(`ready ${by}`);
const holds = by === interpreter.holds.by || !weaker ? interpreter.holds : weaker;
const outcome = await runProgram({
  workspace,
  interpreter: { ...interpreter, holds },
  environment: process.env,
  claim: async () => undefined,
  hide: dirname(workspace),
  limits: { ...programLimits, timeLimitMs: Number(timeLimitMs) },
});
process.stdout.write(`${JSON.stringify(outcome)}\n`);
