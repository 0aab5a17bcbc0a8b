import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";
import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";
import { memberOf } from "./diagram-marks.ts";

export type EventText = {
  who: string;
  /** For the diagram. */
  short: string;
  /** A whole sentence, for everything else. */
  long: string;
};

/** An event in words. Every kind of event has some, or the page would not compile. */
export function describeEvent(event: SessionEvent, strings: Strings): EventText {
  const words = strings.events;
  const { short, long } = words[keyOf(event)];
  const values = valuesOf(event, strings);
  return { who: whoOf(event, words), short: fill(short, values), long: fill(long, values) };
}

function keyOf(event: SessionEvent): SessionEvent["event"] | "turn_started_alone" {
  return event.event === "turn_started" && event.purpose === "" ? "turn_started_alone" : event.event;
}

function whoOf(event: SessionEvent, words: Strings["events"]): string {
  const member = memberOf(event);
  if (member !== undefined) return member;
  const isProgram = event.event === "program_ended" || event.event === "program_not_started";
  return isProgram ? words.program : words.host;
}

function valuesOf(event: SessionEvent, strings: Strings): Record<string, string | number> {
  return { ...Object.fromEntries(Object.entries(event).filter(isWord)), ...wordsFor(event, strings) };
}

/** What a sentence can say as it is. The input of a call and the like are not for a sentence. */
function isWord(entry: [name: string, value: unknown]): entry is [string, string | number] {
  return ["string", "number"].includes(typeof entry[1]);
}

/** What is said in other words than the event has for it. */
function wordsFor(event: SessionEvent, strings: Strings): Record<string, string | number> {
  const { events: words, gates } = strings;
  switch (event.event) {
    case "session_started":
    case "members_attended":
      return { members: event.members.join(", ") };
    case "turn_started": {
      const purposes: Record<string, string> = words.purposes;
      return { purpose: purposes[event.purpose] ?? event.purpose };
    }
    case "model_called": {
      const [tool] = event.tools;
      const said = fill(words.says, { text: event.text });
      return { answer: tool === undefined ? said : fill(words.call, { tool }) };
    }
    case "reply_saved":
      return { decision: event.approve ? words.approve : words.reject };
    case "unread_letters":
      return { letters: event.letters.join(", ") };
    case "gate_checked": {
      const gate = `${gates[event.gate]} (${gates[`${event.gate}_who`]})`;
      return { gate, state: event.open ? gates.open : gates.closed };
    }
    case "tool_finished":
      return { outcome: event.is_error ? words.refused : words.done };
    case "program_ended": {
      const { exit_code, signal, stdout } = event;
      return { exit_code: exit_code ?? signal ?? "", stdout: JSON.stringify(stdout.text.trimEnd()) };
    }
    case "reported":
    case "result":
      return { verdict: words.verdicts[event.verdict] };
    default:
      return {};
  }
}
