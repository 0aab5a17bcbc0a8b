import {
  type Interpreter,
  requireInterpreter,
  weaknessOf,
} from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import { retell, say } from "../../lessons/strings/say.ts";
import { type Attendance, attend } from "../../lessons/x1-shared-session/attendance.ts";
import type { SharedSession } from "../../lessons/x1-shared-session/shared-session.ts";
import { Fault } from "../fault.ts";
import { type Interruption, listenForSignals } from "../signals.ts";
import type { OpenOptions } from "../store.ts";
import { hanging, safeWriter } from "../terminal.ts";
import { answeredIn, type ChosenModel } from "./choose-model.ts";
import { createDisplay, type Display, type DisplayOptions } from "./display.ts";
import { type Players, runPractice } from "./path.ts";
import type { PracticeSetup } from "./setup.ts";

/** A session whose events are drawn. */
export type Stage = {
  session: SharedSession;
  display: Display;
  /** From now on an abort of this signal keeps the display from waiting for keys. */
  heed: (signal: AbortSignal) => void;
};

const complain = safeWriter(process.stderr, process.env);

/** Opens a session of the practice, in whatever way, and draws what this process does in it. */
export async function openStage(
  options: Pick<DisplayOptions, "json" | "step" | "showModel" | "draws" | "heading">,
  open: (options: OpenOptions) => Promise<SharedSession>,
): Promise<Stage> {
  let display: Display | undefined;
  let heeded: AbortSignal | undefined;
  const session = await open({
    program: "practice",
    onNotice: (notice) => complain(`${hanging(retell(notice))}\n`),
    show: (event) => display?.event(event),
  });
  const isStopped = (): boolean => heeded?.aborted === true;
  display = createDisplay({ ...options, look: () => session.current, isStopped });
  return {
    session,
    display,
    heed: (signal) => {
      heeded = signal;
    },
  };
}

/** An interpreter that has really been run. Throws `Fault` when there is none. */
export async function workingInterpreter(): Promise<Interpreter> {
  const interpreter = await requireInterpreter(process.env);
  if (typeof interpreter === "string") throw new Fault(interpreter);
  const weakness = weaknessOf(interpreter.holds);
  if (weakness) complain(`${retell(weakness)}\n`);
  return interpreter;
}

export type Performance = Pick<PracticeSetup, "choices" | "modelName" | "interpreter"> & {
  /** The members that this process plays. */
  members: readonly string[];
  model: ChosenModel;
  /** Where the path is not played by this process alone. */
  players?: (signal: AbortSignal) => Players;
};

/**
 * Plays these members' part of the path, to its end. Throws `member-attended` when another process plays one of them,
 * `Interrupted` once a signal has come and what was started has ended, and what `runPractice` throws. In each case the
 * members are given up: another process can go on.
 */
export async function perform(
  { session, display, heed }: Stage,
  { members, model, players, ...choices }: Performance,
): Promise<PracticeResult> {
  let attendance: Attendance | undefined;
  let interruption: Interruption | undefined;
  try {
    attendance = await attend(session, members, {
      onWait: (member, seconds) => complain(`${say("waits-for-player", { seconds, member })}\n`),
    });
    display.begin();
    interruption = listenForSignals();
    const { signal, waitFor, interrupted } = interruption;
    heed(signal);
    const { answered, closed } = await session.transact((state) => ({
      answered: answeredIn(state),
      closed: [...state.team.values()].filter(({ status }) => status === "closed"),
    }));
    const played = model(answered);
    for (const { name } of closed) played.giveUp(name);
    const practice = runPractice(
      {
        ...choices,
        session: attendance.session,
        directory: session.directory,
        model: played.model,
        onUnavailable: played.giveUp,
        environment: process.env,
        signal,
        onRun: waitFor,
      },
      players?.(signal),
    );
    const result = await Promise.race([practice, interrupted]);
    played.assertFinished();
    await session.close();
    return result;
  } finally {
    display.close();
    interruption?.close();
    await attendance?.leave();
  }
}
