import * as z from "zod";
import { memberEvent } from "../s15-mailboxes/member-event.ts";
import { requestKind, requestStatus } from "./protocol-message.ts";

const memberStatus = z.enum(["idle", "running", "closed"]);
const keptOutput = z.strictObject({ text: z.string(), cut: z.boolean() });

export const planChoice = z.enum(["approve", "reject"]);
export const decisionChoice = z.enum(["allow", "deny"]);
export const modelChoice = z.enum(["scripted", "anthropic"]);

/** `main.py` succeeded and printed what was expected; it ran and did not; or it never ran. */
export const verdict = z.enum(["match", "mismatch", "not_run"]);

/** A process that was started ended in one of these ways. Only `exited` with `exit_code` 0 is success. */
const processEnding = {
  status: z.enum(["exited", "killed", "timeout", "cancelled"]),
  exit_code: z.number().nullable(),
  signal: z.string().nullable(),
};

/** How a process ended that was started, and what is kept of its output. */
export const processOutcome = z.strictObject({ ...processEnding, stdout: keptOutput, stderr: keptOutput });
export type ProcessOutcome = z.output<typeof processOutcome>;

/**
 * How the call of `run_main` ended: nobody made it, a gate blocked it and why, both gates were open and it could not
 * start, it ran, or it was started and nobody knows what became of it. `program_runs` counts the last two alone.
 */
export const callEnding = z.discriminatedUnion("how", [
  z.strictObject({ how: z.literal("not_asked") }),
  z.strictObject({
    how: z.literal("blocked"),
    gate: z.enum(["plan", "permission"]),
    reason: z.string(),
    /** Gate 1 is looked at when the call comes (`gate`), and again when it is about to start (`claim`). */
    at: z.enum(["gate", "claim"]),
  }),
  z.strictObject({ how: z.literal("not_started"), reason: z.string(), message: z.string() }),
  z.strictObject({ how: z.literal("ran"), ...processEnding }),
  z.strictObject({ how: z.literal("outcome_unknown") }),
]);

/** The last event of every practice run. `dir` alone differs from run to run. */
export const practiceResult = z.strictObject({
  event: z.literal("result"),
  plan: planChoice,
  decision: decisionChoice,
  blocked_by: z.enum(["plan", "permission"]).nullable(),
  call: callEnding,
  program_runs: z.number(),
  stdout: z.string().nullable(),
  expected: z.string(),
  /** The two texts that the verdict compares, without white space around them. Null when a run gave nothing to compare. */
  compared: z.strictObject({ printed: z.string(), expected: z.string() }).nullable(),
  verdict,
  model_calls: z.number(),
  letters: z.number(),
  requests: z.record(z.string(), requestStatus),
  members: z.record(z.string(), memberStatus),
  dir: z.string(),
});

/**
 * What happens in a session: the one vocabulary. The session keeps its events, and the terminal, `--json`, the
 * transcripts and the page are all drawn from them.
 */
