import type { WireRequest, WireState } from "../wire.ts";

/** What is asked, or how to make it from the state that the steps before have left. */
export type Step = WireRequest | ((state: WireState) => WireRequest);

/** One thing that an implementation is asked, step by step. What it should answer is what the lessons answer. */
export type Check = {
  /** Its kind and its own name, as in `attack/forged-yes`. */
  name: string;
  /** The guards that it is about: without one of them it fails. */
  guards: readonly string[];
  /** What must hold. */
  rule: string;
  /** What happened in a real system, and its row of the casebook. */
  why: string;
  /** Where it stands, and the text to find it by. */
  at: { file: string; find: string };
  start: Start;
  steps: readonly Step[];
};

export type Start = WireRequest & { do: "reset" };

/** The practice's team with its quotas. */
export const practiceStart: Start = {
  do: "reset",
  team: ["lead", "reader", "reviewer"],
  limits: { body_characters: 600, mailbox_messages: 8, mailbox_bytes: 32_000, session_requests: 4 },
};

/** Small quotas, so that a few steps come to them. */
export const smallStart: Start = {
  ...practiceStart,
  limits: { body_characters: 600, mailbox_messages: 4, mailbox_bytes: 1_400, session_requests: 3 },
};
