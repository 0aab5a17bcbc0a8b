import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { PracticeSetup } from "./setup.ts";

/** The prepare boundary: protocol responses are matched, everything else enters the member's history. */
export async function takeMail({ session, emit }: PracticeSetup, member: string): Promise<void> {
  for (const letter of await consumeResponses(session, member)) {
    const { id, sender } = letter.message;
    if (letter.outcome === "matched") {
      const { request_id, status } = letter;
      await emit({ event: "response_matched", member, letter: id, request_id, status });
    } else if (letter.outcome === "ignored") {
      await emit({ event: "letter_ignored", member, letter: id, sender, reason: letter.reason });
    } else {
      const request_id = letter.request_id ?? null;
      const status = session.requests.get(request_id ?? "")?.status ?? null;
      await emit({ event: "letter_delivered", member, letter: id, sender, request_id, status });
    }
  }
}

export async function openAndTell(
  { session, emit }: PracticeSetup,
  request: Parameters<typeof openRequest>[1],
): ReturnType<typeof openRequest> {
  const opened = await openRequest(session, request);
  const { sender: actor, target, kind } = request;
  const record = session.requests.get(opened.request_id);
  const { receipt: letter = "", payload = "" } = record ?? {};
  await emit({ event: "request_opened", actor, target, kind, letter, payload, ...opened });
  return opened;
}

export async function replyAndTell(
  { session, emit }: PracticeSetup,
  reply: Parameters<typeof replyRequest>[1],
): ReturnType<typeof replyRequest> {
  const result = await replyRequest(session, reply);
  const record = session.requests.get(reply.request_id);
  if (record && result.status === "queued") {
    const { kind, status } = record;
    await emit({ event: "reply_saved", ...reply, kind, letter: result.receipt, status });
  }
  return result;
}
