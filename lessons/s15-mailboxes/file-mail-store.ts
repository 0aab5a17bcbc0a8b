import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { fileIdentity } from "./file-identity.ts";
import type { FileLock } from "./file-lock.ts";
import { type Limits, practiceLimits } from "./limits.ts";
import { saveUnderLock } from "./locked-save.ts";
import type { MailStore } from "./mail-store.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import { remedyFor, systemCode } from "./system-error.ts";
import { requireMemberName } from "./team.ts";
import { requireOwn } from "./trusted-folder.ts";

/**
 * Mailboxes as files `<member>.jsonl` (mode 600) in one session folder.
 *
 * `read` takes only a regular file inside the folder, no link, pipe or folder, which belongs to this user and cannot
 * be written to by others, nor can the folder (`mailbox-unsafe`); it looks at the size before it reads
 * (`mailbox-too-large`) and decodes UTF-8 strictly (`mailbox-corrupt`). `replace` writes a temporary file in the same
 * folder, syncs it, and renames it over the mailbox, as `saveUnderLock` says (`lock-lost`, `save-failed`).
 *
 * No letter is lost between two processes that take the lock, however their file operations fall between each other:
 * whoever has the lock first removes the temporary files of others, so that who lost it after the last check has
 * nothing to rename. Not covered is a program that writes without the lock: what it writes between the last check and
 * the rename is overwritten, and so is an edit of the same size that falls into one tick of the file system's clock
 * with the change before it.
 */
export class FileMailStore implements MailStore {
  readonly #directory: string;
  readonly #lock: FileLock;
  readonly #limits: Limits;
  /** The mailbox files as they were last read or replaced here. */
  readonly #seen = new Map<string, string>();

  constructor(directory: string, lock: FileLock, limits: Limits = practiceLimits) {
    this.#directory = directory;
    this.#lock = lock;
    this.#limits = limits;
  }

  read(member: string): string {
    const path = this.#path(member);
    if (!this.#requireSafe(path)) {
      this.#seen.set(member, fileIdentity(undefined));
      return "";
    }
    return readable(path, () => {
      const file = openMailbox(path);
      try {
        const stats = fstatSync(file);
        if (!stats.isFile()) throw unsafe(path, "not a regular file");
        requireOwn(path, stats);
        if (stats.size > this.#limits.mailboxBytes) {
          throw new ProtocolError(
            "mailbox-too-large",
            `${printable(path)} has ${stats.size} bytes; ${this.#limits.mailboxBytes} are allowed. It was not read and is left as it is.`,
            { path, bytes: stats.size, limit: this.#limits.mailboxBytes },
          );
        }
        // From before the reading, so that an edit during it shows as one after it.
        const seen = fileIdentity(fstatSync(file, { bigint: true }));
        const text = decode(readFileSync(file), `${member}.jsonl`);
        this.#seen.set(member, seen);
        return text;
      } finally {
        closeSync(file);
      }
    });
  }

  replace(member: string, text: string): void {
    const path = this.#path(member);
    const seen = saveUnderLock(path, text, {
      lock: this.#lock,
      seen: this.#seen.get(member),
      prepare: () => {
        this.#requireSafe(path);
        this.#removeTemporary(member);
      },
      untouched: "The old letters are untouched.",
    });
    this.#seen.set(member, seen);
  }

  /** Whatever lies there was left by a process that was killed, or that has lost the lock and may not know it. */
  #removeTemporary(member: string): void {
    const start = `${member}.jsonl.`;
    for (const name of readdirSync(this.#directory)) {
      const isTemporary = name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
      if (isTemporary) removeFile(join(this.#directory, name));
    }
  }

  /** Whether there is a mailbox file. Throws `mailbox-unsafe` for anything else in its place. */
  #requireSafe(path: string): boolean {
    const folder = look(this.#directory);
    if (!folder?.isDirectory()) throw unsafe(this.#directory, "not a folder (a link is not followed)");
    requireOwn(this.#directory, folder);
    const stats = look(path);
    if (stats && !stats.isFile()) throw unsafe(path, "not a regular file (a link is not followed)");
    return stats !== undefined;
  }

  #path(member: string): string {
    return join(this.#directory, `${requireMemberName(member)}.jsonl`);
  }
}

/** Opens without following a link and without waiting for a pipe's other end. */
function openMailbox(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

function look(path: string): Stats | undefined {
  return readable(path, () => lstatSync(path, { throwIfNoEntry: false }));
}

/** A folder or a link of that name was left by no save: it hinders nobody and stays. */
function removeFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) unlinkSync(path);
}

/** What the file system refuses to show is not taken for empty, and not for a fault of this program. */
function readable<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const code = systemCode(error);
    throw unsafe(path, `not readable (${code})`, remedyFor(code));
  }
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const line = 1 + bytes.subarray(0, firstInvalidByte(bytes)).filter((byte) => byte === 0x0a).length;
    throw new ProtocolError(
      "mailbox-corrupt",
      `${file}, line ${line}: not valid UTF-8. The file is left as it is; mend it or start a new session.`,
      { file, line, reason: "not valid UTF-8" },
    );
  }
}

/** The decoder does not say where it stopped: find the longest valid start. */
function firstInvalidByte(bytes: Uint8Array): number {
  const isValid = (length: number): boolean => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValid(middle)) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function unsafe(path: string, reason: string, remedy = ""): ProtocolError {
  const sentence = `${printable(path)} is ${reason}, so it is neither read nor written. ${remedy}`;
  return new ProtocolError("mailbox-unsafe", sentence.trimEnd(), { path, reason });
}
