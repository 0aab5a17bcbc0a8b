import * as z from "zod";
import { protocolResponse, requestKind } from "./protocol-message.ts";
import { approvedWork, type ProtocolSession } from "./requests.ts";

/** The requests, members, mailboxes and the lock at one moment. */
export const sessionState = z.strictObject({
  requests: z.record(
    z.string(),
    z.strictObject({
      kind: requestKind,
      sender: z.string(),
      target: z.string(),
      payload: z.string(),
      status: z.enum(["pending", "approved", "rejected"]),
      reply: protocolResponse.nullable(),
      receipt: z.string(),
      work: approvedWork.nullable(),
      used: z.boolean(),
      incarnation: z.number(),
    }),
  ),
  members: z.record(
    z.string(),
    z.strictObject({ status: z.enum(["idle", "running", "closed"]), turns: z.number(), cursor: z.number() }),
  ),
  /** The literal text of each mailbox: JSONL, "" when nothing was ever saved in it. */
  mailboxes: z.record(z.string(), z.string()),
  lock_held: z.boolean(),
});
export type SessionState = z.output<typeof sessionState>;

/**
 * One stop of the debugger: the statement at `line` (from 1) and `column` (from 0) is about to run. The last snapshot
 * of a trace is taken after the function has returned or thrown; it has neither line nor locals.
 */
export const snapshot = sessionState.extend({
  line: z.number().nullable(),
  column: z.number().nullable(),
  text: z.string(),
  /** The variables of the function that have a value, by name. The parts of the session are not among them. */
  locals: z.record(z.string(), z.json()),
});
export type Snapshot = z.output<typeof snapshot>;

/** The recording of one scenario by a real debugger: a file of `fixtures/traces`. */
export const trace = z.strictObject({
  function: z.enum(["open_request", "reply_request", "match_response"]),
  scenario: z.string(),
  meaning: z.string(),
  input: z.record(z.string(), z.json()),
  /** The file that was recorded. A trace is stale when the file's hash is another one. */
  source: z.strictObject({ file: z.string(), sha256: z.string() }),
  snapshots: z.array(snapshot),
  result: z.union([
    z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
    z.strictObject({ request_id: z.string(), status: z.string(), receipt: z.string().optional() }),
    z.strictObject({ status: z.literal("ignored"), reason: z.string() }),
  ]),
});
export type Trace = z.output<typeof trace>;

/** A copy of the session's state as it is now, in the form in which a trace keeps it. */
export function sessionStateOf({ requests, team, mail, lock }: ProtocolSession): SessionState {
  return {
    requests: Object.fromEntries([...requests].map(([id, record]) => [id, structuredClone(record)])),
    members: Object.fromEntries(
      [...team.values()].map(({ name, status, turns, cursor }) => [name, { status, turns, cursor }]),
    ),
    mailboxes: Object.fromEntries([...team.keys()].map((name) => [name, mail.read(name)])),
    lock_held: lock.held,
  };
}
