import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { RequestRecord } from "../../lessons/s16-team-protocols/protocol-state.ts";
import {
  type MatchResult,
  matchResponse,
  openRequest,
  type replyRequest,
} from "../../lessons/s16-team-protocols/requests.ts";
import { lettersOf, type WatchedSession } from "../harness/sessions.ts";

export type Request = Parameters<typeof openRequest>[1];
export type Reply = Parameters<typeof replyRequest>[1];

export const plan: Request = { sender: "reader", target: "lead", kind: "plan", payload: "Read, then run." };
export const shutdown: Request = {
  sender: "lead",
  target: "reader",
  kind: "shutdown",
  payload: "Please close.",
};

/** What the lead may say to the plan. */
export const yes: Reply = { request_id: "req-1", actor: "lead", approve: true, feedback: "Go on." };
export const no: Reply = { ...yes, approve: false, feedback: "Too risky." };

/** What reader may say to the shutdown. */
export const close: Reply = { request_id: "req-1", actor: "reader", approve: true, feedback: "Closing." };
export const stay: Reply = { ...close, approve: false, feedback: "Still busy." };

/** The session, after reader has sent its plan to the lead. */
export async function planned<S extends WatchedSession>(session: S): Promise<S> {
  await openRequest(session, plan);
  return session;
}

/** The session, after the lead has asked reader to shut down. */
export async function asked<S extends WatchedSession>(
  session: S,
  changes: Partial<Request> = {},
): Promise<S> {
  await openRequest(session, { ...shutdown, ...changes });
  return session;
}

/** The session's first request. */
export function firstRecord({ requests }: Pick<WatchedSession, "requests">): RequestRecord {
  const record = requests.get("req-1");
  if (!record) throw new Error("There is no req-1.");
  return record;
}

/** Matches the last letter that a member got. */
export async function matchLast(session: WatchedSession, recipient: string): Promise<MatchResult> {
  const message = lettersOf(session, recipient).at(-1);
  if (!message) throw new Error(`${recipient} has no letter.`);
  return matchResponse(session, { message, recipient });
}

export async function fillMailbox(session: WatchedSession, recipient: string): Promise<void> {
  while (lettersOf(session, recipient).length < session.limits.mailboxMessages) {
    await sendMessage(session, { sender: "reviewer", recipient, body: "one more" });
  }
}

/** A value that only a caller without types could pass. */
export function untyped(value: unknown): never {
  return value as never;
}
