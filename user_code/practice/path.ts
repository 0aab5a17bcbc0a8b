import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";
import { begin } from "./begin.ts";
import { askToClose, confirm, deliverOnceMore, takeConfirmation } from "./closing.ts";
import type { Playing, PracticeSetup } from "./setup.ts";
import type { Step } from "./step.ts";
import { untilStopped } from "./stop.ts";
import { summarize } from "./summary.ts";
import { planTurn, reviewTurn, workTurn } from "./turns.ts";

const steps: readonly Step[] = [
  planTurn,
  reviewTurn,
  workTurn,
  askToClose,
  confirm,
  takeConfirmation,
  deliverOnceMore,
];

/** Plays the steps of these members, and waits for those of the others. */
export type Players = {
  plays: (actor: Step["actor"]) => boolean;
  /** Resolves when the step is done. */
  waitFor: (step: Step) => Promise<void>;
};

const everybody: Players = { plays: () => true, waitFor: async () => undefined };

/**
 * The one path of the practice: reader plans, lead reviews, reader works behind both gates and reports, reader is
 * shut down, and a last delivery finds it closed.
 *
 * The path is the same whatever the choices are; they only decide which gate is closed when `run_main` is called. It
 * goes on from wherever an earlier process left the session, so it can be played by several, one after another or side
 * by side. What happens is told by the session. Throws what the model, the mailboxes and the session throw, and the
 * reason of `setup.signal` once that is aborted.
 */
export async function runPractice(
  setup: PracticeSetup,
  { plays, waitFor }: Players = everybody,
): Promise<PracticeResult> {
  const session = untilStopped(setup.session, setup.signal);
  const practice: Playing = { ...setup, session, afterStop: setup.session };
  await begin(practice);
  for (const step of steps) {
    if (await session.transact(step.isDone)) continue;
    if (plays(step.actor)) await step.play(practice);
    else await waitFor(step);
  }
  return session.transact((state) => summarize(state, setup.directory));
}

/** Whether the path has come to its end. */
export function isFinished(state: ProtocolState): boolean {
  return steps.every((step) => step.isDone(state));
}
