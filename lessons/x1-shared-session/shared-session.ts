import type { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import type { ProtocolSession, ProtocolState } from "../s16-team-protocols/protocol-state.ts";

/**
 * A session that several processes share and that outlives them: the port behind which a folder (`folder-session.ts`)
 * and PostgreSQL (`postgres-session.ts`) stand.
 */
export type SharedSession = ProtocolSession & {
  /** Where this machine keeps what the session needs of files: the workspace, and the marks of what was started. */
  readonly directory: string;
  /** The state after this process's last section, for whoever shows it. Another process may have gone on since. */
  readonly current: ProtocolState;
  /** Who plays which member. */
  readonly signs: Signs;
  /** Begins to watch for what other processes change. */
  watch: () => Changes;
  /** Returns once all that this process told is where it stays. The session can be taken up again by anybody. */
  close: () => Promise<void>;
};

/**
 * The signs of life of the processes that play members. A sign is no exclusion: a process that is stopped gives none, and
 * may go on later. The member's epoch says then that it was overtaken.
 */
export type Signs = {
  /**
   * Gives a member's sign from now on. One whose process has ended is taken over, one that another process gives is
   * `member-attended`; where nobody here can know, that is waited for.
   */
  give: (member: string, options?: SignOptions) => Promise<Sign>;
  /** Whether a living process gives the sign of a member now. */
  isGiven: (member: string, options?: SignOptions) => Promise<boolean>;
  /** The refusal `member-attended`, which says who plays the member. */
  refusal: (member: string) => Promise<ProtocolError>;
};

export type SignOptions = {
  /** After this many milliseconds without a sign of life a process counts as gone, where that is for this side to say. */
  staleMs?: number;
  /** Told once for each member that another process seems to play, when its sign of life may be stale soon. */
  onWait?: (member: string, seconds: number) => void;
};

export type Sign = { end: () => Promise<void> };

export type Changes = {
  /**
   * Resolves a moment after something was changed since the last call, and after a while in any case. Rejects with the
   * signal's reason.
   */
  next: (signal: AbortSignal) => Promise<void>;
  close: () => void;
};
