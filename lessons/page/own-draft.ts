import { PROTOCOL_PREFIX } from "../s15-mailboxes/mailbox.ts";
import type { AreaFunction } from "./area/function-areas.ts";
import type { Input } from "./area/inputs.ts";
import type { Strings } from "./lesson.ts";
import type { Call, OwnRun, OwnStep } from "./run/call.ts";

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
  "withdrawn_before",
  "withdrawer",
  "matched_before",
  "by_hand",
  "note",
  "consumed_before",
  "consumer",
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

type FieldGroup = {
  group: "before" | "open" | "first" | "saved" | "reply" | "letter" | "hand" | "withdraw" | "consume";
  fields: readonly Field[];
};

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

/** The same fields where no other reply comes behind it. */
const SAVED: FieldGroup = { ...FIRST, group: "saved" };

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

const WITHDRAW: FieldGroup = {
  group: "withdraw",
  fields: [
    { name: "reply_id", label: "request_id", form: "word" },
    { name: "withdrawer", label: "actor", form: "member" },
  ],
};

const CONSUME: FieldGroup = {
  group: "consume",
  fields: [{ name: "consumer", label: "recipient", form: "member" }],
};

/** What was before the call first; a request, a reply and a letter as far as the area's function needs them. */
export function fieldsOf(area: AreaFunction): FieldGroup[] {
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
    case "withdraw_request":
      return [before(choice("withdrawn_before", "no", "yes")), OPEN, SAVED, WITHDRAW];
    case "consume_responses": {
      const note: Field = { name: "note", label: "note", form: "text" };
      const mail = [choice("consumed_before", "no", "yes"), note];
      const hand = {
        group: "hand",
        fields: [choice("by_hand", "no", "yes"), ...LETTER.fields.slice(1)],
      } as const;
      return [before(...mail), OPEN, hand, SAVED, CONSUME];
    }
  }
}

/** The values of an input: what its set-up puts in place and calls, and its call. */
export function draftOf({ setup, call }: Pick<Input, "setup" | "call">): Draft {
  const calls = [...setup, call].filter((step): step is Call => "function" in step);
  const openings = calls.filter((one) => one.function === "open_request");
  const replies = calls.filter((one) => one.function === "reply_request");
  const matches = calls.filter((one) => one.function === "match_response");
  const withdrawals = calls.filter((one) => one.function === "withdraw_request");
  const consumed = calls.filter((one) => one.function === "consume_responses");
  const opening = openings.at(-1)?.arguments;
  const isAboutReply = call.function === "reply_request" || call.function === "match_response";
  const replying = isAboutReply ? replies.at(-1)?.arguments : undefined;
  const first = isAboutReply && replies.length < 2 ? undefined : replies[0]?.arguments;
  const placed = setup.flatMap((step) => ("circumstance" in step ? [step] : []));
  const running = placed.find((step) => step.circumstance === "member_is_running");
  const closed = placed.find((step) => step.circumstance === "member_is_closed");
  const finished = placed.find((step) => step.circumstance === "finished_requests");
  const hand = placed.find((step) => step.circumstance === "letter_by_hand");
  const note = placed.find((step) => step.circumstance === "letter_is_sent");
  const matching = matches.at(-1)?.arguments;
  const letter = matching?.message ?? hand?.letter;
  const body = letter?.body ?? "{}";
  const claims: Record<string, unknown> = JSON.parse(body.slice(body.indexOf("{")));
  return {
    asked_before: yesWhen(openings.length > 1),
    finished: String(finished?.ids.length ?? 0),
    busy: running?.member ?? NOBODY,
    closed: closed?.member ?? NOBODY,
    saves: placed.some((step) => step.circumstance === "saves_fail") ? "fail" : "work",
    sender: opening?.sender ?? "reader",
    target: opening?.target ?? "lead",
    kind: opening?.kind ?? "plan",
    payload: opening?.payload ?? "",
    first_approve: first === undefined ? "none" : sayOf(first.approve),
    first_feedback: first?.feedback ?? "",
    reply_id: replying?.request_id ?? withdrawals.at(-1)?.arguments.request_id ?? "req-1",
    actor: replying?.actor ?? "lead",
    approve: sayOf(replying?.approve ?? true),
    feedback: replying?.feedback ?? "",
    withdrawn_before: yesWhen(withdrawals.length > 1),
    withdrawer: withdrawals.at(-1)?.arguments.actor ?? "reader",
    matched_before: yesWhen(matches.length > 1),
    by_hand: yesWhen(hand !== undefined),
    note: note?.body ?? "",
    consumed_before: yesWhen(consumed.length > 1),
    consumer: consumed.at(-1)?.arguments.recipient ?? "reader",
    recipient: matching?.recipient ?? "reader",
    letter_recipient: letter?.recipient ?? "reader",
    letter_sender: letter?.sender ?? "lead",
    type: String(claims.type ?? "plan_response"),
    request_id: String(claims.request_id ?? "req-1"),
    letter_approve: JSON.stringify(claims.approve) ?? "true",
    letter_feedback: String(claims.feedback ?? ""),
  };
}

