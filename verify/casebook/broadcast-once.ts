import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { broadcast } from "../../user_code/console/broadcast.ts";

let calls = 0;

/** One broadcast, as a call of its own. */
export async function broadcastOnce(
  session: ProtocolSession,
  words: { sender: string; content: string; recipients?: readonly string[] },
): Promise<{ recipient: string; status: string }[]> {
  calls += 1;
  const call = { type: "tool_use", id: `call-${calls}`, name: "broadcast", input: {} } as const;
  const output = await broadcast(session, words, call);
  return JSON.parse(typeof output === "string" ? output : output.content);
}
