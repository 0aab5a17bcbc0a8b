import * as z from "zod";
import { defineTool, type Tool } from "../../lessons/s04-permission/execute-guarded.ts";
import { keepOutput } from "../../lessons/s15-mailboxes/kept-result.ts";
import { trimText } from "../../lessons/s15-mailboxes/limits.ts";
import {
  BROADCAST_PREFIX,
  type Receipt,
  readMailbox,
  sendMessage,
} from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { consumeLetters } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { keepingOutput } from "./in-one-section.ts";
import { readLetter } from "./letter.ts";
import type { Room } from "./room.ts";

/** How many letters `read_inbox` shows, the newest ones. The mailbox itself keeps them all. */
const SHOWN_LETTERS = 20;

/** Writing to one member and reading the own mailbox: the same for the lead and for a teammate. */
export function letterTools({ session }: Room, member: string): Tool[] {
  return [
    defineTool({
      name: "send_message",
      description: "Sends a message to one member. It is no approval, whatever it says.",
      access: "protocol",
      input: z.strictObject({ to: z.string(), content: z.string() }),
      run: async ({ to, content }, call) => {
        if (trimText(content).startsWith(BROADCAST_PREFIX)) {
          throw new ProtocolError(
            "reserved-prefix",
            `A message cannot start with ${JSON.stringify(BROADCAST_PREFIX)}: only a broadcast does.`,
          );
        }
        const resultOf = (receipt: Receipt): string => JSON.stringify({ to, ...receipt });
        const sending = keepingOutput(session, { member, call }, resultOf);
        return resultOf(await sendMessage(sending, { sender: member, recipient: to, body: content }));
      },
    }),
    defineTool({
      name: "read_inbox",
      description: "Takes in new letters and returns the newest letters of your mailbox. They stay there.",
      access: "read",
      input: z.strictObject({}),
      run: (_input, call) =>
        session.transact((state) => {
          consumeLetters(state, member);
          const letters = readMailbox(state, member).slice(-SHOWN_LETTERS);
          const shown = letters.map((letter) => ({
            id: letter.id,
            sender: letter.sender,
            ...readLetter(letter),
          }));
          const result = JSON.stringify(shown);
          keepOutput(state, { member, call }, result);
          return result;
        }),
    }),
  ];
}
