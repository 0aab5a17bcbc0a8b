import { guardOf } from "../../../lessons/x2-break-it/without.ts";
import type { Check } from "../checks/check.ts";
import type { Deviation } from "../run-checks.ts";

export type Status = "passed" | "failed" | "expected-failure" | "stale";

/** What became of one check, from which every report is drawn. */
export type Finding = {
  name: string;
  guards: readonly string[];
  status: Status;
  seconds: number;
  at: Check["at"];
  failure: Failure | null;
};

/** Why a check failed, in six parts. */
export type Failure = {
  /** What was sent, a line each; the last one made the difference. */
  sent: readonly string[];
  /** What must hold, and the guard that holds it. */
  rule: string;
  expected: string;
  got: string;
  why: string;
  /** The command that runs this one alone. */
  again: string;
};

export function failureOf(
  check: Pick<Check, "rule" | "guards" | "why">,
  deviation: Deviation,
  again: string,
): Failure {
  const { sent, isState, expected, got } = deviation;
  const after = isState ? "the state after it, " : "";
  return {
    sent: sent.map((request) => JSON.stringify(request)),
    rule: [check.rule, ...check.guards.map((id) => `Guard ${id}: ${guardOf(id).purpose}`)].join("\n"),
    expected: after === "" ? expected : `${after}where\n${expected}`,
    got: after === "" ? got : `${after}where\n${got}`,
    why: check.why,
    again,
  };
}

/** Whether it makes the whole run a failure. */
export function isBad({ status }: Finding): boolean {
  return status === "failed" || status === "stale";
}

/** What is wrong, as one text for reports that have room for one. */
export function textOf(finding: Finding): string {
  const { failure } = finding;
  if (finding.status === "stale")
    return `${finding.name} is in the file of expected failures and does not fail any more. Take it out of the file.`;
  if (!failure) return "";
  return partsOf(failure)
    .map(([title, text]) => `${title}: ${text}`)
    .join("\n");
}

export function partsOf(failure: Failure): [title: string, text: string][] {
  const sent = failure.sent.map((line, index) => `${index + 1}. ${line}`).join("\n");
  return [
    ["sent", sent],
    ["rule", failure.rule],
    ["expected", failure.expected],
    ["got", failure.got],
    ["why", failure.why],
    ["again", failure.again],
  ];
}
