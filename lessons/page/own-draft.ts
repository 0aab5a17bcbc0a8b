import type { ProtocolCall, Scenario } from "../../fixtures/scenarios/scenario.ts";
import { PROTOCOL_PREFIX } from "../s15-mailboxes/mailbox.ts";
import type { FunctionName, Strings } from "./lesson.ts";
import type { OwnRun, OwnStep } from "./run/call.ts";

/** The most characters of one value. What the functions refuse begins well below, so that it can be seen. */
export const OWN_CHARACTERS = 600;

export const DRAFT_FIELDS = [
  "asked_before",
  "finished",
  "busy",
  "closed",
  "saves",
  "sender",
  "target",
  "kind",
  "payload",
  "first_approve",
  "first_feedback",
  "reply_id",
  "actor",
  "approve",
  "feedback",
  "matched_before",
  "recipient",
  "letter_recipient",
  "letter_sender",
  "type",
  "request_id",
  "letter_approve",
  "letter_feedback",
] as const;

/** What stands in the fields: text, as it was typed. */
export type Draft = Record<(typeof DRAFT_FIELDS)[number], string>;

export type Field = { name: keyof Draft; label: keyof Draft & keyof Strings["own"] } & (
  | { form: "member" | "text" | "word" }
  | { form: "choice"; choices: readonly string[] }
);

type FieldGroup = { group: "before" | "open" | "first" | "reply" | "letter"; fields: readonly Field[] };

const choice = (name: Field["name"] & Field["label"], ...choices: string[]): Field => ({
  name,
  label: name,
  form: "choice",
  choices,
});
const NOBODY = "nobody";
const MEMBERS = [NOBODY, "lead", "reader", "reviewer"];

const CIRCUMSTANCES: readonly Field[] = [
  choice("busy", ...MEMBERS),
  choice("closed", ...MEMBERS),
  choice("saves", "work", "fail"),
];

const OPEN: FieldGroup = {
  group: "open",
  fields: [
    { name: "sender", label: "sender", form: "member" },
    { name: "target", label: "target", form: "member" },
    choice("kind", "plan", "shutdown"),
    { name: "payload", label: "payload", form: "text" },
  ],
};

const FIRST: FieldGroup = {
  group: "first",
  fields: [
    choice("first_approve", "none", "approve", "reject"),
    { name: "first_feedback", label: "feedback", form: "text" },
  ],
};

const REPLY: FieldGroup = {
  group: "reply",
  fields: [
    { name: "reply_id", label: "request_id", form: "word" },
    { name: "actor", label: "actor", form: "member" },
    choice("approve", "approve", "reject"),
    { name: "feedback", label: "feedback", form: "text" },
  ],
};

const LETTER: FieldGroup = {
  group: "letter",
  fields: [
    { name: "recipient", label: "recipient", form: "member" },
    { name: "letter_recipient", label: "letter_recipient", form: "member" },
    { name: "letter_sender", label: "letter_sender", form: "member" },
    choice("type", "plan_response", "shutdown_response"),
    { name: "request_id", label: "request_id", form: "word" },
    choice("letter_approve", "true", "false", '"true"'),
    { name: "letter_feedback", label: "letter_feedback", form: "text" },
  ],
};

/** What was before the call first; a request, a reply and a letter as far as the area's function needs them. */
export function fieldsOf(area: FunctionName): FieldGroup[] {
  const before = (...fields: Field[]): FieldGroup => ({
    group: "before",
    fields: [...fields, ...CIRCUMSTANCES],
  });
  switch (area) {
    case "open_request":
      return [before(choice("asked_before", "no", "yes"), choice("finished", "0", "1", "2", "3", "4")), OPEN];
    case "reply_request":
      return [before(), OPEN, FIRST, REPLY];
    case "match_response":
      return [before(choice("matched_before", "no", "yes")), OPEN, REPLY, LETTER];
  }
}

