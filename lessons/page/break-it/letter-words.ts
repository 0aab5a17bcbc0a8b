import type { Strings } from "../lesson.ts";
import { fill } from "../strings.ts";

const PREFIX = "[team-protocol] ";
const SHOWN = 60;

export type LetterWords = { id: string; sender: string; says: string };

/** A line of a member's mailbox in a few words. What is no letter is shown as it stands, and has no sender. */
export function letterWords(
  { member, text }: { member: string; text: string },
  strings: Strings["break_it"],
): LetterWords {
  const letter = parsed(text);
  const { id, sender, body } = letter ?? {};
  if (typeof id !== "string" || typeof sender !== "string" || typeof body !== "string")
    return { id: member, sender: "", says: shortened(text, strings) };
  const claims = body.startsWith(PREFIX) ? parsed(body.slice(PREFIX.length)) : undefined;
  if (!claims) return { id, sender, says: shortened(body, strings) };
  const { type, request_id, approve, payload } = claims;
  const more = approve === undefined ? (payload ?? "") : JSON.stringify(approve);
  return { id, sender, says: shortened([type, request_id, more].join(" "), strings) };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function shortened(text: string, { more_characters }: Strings["break_it"]): string {
  const characters = [...text];
  if (characters.length <= SHOWN) return text;
  return `${characters.slice(0, SHOWN).join("")}${fill(more_characters, { count: characters.length - SHOWN })}`;
}
