import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";

/**
 * The session as a process sees it that may be stopped at any moment, as a kill would stop it: once the signal is
 * aborted, every section is refused with its reason, so that nothing more is changed and no member is freed.
 */
export function untilStopped(session: ProtocolSession, signal: AbortSignal | undefined): ProtocolSession {
  return {
    ...session,
    transact: async (section) => {
      signal?.throwIfAborted();
      return session.transact((state) => {
        signal?.throwIfAborted();
        return section(state);
      });
    },
  };
}
