import { type Interpreter, requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";

/** The interpreter of all tests that do not bring one of their own, really run once in each worker. */
export const testInterpreter: Interpreter = await found();

async function found(): Promise<Interpreter> {
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") throw new Error(interpreter);
  return interpreter;
}
