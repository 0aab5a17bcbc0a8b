import type { ProtocolState } from "../../s16-team-protocols/protocol-state.ts";
import type { Picture } from "./break-it-data.ts";

/** What can be seen of a session, its mailboxes and the runs of its program at one moment. */
export function pictureOf(
  { team, requests }: Pick<ProtocolState, "team" | "requests">,
  texts: readonly { member: string; text: string }[],
  runs: number,
): Picture {
  const mailboxes = texts.filter(({ text }) => text !== "");
  const lettersOf = (name: string): number =>
    (mailboxes.find(({ member }) => member === name)?.text ?? "").split("\n").filter(Boolean).length;
  return {
    requests: [...requests].map(([id, { kind, sender, target, reply, status, used }]) => {
      return { id, kind, sender, target, reply: reply === null ? null : reply.approve, status, used };
    }),
    members: [...team.values()].map(({ name, status, cursor }) => {
      return { name, status, read: cursor, letters: lettersOf(name) };
    }),
    mailboxes,
    runs,
  };
}
