import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { type ProgramPlace, programWork } from "../../lessons/s16-team-protocols/run/program.ts";
import { type PracticeSetup, workspaceOf } from "./setup.ts";

/** What a run of `main.py` would be now. A plan is approved for this, and each look at gate 1 compares it. */
export function workNow(setup: PracticeSetup): ApprovedWork | undefined {
  return programWork(placeOf(setup));
}

/** Where `main.py` is, and what would run it. */
export function placeOf({ directory, interpreter, environment }: PracticeSetup): ProgramPlace {
  return { workspace: workspaceOf(directory), interpreter, environment };
}
