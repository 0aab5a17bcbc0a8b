import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileIdentity, identityAt } from "../s15-mailboxes/file-identity.ts";
import { saveUnderLock } from "../s15-mailboxes/locked-save.ts";
import { ProtocolError, printable } from "../s15-mailboxes/protocol-error.ts";
import type { SessionFolder } from "../s15-mailboxes/session-folder.ts";
import { remedyFor, systemCode } from "../s15-mailboxes/system-error.ts";
import { requireOwn } from "../s15-mailboxes/trusted-folder.ts";
import {
  corrupt,
  decodeSession,
  encodeSession,
  SESSION_FILE,
  type SessionContent,
  type SessionProgram,
} from "./session-file.ts";

/** A session file of more bytes is neither read nor written. */
const SESSION_BYTES = 64_000_000;

/** `session.json` of a folder: read strictly, replaced as a whole while the lock is held. */
export class SessionStore {
  readonly path: string;
  readonly #folder: SessionFolder;
  readonly #program: SessionProgram | undefined;
  /** The file as it was last read or saved here. */
  #seen: string | undefined;

  constructor(folder: SessionFolder, program?: SessionProgram) {
    this.path = join(folder.directory, SESSION_FILE);
    this.#folder = folder;
    this.#program = program;
  }

  /** Whether the file may be another one than that which was last read or saved here. */
  hasChanged(): boolean {
    try {
      try {
        return this.#seen === undefined || this.#seen !== identityAt(this.path);
      } catch {
        // Reading it says what is wrong.
        return true;
      }
    } catch {
      // Reading it says what is wrong.
      return true;
    }
  }

  /** What was read or saved here is not relied on any more. */
  forget(): void {
    this.#seen = undefined;
  }

  /**
   * Throws `session-corrupt` when there is none, or for one that does not validate; `session-version`; `mailbox-unsafe`
   * for a link, a folder, a file of another user.
   */
  read(): SessionContent {
    const { text, seen } = readSafely(this.path);
    const content = decodeSession(text, printable(this.path), this.#program);
    this.#seen = seen;
    return content;
  }

  /** Whether there is anything of that name. */
  isThere(): boolean {
    return identityAt(this.path) !== fileIdentity(undefined);
  }

  /** Throws `lock-lost` and `save-failed`; the old file stays then. */
  save(content: SessionContent): void {
    const text = encodeSession(content);
    const bytes = Buffer.byteLength(text);
    if (bytes > SESSION_BYTES) {
      throw new ProtocolError(
        "save-failed",
        `With this the session would take ${bytes} bytes; ${SESSION_BYTES} are allowed. Nothing was saved: start a new session.`,
        { path: this.path, bytes, limit: SESSION_BYTES },
      );
    }
    this.#seen = saveUnderLock(this.path, text, {
      lock: this.#folder.lock,
      seen: this.#seen,
      untouched: "The session is as it was.",
    });
  }
}

function readSafely(path: string): { text: string; seen: string } {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw unsafe(path, "is not a regular file");
      requireOwn(path, stats);
      if (stats.size > SESSION_BYTES) {
        throw corrupt(printable(path), `it has ${stats.size} bytes, and ${SESSION_BYTES} are allowed`);
      }
      // From before the reading, so that an edit during it shows as one after it.
      const seen = fileIdentity(fstatSync(file, { bigint: true }));
      return { text: decodeText(readFileSync(file), path), seen };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const cause = systemCode(error);
    if (cause === "ENOENT") throw noSession(path);
    throw unsafe(path, `cannot be read (${cause})`, remedyFor(cause));
  }
}

function noSession(path: string): ProtocolError {
  const directory = printable(dirname(path));
  return new ProtocolError(
    "session-corrupt",
    `There is no session in ${directory}: it holds no ${SESSION_FILE}. Nothing was touched. Name the folder of a ` +
      "session, or start one.",
    { path },
  );
}

function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw corrupt(printable(path), "it is not valid UTF-8");
  }
}

function unsafe(path: string, reason: string, remedy = "A link is not followed."): ProtocolError {
  return new ProtocolError(
    "mailbox-unsafe",
    `${printable(path)} ${reason}, so it is neither read nor written. ${remedy}`,
    { path, reason },
  );
}
