import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { PracticeEvent, PracticeResult } from "../../lessons/s16-team-protocols/practice-event.ts";
import { type Paint, type Style, safeLine, safeText, wrap } from "../terminal.ts";

type Row = { who: string; what: string; request?: string | null; status?: string | null; style?: Style };

const WIDTH = { number: 3, who: 9, what: 70, request: 8 };

/** Draws a practice run as a numbered timeline, one event a line, in columns: who, what, request, its status. */
export function createTimeline(paint: Paint): (event: PracticeEvent) => string {
  let number = 0;
  return (event) => {
    if (event.event === "session_started") return heading(event, paint);
    if (event.event === "result") return conclusion(event, paint);
    number += 1;
    return drawRow(number, rowOf(event), paint);
  };
}

function heading(event: Extract<PracticeEvent, { event: "session_started" }>, paint: Paint): string {
  const title = `two gates: the lead will ${event.plan} the plan, the host will ${event.decision} the run`;
  const columns = `${" #".padEnd(WIDTH.number)} ${"who".padEnd(WIDTH.who)}${"what".padEnd(WIDTH.what)}${"request".padEnd(WIDTH.request)}status`;
  return `${paint("bold", title)}\n\n${paint("dim", columns)}`;
}

function drawRow(number: number, { who, what, request, status, style }: Row, paint: Paint): string {
  const [first = "", ...rest] = wrap(safeText(what), WIDTH.what - 1);
  const left = `${String(number).padStart(2)}  ${paint("bold", who.padEnd(WIDTH.who))}`;
  const text = (line: string): string => (style ? paint(style, line) : line);
  const right = `${(request ?? "").padEnd(WIDTH.request)}${paintStatus(status ?? "", paint)}`;
  const line = `${left}${text(first.padEnd(right.trim() ? WIDTH.what : 0))}${right}`.trimEnd();
  const indent = " ".repeat(WIDTH.number + 1 + WIDTH.who);
  return [line, ...rest.map((more) => `${indent}${text(more)}`)].join("\n");
}

function rowOf(event: Exclude<PracticeEvent, { event: "session_started" } | { event: "result" }>): Row {
  switch (event.event) {
    case "turn_started":
      return { who: event.member, what: `begins turn ${event.turn}: ${PURPOSES[event.purpose]}` };
    case "turn_ended":
      return {
        who: event.member,
        what: `ends turn ${event.turn}${event.status === "call_limit" ? ", at the limit of model calls" : ""}`,
      };
    case "model_called": {
      const said = event.tools.length > 0 ? `call ${event.tools.join(", ")}` : `"${event.text}"`;
      const what = clip(`answer ${event.call}, to ${event.member}: ${said}`, WIDTH.what - 1);
      return { who: "model", what, style: "dim" };
    }
    case "request_opened":
      return {
        who: event.actor,
        what: `asks ${event.target} for a ${event.kind === "plan" ? "plan approval" : "shutdown"}: letter ${event.letter} saved, then registered`,
        request: event.request_id,
        status: event.status,
      };
    case "letter_delivered":
      return {
        who: event.member,
        what: `reads letter ${event.letter} from ${event.sender}`,
        request: event.request_id,
        status: event.status,
      };
    case "letter_ignored":
      return {
        who: event.member,
        what: `ignores letter ${event.letter} from ${event.sender}: ${event.reason}`,
      };
    case "reply_saved":
      return {
        who: event.actor,
        what: `replies ${event.approve ? "yes" : "no"}: letter ${event.letter} saved, not matched yet`,
        request: event.request_id,
        status: event.status,
      };
    case "response_matched":
      return {
        who: event.member,
        what: `matches letter ${event.letter} with its own request`,
        request: event.request_id,
        status: event.status,
      };
    case "gate_checked":
      return {
        who: event.gate === "plan" ? "gate 1" : "gate 2",
        what: gateSentence(event),
        request: event.request_id,
        style: event.open ? "green" : "red",
      };
    case "tool_finished":
      return {
        who: "tool",
        what: toolSentence(event),
      };
    case "program_started":
      return { who: "program", what: `${event.command} starts; the approval is used up` };
    case "program_ended":
      return { who: "program", what: `${ending(event)}, output: ${JSON.stringify(event.stdout.text)}` };
    case "reported":
      return { who: event.member, what: `reports: ${event.text}`, style: "cyan" };
    case "member_closed":
      return {
        who: event.member,
        what: "is closed; the lead has not matched the reply yet",
        request: event.request_id,
        status: event.status,
      };
    case "delivery_refused":
      return { who: event.member, what: `gets no further turn: ${event.status}` };
  }
}

const PURPOSES = {
  plan: "propose a plan",
  review: "review the plan",
  work: "do the work, with its history kept",
} as const;

function gateSentence(event: Extract<PracticeEvent, { event: "gate_checked" }>): string {
  if (event.gate === "plan") {
    return event.open
      ? `plan approval OPEN: ${event.request_id} approved, unused, main.py unchanged`
      : `plan approval CLOSED (${event.reason}): the host is not even asked`;
  }
  return event.open
    ? "host permission OPEN: this one call is allowed"
    : `host permission CLOSED (${event.reason}): a plan is no permission`;
}

function toolSentence({
  tool,
  is_error,
  content,
}: Extract<PracticeEvent, { event: "tool_finished" }>): string {
  if (is_error) return `${tool} is refused: ${content.split(":")[0]}`;
  const text = JSON.stringify(content);
  return `${tool} returns ${text.length <= 40 ? text : "its outcome"}`;
}

function ending(event: Extract<PracticeEvent, { event: "program_ended" }>): string {
  switch (event.status) {
    case "exited":
      return `ends with exit code ${event.exit_code}`;
    case "killed":
      return `is ended by ${event.signal}`;
    case "timeout":
      return "is killed at its time limit";
    case "cancelled":
      return "is cancelled";
  }
}

function conclusion(result: PracticeResult, paint: Paint): string {
  const expected = safeLine(result.expected.trim());
  const printed = safeLine(result.stdout?.trim() ?? "");
  const sentence = {
    match: () => `main.py ran once behind two open gates and printed ${printed}, as expected.`,
    mismatch: () => `main.py ran behind two open gates and printed ${printed}, but ${expected} was expected.`,
    not_run: () => `main.py did not run: ${CLOSED[result.blocked_by ?? "nobody"]}`,
  }[result.verdict]();
  const style = { match: "green", mismatch: "yellow", not_run: "red" } as const;
  return `\n${paint(["bold", style[result.verdict]], `Result: ${sentence}`)}\n${paint("dim", `Session folder: ${printable(result.dir)}`)}`;
}

const CLOSED = {
  plan: "gate 1 is closed, the lead rejected the plan. The host was never asked.",
  permission: "gate 2 is closed, the host did not allow it. The approved plan is no permission.",
  nobody: "nobody asked for it.",
} as const;

function paintStatus(status: string, paint: Paint): string {
  const style = { pending: "yellow", approved: "green", rejected: "red" } as const;
  return status in style ? paint(style[status as keyof typeof style], status) : status;
}

function clip(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
