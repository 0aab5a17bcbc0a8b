import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { cellsOf, padCells, wrapCells } from "../../lessons/strings/cells.ts";
import { retell, retellCoded, say } from "../../lessons/strings/say.ts";
import type { Paint } from "../terminal.ts";
import { safeLine, safeText } from "../terminal.ts";
import { callTitle, notCovered, oneLine, wholeCall, wordsOnLine } from "./call-text.ts";

type Style = Parameters<Paint>[0];

type Row = {
  who: string;
  what: string;
  request?: string | null;
  status?: string | null;
  style?: Style;
  /** Lines below, as they are: they are not broken between words. */
  details?: readonly string[];
};

type EventOf<Name extends SessionEvent["event"]> = Extract<SessionEvent, { event: Name }>;

const WIDTH = { who: 11, what: 50, details: 65 };

/** As wide as its title, where that is longer in a language. */
function widthOfRequest(): number {
  return Math.max(7, cellsOf(say("column-request")));
}

/** Names the columns of the rows. */
export function columnHeading(paint: Paint): string {
  const columns = [
    padCells(say("column-who"), WIDTH.who),
    padCells(say("column-what-happens"), WIDTH.what),
    padCells(`${say("column-request")} `, widthOfRequest()),
    say("column-status"),
  ];
  return paint("dim", `  ${columns.join("")}`);
}

/** Draws an event as one row: who, what, request, its status. What the lead says to the person stands apart. */
export function drawEvent(event: SessionEvent, paint: Paint): string | undefined {
  if (event.event === "lead_answered") return drawAnswer(event.text, paint);
  if (event.event === "notice") return paint("yellow", safeLine(retell(event.text)));
  const row = rowOf(event);
  return row && drawRow(row, paint);
}

function drawAnswer(text: string, paint: Paint): string {
  const [first = "", ...rest] = safeText(text).split("\n");
  const prompt = say("prompt-lead");
  const indent = " ".repeat(cellsOf(prompt) + 1);
  const more = rest.map((line) => `${indent}${line}`.trimEnd());
  return [`${paint(["bold", "green"], prompt)} ${first}`, ...more].join("\n");
}

function drawRow({ who, what, request, status, style, details = [] }: Row, paint: Paint): string {
  const [first = "", ...rest] = wrapCells(safeText(what), WIDTH.what - 1);
  const text = (line: string): string => (style ? paint(style, line) : line);
  const right = `${(request ?? "").padEnd(widthOfRequest())}${paintStatus(status ?? "", paint)}`;
  const left = right.trim() ? padCells(first, WIDTH.what) : first;
  const indent = " ".repeat(2 + WIDTH.who);
  return [
    `  ${paint("bold", padCells(who, WIDTH.who))}${text(left)}${right}`.trimEnd(),
    ...rest.map((more) => `${indent}${text(more)}`),
    // Two columns further in than any word of a member can begin.
    ...details.map((line) => paint("dim", `${indent}  ${safeText(line)}`)),
  ].join("\n");
}

function rowOf(event: SessionEvent): Row | undefined {
  switch (event.event) {
    case "member_joined": {
      const { role, incarnation: number } = event;
      const what = number > 1 ? say("joins-as-number", { role, number }) : say("joins-as", { role });
      return { who: event.member, what };
    }
    case "task_given":
      return event.plan_first ? { who: event.member, what: say("plans-first") } : undefined;
    case "request_opened":
      return requestRow(event);
    case "reply_saved": {
      const { letter, feedback } = event;
      const answer = event.approve ? "answers-yes" : "answers-no";
      const what = feedback ? say(`${answer}-because`, { letter, feedback }) : say(answer, { letter });
      return { who: event.actor, what, request: event.request_id, status: event.status };
    }
    case "reply_deferred": {
      const what = say("agrees-later");
      return { who: event.actor, what, request: event.request_id, status: "pending" };
    }
    case "member_closed":
      return {
        who: event.member,
        what: say("is-closed-now"),
        request: event.request_id,
        status: event.status,
      };
    case "letter_sent": {
      const { recipient, letter } = event;
      const does = event.type === "broadcast" ? "broadcasts-to" : "writes-to";
      return { who: event.sender, what: say(does, { recipient, letter, text: oneLine(event.text, 150) }) };
    }
    case "letter_delivered": {
      const { letter, type, sender } = event;
      const what = say("reads-typed", { letter, type, sender });
      return { who: event.member, what, request: event.request_id, status: event.status };
    }
    case "letter_ignored": {
      const { letter, sender, reason } = event;
      const what = say("ignores-typed", { letter, sender, reason });
      return { who: event.member, what, style: "yellow" };
    }
    case "response_matched": {
      const what = say("matches-own", { letter: event.letter });
      return { who: event.member, what, request: event.request_id, status: event.status };
    }
    case "gate_checked":
      return gateRow(event);
    case "tool_finished":
      return toolRow(event);
    case "claim_refused":
      return gateRow({ ...event, gate: "plan", open: false });
    case "turn_ended":
      return endRow(event);
    case "turn_failed": {
      const message = retellCoded(event.message);
      return { who: event.member, what: say("cannot-go-on", { message }), style: "red" };
    }
    case "outcome_unknown": {
      const what = say("outcome-unknown", { tool: event.tool, message: event.message });
      return { who: event.member, what, request: event.request_id, style: "red" };
    }
    case "request_withdrawn": {
      const what = say(event.because === "closed" ? "nobody-answers" : "takes-it-back");
      return { who: event.actor, what, request: event.request_id, status: "withdrawn" };
    }
    case "unanswered": {
      const what = say("has-not-answered", { asker: event.asker });
      return { who: event.member, what, request: event.request_id, status: "pending", style: "yellow" };
    }
    case "unread_letters": {
      const what = say("not-closing-yet", { letters: event.letters.join(", ") });
      return { who: event.member, what, request: event.request_id, status: "pending", style: "yellow" };
    }
    case "mailbox_unreadable": {
      const { message } = event;
      return { who: event.member, what: say("closes-with-unread", { message }), style: "yellow" };
    }
    case "session_started":
    case "members_attended":
    case "turn_started":
    case "model_called":
    case "model_exchange":
    case "delivery_refused":
    case "program_started":
    case "program_not_started":
    case "program_ended":
    case "reported":
    case "lead_answered":
    case "notice":
    case "result":
      return undefined;
  }
}

