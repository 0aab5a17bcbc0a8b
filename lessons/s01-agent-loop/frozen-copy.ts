import type { Message } from "./model.ts";

/** A copy that nobody can change, to the innermost part. */
export function frozenCopy<T>(value: T): T {
  return deepFreeze(structuredClone(value));
}

/**
 * A history as a model gets it: a list of its own, of frozen copies. Each message is copied once, so that a request
 * costs little however long the history is.
 */
export function frozenHistory(history: readonly Message[]): Message[] {
  return history.map((message) => {
    const earlier = copies.get(message);
    if (earlier) return earlier;
    const copy = frozenCopy(message);
    copies.set(message, copy);
    return copy;
  });
}

const copies = new WeakMap<Message, Message>();

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
