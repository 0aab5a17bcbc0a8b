import { appendUserBlocks } from "../../lessons/s01-agent-loop/model.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { readLetter } from "./letter.ts";
import { assignmentOf, type Room } from "./room.ts";
import type { WorkCall } from "./work-call.ts";

/**
 * The prepare boundary of every member's loop: the one way mail comes in, and what became of each letter. Whoever is
 * asked to approve a plan gets the whole call beside the letter, from the host's own record: words can say anything.
 */
export async function takeMail(room: Room, member: string): Promise<void> {
  const { session, tell } = room;
  for (const letter of await consumeResponses(session, member)) {
    const { id, sender } = letter.message;
    if (letter.outcome === "matched") {
      const { request_id, status } = letter;
      await tell({ event: "response_matched", member, letter: id, request_id, status });
    } else if (letter.outcome === "ignored") {
      await tell({ event: "letter_ignored", member, letter: id, sender, reason: letter.reason });
    } else {
      const { type } = readLetter(letter.message);
      const request_id = letter.request_id ?? null;
      const status = session.requests.get(request_id ?? "")?.status ?? null;
      if (request_id !== null) showCall(room, member, request_id);
      await tell({ event: "letter_delivered", member, letter: id, sender, type, request_id, status });
    }
  }
}

/** The host's mark in front of a call, in a history: `[call req-1] ` and JSON. No letter can write one. */
function showCall({ session, works }: Room, member: string, requestId: string): void {
  const work = works.get(requestId);
  if (!work) return;
  const text = `[call ${requestId}] ${JSON.stringify(work)}`;
  appendUserBlocks(requireMember(session.team, member).history, [{ type: "text", text }]);
}

/** Opens a request. That of a plan is bound to the one call that the plan is about. */
export async function openAndTell(
  { session, tell, works }: Room,
  request: Parameters<typeof openRequest>[1],
  work?: WorkCall,
): ReturnType<typeof openRequest> {
  const opened = await openRequest(session, request);
  if (work) works.set(opened.request_id, work);
  const { sender: actor, target, kind } = request;
  const { receipt: letter = "", payload: text = "" } = session.requests.get(opened.request_id) ?? {};
  const { request_id } = opened;
  await tell({ event: "request_opened", actor, target, kind, request_id, letter, text, work: work ?? null });
  return opened;
}

export async function replyAndTell(
  { session, tell }: Room,
  reply: Parameters<typeof replyRequest>[1],
): ReturnType<typeof replyRequest> {
  const result = await replyRequest(session, reply);
  const { actor, request_id } = reply;
  const record = session.requests.get(request_id);
  if (result.status === "deferred") await tell({ event: "reply_deferred", actor, request_id });
  if (result.status === "queued" && record?.reply) {
    const { kind, status } = record;
    const { approve, feedback } = record.reply;
    const letter = result.receipt;
    await tell({ event: "reply_saved", actor, kind, request_id, approve, feedback, letter, status });
  }
  return result;
}

/** Sends the yes to its shutdown that a member gave in a turn, now that the turn is over, and so closes it. */
export async function closeIfAgreed(room: Room, member: string): Promise<void> {
  const assignment = assignmentOf(room, member);
  const { consent } = assignment;
  if (!consent) return;
  const result = await replyAndTell(room, { ...consent, actor: member, approve: true });
  if (result.status === "deferred") return;
  assignment.consent = undefined;
  const status = room.session.requests.get(consent.request_id)?.status ?? "pending";
  await room.tell({ event: "member_closed", member, request_id: consent.request_id, status });
}
