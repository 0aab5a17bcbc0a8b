import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { cellsOf, clipCells, padCells, wrapCells } from "../../lessons/strings/cells.ts";
import { retell, retellCoded, say } from "../../lessons/strings/say.ts";
import { createTrafficDrawing } from "../model-traffic.ts";
import { type Paint, type Style, safeText } from "../terminal.ts";
import { conclusion } from "./conclusion.ts";

type Row = { who: string; what: string; request?: string | null; status?: string | null; style?: Style };

/** Columns in cells. One whose title or labels are wider in a language is wider in it. */
const WIDTH = { number: 3, what: 70 };
const LABELS = ["who-model", "who-tool", "who-gate-1", "who-gate-2", "who-program", "who-host"] as const;

function widthOfWho(): number {
  const titles = (["column-who", ...LABELS] as const).map((label) => cellsOf(say(label)) + 1);
  return Math.max(9, ...titles);
}

function widthOfRequest(): number {
  return Math.max(8, cellsOf(say("column-request")) + 1);
}

/** Draws a practice run as a numbered timeline, one event a line, in columns: who, what, request, its status. */
export function createTimeline(paint: Paint): (event: SessionEvent) => string {
  let number = 0;
  const drawTraffic = createTrafficDrawing(paint);
  return (event) => {
    if (event.event === "session_started") return heading(event, paint);
    if (event.event === "result") return conclusion(event, paint);
    if (event.event === "model_exchange") return drawTraffic(event);
    number += 1;
    return drawRow(number, rowOf(event), paint);
  };
}

type SideChoices = { plan?: "approve" | "reject"; reader?: { decision: "allow" | "deny" } };
type Choices = Pick<Extract<SessionEvent, { event: "session_started" }>, "plan" | "decision">;

/** The heading of a practice that goes on. */
export function takenUp({ plan, decision }: Choices, paint: Paint): string {
  return headed(say(`again-${plan}-${decision}`), paint);
}

/** The heading of the side of one member, which knows its own choice alone. */
export function sideHeading(member: string, { plan, reader }: SideChoices, paint: Paint): string {
  const choice = plan ?? reader?.decision ?? "none";
  return headed(say(`side-${choice}`, { member }), paint);
}

function heading({ plan, decision }: Choices, paint: Paint): string {
  return headed(say(`heading-${plan}-${decision}`), paint);
}

function headed(title: string, paint: Paint): string {
  const columns = [
    `${" #".padEnd(WIDTH.number)} `,
    padCells(say("column-who"), widthOfWho()),
    padCells(say("column-what"), WIDTH.what),
    padCells(say("column-request"), widthOfRequest()),
    say("column-status"),
  ];
  return `${paint("bold", title)}\n\n${paint("dim", columns.join(""))}`;
}

function drawRow(number: number, { who, what, request, status, style }: Row, paint: Paint): string {
  const [first = "", ...rest] = wrapCells(safeText(what), WIDTH.what - 1);
  const left = `${String(number).padStart(2)}  ${paint("bold", padCells(who, widthOfWho()))}`;
  const text = (line: string): string => (style ? paint(style, line) : line);
  const right = `${(request ?? "").padEnd(widthOfRequest())}${paintStatus(status ?? "", paint)}`;
  const line = `${left}${text(padCells(first, right.trim() ? WIDTH.what : 0))}${right}`.trimEnd();
  const indent = " ".repeat(WIDTH.number + 1 + widthOfWho());
  return [line, ...rest.map((more) => `${indent}${text(more)}`)].join("\n");
}

