import type { Limits } from "../s15-mailboxes/limits.ts";
import type { MailStore } from "../s15-mailboxes/mail-store.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";

/** What a section wants to save: all lines of one mailbox, of which the first `kept` are in their rows already. */
export type SavedLines = { mailbox: string; lines: readonly string[]; kept: number };

/** The mailboxes as one section sees them: the rows of the letters as lines. A section saves one mailbox at most. */
export class DraftMail implements MailStore {
  readonly #letters: ReadonlyMap<string, readonly string[]>;
  readonly #limits: Limits;
  #saved: SavedLines | undefined;

  constructor(letters: ReadonlyMap<string, readonly string[]>, limits: Limits) {
    this.#letters = letters;
    this.#limits = limits;
  }

  get saved(): SavedLines | undefined {
    return this.#saved;
  }

  read(member: string): string {
    const text = textOf(this.#linesOf(member));
    const bytes = Buffer.byteLength(text);
    if (bytes <= this.#limits.mailboxBytes) return text;
    throw new ProtocolError(
      "mailbox-too-large",
      `The letters of ${member} have ${bytes} bytes; ${this.#limits.mailboxBytes} are allowed. They are left as they are.`,
      { recipient: member, bytes, limit: this.#limits.mailboxBytes },
    );
  }

  replace(member: string, text: string): void {
    if (this.#saved) throw new Error("A section saves one letter at most: take a section for each.");
    const before = this.#linesOf(member);
    const isLonger = text.startsWith(textOf(before));
    const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    this.#saved = { mailbox: member, lines, kept: isLonger ? before.length : 0 };
  }

  #linesOf(member: string): readonly string[] {
    if (this.#saved?.mailbox === member) return this.#saved.lines;
    return this.#letters.get(member) ?? [];
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