export const sessionEvent = z.discriminatedUnion("event", [
  ...memberEvent.options,
  z.strictObject({
    event: z.literal("session_started"),
    plan: planChoice,
    decision: decisionChoice,
    model: modelChoice,
    members: z.array(z.string()),
  }),
  z.strictObject({
    event: z.literal("request_opened"),
    actor: z.string(),
    target: z.string(),
    kind: requestKind,
    request_id: z.string(),
    letter: z.string(),
    payload: z.string(),
    status: z.literal("pending"),
    /** The exact call that a plan is about, where it is about one. */
    call: z.strictObject({ tool: z.string(), input: z.record(z.string(), z.string()) }).optional(),
  }),
  z.strictObject({
    event: z.literal("letter_delivered"),
    member: z.string(),
    letter: z.string(),
    sender: z.string(),
    type: z.enum(["message", "broadcast", "plan_request", "shutdown_request"]),
    request_id: z.string().nullable(),
    status: requestStatus.nullable(),
  }),
  z.strictObject({
    event: z.literal("letter_ignored"),
    member: z.string(),
    letter: z.string(),
    sender: z.string(),
    reason: z.string(),
  }),
  z.strictObject({
    event: z.literal("reply_saved"),
    actor: z.string(),
    kind: requestKind,
    request_id: z.string(),
    approve: z.boolean(),
    feedback: z.string(),
    letter: z.string(),
    status: requestStatus,
  }),
  /** A yes to a shutdown that waits for the end of the member's turn. Nothing was sent. */
  z.strictObject({ event: z.literal("reply_deferred"), actor: z.string(), request_id: z.string() }),
  z.strictObject({
    event: z.literal("response_matched"),
    member: z.string(),
    letter: z.string(),
    request_id: z.string(),
    status: z.enum(["approved", "rejected", "duplicate"]),
  }),
  /** Whoever asked has taken the request back, or is closed. */
  z.strictObject({
    event: z.literal("request_withdrawn"),
    actor: z.string(),
    request_id: z.string(),
    because: z.enum(["asked", "closed"]),
  }),
  /** A turn of the one who was asked has ended: the request was read, and is not answered. */
  z.strictObject({
    event: z.literal("unanswered"),
    member: z.string(),
    request_id: z.string(),
    /** Who asked, and is told. */
    asker: z.string(),
  }),
  /** The host sends no yes to a shutdown while letters wait that the member has not read. */
  z.strictObject({
    event: z.literal("unread_letters"),
    member: z.string(),
    request_id: z.string(),
    letters: z.array(z.string()),
  }),
  /** A mailbox that cannot be read does not keep its member from closing. */
  z.strictObject({ event: z.literal("mailbox_unreadable"), member: z.string(), message: z.string() }),
  z.strictObject({
    event: z.literal("gate_checked"),
    gate: z.enum(["plan", "permission"]),
    member: z.string(),
    tool: z.string(),
    /** The whole input of the call, as it would be done. */
    input: z.unknown(),
    /** The hash of exactly what would be done. Null where there is nothing that could be. */
    sha256: z.string().nullable(),
    open: z.boolean(),
    reason: z.string(),
    message: z.string(),
    request_id: z.string().nullable(),
  }),
  /** The last look at gate 1, when the process is about to start, found it closed after all. */
  z.strictObject({
    event: z.literal("claim_refused"),
    member: z.string(),
    tool: z.string(),
    input: z.unknown(),
    sha256: z.string().nullable(),
    reason: z.string(),
    message: z.string(),
    request_id: z.string().nullable(),
  }),
  z.strictObject({
    event: z.literal("program_started"),
    member: z.string(),
    command: z.string(),
    request_id: z.string().nullable(),
  }),
  /** Both gates were open and nothing ran. The approval is good for another try. */
  z.strictObject({ event: z.literal("program_not_started"), reason: z.string(), message: z.string() }),
  z.strictObject({ event: z.literal("program_ended"), ...processOutcome.shape }),
  /** What began before its process ended, and has no kept end. It is not begun again. */
  z.strictObject({
    event: z.literal("outcome_unknown"),
    member: z.string(),
    tool: z.string(),
    request_id: z.string().nullable(),
    message: z.string(),
  }),
  z.strictObject({ event: z.literal("reported"), member: z.string(), text: z.string(), verdict }),
  z.strictObject({
    event: z.literal("member_closed"),
    member: z.string(),
    request_id: z.string(),
    status: requestStatus,
  }),
  /** A process plays these members from now on. An interrupted one was in a turn when its process ended. */
  z.strictObject({
    event: z.literal("members_attended"),
    members: z.array(z.string()),
    interrupted: z.array(z.string()),
  }),
  /** What the lead has given a teammate to do. */
  z.strictObject({
    event: z.literal("task_given"),
    member: z.string(),
    task: z.string(),
    plan_first: z.boolean(),
  }),
  z.strictObject({ event: z.literal("lead_answered"), text: z.string() }),
  z.strictObject({ event: z.literal("notice"), text: z.string() }),
  practiceResult,
]);

export type SessionEvent = z.output<typeof sessionEvent>;
export type PracticeResult = z.output<typeof practiceResult>;
export type CallEnding = z.output<typeof callEnding>;
export type Verdict = z.output<typeof verdict>;
