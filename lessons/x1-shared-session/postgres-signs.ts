import { setTimeout } from "node:timers/promises";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import type { PostgresStore } from "./postgres-store.ts";
import { hasEnded, isHere } from "./process-name.ts";
import type { Sign, SignOptions, Signs } from "./shared-session.ts";
import { kindOf } from "./store-fault.ts";

/** The server misses a machine that has gone without a word after this many milliseconds: `postgres-store.ts` says so. */
const MISSED_MS = 12_000;

const POLL_MS = 50;

/**
 * The signs of life in a store: an advisory lock for each attended member, on the one reserved connection of its process.
 * The name of that connection says whose it is.
 */
export function postgresSigns(store: PostgresStore, id: string): Signs {
  const keyOf = (member: string): string => `two_gates ${id} ${member}`;
  const refusal = async (member: string): Promise<ProtocolError> => {
    const [process_id] = processIn(await store.locks.holder(keyOf(member)).catch(() => undefined));
    const who = process_id === undefined ? "another process" : `another process (${process_id})`;
    return new ProtocolError(
      "member-attended",
      `${member} is played by ${who}, so nothing was changed. End that one first, or play another member.`,
      { member, process: process_id ?? "" },
    );
  };
  const give = async (member: string, options: SignOptions): Promise<Sign> => {
    const { staleMs = MISSED_MS, onWait = () => undefined } = options;
    const key = keyOf(member);
    for (let waited = 0; ; waited += POLL_MS) {
      if (await store.locks.take(key)) return { end: () => store.locks.giveBack(key) };
      const holder = await store.locks.holder(key);
      const isGone = holder === undefined || hasEnded(holder);
      const isAlive = holder !== undefined && isHere(holder) && !isGone;
      if (isAlive || waited > staleMs) throw await refusal(member);
      if (waited === 0 && !isGone) onWait(member, staleMs / 1_000);
      await setTimeout(POLL_MS);
    }
  };
  return {
    refusal,
    give: (member, options = {}) => untilItAnswers(store, () => give(member, options)),
    isGiven: (member) =>
      untilItAnswers(store, async () => (await store.locks.holder(keyOf(member))) !== undefined),
  };
}

/** The process that a connection is named for, and its machine. */
function processIn(name: string | undefined): string[] {
  return name?.split(" ").slice(1, 3) ?? [];
}

/** A lost connection is tried again for as long as a section would try. */
async function untilItAnswers<T>(store: PostgresStore, ask: () => Promise<T>): Promise<T> {
  const end = performance.now() + store.waitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (kindOf(error) !== "lost" || performance.now() > end) throw store.fault(error);
      await store.servers.drop();
      await setTimeout(POLL_MS);
    }
  }
}
