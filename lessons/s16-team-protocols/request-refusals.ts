import { ProtocolError, quoted } from "../s15-mailboxes/protocol-error.ts";
import type { ProtocolResponse, RequestKind, RequestStatus } from "./protocol-message.ts";

export function requestQuota(limit: number): ProtocolError {
  return new ProtocolError(
    "request-quota",
    `This session has opened ${limit} requests, which is its limit, finished ones included. Start a new session.`,
    { limit },
  );
}

export function requestPending(request_id: string, kind: RequestKind): ProtocolError {
  return new ProtocolError(
    "request-pending",
    `${request_id}, the same ${kind} request, is still pending. Wait until it is answered and matched.`,
    { request_id },
  );
}

export function memberClosed(member: string): ProtocolError {
  return new ProtocolError("member-closed", `${member} is closed: it can neither plan nor be shut down.`, {
    member,
  });
}

export function notYours(request_id: unknown, actor: string): ProtocolError {
  return new ProtocolError(
    "not-yours",
    `No request ${quoted(request_id)} waits for an answer of ${actor}. Only the target of a request can answer it.`,
    { request_id: typeof request_id === "string" ? request_id : quoted(request_id), actor },
  );
}

export function notAsked(request_id: unknown, actor: string): ProtocolError {
  return new ProtocolError(
    "not-yours",
    `${actor} has opened no request ${quoted(request_id)}. Only who asked can take a request back.`,
    { request_id: typeof request_id === "string" ? request_id : quoted(request_id), actor },
  );
}

export function decisionConflict(request_id: string, reply: ProtocolResponse): ProtocolError {
  const first = `approve ${reply.approve}, feedback ${quoted(reply.feedback)}`;
  return new ProtocolError(
    "decision-conflict",
    `${request_id} is already decided (${first}). The first reply stays; open a new request to decide anew.`,
    { request_id, approve: reply.approve },
  );
}

export function alreadyAnswered(request_id: string, reply: ProtocolResponse): ProtocolError {
  return new ProtocolError(
    "already-answered",
    `${request_id} is answered already (approve ${reply.approve}) and cannot be withdrawn. Take in the answer.`,
    { request_id, approve: reply.approve },
  );
}

export function notPending(request_id: string, status: RequestStatus): ProtocolError {
  return new ProtocolError("not-pending", `${request_id} is ${status} and no longer waits for a reply.`, {
    request_id,
    status,
  });
}
