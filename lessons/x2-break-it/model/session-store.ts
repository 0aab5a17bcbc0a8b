import { ProtocolError } from "../../s15-mailboxes/protocol-error.ts";
import type { SessionFolder } from "../../s15-mailboxes/session-folder.ts";
import {
  decodeSession,
  encodeSession,
  type SessionContent,
  type SessionProgram,
} from "../../x1-shared-session/session-file.ts";
import { currentDisk, save } from "./disk.ts";

/** Takes the place of `SessionStore` on the model disk. */
export class SessionStore {
  readonly path = "session.json";
  readonly #program: SessionProgram | undefined;
  #seen: string | undefined;

  constructor(_: SessionFolder, program?: SessionProgram) {
    this.#program = program;
  }

  hasChanged(): boolean {
    return this.#seen === undefined || this.#seen !== currentDisk().session;
  }

  forget(): void {
    this.#seen = undefined;
  }

  read(): SessionContent {
    const { session } = currentDisk();
    if (session === undefined) throw new ProtocolError("session-corrupt", "There is no session.");
    this.#seen = session;
    return decodeSession(session, this.path, this.#program);
  }

  isThere(): boolean {
    return currentDisk().session !== undefined;
  }

  save(content: SessionContent): void {
    const session = encodeSession(content);
    save({ session });
    this.#seen = session;
  }
}
