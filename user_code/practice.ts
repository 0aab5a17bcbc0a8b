import { ProtocolError } from "../lessons/s15-mailboxes/protocol-error.ts";
import { openSessionFolder, resolveFolder } from "../lessons/s15-mailboxes/session-folder.ts";
import { makeTemporaryFolder } from "../lessons/s15-mailboxes/trusted-folder.ts";
import type { PracticeEvent } from "../lessons/s16-team-protocols/practice-event.ts";
import { missingPython } from "../lessons/s16-team-protocols/program.ts";
import type { ProtocolSession } from "../lessons/s16-team-protocols/requests.ts";
import { UsageError } from "./command-line.ts";
import { type PracticeArguments, parsePracticeArguments, USAGE } from "./practice/arguments.ts";
import { chooseModel } from "./practice/choose-model.ts";
import { runPractice } from "./practice/path.ts";
import { layOutWorkspace, practiceTeam } from "./practice/setup.ts";
import { createStepper, inspectSession, StoppedByLearner } from "./practice/stepper.ts";
import { createTimeline } from "./practice/timeline.ts";
import { paintFor } from "./terminal.ts";

const EXIT = { done: 0, fault: 1, usage: 2, interrupted: 130 } as const;

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // `practice | head` closes the pipe early; that is the reader's choice and no fault.
  process.exit(error.code === "EPIPE" ? EXIT.done : EXIT.fault);
});

async function main(argv: readonly string[]): Promise<number> {
  try {
    const options = parsePracticeArguments(argv);
    if (options.help) process.stdout.write(USAGE);
    else await practise(options);
    return EXIT.done;
  } catch (error) {
    if (error instanceof StoppedByLearner) return EXIT.done;
    process.stderr.write(`${sentenceFor(error)}\n`);
    return isUsageError(error) ? EXIT.usage : EXIT.fault;
  }
}

async function practise(options: PracticeArguments): Promise<void> {
  const { plan, decision } = options;
  const { model, assertFinished } = await chooseModel(options, process.env);
  const noPython = missingPython(process.env);
  if (noPython) throw new Fault(noPython);

  const { session, directory } = await openSession(options);
  const interruption = new AbortController();
  process.once("SIGINT", () => {
    interruption.abort();
    process.exit(EXIT.interrupted);
  });
  const show = createDisplay(options, session);
  try {
    await runPractice({
      session,
      directory,
      plan,
      decision,
      model,
      modelName: options.model,
      emit: show.event,
      environment: process.env,
      signal: interruption.signal,
    });
    assertFinished();
  } catch (error) {
    if (error instanceof StoppedByLearner) process.stdout.write(`Stopped. Session folder: ${directory}\n`);
    throw error;
  } finally {
    show.close();
  }
}

async function openSession({
  dir,
  expected,
}: PracticeArguments): Promise<{ session: ProtocolSession; directory: string }> {
  const directory = dir === undefined ? makeTemporaryFolder("two-gates-") : resolveFolder(dir);
  const session = await openSessionFolder(directory, practiceTeam(), {
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  layOutWorkspace(directory, expected);
  return { session: { ...session, requests: new Map() }, directory };
}

type Display = { event: (event: PracticeEvent) => Promise<void>; close: () => void };

function createDisplay({ json, step }: PracticeArguments, session: ProtocolSession): Display {
  const print = (text: string): boolean => process.stdout.write(`${text}\n`);
  const draw = json ? JSON.stringify : createTimeline(paintFor(process.stdout, process.env));
  const stepper = step
    ? createStepper({
        input: process.stdin,
        write: (text) => process.stdout.write(text),
        inspect: () => inspectSession(session),
      })
    : undefined;
  return {
    close: () => stepper?.close(),
    event: async (event) => {
      print(draw(event));
      if (event.event !== "session_started" && event.event !== "result") await stepper?.next();
    },
  };
}

/** Something outside the practice stands in its way. */
class Fault extends Error {
  override name = "Fault";
}

function isUsageError(error: unknown): boolean {
  return (
    error instanceof UsageError || (error instanceof ProtocolError && error.code === "directory-not-empty")
  );
}

function sentenceFor(error: unknown): string {
  if (error instanceof UsageError) return `usage: ${error.message}`;
  if (error instanceof Fault) return error.message;
  if (error instanceof Error && "code" in error) return `${error.code}: ${error.message}`;
  return `unexpected fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

process.exitCode = await main(process.argv.slice(2));
