import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { Playing } from "./setup.ts";

/** A part of the path, played by whoever plays its actor. What is done of it stands in the session. */
export type Step = {
  actor: "lead" | "reader";
  isDone: (state: ProtocolState) => boolean;
  /** Plays the step, or goes on with it where an earlier process left it. */
  play: (practice: Playing) => Promise<void>;
};
