import { inOrder } from "../s15-mailboxes/shared-lock.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";

/** Shows an event to whoever looks on. */
export type Show = (event: SessionEvent) => void | Promise<void>;

/**
 * A section of this process, whose events are shown once they are kept: section by section, in their order, before the
 * result is given. Whoever is shown them may end the session for this process by throwing: nothing is saved after that.
 */
export type ShownSections = <T>(run: Run<T>) => Promise<T>;

/** Runs the section, and calls `mayRun` first, once no other section can come between: it throws when it is over. */
export type Run<T> = (mayRun: () => void) => Promise<{ value: T; told: readonly SessionEvent[] }>;

export function shownInOrder(show: Show = () => undefined): ShownSections {
  const takeTurn = inOrder();
  let stopped: { reason: unknown } | undefined;
  const mayRun = (): void => {
    if (stopped) throw stopped.reason;
  };
  const showAll = async (events: readonly SessionEvent[]): Promise<void> => {
    try {
      for (const event of events) await show(event);
    } catch (reason) {
      stopped ??= { reason };
      throw reason;
    }
  };
  return async (run) => {
    const { value, told } = await run(mayRun);
    if (told.length > 0) await takeTurn(() => showAll(told));
    return value;
  };
}
