import type { RequestStatus } from "../../s16-team-protocols/protocol-message.ts";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";

/**
 * A session that happened, as its folder holds it: the data that is put into a page of its own. No text in it holds a
 * secret of the environment or a path of the machine: `[secret]` and `…/name` stand in their place.
 */
export type SessionRecord = {
  /** The name of the session's folder. */
  name: string;
  program: "practice" | "console";
  /** Those of `events.jsonl`, in their order: number 1 is the first. */
  events: readonly SessionEvent[];
  /** The lines of each mailbox file as they are, by the member whose file it is. */
  mailboxes: Readonly<Record<string, readonly string[]>>;
  /** What the session file keeps of its requests in the end, and of its members. */
  kept: {
    requests: Readonly<Record<string, { status: RequestStatus; used: boolean }>>;
    members: Readonly<Record<string, "idle" | "running" | "closed">>;
  };
  /** How many texts were left out for being a secret or a path. */
  leftOut: number;
};

/** Id of the `<script type="application/json">` that carries a session, in a page that was made for one. */
export const SESSION_ELEMENT = "session";
