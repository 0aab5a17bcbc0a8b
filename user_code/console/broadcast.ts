import type { ToolUseBlock } from "../../lessons/s01-agent-loop/model.ts";
import type { ToolOutput } from "../../lessons/s04-permission/execute-guarded.ts";
import { keepOutput } from "../../lessons/s15-mailboxes/kept-result.ts";
import { BROADCAST_PREFIX, type Receipt, sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { ProtocolSession, ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { type Broadcast, broadcastsOf, type Delivery, keepBroadcast, teammatesOf } from "./host-notes.ts";
import { alsoDoing } from "./in-one-section.ts";

/**
 * Sends the same words to many: one copy each, in the order of `recipients` (without them: to every teammate that
 * is not closed), never to the sender, and says for each what became of it.
 *
 * While a broadcast has not reached everyone, the same words again are its retry and go only to those who wait for
 * them. Once it is complete they are a new broadcast. Who is closed or unknown waits for nothing. Each copy is kept
 * together with the note that it is sent, so a call that is made again after an interruption sends the copies that are
 * left.
 */
export async function broadcast(
  session: ProtocolSession,
  words: { sender: string; content: string; recipients?: readonly string[] },
  call: ToolUseBlock,
): Promise<ToolOutput> {
  const left = await session.transact((state) => begin(state, words, call.id));
  for (const recipient of left) await sendCopy(session, { ...words, recipient });
  return session.transact((state) => end(state, words, call));
}

/** A new member of this name waits for no broadcast that was meant for the earlier one. */
export function forgetRecipient(state: ProtocolState, name: string): void {
  for (const { waiting, ...kept } of broadcastsOf(state)) {
    keepBroadcast(state, { ...kept, waiting: waiting.filter((recipient) => recipient !== name) });
  }
}

/** Who is left to be sent a copy by this call. */
function begin(
  state: ProtocolState,
  { sender, content, recipients }: { sender: string; content: string; recipients?: readonly string[] },
  call: string,
): readonly string[] {
  const earlier = find(state, content);
  if (earlier?.sending?.call === call) return earlier.sending.left;
  const open = teammatesOf(state).filter((name) => state.team.get(name)?.status !== "closed");
  const meant = new Set(earlier?.waiting ?? recipients ?? open);
  const left = [...meant].filter((recipient) => recipient !== sender);
  keepBroadcast(state, { content, waiting: left, sending: { call, left, deliveries: [] } });
  return left;
}

async function sendCopy(
  session: ProtocolSession,
  { sender, content, recipient }: { sender: string; content: string; recipient: string },
): Promise<void> {
  const sending = alsoDoing(session, (state, { id }: Receipt) =>
    deliver(state, content, { recipient, status: "queued", letter: id }),
  );
  try {
    await sendMessage(sending, { sender, recipient, body: BROADCAST_PREFIX + content });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message } = error;
    await session.transact((state) =>
      deliver(state, content, { recipient, status: "failed", code, message }),
    );
  }
}

function deliver(state: ProtocolState, content: string, delivery: Delivery): void {
  const kept = find(state, content);
  if (!kept?.sending) return;
  const { recipient } = delivery;
  const isSettled = delivery.status === "queued" || FINAL.has(delivery.code);
  const others = (names: readonly string[]): string[] => names.filter((name) => name !== recipient);
  keepBroadcast(state, {
    content,
    waiting: isSettled ? others(kept.waiting) : kept.waiting,
    sending: {
      call: kept.sending.call,
      left: others(kept.sending.left),
      deliveries: [...kept.sending.deliveries, delivery],
    },
  });
}

/** Keeps the report as the result of the call. */
function end(
  state: ProtocolState,
  { sender, content }: { sender: string; content: string },
  call: ToolUseBlock,
): ToolOutput {
  const kept = find(state, content);
  const deliveries = kept?.sending?.deliveries ?? [];
  if (kept) keepBroadcast(state, { ...kept, sending: null });
  const report = JSON.stringify(deliveries);
  const isComplete = deliveries.every(({ status }) => status === "queued");
  const output: ToolOutput = isComplete ? report : { content: report, is_error: true };
  keepOutput(state, { member: sender, call }, output);
  return output;
}

function find(state: ProtocolState, words: string): Broadcast | undefined {
  return broadcastsOf(state).find(({ content }) => content === words);
}

/** Failures that sending again cannot mend. */
const FINAL: ReadonlySet<string> = new Set([
  "unknown-member",
  "member-closed",
  "body-length",
  "malformed-text",
]);
