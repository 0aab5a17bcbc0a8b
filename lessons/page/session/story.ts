import type { ModelExchange } from "../../s15-mailboxes/member-event.ts";
import { type Exchange, modelTraffic } from "../../s15-mailboxes/model-traffic.ts";
import type { SessionEvent } from "../../s16-team-protocols/session-event.ts";

/** The steps of a session: its events, and with each answer of a model the request that it answered. */
export type Story = {
  events: readonly SessionEvent[];
  /** The number of each event in the session's log, from 1. */
  numbers: readonly number[];
  /** By the number of the answer. Empty for a session that was kept before the requests were. */
  traffic: ReadonlyMap<number, Exchange>;
};

/** What was asked of a model and answered is told right behind the answer: it is one step with it. */
export function storyOf(log: readonly SessionEvent[]): Story {
  const numbered = log.map((event, index) => ({ event, number: index + 1 }));
  const steps = numbered.filter(({ event }) => event.event !== "model_exchange");
  const exchanges = log.filter((event): event is ModelExchange => event.event === "model_exchange");
  return {
    events: steps.map(({ event }) => event),
    numbers: steps.map(({ number }) => number),
    traffic: trafficOf(exchanges),
  };
}

/** Each request to a model with its answer, by the number of the answer. */
export function trafficOf(exchanges: readonly ModelExchange[]): Story["traffic"] {
  return new Map(modelTraffic(exchanges).map((exchange) => [exchange.call, exchange]));
}

/** The newest answer of a model up to a step, if there was one. */
export function exchangeAt(
  events: readonly SessionEvent[],
  traffic: Story["traffic"],
  step: number,
): Exchange | undefined {
  const called = events.slice(0, step + 1).findLast((event) => event.event === "model_called");
  return called?.event === "model_called" ? traffic.get(called.call) : undefined;
}

/** `told`: which event the letter came with. `none`: nothing in the session tells of it. */
export type LineView = { text: string; isNew: boolean; told: "sent" | "found" | "none" };

export type MailboxView = {
  member: string;
  lines: readonly LineView[];
  /** Letters of an earlier bearer of the name, whose lines are gone: the mailbox was emptied for the new one. */
  emptied: number;
};

/**
 * The mailbox files as they were at a step, in the lines that they have in the end: letters are only ever added. A line
 * that no event has sent stands from where somebody found it, or from the last step on.
 */
export function mailboxesAt(
  events: readonly SessionEvent[],
  kept: Readonly<Record<string, readonly string[]>>,
  step: number,
): MailboxView[] {
  const last = events.length - 1;
  return Object.entries(kept).map(([member, lines]) => {
    const joined = events.findLastIndex(
      (event) => event.event === "member_joined" && event.member === member,
    );
    const emptied = events.filter((event, at) => at < joined && at <= step && isSentTo(event, member)).length;
    const views = lines.map((text, index) => {
      const id = `${member}-${index + 1}`;
      const here = (is: (event: SessionEvent) => boolean): number =>
        events.findIndex((event, at) => at > joined && "letter" in event && event.letter === id && is(event));
      const sent = here((event) => event.event !== "letter_delivered" && event.event !== "letter_ignored");
      const found = sent >= 0 ? sent : here(() => true);
      const from = found >= 0 ? found : last;
      const told: LineView["told"] = sent >= 0 ? "sent" : found >= 0 ? "found" : "none";
      return { text, isNew: from === step, told, from };
    });
    const shown = views.filter(({ from }) => from <= step).map(({ from: _, ...line }) => line);
    return { member, lines: shown, emptied: step < joined ? emptied : 0 };
  });
}

function isSentTo(event: SessionEvent, member: string): boolean {
  if (!("letter" in event) || event.event === "letter_delivered" || event.event === "letter_ignored")
    return false;
  return event.letter.slice(0, event.letter.lastIndexOf("-")) === member;
}

/** What a request was about and what became of it, as the events up to a step tell it. */
export type RequestStory = {
  id: string;
  kind: string;
  sender: string;
  target: string;
  payload: string;
  /** The call that a plan is about, where it is about one. */
  call: { tool: string; input: Readonly<Record<string, string>> } | null;
  reply: { approve: boolean; feedback: string; letter: string } | null;
};

/** The request that a step is about, else the newest one that an earlier step was about. */
export function requestAt(events: readonly SessionEvent[], step: number): RequestStory | undefined {
  const sofar = events.slice(0, step + 1);
  const id = sofar.reduceRight<string | null>((found, event) => found ?? requestOf(event), null);
  const opening = sofar.find((event) => event.event === "request_opened" && event.request_id === id);
  if (opening?.event !== "request_opened") return undefined;
  const { request_id, kind, actor: sender, target, payload, call = null } = opening;
  const replied = sofar.find((event) => event.event === "reply_saved" && event.request_id === id);
  const reply = replied?.event === "reply_saved" ? replied : null;
  return { id: request_id, kind, sender, target, payload, call, reply };
}

function requestOf(event: SessionEvent): string | null {
  return "request_id" in event ? event.request_id : null;
}
