import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";

export type Lane = "lead" | "reader" | "plan" | "permission" | "program";

/** How an event is drawn: an arrow between two lanes, or a note on one. */
export type Mark =
  | { form: "arrow"; from: Lane; to: Lane; look: "letter" | "call" | "stopped" | "answer" }
  | { form: "note"; lane: Lane; look: "quiet" | "model" | "approved" | "rejected" };

export function markOf(event: SessionEvent): Mark {
  switch (event.event) {
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
      return { form: "note", lane: "program", look: "quiet" };
    case "program_started":
      return { form: "arrow", from: "permission", to: "program", look: "call" };
    case "program_ended":
      return { form: "arrow", from: "program", to: "reader", look: "answer" };
    case "model_called":
      return { form: "note", lane: laneOf(event.member), look: "model" };
    case "session_started":
    case "result":
      return { form: "note", lane: "lead", look: "quiet" };
    default:
      return { form: "note", lane: laneOf(event.member), look: "quiet" };
  }
}

function laneOf(member: string): Lane {
  return member === "lead" ? "lead" : "reader";
}