function rowOf(
  event: Exclude<SessionEvent, { event: "session_started" | "model_exchange" | "result" }>,
): Row {
  switch (event.event) {
    case "turn_started":
      return { who: event.member, what: turnSentence(event) };
    case "turn_ended": {
      const { turn } = event;
      const isAtLimit = event.status === "call_limit";
      return { who: event.member, what: say(isAtLimit ? "turn-at-limit" : "turn-ended", { turn }) };
    }
    case "model_called": {
      const { call, member, text } = event;
      const tools = event.tools.join(", ");
      const what =
        tools === ""
          ? say("model-says", { call, member, text })
          : say("model-calls", { call, member, tools });
      return { who: say("who-model"), what: clipCells(what, WIDTH.what - 1), style: "dim" };
    }
    case "request_opened": {
      const { target, letter } = event;
      return {
        who: event.actor,
        what: say(event.kind === "plan" ? "asks-plan" : "asks-shutdown", { target, letter }),
        request: event.request_id,
        status: event.status,
      };
    }
    case "letter_delivered":
      return {
        who: event.member,
        what: say("reads-letter", { letter: event.letter, sender: event.sender }),
        request: event.request_id,
        status: event.status,
      };
    case "letter_ignored": {
      const { letter, sender, reason } = event;
      return { who: event.member, what: say("ignores-letter", { letter, sender, reason }) };
    }
    case "reply_saved":
      return {
        who: event.actor,
        what: say(event.approve ? "replies-yes" : "replies-no", { letter: event.letter }),
        request: event.request_id,
        status: event.status,
      };
    case "response_matched":
      return {
        who: event.member,
        what: say("matches-letter", { letter: event.letter }),
        request: event.request_id,
        status: event.status,
      };
    case "gate_checked":
      return {
        who: say(event.gate === "plan" ? "who-gate-1" : "who-gate-2"),
        what: gateSentence(event),
        request: event.request_id,
        style: event.open ? "green" : "red",
      };
    case "tool_finished":
      return { who: say("who-tool"), what: toolSentence(event) };
    case "claim_refused":
      return {
        who: say("who-gate-1"),
        what: say("plan-gate-closed-last", { reason: event.reason }),
        request: event.request_id,
        style: "red",
      };
    case "program_started":
      return { who: say("who-program"), what: say("program-starts", { command: event.command }) };
    case "program_not_started": {
      const { reason, message } = event;
      return {
        who: say("who-program"),
        what: say("program-not-started", { reason, message }),
        style: "yellow",
      };
    }
    case "program_ended":
      return {
        who: say("who-program"),
        what: [endingSentence(event, outputOf(event)), ...errorLines(event)].join("\n"),
      };
    case "reported":
      return { who: event.member, what: say("reports", { text: event.text }), style: "cyan" };
    case "member_closed":
      return {
        who: event.member,
        what: say("is-closed"),
        request: event.request_id,
        status: event.status,
      };
    case "delivery_refused":
      return { who: event.member, what: say("no-turn", { status: event.status }) };
    case "outcome_unknown":
      return {
        who: say("who-program"),
        what: retell(event.message),
        request: event.request_id,
        style: "yellow",
      };
    case "letter_sent": {
      const { letter, recipient, text } = event;
      return { who: event.sender, what: say("writes-letter", { letter, recipient, text }) };
    }
    case "reply_deferred":
      return { who: event.actor, what: say("cannot-agree"), request: event.request_id };
    case "request_withdrawn":
      return {
        who: event.actor,
        what: say(event.because === "asked" ? "takes-back" : "closed-with-request"),
        request: event.request_id,
        status: "withdrawn",
      };
    case "unanswered":
      return {
        who: event.member,
        what: say("ends-unanswered", { asker: event.asker }),
        request: event.request_id,
        style: "yellow",
      };
    case "unread_letters":
      return {
        who: event.member,
        what: say("no-yes-yet", { letters: event.letters.join(", ") }),
        request: event.request_id,
        style: "yellow",
      };
    case "mailbox_unreadable":
      return {
        who: event.member,
        what: say("closes-unread", { message: event.message }),
        style: "yellow",
      };
    case "members_attended":
      return { who: say("who-host"), what: attendedSentence(event), style: "dim" };
    case "turn_failed": {
      const message = retellCoded(event.message);
      return { who: event.member, what: say("turn-failed", { message }), style: "red" };
    }
    case "member_joined":
      return { who: event.member, what: say("joins", { role: event.role }) };
    case "task_given":
      return { who: event.member, what: say("gets-task", { task: event.task }) };
    case "lead_answered":
      return { who: "lead", what: event.text };
    case "notice":
      return { who: say("who-host"), what: retell(event.text) };
  }
}

type EventOf<Name extends SessionEvent["event"]> = Extract<SessionEvent, { event: Name }>;

function turnSentence({ turn, purpose }: EventOf<"turn_started">): string {
  switch (purpose) {
    case "plan":
    case "review":
    case "work":
    case "letters":
    case "delivery":
      return say(`turn-${purpose}`, { turn });
    default:
      return say("turn-other", { turn, purpose });
  }
}

function attendedSentence({ members, interrupted }: EventOf<"members_attended">): string {
  const played = members.join(", ");
  return interrupted.length === 0
    ? say("plays", { members: played })
    : say("plays-interrupted", { members: played, interrupted: interrupted.join(", ") });
}

function gateSentence({ gate, open, reason, request_id }: EventOf<"gate_checked">): string {
  if (gate === "plan") {
    return open ? say("plan-gate-open", { request: request_id ?? "" }) : say("plan-gate-closed", { reason });
  }
  return open ? say("host-gate-open") : say("host-gate-closed", { reason });
}

function toolSentence({ tool, is_error, content }: EventOf<"tool_finished">): string {
  const code = /^([a-z][a-z-]*): /.exec(content)?.[1];
  if (is_error && code) return say("tool-refused", { tool, code });
  const text = JSON.stringify(content);
  if (text.length <= 40) return say("tool-returns", { tool, text });
  return say(is_error ? "tool-returns-failure" : "tool-returns-outcome", { tool });
}

type Ended = EventOf<"program_ended">;
type Ending = Pick<Ended, "status" | "exit_code" | "signal">;

function endingSentence({ status, exit_code, signal }: Ending, output: string): string {
  switch (status) {
    case "exited":
      return say("ends-exited", { code: exit_code ?? "", output });
    case "killed":
      return say("ends-killed", { signal: signal ?? "", output });
    case "timeout":
    case "cancelled":
      return say(`ends-${status}`, { output });
  }
}

/** More characters of stdout and more lines of stderr are left to `--json`. */
const SHOWN = { characters: 300, lines: 8 };

function outputOf({ stdout: { text, cut } }: Ended): string {
  const characters = [...text];
  const output = JSON.stringify(characters.slice(0, SHOWN.characters).join(""));
  const count = characters.length;
  if (count <= SHOWN.characters) return cut ? say("output-cut", { output }) : output;
  return say(cut ? "output-first-cut" : "output-first", { output, shown: SHOWN.characters, count });
}

/** The last lines: that is where Python says what went wrong. */
function errorLines({ stderr }: Ended): string[] {
  if (stderr.text.trim() === "") return [];
  const lines = stderr.text.trimEnd().split("\n");
  const last = lines.slice(-SHOWN.lines).map((line) => `stderr: ${line}`);
  const left = lines.length - last.length;
  return [
    left > 0 ? say("stderr-before", { count: left }) : [],
    last,
    stderr.cut ? say("stderr-cut") : [],
  ].flat();
}

function paintStatus(status: string, paint: Paint): string {
  const style = { pending: "yellow", approved: "green", rejected: "red" } as const;
  return status in style ? paint(style[status as keyof typeof style], status) : status;
}
