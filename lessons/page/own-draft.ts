import type { ProtocolCall, Scenario } from "../../fixtures/scenarios/scenario.ts";
import type { FunctionName, Strings } from "./lesson.ts";
import type { OwnValues } from "./run/own-call.ts";

/** What stands in the fields: text, as it was typed. */
export type Draft = Record<
  | "sender"
  | "target"
  | "kind"
  | "payload"
  | "actor"
  | "approve"
  | "feedback"
  | "recipient"
  | "letter_sender"
  | "type"
  | "request_id"
  | "letter_approve"
  | "letter_feedback",
  string
>;

export type Field = { name: keyof Draft; label: keyof Draft & keyof Strings["own"] } & (
  | { form: "member" | "text" | "word" }
  | { form: "choice"; choices: readonly string[] }
);

type FieldGroup = { group: "open" | "reply" | "letter"; fields: readonly Field[] };

const OPEN: FieldGroup = {
  group: "open",
  fields: [
    { name: "sender", label: "sender", form: "member" },
    { name: "target", label: "target", form: "member" },
    { name: "kind", label: "kind", form: "choice", choices: ["plan", "shutdown"] },
    { name: "payload", label: "payload", form: "text" },
  ],
};

const REPLY: FieldGroup = {
  group: "reply",
  fields: [
    { name: "actor", label: "actor", form: "member" },
    { name: "approve", label: "approve", form: "choice", choices: ["approve", "reject"] },
    { name: "feedback", label: "feedback", form: "text" },
  ],
};

const LETTER: FieldGroup = {
  group: "letter",
  fields: [
    { name: "recipient", label: "recipient", form: "member" },
    { name: "letter_sender", label: "letter_sender", form: "member" },
    { name: "type", label: "type", form: "choice", choices: ["plan_response", "shutdown_response"] },
    { name: "request_id", label: "request_id", form: "word" },
    { name: "letter_approve", label: "letter_approve", form: "choice", choices: ["true", "false", '"true"'] },
    { name: "letter_feedback", label: "letter_feedback", form: "text" },
  ],
};

/** A request for the first area; a request and a reply for the second; a letter on top for the third. */
export function fieldsOf(area: FunctionName): FieldGroup[] {
  if (area === "open_request") return [OPEN];
  return area === "reply_request" ? [OPEN, REPLY] : [OPEN, REPLY, LETTER];
}

/** The values of a scenario: its set-up opens and replies, its call is the last of the three. */
export function draftOf(scenario: Scenario): Draft {
  const calls = [...scenario.setup, scenario].filter((step): step is ProtocolCall => "function" in step);
  const opening = calls.find((call) => call.function === "open_request")?.arguments;
  const replying = calls.filter((call) => call.function === "reply_request").at(-1)?.arguments;
  const matching = calls.find((call) => call.function === "match_response")?.arguments;
  const body = matching?.message.body ?? "{}";
  const claims: Record<string, unknown> = JSON.parse(body.slice(body.indexOf("{")));
  return {
    sender: opening?.sender ?? "reader",
    target: opening?.target ?? "lead",
    kind: opening?.kind ?? "plan",
    payload: opening?.payload ?? "",
    actor: replying?.actor ?? "lead",
    approve: replying?.approve === false ? "reject" : "approve",
    feedback: replying?.feedback ?? "",
    recipient: matching?.recipient ?? "reader",
    letter_sender: matching?.message.sender ?? "lead",
    type: String(claims.type),
    request_id: String(claims.request_id),
    letter_approve: JSON.stringify(claims.approve) ?? "true",
    letter_feedback: String(claims.feedback),
  };
}

/** The draft as arguments of the area's function and of those before it. */
export function valuesOf(draft: Draft, area: FunctionName): OwnValues {
  const { sender, target, payload, actor, feedback, recipient, type, request_id } = draft;
  const kind = draft.kind === "shutdown" ? "shutdown" : "plan";
  const open = { sender, target, kind, payload } as const;
  if (area === "open_request") return { open };
  const reply = { actor, approve: draft.approve === "approve", feedback };
  if (area === "reply_request") return { open, reply };
  const { letter_sender, letter_approve: approve, letter_feedback } = draft;
  const letter = { recipient, sender: letter_sender, type, request_id, approve, feedback: letter_feedback };
  return { open, reply, letter };
}
