import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import type { Strings } from "../lesson.ts";

type Words = Strings["gates"]["questions"];

/** What may happen at a step, before it has. `answers` are keys of the words of this question. */
export type Question = {
  about: keyof Words;
  answers: readonly string[];
  right: string;
  /** What the question and its answers name. */
  values: Record<string, string>;
};

/** What is asked before a step that decides something. Undefined for one that decides nothing. */
export function questionBefore(events: readonly SessionEvent[], step: number): Question | undefined {
  const event = events[step];
  switch (event?.event) {
    case "reply_saved":
      return ask("reply", event.status, { id: event.request_id, actor: event.actor });
    case "response_matched":
      return ask("match", event.status, { id: event.request_id, member: event.member });
    case "gate_checked": {
      if (event.gate === "plan") return ask("plan", event.open ? "open" : event.reason, { tool: event.tool });
      return ask("permission", event.open ? "open" : "closed", { tool: event.tool });
    }
    case "tool_finished": {
      const before = events[step - 1];
      if (before?.event !== "gate_checked" || before.gate !== "plan" || before.open) return undefined;
      return ask("behind_closed", "refused", { tool: event.tool });
    }
    case "program_started":
    case "claim_refused":
      return ask("claim", event.event === "program_started" ? "claimed" : "refused", {});
    case "program_ended":
      return ask("second_run", "used", {});
    case "member_closed":
      return ask("closed", event.status, { id: event.request_id, member: event.member });
    default:
      return undefined;
  }
}

const ANSWERS = {
  reply: ["pending", "approved", "rejected"],
  match: ["pending", "approved", "rejected"],
  plan: ["open", "plan-pending", "plan-rejected", "plan-changed"],
  permission: ["open", "closed"],
  behind_closed: ["asked", "refused"],
  claim: ["claimed", "unused", "refused"],
  second_run: ["open", "used"],
  closed: ["pending", "approved"],
} as const satisfies Record<keyof Words, readonly string[]>;

function ask(about: keyof Words, right: string, values: Record<string, string>): Question {
  return { about, answers: ANSWERS[about], right, values };
}
