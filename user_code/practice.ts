import "./node-version.mjs";
import { printable } from "../lessons/s15-mailboxes/protocol-error.ts";
import { openSessionFolder, resolveFolder } from "../lessons/s15-mailboxes/session-folder.ts";
import { makeTemporaryFolder } from "../lessons/s15-mailboxes/trusted-folder.ts";
import type { ProtocolSession } from "../lessons/s16-team-protocols/protocol-state.ts";
import { openDecisionLog } from "../lessons/s16-team-protocols/run/decision-log.ts";
import { requireInterpreter, weaknessOf } from "../lessons/s16-team-protocols/run/interpreter.ts";
import type { SessionEvent } from "../lessons/s16-team-protocols/session-event.ts";
import { exitCodeFor, Fault, sentenceFor } from "./fault.ts";
import { type PracticeArguments, parsePracticeArguments, USAGE } from "./practice/arguments.ts";
import { chooseModel } from "./practice/choose-model.ts";
import { runPractice } from "./practice/path.ts";
import { layOutWorkspace, practiceTeam } from "./practice/setup.ts";
import { createStepper, inspectSession, StoppedByLearner } from "./practice/stepper.ts";
import { createTimeline } from "./practice/timeline.ts";
import { Interrupted, listenForSignals } from "./signals.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { hanging, paintFor, safeText, safeWriter } from "./terminal.ts";

const EXIT = { done: 0, fault: 1 } as const;

const write = safeWriter(process.stdout, process.env);
const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    const options = parsePracticeArguments(argv);
    if (options.help) write(USAGE);
    else return await practise(options);
    return EXIT.done;
  } catch (error) {
    if (error instanceof StoppedByLearner) return EXIT.done;
    if (error instanceof Interrupted) return error.exitCode;
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

async function practise(options: PracticeArguments): Promise<number> {
  const { plan, decision } = options;
  const { model, assertFinished } = await chooseModel(options, process.env);
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") throw new Fault(interpreter);
  const weakness = weaknessOf(interpreter.holds);
  if (weakness) complain(`${weakness}\n`);

  const { session, directory } = await openSession(options);
  const interruption = listenForSignals();
  const show = createDisplay(options, session);
  try {
    const practice = runPractice({
      session,
      directory,
      plan,
      decision,
      model,
      modelName: options.model,
      emit: show.event,
      environment: process.env,
      interpreter,
      decisions: openDecisionLog(directory),
      signal: interruption.signal,
      onRun: interruption.waitFor,
    });
    const result = await Promise.race([practice, interruption.interrupted]);
    assertFinished();
    return result.call.how === "not_started" ? EXIT.fault : EXIT.done;
  } catch (error) {
    const place = `Session folder: ${printable(directory)}`;
    if (error instanceof StoppedByLearner) write(`Stopped. ${place}\n`);
    if (error instanceof Interrupted) complain(`${error.message} ${place}\n`);
    throw error;
  } finally {
    show.close();
    interruption.close();
  }
}

async function openSession({
  dir,
  expected,
}: PracticeArguments): Promise<{ session: ProtocolSession; directory: string }> {
  const directory = dir === undefined ? makeTemporaryFolder("two-gates-") : resolveFolder(dir);
  const session = await openSessionFolder(directory, practiceTeam(), {
    onNotice: (notice) => complain(`${hanging(notice)}\n`),
  });
  layOutWorkspace(directory, expected);
  return { session: { ...session, requests: new Map() }, directory };
}

type Display = { event: (event: SessionEvent) => Promise<void>; close: () => void };

function createDisplay({ json, step }: PracticeArguments, session: ProtocolSession): Display {
  const draw = json ? JSON.stringify : createTimeline(paintFor(process.stdout, process.env));
  const stepper = step
    ? createStepper({
        input: process.stdin,
        // The stepper moves the cursor back over its own question.
        write: (text) => process.stdout.write(text),
        inspect: () => safeText(inspectSession(session)),
      })
    : undefined;
  return {
    close: () => stepper?.close(),
    event: async (event) => {
      write(`${draw(event)}\n`);
      if (event.event !== "session_started" && event.event !== "result") await stepper?.next();
    },
  };
}

process.exitCode = await main(process.argv.slice(2));
