import type { PracticeResult } from "../../lessons/s16-team-protocols/session-event.ts";

/** How the practice ended with a learner's protocol, held against how it ends with the lesson's. */
export function heldAgainstLesson({ plan, decision, blocked_by, program_runs }: PracticeResult): string {
  const [closes, says] =
    plan === "reject"
      ? (["plan", "gate 1 is closed (plan-rejected), and main.py does not run"] as const)
      : decision === "deny"
        ? (["permission", "gate 2 is closed (permission-denied), and main.py does not run"] as const)
        : ([null, "both gates are open, and main.py runs once"] as const);
  if (blocked_by === closes && program_runs === (closes === null ? 1 : 0))
    return `As in the lesson: ${says}.`;
  return `Not as in the lesson: there ${says}. Which guards are missing: npm run quest -- check.`;
}
