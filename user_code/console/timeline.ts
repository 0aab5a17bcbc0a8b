import { LEAD } from "../../lessons/s15-mailboxes/team.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { wrapCells } from "../cells.ts";
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

const WIDTH = { who: 11, what: 50, request: 7, details: 65 };

/** Names the columns of the rows. */
export function columnHeading(paint: Paint): string {
  return paint("dim", `  ${"who".padEnd(WIDTH.who)}${"what happens".padEnd(WIDTH.what)}request status`);
}

/** Draws an event as one row: who, what, request, its status. What the lead says to the person stands apart. */
export function drawEvent(event: SessionEvent, paint: Paint): string | undefined {
  if (event.event === "lead_answered") return drawAnswer(event.text, paint);
  if (event.event === "notice") return paint("yellow", safeLine(event.text));
  const row = rowOf(event);
  return row && drawRow(row, paint);
}

function drawAnswer(text: string, paint: Paint): string {
  const [first = "", ...rest] = safeText(text).split("\n");
  const more = rest.map((line) => `       ${line}`.trimEnd());
  return [`${paint(["bold", "green"], "lead >")} ${first}`, ...more].join("\n");
}

function drawRow({ who, what, request, status, style, details = [] }: Row, paint: Paint): string {
  const [first = "", ...rest] = wrapCells(safeText(what), WIDTH.what - 1);
  const text = (line: string): string => (style ? paint(style, line) : line);
  const right = `${(request ?? "").padEnd(WIDTH.request)}${paintStatus(status ?? "", paint)}`;
  const left = right.trim() ? first.padEnd(WIDTH.what) : first;
  const indent = " ".repeat(2 + WIDTH.who);
  return [
    `  ${paint("bold", who.padEnd(WIDTH.who))}${text(left)}${right}`.trimEnd(),
    ...rest.map((more) => `${indent}${text(more)}`),
    // Two columns further in than any word of a member can begin.
    ...details.map((line) => paint("dim", `${indent}  ${safeText(line)}`)),
  ].join("\n");
}

function rowOf(event: SessionEvent): Row | undefined {
  switch (event.event) {
    case "member_joined": {
      const again = event.incarnation > 1 ? `, number ${event.incarnation} of this name` : "";
      return { who: event.member, what: `joins the team as ${event.role}${again}` };
    }
    case "task_given":
      return event.plan_first ? { who: event.member, what: "plans its task first" } : undefined;
    case "request_opened":
      return requestRow(event);
    case "reply_saved": {
      const because = event.feedback ? `: ${event.feedback}` : "";
      const what = `answers ${event.approve ? "yes" : "no"} (letter ${event.letter})${because}`;
      return { who: event.actor, what, request: event.request_id, status: event.status };
    }
    case "reply_deferred": {
      const what = "agrees; deferred until its turn is over";
      return { who: event.actor, what, request: event.request_id, status: "pending" };
    }
    case "member_closed":
      return { who: event.member, what: "is closed", request: event.request_id, status: event.status };
    case "letter_sent": {
      const does = event.type === "broadcast" ? "broadcasts to" : "writes to";
      return {
        who: event.sender,
        what: `${does} ${event.recipient} (letter ${event.letter}): ${oneLine(event.text, 150)}`,
      };
    }
    case "letter_delivered": {
      const what = `reads ${event.letter} (${event.type}) from ${event.sender}`;
      return { who: event.member, what, request: event.request_id, status: event.status };
    }
    case "letter_ignored": {
      const what = `ignores ${event.letter} from ${event.sender}: ${event.reason}`;
      return { who: event.member, what, style: "yellow" };
    }
    case "response_matched": {
      const what = `matches ${event.letter} with its own request`;
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
    case "turn_failed":
      return { who: event.member, what: `cannot go on. ${event.message}`, style: "red" };
    case "outcome_unknown": {
      const what = `${event.tool}: outcome unknown. ${event.message}`;
      return { who: event.member, what, request: event.request_id, style: "red" };
    }
    case "request_withdrawn": {
      const what =
        event.because === "closed" ? "is closed, so nobody answers this any more" : "takes it back";
      return { who: event.actor, what, request: event.request_id, status: "withdrawn" };
    }
    case "unanswered": {
      const what = `has read what ${event.asker} asks for, and has not answered`;
      return { who: event.member, what, request: event.request_id, status: "pending", style: "yellow" };
    }
    case "unread_letters": {
      const what = `does not close yet: ${event.letters.join(", ")} came in and is read first`;
      return { who: event.member, what, request: event.request_id, status: "pending", style: "yellow" };
    }
    case "mailbox_unreadable":
      return { who: event.member, what: `closes with letters unread. ${event.message}`, style: "yellow" };
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
    const what = `pauses after ${model_calls} model calls; goes on with your next sentence`;
    return { who: member, what, style: "dim" };
  }
  return member === LEAD || text === "" ? undefined : { who: member, what: `"${text}"`, style: "dim" };
}

function requestRow({ actor, target, kind, payload, request_id, call }: EventOf<"request_opened">): Row {
  const wish = kind === "plan" ? "approve" : "shut down";
  const what = `asks ${target} to ${wish}: ${wordsOnLine(payload)}`;
  const row = { who: actor, what, request: request_id, status: "pending" };
  if (!call) return row;
  const { title, lines } = wholeCall(call, WIDTH.details);
  return { ...row, details: [`exactly this call, once: ${title}`, ...lines, ...notCovered(call)] };
}

function gateRow(
  event: Pick<EventOf<"gate_checked">, "gate" | "member" | "open" | "reason" | "message" | "request_id">,
): Row {
  const gate = event.gate === "plan" ? "gate 1 (plan)" : "gate 2 (host)";
  const reason = event.open || event.gate === "permission" ? "" : ` ${event.reason},`;
  const what = `${gate} ${event.open ? "OPEN" : "CLOSED"}:${reason} ${event.message}`;
  return { who: event.member, what, request: event.request_id, style: event.open ? "green" : "red" };
}

/** Letters, requests, replies and gates have rows of their own; of the other tools one row tells the end. */
function toolRow(event: EventOf<"tool_finished">): Row | undefined {
  const { member, tool, input, is_error, content } = event;
  const title = callTitle(tool, input);
  const ending = tool === "bash" ? endingOf(content) : undefined;
  if (ending !== undefined) {
    return { who: member, what: `${title}: ${ending}`, ...(is_error && { style: "red" as const }) };
  }
  if (!is_error) return WORK_ROWS.has(tool) ? { who: member, what: `${title}: done` } : undefined;
  const isGate = /^(?:plan-[a-z-]+|permission-denied):/u.test(content);
  // The lead tells the person the whole sentence at the end of its turn.
  const told = member === LEAD ? `refused, ${content.split(":")[0]}` : oneLine(content, 200);
  return { who: member, what: `${title}: ${isGate ? "nothing was done" : told}`, style: "red" };
}

/** How a command ended. Undefined when it did not begin. */
function endingOf(content: string): string | undefined {
  if (!content.startsWith("{")) return undefined;
  const { status, exit_code } = JSON.parse(content);
  return status === "exited" ? `exit code ${exit_code}` : `ended, ${status}`;
}

const WORK_ROWS: ReadonlySet<string> = new Set(["bash", "read_file", "write_file", "edit_file"]);

function paintStatus(status: string, paint: Paint): string {
  const style = { pending: "yellow", approved: "green", rejected: "red" } as const;
  return status in style ? paint(style[status as keyof typeof style], status) : status;
}