/** What the lead says at the end of its turn stands apart, and is no row. */
function endRow({ member, status, text, model_calls }: EventOf<"turn_ended">): Row | undefined {
  if (status === "call_limit") {
    const what = say("pauses", { count: model_calls });
    return { who: member, what, style: "dim" };
  }
  return member === LEAD || text === ""
    ? undefined
    : { who: member, what: say("says", { text }), style: "dim" };
}

function requestRow({ actor, target, kind, payload, request_id, call }: EventOf<"request_opened">): Row {
  const asks = kind === "plan" ? "asks-to-approve" : "asks-to-shut-down";
  const what = say(asks, { target, words: wordsOnLine(payload) });
  const row = { who: actor, what, request: request_id, status: "pending" };
  if (!call) return row;
  const { title, lines } = wholeCall(call, WIDTH.details);
  return { ...row, details: [say("exactly-this-call", { call: title }), ...lines, ...notCovered(call)] };
}

function gateRow(
  event: Pick<EventOf<"gate_checked">, "gate" | "member" | "open" | "reason" | "message" | "request_id">,
): Row {
  const { message, reason } = event;
  const what =
    event.gate === "permission"
      ? say(event.open ? "gate-2-open" : "gate-2-closed", { message })
      : event.open
        ? say("gate-1-open", { message })
        : say("gate-1-closed", { reason, message });
  return { who: event.member, what, request: event.request_id, style: event.open ? "green" : "red" };
}

/** Letters, requests, replies and gates have rows of their own; of the other tools one row tells the end. */
function toolRow(event: EventOf<"tool_finished">): Row | undefined {
  const { member, tool, input, is_error, content } = event;
  const title = callTitle(tool, input);
  const ending = tool === "bash" ? endingOf(title, content) : undefined;
  if (ending !== undefined) {
    return { who: member, what: ending, ...(is_error && { style: "red" as const }) };
  }
  if (!is_error) {
    return WORK_ROWS.has(tool) ? { who: member, what: say("call-done", { call: title }) } : undefined;
  }
  const isGate = /^(?:plan-[a-z-]+|permission-denied):/u.test(content);
  // The lead tells the person the whole sentence at the end of its turn.
  const code = content.split(":")[0] ?? "";
  const what = isGate
    ? say("call-nothing", { call: title })
    : member === LEAD
      ? say("call-refused", { call: title, code })
      : `${title}: ${oneLine(retellCoded(content), 200)}`;
  return { who: member, what, style: "red" };
}

/** How a command ended. Undefined when it did not begin. */
function endingOf(call: string, content: string): string | undefined {
  if (!content.startsWith("{")) return undefined;
  const { status, exit_code } = JSON.parse(content);
  return status === "exited"
    ? say("call-exited", { call, code: exit_code })
    : say("call-ended", { call, status });
}

const WORK_ROWS: ReadonlySet<string> = new Set(["bash", "read_file", "write_file", "edit_file"]);

function paintStatus(status: string, paint: Paint): string {
  const style = { pending: "yellow", approved: "green", rejected: "red" } as const;
  return status in style ? paint(style[status as keyof typeof style], status) : status;
}
