import type { SharedSession } from "../../lessons/x1-shared-session/shared-session.ts";
import type { Players } from "../practice/path.ts";

/** `never`: no process has played the member yet. `ended`: the one that did is gone. */
export type Absence = "never" | "ended";

export type WaitOptions = {
  signal: AbortSignal;
  /** Told once each time that the member is found absent. */
  onAbsent: (member: string, absence: Absence) => void;
};

/**
 * Waits for the steps of members that other processes play: looks whenever the session's file was changed, and now and
 * then. Rejects with the signal's reason.
 */
export function waitingFor(session: SharedSession, { signal, onAbsent }: WaitOptions): Players["waitFor"] {
  const absent = new Set<string>();
  const tellAbsence = async (member: string): Promise<void> => {
    if (await session.signs.isGiven(member)) absent.delete(member);
    else if (!absent.has(member)) {
      const epoch = await session.transact(({ team }) => team.get(member)?.epoch ?? 0);
      absent.add(member);
      onAbsent(member, epoch === 0 ? "never" : "ended");
    }
  };
  return async (step) => {
    const changes = session.watch();
    try {
      while (!(await session.transact(step.isDone))) {
        await tellAbsence(step.actor);
        await changes.next(signal);
      }
    } finally {
      changes.close();
    }
  };
}
