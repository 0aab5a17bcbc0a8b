import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import { exitCodeFor, sentenceFor } from "../fault.ts";
import { speakAsAsked } from "../language-option.ts";
import { Interrupted } from "../signals.ts";
import { leaveStores } from "../store.ts";
import { hanging, safeWriter } from "../terminal.ts";
import type { Display } from "./display.ts";
import { StoppedByLearner } from "./stepper.ts";

export const write = safeWriter(process.stdout, process.env);
export const complain = safeWriter(process.stderr, process.env);

const EXIT = { done: 0, fault: 1 } as const;

/** Shows the help of a command that plays the practice or a part of it. */
export function showHelp(usage: string): number {
  write(usage);
  return EXIT.done;
}

type Telling = {
  sentenceFor: (error: unknown) => string;
  /** What is said besides once the result is told. */
  afterResult: (result: PracticeResult) => string | undefined;
};

let telling: Telling = { sentenceFor, afterResult: () => undefined };

/** Has faults and results of this process told in other words, where the protocol that it plays is not the lesson's. */
export function tellBy(other: Telling): void {
  telling = other;
}

/**
 * Runs such a command in the language that the words behind its name ask for. Returns its exit status, and says in a
 * sentence what stood in the way.
 */
export async function exitStatusOf(
  argv: readonly string[],
  run: () => Promise<number> | number,
): Promise<number> {
  try {
    await speakAsAsked(argv, process.env);
    return await run();
  } catch (error) {
    if (error instanceof StoppedByLearner) return EXIT.done;
    if (error instanceof Interrupted) return error.exitCode;
    complain(`${hanging(telling.sentenceFor(error))}\n`);
    return exitCodeFor(error);
  } finally {
    await leaveStores();
  }
}

/** Tells how it ended. A closed gate is a result; a program that could not be started is a fault. */
export async function conclude(display: Display, result: PracticeResult): Promise<number> {
  await display.event(result);
  const more = telling.afterResult(result);
  if (more !== undefined) complain(`${hanging(more)}\n`);
  return result.call.how === "not_started" ? EXIT.fault : EXIT.done;
}
