/**
 * Where mailbox texts are kept. Both functions are synchronous, so that a critical section can use them.
 *
 * An implementation must guarantee: `read` gives "" for a mailbox that nobody has written to; `replace` saves the
 * whole text or nothing at all; a failed `replace` throws (`save-failed`, `lock-lost`, `mailbox-unsafe`) and leaves the
 * old text; a text that cannot be read safely throws (`mailbox-unsafe`, `mailbox-too-large`, `mailbox-corrupt`).
 */
export type MailStore = {
  read(member: string): string;
  replace(member: string, text: string): void;
};

/** Mailboxes in memory, for the page and for tests of the protocol alone. */
export class MemoryMailStore implements MailStore {
  readonly #texts = new Map<string, string>();

  read(member: string): string {
    return this.#texts.get(member) ?? "";
  }

  replace(member: string, text: string): void {
    this.#texts.set(member, text);
  }

  /** A store of its own with the same texts. */
  copy(): MemoryMailStore {
    const copy = new MemoryMailStore();
    for (const [member, text] of this.#texts) copy.replace(member, text);
    return copy;
  }
}
