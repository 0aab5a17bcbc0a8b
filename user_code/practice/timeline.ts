import { printable } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { PracticeResult, SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { createTrafficDrawing } from "../model-traffic.ts";
import { type Paint, type Style, safeLine, safeText, wrap } from "../terminal.ts";

type Row = { who: string; what: string; request?: string | null; status?: string | null; style?: Style };

const WIDTH = { number: 3, who: 9, what: 70, request: 8 };

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

type SideChoices = { plan?: string; reader?: { decision: string } };
type Choices = Pick<Extract<SessionEvent, { event: "session_started" }>, "plan" | "decision">;

/** The heading of a practice that goes on. */
export function takenUp(choices: Choices, paint: Paint): string {
  return heading(choices, paint, "two gates, taken up again");
}

/** The heading of the side of one member, which knows its own choice alone. */
export function sideHeading(member: string, { plan, reader }: SideChoices, paint: Paint): string {
  const choice = plan
    ? `the lead will ${plan} the plan`
    : reader
      ? `the host will ${reader.decision} the run`
      : "it has no part in this practice and ends with it";
  return headed(`two gates, the side of ${member}: ${choice}`, paint);
}

function heading({ plan, decision }: Choices, paint: Paint, what = "two gates"): string {
  return headed(`${what}: the lead will ${plan} the plan, the host will ${decision} the run`, paint);
}

function headed(title: string, paint: Paint): string {
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

function rowOf(
  event: Exclude<SessionEvent, { event: "session_started" | "model_exchange" | "result" }>,
): Row {
  switch (event.event) {
    case "turn_started":
      return {
        who: event.member,
        what: `begins turn ${event.turn}: ${PURPOSES.get(event.purpose) ?? event.purpose}`,
      };
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
    case "claim_refused":
      return {
        who: "gate 1",
        what: `plan approval CLOSED at the last look (${event.reason}): nothing is started`,
        request: event.request_id,
        style: "red",
      };
    case "program_started":
      return { who: "program", what: `${event.command} starts; the approval is used up` };
    case "program_not_started":
      return { who: "program", what: `does not start (${event.reason}): ${event.message}`, style: "yellow" };
    case "program_ended":
      return {
        who: "program",
        what: [`${endingNow(event)}, ${outputOf(event)}`, ...errorLines(event)].join("\n"),
      };
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
    case "outcome_unknown":
      return { who: "program", what: event.message, request: event.request_id, style: "yellow" };
    case "letter_sent":
      return {
        who: event.sender,
        what: `writes letter ${event.letter} to ${event.recipient}: ${event.text}`,
      };
    case "reply_deferred":
      return {
        who: event.actor,
        what: "cannot agree while it is in a turn: nothing was sent",
        request: event.request_id,
      };
    case "request_withdrawn":
      return {
        who: event.actor,
        what: event.because === "asked" ? "takes its request back" : "is closed, and its request with it",
        request: event.request_id,
        status: "withdrawn",
      };
    case "unanswered":
      return {
        who: event.member,
        what: `has read a request of ${event.asker} and ends its turn without an answer`,
        request: event.request_id,
        style: "yellow",
      };
    case "unread_letters":
      return {
        who: event.member,
        what: `sends no yes yet: it has had no turn for ${event.letters.join(", ")}`,
        request: event.request_id,
        style: "yellow",
      };
    case "mailbox_unreadable":
      return { who: event.member, what: `closes with a mailbox unread: ${event.message}`, style: "yellow" };
    case "members_attended":
      return { who: "host", what: attendedSentence(event), style: "dim" };
    case "turn_failed":
      return { who: event.member, what: `cannot go on with its turn: ${event.message}`, style: "red" };
    case "member_joined":
      return { who: event.member, what: `joins the team: ${event.role}` };
    case "task_given":
      return { who: event.member, what: `gets its task: ${event.task}` };
    case "lead_answered":
      return { who: "lead", what: event.text };
    case "notice":
      return { who: "host", what: event.text };
  }
}

const PURPOSES = new Map([
  ["plan", "propose a plan"],
  ["review", "review the plan"],
  ["work", "do the work, with its history kept"],
  ["letters", "read the letters that came in"],
  ["delivery", "one more delivery"],
]);

function attendedSentence({
  members,
  interrupted,
}: Extract<SessionEvent, { event: "members_attended" }>): string {
  const played = `this process plays ${members.join(", ")} from now on`;
  return interrupted.length === 0
    ? played
    : `${played}; ${interrupted.join(", ")} was in a turn, which goes on`;
}

function gateSentence(event: Extract<SessionEvent, { event: "gate_checked" }>): string {
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
}: Extract<SessionEvent, { event: "tool_finished" }>): string {
  const code = /^([a-z][a-z-]*): /.exec(content)?.[1];
  if (is_error && code) return `${tool} is refused: ${code}`;
  const text = JSON.stringify(content);
  return `${tool} returns ${text.length <= 40 ? text : is_error ? "its outcome, a failure" : "its outcome"}`;
}

type Ended = Extract<SessionEvent, { event: "program_ended" }>;
type Ending = Pick<Ended, "status" | "exit_code" | "signal">;

function endingNow({ status, exit_code, signal }: Ending): string {
  return {
    exited: `ends with exit code ${exit_code}`,
    killed: `is ended by ${signal}`,
    timeout: "is killed at its time limit",
    cancelled: "is cancelled",
  }[status];
}

function endingThen({ status, exit_code, signal }: Ending): string {
  return {
    exited: `ended with exit code ${exit_code}`,
    killed: `was ended by ${signal}`,
    timeout: "was killed at its time limit",
    cancelled: "was cancelled",
  }[status];
}

/** More characters of stdout and more lines of stderr are left to `--json`. */
const SHOWN = { characters: 300, lines: 8 };

function outputOf({ stdout: { text, cut } }: Ended): string {
  const characters = [...text];
  const first = JSON.stringify(characters.slice(0, SHOWN.characters).join(""));
  const notes = [
    characters.length > SHOWN.characters
      ? `the first ${SHOWN.characters} of ${characters.length} characters`
      : [],
    cut ? "the rest was not kept" : [],
  ].flat();
  return `output: ${first}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

/** The last lines: that is where Python says what went wrong. */
function errorLines({ stderr }: Ended): string[] {
  if (stderr.text.trim() === "") return [];
  const lines = stderr.text.trimEnd().split("\n");
  const last = lines.slice(-SHOWN.lines).map((line) => `stderr: ${line}`);
  const left = lines.length - last.length;
  return [
    left > 0 ? `stderr: (${left} lines before)` : [],
    last,
    stderr.cut ? "stderr: (the rest was not kept)" : [],
  ].flat();
}

function conclusion(result: PracticeResult, paint: Paint): string {
  const style = { match: "green", mismatch: "yellow", not_run: "red" } as const;
  const sentence = safeLine(conclusionSentence(result));
  return `\n${paint(["bold", style[result.verdict]], `Result: ${sentence}`)}\n${paint("dim", `Session folder: ${printable(result.dir)}`)}`;
}

function conclusionSentence(result: PracticeResult): string {
  const { call, verdict, compared } = result;
  switch (call.how) {
    case "not_asked":
      return "main.py did not run: nobody asked for it.";
    case "blocked":
      return `main.py did not run: ${call.gate === "plan" ? planSentence(call) : NO_PERMISSION}`;
    case "not_started":
      return `main.py did not run: both gates were open, but it could not start. ${call.message}`;
    case "outcome_unknown":
      return "main.py was started behind two open gates, and nobody knows what became of it. It is not started again.";
    case "ran":
      if (!compared) return `main.py ran behind two open gates and ${whyNotCompared(call, result)}.`;
      return verdict === "match"
        ? `main.py ran once behind two open gates and printed ${shown(compared.printed)}, as expected.`
        : `main.py ran behind two open gates and printed ${shown(compared.printed)}, but ${shown(compared.expected)} was expected.`;
  }
}

function whyNotCompared(call: Ending, { stdout, expected }: PracticeResult): string {
  if (call.exit_code !== 0) return `${endingThen(call)}, so what it printed is not compared`;
  if (expected === "")
    return `printed ${shown(stdout?.trim() ?? "")}, but there is no expected.txt to compare it with`;
  return "printed more than is kept, so there is nothing to compare";
}

/** One line, however many the program wrote: no output can add a line of its own to the result. */
function shown(text: string): string {
  if (text === "") return "nothing";
  const isPlain = safeLine(text) === text;
  return clip(isPlain ? text : safeLine(JSON.stringify(text)), 200);
}

const NO_PERMISSION = "gate 2 is closed, the host did not allow it. The approved plan is no permission.";

function planSentence({ reason, at }: { reason: string; at: "gate" | "claim" }): string {
  const why = PLAN_REASONS.get(reason) ?? reason;
  const whom =
    at === "gate" ? "The host was never asked." : "It closed between the host's yes and the start.";
  return `gate 1 is closed, ${why}. ${whom}`;
}

const PLAN_REASONS = new Map([
  ["plan-missing", "nobody has submitted a plan"],
  ["plan-not-yours", "the plan is not the reader's own"],
  ["plan-pending", "no reply to the plan has been matched yet"],
  ["plan-rejected", "the lead rejected the plan"],
  ["plan-used", "the approval was good for one run, which has started before"],
  ["plan-changed", "what would run is no longer what the lead approved"],
]);

function paintStatus(status: string, paint: Paint): string {
  const style = { pending: "yellow", approved: "green", rejected: "red" } as const;
  return status in style ? paint(style[status as keyof typeof style], status) : status;
}

function clip(text: string, width: number): string {
  const line = text.replaceAll("\n", " ");
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
