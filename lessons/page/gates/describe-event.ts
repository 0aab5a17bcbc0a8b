import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";

export type EventText = {
  who: string;
  /** For the diagram. */
  short: string;
  /** A whole sentence, for everything else. */
  long: string;
};

/** An event in words. */
export function describeEvent(event: SessionEvent, strings: Strings): EventText {
  const words = strings.events;
  const { short, long } = words[event.event];
  const values = valuesOf(event, strings);
  return { who: whoOf(event, words), short: fill(short, values), long: fill(long, values) };
}

function whoOf(event: SessionEvent, words: Strings["events"]): string {
  if ("member" in event) return event.member;
  if ("actor" in event) return event.actor;
  const isProgram = event.event === "program_ended" || event.event === "program_not_started";
  return isProgram ? words.program : words.host;
}

function valuesOf(event: SessionEvent, strings: Strings): Record<string, string | number> {
  const { events: words, gates } = strings;
  switch (event.event) {
    case "session_started":
      return { ...event, members: event.members.join(", ") };
    case "turn_started":
      return { ...event, purpose: words.purposes[event.purpose] };
    case "model_called": {
      const [tool] = event.tools;
      const said = fill(words.says, { text: event.text });
      return { ...event, tools: "", answer: tool === undefined ? said : fill(words.call, { tool }) };
    }
    case "letter_delivered":
      return { ...event, request_id: event.request_id ?? "", status: event.status ?? "" };
    case "reply_saved":
      return { ...event, approve: "", decision: event.approve ? words.approve : words.reject };
    case "gate_checked": {
      const gate = `${gates[event.gate]} (${gates[`${event.gate}_who`]})`;
      return { ...event, gate, open: "", request_id: "", state: event.open ? gates.open : gates.closed };
    }
    case "claim_refused": {
      const { tool, reason, message } = event;
      return { tool, reason, message };
    }
    case "tool_finished":
      return { ...event, is_error: "", outcome: event.is_error ? words.refused : words.done };
    case "program_ended": {
      const { status, exit_code, signal, stdout } = event;
      return { status, exit_code: exit_code ?? signal ?? "", stdout: JSON.stringify(stdout.text.trimEnd()) };
    }
    case "reported":
      return { ...event, verdict: words.verdicts[event.verdict] };
    case "result": {
      const { program_runs, model_calls, letters } = event;
      return { program_runs, model_calls, letters, verdict: words.verdicts[event.verdict] };
    }
    default:
      return event;
  }
}
