import { createHash } from "node:crypto";
import type { MailStore } from "../s15-mailboxes/mail-store.ts";
import { type MailboxMessage, mailboxMessage } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { parseStrictJson } from "../s15-mailboxes/strict-json.ts";

/** The letters of each mailbox that stand in the session's state. */
export type AccountedLetters = ReadonlyMap<string, readonly MailboxMessage[]>;

/** What a section wants to save: the whole text of one mailbox. `letter` is its new last line. */
export type SavedMailbox = {
  mailbox: string;
  text: string;
  letter: { id: string; sha256: string } | null;
};

/**
 * The mailboxes as one section sees them: read from the files, saved with the section.
 *
 * A mailbox that holds fewer letters than were accounted for is `mailbox-corrupt`, with what is missing: no letter is
 * lost silently. A section saves one mailbox at most.
 */
export class AccountedMail implements MailStore {
  readonly #files: MailStore;
  readonly #accounted: AccountedLetters;
  /** The text of each mailbox that the section has looked at. */
  readonly #read = new Map<string, string>();
  #saved: SavedMailbox | undefined;

  constructor(files: MailStore, accounted: AccountedLetters) {
    this.#files = files;
    this.#accounted = accounted;
  }

  get saved(): SavedMailbox | undefined {
    return this.#saved;
  }

  /** The accounted letters, with those of the mailboxes that the section has looked at. */
  get letters(): AccountedLetters {
    const seen = [...this.#read].flatMap(([member, text]) => {
      const accounted = this.#accounted.get(member) ?? [];
      const letters = countLines(text) === accounted.length ? accounted : numberedLetters(member, text);
      return letters ? [[member, letters] as const] : [];
    });
    return new Map([...this.#accounted, ...seen]);
  }

  read(member: string): string {
    const text = this.#read.get(member) ?? this.#files.read(member);
    const accounted = this.#accounted.get(member) ?? [];
    if (!this.#read.has(member)) requireAll(member, accounted, text);
    this.#read.set(member, text);
    return text;
  }

  replace(member: string, text: string): void {
    if (this.#saved) throw new Error("A section saves one letter at most: take a section for each.");
    const before = this.read(member);
    if (text === before) return;
    const line = text.startsWith(before) ? text.slice(before.length).trimEnd() : "";
    const letter = line === "" ? null : { id: idOf(line), sha256: digestOf(line) };
    this.#saved = { mailbox: member, text, letter };
    this.#read.set(member, text);
  }
}

/** Whether a mailbox holds the letter that an intent announced, at its place. */
export function holdsLetter(text: string, letter: { id: string; sha256: string }): boolean {
  const number = Number(letter.id.slice(letter.id.lastIndexOf("-") + 1));
  const line = text.split("\n")[number - 1];
  return line !== undefined && digestOf(line) === letter.sha256;
}

/** The letters of a mailbox. Undefined when a line of it is not the letter that belongs there. */
export function numberedLetters(member: string, text: string): MailboxMessage[] | undefined {
  const letters = lettersIn(text);
  return letters?.every(({ id }, index) => id === `${member}-${index + 1}`) ? letters : undefined;
}

/** The letters in some lines. Undefined when a line is no letter. */
export function lettersIn(text: string): MailboxMessage[] | undefined {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const letters = lines.map((line) => {
    const json = parseStrictJson(line);
    return json.ok ? mailboxMessage.safeParse(json.value).data : undefined;
  });
  return letters.every((letter) => letter !== undefined) ? letters : undefined;
}

function requireAll(member: string, accounted: readonly MailboxMessage[], text: string): void {
  const there = countLines(text);
  if (there >= accounted.length) return;
  const missing = accounted.slice(there).map(({ id }) => id);
  const file = `${member}.jsonl`;
  throw new ProtocolError(
    "mailbox-corrupt",
    `${file}, line ${there + 1}: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing, which ` +
      `${missing.length === 1 ? "was" : "were"} there before. The file is left as it is; \`doctor --repair\` saves ` +
      "the letters again.",
    { file, line: there + 1, reason: "letters are missing", missing },
  );
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}

function idOf(line: string): string {
  return mailboxMessage.parse(JSON.parse(line)).id;
}

function digestOf(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}
