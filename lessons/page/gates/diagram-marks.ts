import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";

export type Lane = "lead" | "reader" | "plan" | "permission" | "program";

/** How an event is drawn: an arrow between two lanes, or a note on one. What the host tells is noted on the lead's. */
export type Mark =
  | { form: "arrow"; from: Lane; to: Lane; look: "letter" | "call" | "stopped" | "answer" }
  | { form: "note"; lane: Lane; look: "quiet" | "model" | "approved" | "rejected" };

export function markOf(event: SessionEvent): Mark {
  switch (event.event) {
    case "letter_sent":
      return { form: "arrow", from: laneOf(event.sender), to: laneOf(event.recipient), look: "letter" };
    case "request_opened":
      return { form: "arrow", from: laneOf(event.actor), to: laneOf(event.target), look: "letter" };
    case "reply_saved": {
      const from = laneOf(event.actor);
      return { form: "arrow", from, to: from === "lead" ? "reader" : "lead", look: "letter" };
    }
    case "response_matched":
      return {
        form: "note",
        lane: laneOf(event.member),
        look: event.status === "rejected" ? "rejected" : "approved",
      };
    case "gate_checked": {
      const from = event.gate === "plan" ? "reader" : "plan";
      return { form: "arrow", from, to: event.gate, look: event.open ? "call" : "stopped" };
    }
    case "claim_refused":
      return { form: "arrow", from: "permission", to: "plan", look: "stopped" };
    case "program_not_started":
    case "outcome_unknown":
      return { form: "note", lane: "program", look: "quiet" };
    case "program_started":
      return { form: "arrow", from: "permission", to: "program", look: "call" };
    case "program_ended":
      return { form: "arrow", from: "program", to: "reader", look: "answer" };
    case "model_called":
      return { form: "note", lane: laneOf(event.member), look: "model" };
    default:
      return { form: "note", lane: laneOf(memberOf(event) ?? "lead"), look: "quiet" };
  }
}

/** Whose doing an event is, or undefined where it is the host's or the program's. */
export function memberOf(event: SessionEvent): string | undefined {
  if ("member" in event) return event.member;
  if ("actor" in event) return event.actor;
  if (event.event === "lead_answered") return "lead";
  return event.event === "letter_sent" ? event.sender : undefined;
}

function laneOf(member: string): Lane {
  return member === "lead" ? "lead" : "reader";
}
