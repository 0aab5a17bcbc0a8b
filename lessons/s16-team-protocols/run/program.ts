import { createHash } from "node:crypto";
import { closeSync, realpathSync } from "node:fs";
import { Refusal } from "../../s04-permission/execute-guarded.ts";
import type { ApprovedWork } from "../protocol-state.ts";
import { currentInterpreter, type Interpreter, isExecutableFile } from "./interpreter.ts";
import { isInPlace, type OpenFolder, openFolder, readFileIn } from "./open-folder.ts";
import { type PreparedProcess, type ProcessLimits, type ProcessOutcome, prepareProcess } from "./process.ts";

/** The one program behind the two gates. */
export const PROGRAM = "main.py";

export const programLimits: Readonly<ProcessLimits> = { timeLimitMs: 10_000, outputBytes: 4_000 };

/** A program larger than this many bytes is not read. */
const PROGRAM_BYTES = 1_000_000;

/** How a run ended. Only `exited` with `exit_code` 0 is success. */
export type ProgramOutcome =
  | ProcessOutcome
  | { status: "missing-python"; message: string }
  | { status: "missing-file"; message: string };

export type StartedProgram = ({ status: "refused" } & WhyNot) | ProgramOutcome;

/** Where `main.py` is, and what would run it. */
export type ProgramPlace = {
  /** The folder with `main.py`; the program's working folder. */
  workspace: string;
  interpreter: Interpreter;
  /** The environment in which `PYTHON` and `PATH` are looked up. Only PATH is passed on. */
  environment: NodeJS.ProcessEnv;
};

type WhyNot = { reason: string; message: string };

export type ProgramRun = ProgramPlace & {
  /** Called with the very work that is about to start, when everything is ready. Says why not. */
  claim: (work: ApprovedWork) => Promise<WhyNot | undefined>;
  /**
   * Called after the claim, right before the start: leaves a mark of it. Says why nothing may be started, with the
   * claim kept; a mark that cannot be left is thrown, and nothing was started then.
   */
  mark?: () => WhyNot | undefined;
  /** Called when nothing was started after the claim all the same. */
  giveBack?: () => Promise<void>;
  /** The session folder around the workspace, which the program is not to see. */
  hide?: string;
  limits?: ProcessLimits;
  /** Ends the run when it is aborted. */
  signal?: AbortSignal;
};

/** The whole SHA-256, as 64 hexadecimal digits. */
export function sha256Of(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * The work that a run of `main.py` would be, as things are now: its bytes, the interpreter's real path with its
 * parameters, and the working folder. Undefined when there is nothing to run: `main.py` is missing, no regular file,
 * or too large, or the workspace is no folder.
 */
export function programWork(place: ProgramPlace): ApprovedWork | undefined {
  const opened = openProgram(place.workspace);
  if (!opened) return undefined;
  closeSync(opened.folder.descriptor);
  return workOf(place, opened);
}

/**
 * Runs `python3 -I main.py`, once, behind the claim.
 *
 * Order: the workspace is opened and `main.py` read from it, once, as a regular file (`missing-file`); the
 * interpreter is looked at (`missing-python`); the monitor makes everything ready (`not-started`); the claim for
 * exactly this work (`refused`); the mark (`refused` when it is there already); then exactly the bytes that were read
 * run, handed over by descriptor, in the folder that was opened. So no path is opened twice, and a failure before the
 * start leaves the approval as it was. What comes between claim and start and keeps it from starting, a mark that
 * cannot be left or a signal, is `not-started`, and the claim is given back.
 * Isolated mode (`-I`): no file beside `main.py` joins in. All else is as `prepareProcess` says.
 *
 * Source: the s16 practice; the limits answer rows R01 to R07 of the casebook.
 */
export async function runProgram(run: ProgramRun): Promise<StartedProgram> {
  const opened = openProgram(run.workspace);
  if (!opened) {
    const message = `There is no ${PROGRAM} in ${run.workspace} that could be run: it is missing, a link, or too large.`;
    return { status: "missing-file", message };
  }
  try {
    return await runOpened(run, opened);
  } finally {
    closeSync(opened.folder.descriptor);
  }
}

async function runOpened(run: ProgramRun, opened: OpenedProgram): Promise<StartedProgram> {
  const { interpreter, environment, hide, signal, limits = programLimits } = run;
  if (!isExecutableFile(interpreter.executable)) {
    const message = `${interpreter.executable}, which ran before, is no program that can be run any more.`;
    return { status: "missing-python", message };
  }
  const work = workOf(run, opened);
  const prepared = await prepareProcess({
    command: [interpreter.executable, "-I"],
    program: opened.bytes,
    interpreter,
    folder: opened.folder,
    ...(hide !== undefined && { hide }),
    environment,
    limits,
    signal,
  });
  if (prepared.status === "not-started") return prepared;

  if (signal?.aborted) return prepared.start();
  const refused = await run.claim(work).catch(async (error) => {
    await prepared.abandon();
    throw error;
  });
  if (refused) {
    await prepared.abandon();
    return { status: "refused", ...refused };
  }
  const outcome = await startMarked(run, prepared);
  if (outcome.status === "not-started") await run.giveBack?.();
  return outcome;
}

/** Nothing waits between the mark and the start: a signal comes before both, or ends what was started. */
async function startMarked({ mark, signal }: ProgramRun, prepared: PreparedProcess): Promise<StartedProgram> {
  try {
    if (signal?.aborted) {
      await prepared.abandon();
      return {
        status: "not-started",
        reason: "cancelled",
        message: "The run was cancelled before its start.",
      };
    }
    const block = mark?.();
    if (!block) return await prepared.start();
    await prepared.abandon();
    return { status: "refused", ...block };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await prepared.abandon();
    return { status: "not-started", reason: error.code, message: error.message };
  }
}

type OpenedProgram = { folder: OpenFolder; realPath: string; bytes: Uint8Array };

function openProgram(workspace: string): OpenedProgram | undefined {
  let folder: OpenFolder | undefined;
  try {
    folder = openFolder(workspace);
    const realPath = realpathSync(workspace);
    const bytes = readFileIn(folder, PROGRAM, PROGRAM_BYTES);
    if (bytes && isInPlace({ ...folder, path: realPath })) return { folder, realPath, bytes };
  } catch {
    // No folder, a link, or one that was taken away while it was looked at: there is nothing to run.
  }
  if (folder) closeSync(folder.descriptor);
  return undefined;
}

function workOf(
  { interpreter, environment }: ProgramPlace,
  { realPath, bytes }: OpenedProgram,
): ApprovedWork {
  return {
    sha256: sha256Of(bytes),
    command: [currentInterpreter(interpreter, environment), "-I", PROGRAM],
    folder: realPath,
  };
}
