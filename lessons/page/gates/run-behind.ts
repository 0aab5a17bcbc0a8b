import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import type { GateCase } from "./gate-case.ts";
import type { GateCases } from "./gate-cases.ts";

/**
 * The run behind an event of a path: the same look at a gate, from a set-up of its own. Undefined for what is no look
 * at a gate.
 */
export function runBehind(
  cases: GateCases,
  events: readonly SessionEvent[],
  step: number,
  decision: "allow" | "deny",
): GateCase | undefined {
  const event = events[step];
  const matched = events.find((one, at) => at < step && one.event === "response_matched");
  const isApproved = matched?.event === "response_matched" && matched.status === "approved";
  switch (event?.event) {
    case "gate_checked":
      if (event.gate === "permission")
        return cases[decision === "allow" ? "permission-allowed" : "permission-denied"];
      return cases[isApproved ? "plan-approved" : "plan-rejected"];
    case "program_started":
      return cases.claim;
    default:
      return undefined;
  }
}
