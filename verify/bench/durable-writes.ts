import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import type { ProtocolSession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";

const PLAN = "Read expected.txt, run main.py, compare. [sha256 0123456789abcdef]";

/** What is measured, and how many files it makes durable, one after the other. A test holds the numbers. */
export const OPERATIONS = {
  open: { durableFiles: ["session.json", "lead.jsonl"], work: open },
  life: {
    durableFiles: ["session.json", "lead.jsonl", "session.json", "reader.jsonl", "session.json"],
    work: async (session: ProtocolSession) => {
      await open(session);
      await replyRequest(session, { request_id: "req-1", actor: "lead", approve: true, feedback: "Go." });
      await consumeResponses(session, "reader");
    },
  },
} as const;

/** How many files the practice makes durable with both gates open. */
export const PRACTICE_WRITES = 33;

async function open(session: ProtocolSession): Promise<void> {
  await openRequest(session, { sender: "reader", target: "lead", kind: "plan", payload: PLAN });
}