/** The values of a scenario: what its set-up puts in place and calls, and its call. */
export function draftOf(scenario: Scenario): Draft {
  const calls = [...scenario.setup, scenario].filter((step): step is ProtocolCall => "function" in step);
  const openings = calls.filter((call) => call.function === "open_request");
  const replies = calls.filter((call) => call.function === "reply_request");
  const matches = calls.filter((call) => call.function === "match_response");
  const opening = openings.at(-1)?.arguments;
  const replying = replies.at(-1)?.arguments;
  const first = replies.length > 1 ? replies[0]?.arguments : undefined;
  const matching = matches.at(-1)?.arguments;
  const body = matching?.message.body ?? "{}";
  const claims: Record<string, unknown> = JSON.parse(body.slice(body.indexOf("{")));
  const placed = scenario.setup.flatMap((step) => ("circumstance" in step ? [step] : []));
  const running = placed.find((step) => step.circumstance === "member_is_running");
  const finished = placed.find((step) => step.circumstance === "finished_requests");
  return {
    asked_before: openings.length > 1 ? "yes" : "no",
    finished: String(finished?.ids.length ?? 0),
    busy: running?.member ?? NOBODY,
    closed: NOBODY,
    saves: placed.some((step) => step.circumstance === "saves_fail") ? "fail" : "work",
    sender: opening?.sender ?? "reader",
    target: opening?.target ?? "lead",
    kind: opening?.kind ?? "plan",
    payload: opening?.payload ?? "",
    first_approve: first === undefined ? "none" : sayOf(first.approve),
    first_feedback: first?.feedback ?? "",
    reply_id: replying?.request_id ?? "req-1",
    actor: replying?.actor ?? "lead",
    approve: sayOf(replying?.approve ?? true),
    feedback: replying?.feedback ?? "",
    matched_before: matches.length > 1 ? "yes" : "no",
    recipient: matching?.recipient ?? "reader",
    letter_recipient: matching?.message.recipient ?? "reader",
    letter_sender: matching?.message.sender ?? "lead",
    type: String(claims.type),
    request_id: String(claims.request_id),
    letter_approve: JSON.stringify(claims.approve) ?? "true",
    letter_feedback: String(claims.feedback),
  };
}

/** The draft as what goes before the call of the area's function, and that call. */
export function runOf(draft: Draft, area: FunctionName): OwnRun {
  const open = openCall(draft);
  const reply = replyCall(draft);
  switch (area) {
    case "open_request": {
      const earlier = draft.asked_before === "yes" ? [open] : [];
      return { setup: [...finishedOf(draft), ...earlier, ...placedOf(draft)], call: open };
    }
    case "reply_request":
      return { setup: [open, ...firstReply(draft), ...placedOf(draft)], call: reply };
    case "match_response": {
      const match = matchCall(draft);
      const earlier = draft.matched_before === "yes" ? [match] : [];
      return { setup: [open, reply, ...earlier, ...placedOf(draft)], call: match };
    }
  }
}

function openCall({ sender, target, kind, payload }: Draft): ProtocolCall {
  const asked = { sender, target, kind: kind === "shutdown" ? "shutdown" : "plan", payload } as const;
  return { function: "open_request", arguments: asked };
}

function replyCall({ reply_id: request_id, actor, approve, feedback }: Draft): ProtocolCall {
  const said = { request_id, actor, approve: approve === "approve", feedback };
  return { function: "reply_request", arguments: said };
}

/** An earlier reply is that of the one who was asked. */
function firstReply({ first_approve, first_feedback: feedback, reply_id, target: actor }: Draft): OwnStep[] {
  if (first_approve === "none") return [];
  const said = { request_id: reply_id, actor, approve: first_approve === "approve", feedback };
  return [{ function: "reply_request", arguments: said }];
}

/** `letter_approve` is a piece of JSON, so that a letter can claim more than yes or no. */
function matchCall(draft: Draft): ProtocolCall {
  const { recipient, letter_recipient, letter_sender: sender, letter_approve, type, request_id } = draft;
  const texts = JSON.stringify({ feedback: draft.letter_feedback, request_id, type });
  const body = `${PROTOCOL_PREFIX}{"approve":${letter_approve},${texts.slice(1)}`;
  const message = { id: `${letter_recipient}-1`, sender, recipient: letter_recipient, body };
  return { function: "match_response", arguments: { recipient, message } };
}

function finishedOf({ finished }: Draft): OwnStep[] {
  const ids = Array.from({ length: Number(finished) }, (_, index) => `old-${index}`);
  return ids.length > 0 ? [{ circumstance: "finished_requests", ids }] : [];
}

function placedOf({ busy, closed, saves }: Draft): OwnStep[] {
  return [
    ...(busy === NOBODY ? [] : [{ circumstance: "member_is_running", member: busy } as const]),
    ...(closed === NOBODY ? [] : [{ circumstance: "member_is_closed", member: closed } as const]),
    ...(saves === "fail" ? [{ circumstance: "saves_fail" } as const] : []),
  ];
}

function sayOf(approve: boolean): "approve" | "reject" {
  return approve ? "approve" : "reject";
}
