import {
  type Interpreter,
  requireInterpreter,
  weaknessOf,
} from "../../../lessons/s16-team-protocols/run/interpreter.ts";

/** The interpreter of all tests that do not bring one of their own, really run once in each worker. */
export const testInterpreter: Interpreter = await found();

async function found(): Promise<Interpreter> {
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") throw new Error(interpreter);
  return interpreter;
}

/** What a program wrote to stderr, without the line in which it says that this machine cannot hold all of a program. */
export function withoutWeakness(stderr: string): string {
  const weakness = weaknessOf(testInterpreter.holds);
  return weakness === undefined ? stderr : stderr.replace(`${weakness}\n`, "");
}
