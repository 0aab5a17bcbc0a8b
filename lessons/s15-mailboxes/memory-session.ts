import { MemoryMailStore } from "./mail-store.ts";
import type { Session, SessionState } from "./session.ts";
import { inOrder, MemoryLock } from "./shared-lock.ts";

type EventOf<State extends SessionState> = Parameters<State["tell"]>[0];

export type MemorySessionOptions<State extends SessionState> = {
  /** A copy of all that a section may change, with this mail store and this way to tell events in their places. */
  copy: (kept: State, parts: Pick<State, "mail" | "tell">) => State;
  /**
   * Shown the events of each section once it is kept, before its result is given. Sections are shown one after the
   * other, in their order: so it must not wait for another section that tells something.
   */
  show?: (event: EventOf<State>) => void | Promise<void>;
};

/**
 * A session that lives in the memory of one process: for the page, the scenarios and tests of the protocol alone.
 *
 * A section works on a copy, which takes the place of the kept state when the section returns.
 */
export class MemorySession<State extends SessionState> implements Session<State> {
  readonly #lock = new MemoryLock();
  readonly #shownInOrder = inOrder();
  readonly #options: MemorySessionOptions<State>;
  #kept: State;
  #mail = new MemoryMailStore();
  #draft: State | undefined;

  constructor(initial: State, options: MemorySessionOptions<State>) {
    this.#kept = initial;
    this.#options = options;
  }

  get limits(): State["limits"] {
    return this.#kept.limits;
  }

  /** True while a critical section runs. */
  get held(): boolean {
    return this.#lock.held;
  }

  /** The draft of the section that runs, else what is kept: for a debugger and a page that show the state. */
  get current(): State {
    return this.#draft ?? this.#kept;
  }

  readonly transact = async <T>(section: (state: State) => T): Promise<T> => {
    const told: EventOf<State>[] = [];
    const value = await this.#lock.run(() => {
      const mail = this.#mail.copy();
      const tell = (event: EventOf<State>): void => void told.push(event);
      this.#draft = this.#options.copy(this.#kept, { mail, tell });
      try {
        const result = section(this.#draft);
        this.#kept = this.#draft;
        this.#mail = mail;
        return result;
      } finally {
        this.#draft = undefined;
      }
    });
    if (told.length > 0) await this.#shownInOrder(() => this.#show(told));
    return value;
  };

  async #show(told: readonly EventOf<State>[]): Promise<void> {
    for (const event of told) await this.#options.show?.(event);
  }
}
