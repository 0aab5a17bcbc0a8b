import { join } from "node:path";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import type { FileSession } from "../harness/sessions.ts";

export const send = (session: FileSession, body: string, recipient = "reader") =>
  sendMessage(session, { sender: "lead", recipient, body });
export const mailbox = ({ directory }: FileSession, name = "reader") => join(directory, `${name}.jsonl`);

export type Line = Record<string, unknown>;
export const record = (changes: Line = {}): Line => ({
  id: "reader-1",
  sender: "lead",
  recipient: "reader",
  body: "hello",
  ...changes,
});
export const line = (changes: Line = {}): string => `${JSON.stringify(record(changes))}\n`;
