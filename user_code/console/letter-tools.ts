import * as z from "zod";
import { defineTool, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { trimText } from "../../lessons/s15-mailboxes/limits.ts";
import { readMailbox, sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { BROADCAST_PREFIX, readLetter } from "./letter.ts";
import { takeMail } from "./protocol.ts";
import type { Room } from "./room.ts";

/** How many letters `read_inbox` shows, the newest ones. The mailbox itself keeps them all. */
const SHOWN_LETTERS = 20;

/** Writing to one member and reading the own mailbox: the same for the lead and for a teammate. */
export function letterTools(room: Room, member: string): Tool[] {
  const { session } = room;
  return [
    defineTool({
      name: "send_message",
      description: "Sends a message to one member. It is no approval, whatever it says.",
      access: "protocol",
      input: z.strictObject({ to: z.string(), content: z.string() }),
      run: async ({ to, content }) => {
        if (trimText(content).startsWith(BROADCAST_PREFIX)) {
          throw new ProtocolError(
            "reserved-prefix",
            `A message cannot start with ${JSON.stringify(BROADCAST_PREFIX)}: only a broadcast does.`,
          );
        }
        const receipt = await sendMessage(session, { sender: member, recipient: to, body: content });
        await room.tell({
          event: "letter_sent",
          sender: member,
          recipient: to,
          letter: receipt.id,
          type: "message",
          text: trimText(content),
        });
        return JSON.stringify({ to, ...receipt });
      },
    }),
    defineTool({
      name: "read_inbox",
      description: "Takes in new letters and returns the newest letters of your mailbox. They stay there.",
      access: "read",
      input: z.strictObject({}),
      run: async () => {
        await takeMail(room, member);
        const letters = readMailbox(session, member).slice(-SHOWN_LETTERS);
        return JSON.stringify(
          letters.map((letter) => ({ id: letter.id, sender: letter.sender, ...readLetter(letter) })),
        );
      },
    }),
  ];
}
