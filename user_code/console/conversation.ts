import { readMailbox } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { say } from "../../lessons/strings/say.ts";
import type { Paint } from "../terminal.ts";
import { safeText } from "../terminal.ts";
import { teammatesOf } from "./host-notes.ts";
import type { Lines } from "./lines.ts";
import { LINE_CHARACTERS } from "./lines.ts";
import { nextStep } from "./next-step.ts";
import type { Room } from "./room.ts";
import { answerSlash, readSlash } from "./slash-commands.ts";
import { playRound } from "./turns.ts";

export type Screen = { print: (text: string) => void; paint: Paint };

export function prompt(): string {
  return `${say("prompt-you")} `;
}

/**
 * One line of the person: a slash command is answered at once, everything else is a sentence for the lead and plays
 * one round. Returns whether the person wants to leave.
 */
export async function takeLine(
  room: Room,
  line: string,
  { print, paint }: Screen,
): Promise<"stay" | "leave"> {
  const sentence = line.trim();
  if (sentence === "") return "stay";
  if (sentence.length > LINE_CHARACTERS) {
    print(say("line-too-long", { limit: LINE_CHARACTERS }));
    return "stay";
  }
  if (/^\/?(?:quit|exit|bye|goodbye)[.!]?$/iu.test(sentence)) return "leave";
  const slash = readSlash(sentence);
  if (slash) {
    print(`${await answerSlash(room, slash, paint)}\n`);
    return "stay";
  }
  await playRound(room, sentence);
  await showNextStep(room, { print, paint });
  return "stay";
}

/** What a newcomer can type next, behind what stands in the way of the letters. */
export async function showNextStep({ session }: Room, { print, paint }: Screen): Promise<void> {
  const next = await session.transact((state) => {
    tellOfMailboxes(state);
    return nextStep(state);
  });
  print(`${paint("dim", say("prompt-next", { steps: next }))}\n`);
}

/** A mailbox that cannot be read wakes nobody, so its teammate would be silent for a reason that nobody sees. */
function tellOfMailboxes(state: ProtocolState): void {
  for (const name of teammatesOf(state)) {
    try {
      readMailbox(state, name);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const text = `No letter reaches ${name}. ${error.code}: ${error.message}`;
      state.tell({ event: "notice", text });
    }
  }
}

/** Takes lines until there are none, or the person leaves. Lines that no terminal has shown are shown here. */
export async function converse(room: Room, lines: Lines, screen: Screen & { echo: boolean }): Promise<void> {
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    if (screen.echo && line.trim() !== "") showLine(line, screen);
    if ((await takeLine(room, line, screen)) === "leave") return;
  }
}

export function showLine(line: string, { print, paint }: Screen): void {
  const text = line.trim();
  const shown = text.length > LINE_CHARACTERS ? `${text.slice(0, 60).toWellFormed()} …` : text;
  print(`${paint(["bold", "cyan"], prompt())}${safeText(shown)}`);
}
