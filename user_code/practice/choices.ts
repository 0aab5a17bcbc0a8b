import { quoted } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { UsageError } from "../command-line.ts";
import type { PracticeNotes } from "./notes.ts";

/**
 * What the learner chose for the members that a process plays: the plan belongs to the lead, the decision and the
 * expectation to the reader. `expected` is null when the expectation stays what it is.
 */
export type Choices = {
  plan?: "approve" | "reject";
  reader?: { decision: "allow" | "deny"; expected: string | null };
};

/**
 * Makes sure that a session goes on with the choices that it was started with. Throws `UsageError` that names the first
 * one that differs. What nobody has chosen yet is open.
 */
export function requireSameChoices({ plan, decision, expected }: PracticeNotes, choices: Choices): void {
  const { reader } = choices;
  requireSame("--plan", plan, choices.plan);
  requireSame("--decision", decision, reader?.decision);
  if (decision === null || !reader || reader.expected === expected) return;
  throw other(expectedWord(expected), expectedWord(reader.expected));
}

function requireSame(option: string, kept: string | null, given: string | undefined): void {
  if (kept === null || given === undefined || kept === given) return;
  throw other(`with ${option} ${kept}`, `with ${option} ${given}`);
}

function expectedWord(expected: string | null): string {
  return expected === null ? "without --expected" : `with --expected ${quoted(expected)}`;
}

function other(kept: string, given: string): UsageError {
  return new UsageError(
    `This session was started ${kept}, not ${given}. Go on with the choices that it has, or name a new folder.`,
  );
}
