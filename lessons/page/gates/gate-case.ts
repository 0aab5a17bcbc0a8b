import type { OwnRun, OwnStep } from "../run/call.ts";

/** `claim` is the last look at gate 1, when the process is about to start. */
export type Place = "plan" | "claim" | "permission";

/** One way in which a call can come to a gate: what was before it, and the call. */
export type GateCase = OwnRun & { place: Place; setup: readonly OwnStep[] };
