import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { BROADCAST_PREFIX } from "./letter.ts";
import type { Room } from "./room.ts";

/** What became of a broadcast at one recipient. `failed` ones get it when the same words are sent again. */
export type Delivery =
  | { recipient: string; status: "queued"; letter: string }
  | { recipient: string; status: "failed"; code: string; message: string };

/**
 * Sends the same words to many: one copy each, in the order of `recipients` (without them: to every teammate that
 * is not closed), never to the sender, and says for each what became of it.
 *
 * While a broadcast has not reached everyone, the same words again are its retry and go only to those who wait for
 * them. Once it is complete they are a new broadcast. Who is closed or unknown waits for nothing.
 */
export async function broadcast(
  room: Room,
  { sender, content, recipients }: { sender: string; content: string; recipients?: readonly string[] },
): Promise<Delivery[]> {
  const { session, assignments, broadcasts, tell } = room;
  const open = [...assignments.keys()].filter((name) => session.team.get(name)?.status !== "closed");
  const meant = broadcasts.get(content) ?? recipients ?? open;
  const deliveries: Delivery[] = [];
  for (const recipient of new Set(meant)) {
    if (recipient === sender) continue;
    try {
      const { id } = await sendMessage(session, { sender, recipient, body: BROADCAST_PREFIX + content });
      deliveries.push({ recipient, status: "queued", letter: id });
      await tell({ event: "letter_sent", sender, recipient, letter: id, type: "broadcast", text: content });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      deliveries.push({ recipient, status: "failed", code: error.code, message: error.message });
    }
  }
  const waiting = deliveries.flatMap((delivery) =>
    delivery.status === "failed" && !FINAL.has(delivery.code) ? [delivery.recipient] : [],
  );
  if (waiting.length > 0) broadcasts.set(content, waiting);
  else broadcasts.delete(content);
  return deliveries;
}

/** A new member of this name waits for no broadcast that was meant for the earlier one. */
export function forgetRecipient({ broadcasts }: Room, name: string): void {
  for (const [content, waiting] of broadcasts) {
    const others = waiting.filter((recipient) => recipient !== name);
    if (others.length > 0) broadcasts.set(content, others);
    else broadcasts.delete(content);
  }
}

/** Failures that sending again cannot mend. */
const FINAL: ReadonlySet<string> = new Set([
  "unknown-member",
  "member-closed",
  "body-length",
  "malformed-text",
]);
