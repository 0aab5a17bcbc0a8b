import type { WireRequest, WireState, WireWork } from "../wire.ts";
import type { Step } from "./check.ts";

/** The steps that checks are made of, each as short as it is said. */

type Host = "allow" | "ask" | "deny";

export const honestWork: NonNullable<WireWork> = workOf("0");
export const otherWork: NonNullable<WireWork> = workOf("e");

function workOf(digit: string): NonNullable<WireWork> {
  return {
    sha256: digit.repeat(64),
    command: ["/usr/bin/python3", "-I", "main.py"],
    folder: "/session/workspace",
  };
}

export function plan(sender = "reader", target = "lead", work: WireWork = honestWork): WireRequest {
  return { do: "open", sender, target, kind: "plan", payload: "Run main.py", work };
}

export function shutdown(target = "reader", sender = "lead"): WireRequest {
  return { do: "open", sender, target, kind: "shutdown", payload: "Please close", work: null };
}

export function says(
  actor: string,
  approve: unknown,
  request_id = "req-1",
  feedback: unknown = "",
): WireRequest {
  return { do: "reply", request_id, actor, approve, feedback };
}

export function takesBack(actor: string, request_id = "req-1"): WireRequest {
  return { do: "withdraw", request_id, actor };
}

export function takesMail(member: string): WireRequest {
  return { do: "consume", member };
}

export function calls(
  actor: string,
  host: Host,
  request_id = "req-1",
  work: WireWork = honestWork,
): WireRequest {
  return { do: "gate", actor, request_id, work, host };
}

export function starts(actor: string, request_id = "req-1", work: WireWork = honestWork): WireRequest {
  return { do: "claim", actor, request_id, work };
}

export function sends(sender: string, recipient: string, body: unknown): WireRequest {
  return { do: "send", sender, recipient, body };
}

export function begins(member: string): WireRequest {
  return { do: "occupy", member };
}

export function ends(member: string): WireRequest {
  return { do: "free", member };
}

export function joins(name: unknown): WireRequest {
  return { do: "join", name };
}

/** Somebody else adds a letter to a mailbox, with the number that comes next. */
export function adds(mailbox: string, sender: string, body: string): Step {
  return changes(mailbox, (text) => {
    const id = `${mailbox}-${linesOf(text).length + 1}`;
    return `${text}${JSON.stringify({ id, sender, recipient: mailbox, body })}\n`;
  });
}

/** Somebody else makes something else of a mailbox. */
export function changes(mailbox: string, change: (text: string) => string): Step {
  return ({ mailboxes }: WireState) => ({
    do: "foreign",
    mailbox,
    text: change(mailboxes[mailbox] ?? ""),
  });
}

/** The whole lines of a mailbox, each with its end. */
export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((part) => part !== "");
}

/** The body of a protocol letter. */
export function protocolBody(content: Readonly<Record<string, unknown>>): string {
  return `[team-protocol] ${JSON.stringify(content, Object.keys(content).sort())}`;
}

/** The body of a response: by default the lead's yes to `req-1`. */
export function response(fields: Record<string, unknown> = {}): string {
  return protocolBody({ type: "plan_response", request_id: "req-1", approve: true, feedback: "", ...fields });
}
