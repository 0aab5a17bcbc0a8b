import { ProtocolError, printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { findSessionFolder, resolveFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { say } from "../../lessons/strings/say.ts";
import { SessionStore } from "../../lessons/x1-shared-session/session-store.ts";
import type { SharedSession } from "../../lessons/x1-shared-session/shared-session.ts";
import { Interrupted } from "../signals.ts";
import { endWithStandardOutput } from "../standard-output.ts";
import { joinAt, namedAgain, type OpenOptions, type Place, startAt } from "../store.ts";
import { paintFor } from "../terminal.ts";
import { type PracticeArguments, parsePracticeArguments, usage } from "./arguments.ts";
import { type Choices, requireSameChoices } from "./choices.ts";
import { type ChosenModel, chooseModel } from "./choose-model.ts";
import { complain, conclude, exitStatusOf, showHelp, write } from "./exit.ts";
import { notesOf } from "./notes.ts";
import { isFinished } from "./path.ts";
import { practiceTeam } from "./setup.ts";
import { openStage, perform, type Stage, workingInterpreter } from "./stage.ts";
import { StoppedByLearner } from "./stepper.ts";
import { summarize } from "./summary.ts";
import { takenUp } from "./timeline.ts";

endWithStandardOutput();

/** The practice, with these words behind its name. Returns the exit status. */
export function practiceCommand(argv: readonly string[]): Promise<number> {
  return exitStatusOf(argv, () => {
    const options = parsePracticeArguments(argv);
    if (options.help) return showHelp(usage());
    return options.resume ? resume(options) : start(options);
  });
}

/** A new session, in a folder that is empty or not there yet. Whatever a run needs is looked for before it is made. */
async function start(options: PracticeArguments): Promise<number> {
  const model = await chooseModel(options, process.env);
  const interpreter = await workingInterpreter();
  const stage = await openStage(options, (opened) => startIn(options.place, opened));
  return play(options, stage, { model, interpreter });
}

/** The session that lies in the folder. One that has come to its end is only told again. */
async function resume(options: PracticeArguments): Promise<number> {
  let hasBegun = false;
  const heading = (): string | undefined =>
    hasBegun ? takenUp(options, paintFor(process.stdout, process.env)) : undefined;
  const stage = await openStage({ ...options, heading }, (opened) => joinAt(options.place, opened));
  const { session, display } = stage;
  try {
    const { notes, result } = await session.transact((state) => ({
      notes: notesOf(state),
      result: isFinished(state) ? summarize(state, session.directory) : undefined,
    }));
    requireSameChoices(notes, choicesOf(options));
    hasBegun = notes.plan !== null && notes.decision !== null;
    if (result) return await conclude(display, result);
    const model = await chooseModel(options, process.env);
    const interpreter = await workingInterpreter();
    return await play(options, stage, { model, interpreter });
  } finally {
    display.close();
  }
}

/** Says so when what lies there is a practice that can be taken up again. */
async function startIn(place: Place, options: OpenOptions): Promise<SharedSession> {
  try {
    return await startAt(place, practiceTeam(), options);
  } catch (error) {
    const isTaken = error instanceof ProtocolError && error.code === "directory-not-empty";
    if (!isTaken || !(error.fields.program === "practice" || isPractice(place))) throw error;
    throw new ProtocolError(
      error.code,
      `${error.message} What lies there is a practice: --resume goes on with it.`,
      error.fields,
    );
  }
}

/** Whose a session in a store is, the fields of its refusal say. */
function isPractice(place: Place): boolean {
  if ("url" in place || place.dir === undefined) return false;
  try {
    new SessionStore(findSessionFolder(resolveFolder(place.dir)), "practice").read();
    return true;
  } catch {
    return false;
  }
}

function choicesOf({ plan, decision, expected }: PracticeArguments): Choices {
  return { plan, reader: { decision, expected: expected ?? null } };
}

async function play(
  options: PracticeArguments,
  stage: Stage,
  { model, interpreter }: { model: ChosenModel; interpreter: Interpreter },
): Promise<number> {
  const members = [...practiceTeam().keys()];
  const part = { members, model, modelName: options.model, interpreter, choices: choicesOf(options) };
  try {
    return await conclude(stage.display, await perform(stage, part));
  } catch (error) {
    const { directory } = stage.session;
    const place = { folder: printable(directory), options: namedAgain(options.place, directory) };
    if (error instanceof StoppedByLearner) write(`${say("stopped-in", place)}\n`);
    if (error instanceof Interrupted) {
      complain(`${say("interrupted-in", { ...place, message: error.message })}\n`);
    }
    throw error;
  }
}
