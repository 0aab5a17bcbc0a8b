import { readFileSync } from "node:fs";
import type { CaseName } from "../../lessons/page/gates/gate-cases.ts";
import { PATHS } from "../../lessons/page/lesson.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";

/** The four paths, as the practice tells them. */
export const paths = PATHS.map((name) => ({ name, events: eventsOf(name) }));

function eventsOf(name: string): SessionEvent[] {
  const lines = readFileSync(`fixtures/transcripts/${name}.jsonl`, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** What each case comes to, by the reason that the gate itself gives. */
export const CAME_TO: Record<CaseName, string> = {
  "plan-missing": "plan-missing",
  "plan-missing-kind": "plan-missing",
  "plan-not-yours": "plan-not-yours",
  "plan-not-yours-earlier": "plan-not-yours",
  "plan-not-yours-closed": "plan-not-yours",
  "plan-pending": "plan-pending",
  "plan-pending-replied": "plan-pending",
  "plan-withdrawn": "plan-missing",
  "plan-rejected": "plan-rejected",
  "plan-used": "plan-used",
  "plan-changed": "plan-changed",
  "plan-changed-gone": "plan-changed",
  "plan-approved": "open",
  "permission-unknown": "unknown-tool",
  "permission-invalid": "invalid-input",
  "permission-denied": "permission-denied",
  "permission-ask": "permission-denied",
  "permission-read": "read_expected ran.",
  "permission-allowed": "run_main ran.",
  "claim-used": "plan-used",
  "claim-changed": "plan-changed",
  claim: "open",
};
