import type { Limits } from "./limits.ts";
import type { MailStore } from "./mail-store.ts";
import type { MemberEvent } from "./member-event.ts";
import type { Team } from "./team.ts";

/** What a critical section works on: a draft of the session, which is kept as a whole or not at all. */
export type SessionState = {
  team: Team;
  /** The mailboxes, as the section sees them. A letter that is saved here is saved when the section is kept. */
  mail: MailStore;
  limits: Limits;
  /** Tells what happens. The events of a section are kept with it, and shown after that. */
  tell: (event: MemberEvent) => void;
};

/**
 * A session. Everything that is looked at or changed is looked at or changed in a critical section of `transact`:
 * outside a section there is no state.
 *
 * An implementation must guarantee: acquiring is asynchronous, the section is synchronous; sections run one at a time,
 * within a process in the order of their calls, so nothing interleaves with one and a debugger steps it from top to
 * bottom; what a section changes is kept as a whole before anybody is told of it, or not at all when the section or
 * the keeping throws; the result or the error of a section is the caller's; the session is free again afterwards.
 *
 * A section saves at most one letter. It works on its draft alone and may be run again, on a newer state.
 */
export type Session<State extends SessionState = SessionState> = {
  transact: <T>(section: (state: State) => T) => Promise<T>;
  limits: Limits;
};
