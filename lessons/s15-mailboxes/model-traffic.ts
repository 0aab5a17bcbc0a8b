import type { AssistantMessage, Message } from "../s01-agent-loop/model.ts";
import type { ModelExchange } from "./member-event.ts";

/** One request to a model, whole, and what was answered. */
export type Exchange = {
  member: string;
  /** The number of this answer among all answers in the session. */
  call: number;
  system: string;
  /** The names of the offered tools. Their descriptions and schemas stand in the program. */
  tools: readonly string[];
  /** In order, as the request held them. `missing` comes before the first of them. */
  messages: readonly Message[];
  /** How many of the request's messages were in exchanges that are not among the given ones. */
  missing: number;
  answer: AssistantMessage["content"];
};

/**
 * The model's traffic of a session, put together from its `model_exchange` events in their order: those of
 * `events.jsonl`, of `practice --json --show-model`, or of a session in memory. That is its one place. It is the traffic
 * of the `Model` port, the same for a script and for a live model: what an adapter adds on the wire (a key, the name of
 * a model, its thinking) is in no event.
 *
 * Each request is what the model was given, to the last block. Of a part of a session, what its beginning held is
 * `missing`. A request that got no answer is not told, and comes again when the turn is taken up.
 */
export function modelTraffic(exchanges: Iterable<ModelExchange>): Exchange[] {
  const follow = followTraffic();
  return [...exchanges].map(follow);
}

/** The same for events that come one by one. */
export function followTraffic(): (exchange: ModelExchange) => Exchange {
  const histories = new Map<string, { missing: number; messages: readonly Message[] }>();
  return ({ member, call, system, tools, messages: count, newest, answer }) => {
    const known = histories.get(member) ?? { missing: 0, messages: [] };
    // A name that was given again begins anew, and an answer without content leaves the user's message open.
    const before = count - (newest.length > 0 ? 1 : 0);
    const kept = known.messages.slice(0, Math.max(0, before - known.missing));
    const missing = before - kept.length;
    const messages: Message[] = [...kept];
    if (newest.length > 0) messages.push({ role: "user", content: newest });
    const answered: Message[] = answer.length > 0 ? [{ role: "assistant", content: answer }] : [];
    histories.set(member, { missing, messages: [...messages, ...answered] });
    return { member, call, system, tools, messages, missing, answer };
  };
}
