import * as z from "zod";
import { requestKind } from "./protocol-message.ts";

const requestStatus = z.enum(["pending", "approved", "rejected"]);
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

/**
 * How the call of `run_main` ended: nobody made it, a gate blocked it and why, both gates were open and it could not
 * start, or it ran. `program_runs` counts the last alone.
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
]);

/** The last event of every run. `dir` alone differs from run to run. */
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

/** What happens in a practice run. The terminal, `--json`, the transcripts and the page are all drawn from this. */
export const practiceEvent = z.discriminatedUnion("event", [
  z.strictObject({
    event: z.literal("session_started"),
    plan: planChoice,
    decision: decisionChoice,
    model: modelChoice,
    members: z.array(z.string()),
  }),
  z.strictObject({
    event: z.literal("turn_started"),
    member: z.string(),
    turn: z.number(),
    purpose: z.enum(["plan", "review", "work"]),
  }),
  z.strictObject({
    event: z.literal("turn_ended"),
    member: z.string(),
    turn: z.number(),
    status: z.enum(["finished", "call_limit"]),
  }),
  z.strictObject({
    event: z.literal("model_called"),
    member: z.string(),
    call: z.number(),
    tools: z.array(z.string()),
    text: z.string(),
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
  }),
  z.strictObject({
    event: z.literal("letter_delivered"),
    member: z.string(),
    letter: z.string(),
    sender: z.string(),
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
  z.strictObject({
    event: z.literal("response_matched"),
    member: z.string(),
    letter: z.string(),
    request_id: z.string(),
    status: z.enum(["approved", "rejected", "duplicate"]),
  }),
  z.strictObject({
    event: z.literal("gate_checked"),
    gate: z.enum(["plan", "permission"]),
    member: z.string(),
    tool: z.string(),
    open: z.boolean(),
    reason: z.string(),
    message: z.string(),
    request_id: z.string().nullable(),
  }),
  z.strictObject({
    event: z.literal("tool_finished"),
    member: z.string(),
    tool: z.string(),
    is_error: z.boolean(),
    content: z.string(),
  }),
  /** The last look at gate 1, when the process is about to start, found it closed after all. */
  z.strictObject({
    event: z.literal("claim_refused"),
    member: z.string(),
    tool: z.string(),
    reason: z.string(),
    message: z.string(),
    request_id: z.string().nullable(),
  }),
  z.strictObject({ event: z.literal("program_started"), member: z.string(), command: z.string() }),
  /** Both gates were open and nothing ran. The approval is good for another try. */
  z.strictObject({ event: z.literal("program_not_started"), reason: z.string(), message: z.string() }),
  z.strictObject({
    event: z.literal("program_ended"),
    ...processEnding,
    stdout: keptOutput,
    stderr: keptOutput,
  }),
  z.strictObject({ event: z.literal("reported"), member: z.string(), text: z.string(), verdict }),
  z.strictObject({
    event: z.literal("member_closed"),
    member: z.string(),
    request_id: z.string(),
    status: requestStatus,
  }),
  z.strictObject({
    event: z.literal("delivery_refused"),
    member: z.string(),
    status: z.enum(["unavailable", "busy"]),
  }),
  practiceResult,
]);

export type PracticeEvent = z.output<typeof practiceEvent>;
export type PracticeResult = z.output<typeof practiceResult>;
export type CallEnding = z.output<typeof callEnding>;
export type Verdict = z.output<typeof verdict>;