/** Of somebody's own values those that can be: a choice that there is, and no longer text than a field takes. */
export function ownDraft(input: Pick<Input, "area" | "setup" | "call">, own: Partial<Draft>): Draft {
  const draft = draftOf(input);
  for (const field of fieldsOf(input.area).flatMap(({ fields }) => fields)) {
    const value = own[field.name];
    if (value === undefined || value.length > OWN_CHARACTERS) continue;
    if (field.form !== "choice" || field.choices.includes(value)) draft[field.name] = value;
  }
  return draft;
}

/** The values that are others than the input's. */
export function changesOf(input: Pick<Input, "setup" | "call">, draft: Draft): Partial<Draft> {
  const shown = draftOf(input);
  return Object.fromEntries(
    DRAFT_FIELDS.filter((field) => draft[field] !== shown[field]).map((field) => [field, draft[field]]),
  );
}

/** The draft as what goes before the call of the area's function, and that call. */
export function runOf(draft: Draft, area: AreaFunction): OwnRun {
  const open = openCall(draft);
  const reply = replyCall(draft);
  const twice = (field: keyof Draft, call: Call): Call[] => (draft[field] === "yes" ? [call] : []);
  switch (area) {
    case "open_request": {
      const setup = [...finishedOf(draft), ...twice("asked_before", open), ...placedOf(draft)];
      return { setup, call: open };
    }
    case "reply_request":
      return { setup: [open, ...firstReply(draft, draft.reply_id), ...placedOf(draft)], call: reply };
    case "match_response": {
      const match = matchCall(draft);
      return { setup: [open, reply, ...twice("matched_before", match), ...placedOf(draft)], call: match };
    }
    case "withdraw_request": {
      const { reply_id: request_id, withdrawer: actor } = draft;
      const call: Call = { function: "withdraw_request", arguments: { request_id, actor } };
      const earlier = [...firstReply(draft, "req-1"), ...twice("withdrawn_before", call)];
      return { setup: [open, ...earlier, ...placedOf(draft)], call };
    }
    case "consume_responses": {
      const call: Call = { function: "consume_responses", arguments: { recipient: draft.consumer } };
      const mail = [...handOf(draft), ...noteOf(draft), ...firstReply(draft, "req-1")];
      return { setup: [open, ...mail, ...twice("consumed_before", call), ...placedOf(draft)], call };
    }
  }
}

function openCall({ sender, target, kind, payload }: Draft): Call {
  const asked = { sender, target, kind: kind === "shutdown" ? "shutdown" : "plan", payload } as const;
  return { function: "open_request", arguments: asked };
}

function replyCall({ reply_id: request_id, actor, approve, feedback }: Draft): Call {
  const said = { request_id, actor, approve: approve === "approve", feedback };
  return { function: "reply_request", arguments: said };
}

/** An earlier reply is that of the one who was asked. */
function firstReply(
  { first_approve, first_feedback: feedback, target: actor }: Draft,
  request_id: string,
): OwnStep[] {
  if (first_approve === "none") return [];
  const said = { request_id, actor, approve: first_approve === "approve", feedback };
  return [{ function: "reply_request", arguments: said }];
}

function matchCall(draft: Draft): Call {
  return {
    function: "match_response",
    arguments: { recipient: draft.recipient, message: letterOf(draft) },
  };
}

/** `letter_approve` is a piece of JSON, so that a letter can claim more than yes or no. */
function letterOf(draft: Draft): { id: string; sender: string; recipient: string; body: string } {
  const { letter_recipient: recipient, letter_sender: sender, letter_approve, type, request_id } = draft;
  const texts = JSON.stringify({ feedback: draft.letter_feedback, request_id, type });
  const body = `${PROTOCOL_PREFIX}{"approve":${letter_approve},${texts.slice(1)}`;
  return { id: `${recipient}-1`, sender, recipient, body };
}

function handOf(draft: Draft): OwnStep[] {
  if (draft.by_hand === "no") return [];
  return [{ circumstance: "letter_by_hand", mailbox: draft.consumer, letter: letterOf(draft) }];
}

function noteOf({ note, consumer }: Draft): OwnStep[] {
  if (note === "") return [];
  const sender = consumer === "lead" ? "reader" : "lead";
  return [{ circumstance: "letter_is_sent", sender, recipient: consumer, body: note }];
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

function yesWhen(is: boolean): "yes" | "no" {
  return is ? "yes" : "no";
}
