import type { Limits } from "../s15-mailboxes/limits.ts";
import { PROTOCOL_PREFIX } from "../s15-mailboxes/mailbox.ts";
import { LEAD, type Member } from "../s15-mailboxes/team.ts";
import type { ConsumedLetter } from "../s16-team-protocols/consume-responses.ts";
import {
  isCurrent,
  type RequestRecord,
  type RunRecord,
  teammateOf,
} from "../s16-team-protocols/protocol-state.ts";

/** A session as somebody sees it who looks at all of it at once. */
export type Seen = {
  team: Map<string, Member>;
  requests: ReadonlyMap<string, RequestRecord>;
  runs: ReadonlyMap<string, RunRecord>;
  mailbox: (member: string) => string;
  limits: Limits;
};

/** A start of the program, and what the world knows of it that no record says. */
export type Start = {
  request_id: string;
  member: string;
  /** The one who was asked has really said yes to this request. */
  isApproved: boolean;
  /** The one who was asked has really said no. */
  isRejected: boolean;
  /** What the host has said to this very call. */
  host: "allow" | "ask" | "deny" | "nothing";
  /** What runs is what the plan was about when it was asked for. */
  isSameWork: boolean;
  /** The program was started on this approval before. */
  isAgain: boolean;
};

/** What somebody did, and what is known of it besides the session before and after. */
export type Step = {
  /** Whose hand it was, by the host's word. Null for a hand from outside. */
  by: string | null;
  /** The answer says that nothing happened. */
  isRefused: boolean;
  /** An error that is no refusal. */
  fault?: string;
  /** The answer that was given to a request. */
  approve?: unknown;
  start?: Start;
  taken?: readonly ConsumedLetter[];
  /** A member's turn has begun, or was begun once more. */
  began?: string;
  /** The body of an ordinary letter, as it was given. */
  sent?: unknown;
  joined?: string;
  /** The mailboxes that a hand from outside has touched. What it wrote and removed is nobody's letter. */
  touched: ReadonlySet<string>;
  /** Whether a mailbox can be read now. */
  isReadable: (member: string) => boolean;
};

/** What must hold after every step. `broken` says which part does not. */
export type Rule = {
  id: string;
  sentence: string;
  broken: (before: Seen, after: Seen, step: Step) => boolean;
};

/** What must always hold, in the order in which people ask for it. */
export const always: readonly Rule[] = [
  {
    id: "no-is-a-no",
    sentence: "main.py never runs against the lead's no.",
    broken: (_, __, { start }) => start?.isRejected === true,
  },
  {
    id: "lead-said-yes",
    sentence: "main.py runs only after the lead has really said yes.",
    broken: (_, __, { start }) => start !== undefined && !start.isApproved,
  },
  {
    id: "host-said-yes",
    sentence: "main.py runs only after the host has said yes to this very call.",
    broken: (_, __, { start }) => start !== undefined && start.host !== "allow",
  },
  {
    id: "same-work",
    sentence: "What runs is what was approved.",
    broken: (_, __, { start }) => start !== undefined && !start.isSameWork,
  },
  {
    id: "one-run",
    sentence: "An approval is good for one run.",
    broken: (_, __, { start }) => start?.isAgain === true,
  },
  {
    id: "own-approval",
    sentence: "Nobody works on another's approval.",
    broken: (before, _, { start }) => start !== undefined && !isOwn(before, start),
  },
  {
    id: "closed-works-not",
    sentence: "A closed member does not work.",
    broken: (before, _, { start }) =>
      start !== undefined && before.team.get(start.member)?.status === "closed",
  },
  {
    id: "run-ends-once",
    sentence: "How a run ended is kept once.",
    broken: (before, after) =>
      some(before.runs, (id, { status, outcome }) => {
        const now = after.runs.get(id)?.outcome;
        return status === "ended" && now !== outcome && JSON.stringify(now) !== JSON.stringify(outcome);
      }),
  },
  {
    id: "reply-stays",
    sentence: "A decision never changes: the first reply stays.",
    broken: (before, after) =>
      some(before.requests, (id, { reply }) => {
        const now = after.requests.get(id)?.reply;
        return reply !== null && (now?.approve !== reply.approve || now.feedback !== reply.feedback);
      }),
  },
  {
    id: "status-stays",
    sentence: "A decision never changes: a request ends once.",
    broken: (before, after) =>
      some(
        before.requests,
        (id, { status }) => status !== "pending" && after.requests.get(id)?.status !== status,
      ),
  },
  {
    id: "decided-by-reply",
    sentence: "A request is decided as its saved reply says, and who has an answer does not take it back.",
    broken: (_, after) =>
      some(after.requests, (_id, record) => {
        const { status, reply, sender } = record;
        const isThere =
          after.team.get(sender)?.status !== "closed" && isCurrent({ team: after.team }, record);
        if (status === "withdrawn") return reply !== null && isThere;
        return status !== "pending" && reply?.approve !== (status === "approved");
      }),
  },
  {
    id: "answered-while-open",
    sentence: "A request that is over is not answered.",
    broken: (before, after) =>
      some(before.requests, (id, { status, reply }) => {
        return status !== "pending" && reply === null && after.requests.get(id)?.reply !== null;
      }),
  },
  {
    id: "request-stays",
    sentence: "What was asked stays as it was asked, and is never forgotten.",
    broken: (before, after) =>
      some(before.requests, (id, { kind, sender, target, payload, receipt, incarnation }) => {
        const now = after.requests.get(id);
        const isWho = now?.kind === kind && now.sender === sender && now.target === target;
        return (
          !isWho || now.payload !== payload || now.receipt !== receipt || now.incarnation !== incarnation
        );
      }),
  },
  {
    id: "used-for-a-run",
    sentence: "An approval is used up by its run, and stays so.",
    broken: (before, after) =>
      some(after.requests, (id, { status, used }) => {
        const isBack =
          before.requests.get(id)?.used === true && !used && after.runs.get(id)?.status !== "not-started";
        return isBack || (used && (status !== "approved" || !after.runs.has(id)));
      }),
  },
  {
    id: "true-or-false",
    sentence: "An answer is true or false.",
    broken: (_, after) =>
      some(after.requests, (_id, { reply }) => reply !== null && typeof reply.approve !== "boolean"),
  },
  {
    id: "target-answers",
    sentence: "Only the one who was asked answers, and only a member that is still there.",
    broken: (before, after, { by }) =>
      some(after.requests, (id, record) => {
        const isNew = record.reply !== null && !before.requests.get(id)?.reply;
        return isNew && (by !== record.target || !isCurrent({ team: before.team }, record));
      }),
  },
  {
    id: "asker-matches",
    sentence: "Only the one who asked takes the answer in.",
    broken: (before, after, { by }) =>
      some(after.requests, (id, record) => {
        const isMatched = record.status === "approved" || record.status === "rejected";
        const isNow = isMatched && before.requests.get(id)?.status === "pending";
        const isTheirs = record.kind === "shutdown" || isCurrent({ team: before.team }, record);
        return isNow && (by !== record.sender || !isTheirs);
      }),
  },
  {
    id: "asker-withdraws",
    sentence: "Only the one who asked takes a request back, or its closing does.",
    broken: (before, after, { by }) =>
      some(after.requests, (id, record) => {
        const isNow = record.status === "withdrawn" && before.requests.get(id)?.status === "pending";
        return isNow && by !== record.sender && after.team.get(record.sender)?.status !== "closed";
      }),
  },
  {
    id: "right-direction",
    sentence: "A plan goes from a teammate to the lead, a shutdown from the lead to a teammate.",
    broken: (_, after) =>
      some(after.requests, (_id, { kind, sender, target }) =>
        kind === "plan" ? target !== LEAD || sender === LEAD : sender !== LEAD || target === LEAD,
      ),
  },
  {
    id: "one-open-request",
    sentence: "The same request is not open twice.",
    broken: (before, after) => after.requests.size > before.requests.size && hasTwins(after.requests),
  },
  {
    id: "record-has-letter",
    sentence: "A request that is in the table has its letter.",
    broken: (before, after, { touched }) =>
      some(after.requests, (id, { target, receipt }) => {
        if (before.requests.has(id) || touched.has(target)) return false;
        return !after.mailbox(target).includes(`{"id":"${receipt}",`);
      }),
  },
  {
    id: "reply-has-letter",
    sentence: "A reply that is saved has its letter.",
    broken: (before, after) =>
      some(after.requests, (id, { reply, sender }) => {
        const isNew = reply !== null && !before.requests.get(id)?.reply;
        return isNew && after.mailbox(sender).length <= before.mailbox(sender).length;
      }),
  },
  {
    id: "letters-stay",
    sentence: "A letter that was acknowledged stays.",
    broken: (before, after, { by, joined }) =>
      by !== null &&
      some(before.team, (name, { status }) => {
        const isEmptied = name === joined && status === "closed";
        return !isEmptied && !after.mailbox(name).startsWith(before.mailbox(name));
      }),
  },
  {
    id: "letters-readable",
    sentence: "What was saved can be read again.",
    broken: (before, after, { by, touched, isReadable }) =>
      by !== null &&
      some(after.team, (name) => {
        const hasGrown = after.mailbox(name).length > before.mailbox(name).length;
        return hasGrown && (!touched.has(name) || isCutOff(before.mailbox(name))) && !isReadable(name);
      }),
  },
  {
    id: "letters-in-order",
    sentence: "Each letter is taken in once, in its order.",
    broken: (before, after, { by, taken = [] }) => {
      const cursor = before.team.get(by ?? "")?.cursor ?? 0;
      const isElsewhere = taken.some(({ message }, index) => message.id !== `${by}-${cursor + index + 1}`);
      return isElsewhere || (taken.length > 0 && after.team.get(by ?? "")?.cursor !== cursor + taken.length);
    },
  },
  {
    id: "team-is-heard",
    sentence: "Only members of the team are heard.",
    broken: (before, _, { taken = [] }) => taken.some(({ message }) => !before.team.has(message.sender)),
  },
  {
    id: "request-as-saved",
    sentence: "A request is read as it was saved, and never otherwise.",
    broken: (before, _, { taken = [] }) =>
      taken.some((letter) => {
        if (letter.outcome !== "delivered" || letter.request_id === undefined) return false;
        const record = before.requests.get(letter.request_id);
        return record?.receipt !== letter.message.id || record.sender !== letter.message.sender;
      }),
  },
  {
    id: "protocol-writes",
    sentence: "Only the protocol's own functions write protocol letters.",
    broken: (_, __, { sent, isRefused }) =>
      !isRefused && typeof sent === "string" && sent.startsWith(PROTOCOL_PREFIX),
  },
  {
    id: "no-echo",
    sentence: "Nobody writes to themselves.",
    broken: (before, after, { by }) =>
      by !== null &&
      before.team.has(by) &&
      grownLine(before, after, by)?.includes(`"sender":"${by}"`) === true,
  },
  {
    id: "closed-is-silent",
    sentence: "A closed member sends nothing.",
    broken: (before, after, { by }) =>
      by !== null &&
      before.team.get(by)?.status === "closed" &&
      some(after.team, (name) => grownLine(before, after, name)?.includes(`"sender":"${by}"`) === true),
  },
  {
    id: "closed-gets-nothing",
    sentence: "A closed member gets no letter.",
    broken: (before, after, { by }) =>
      by !== null &&
      some(before.team, (name, { status, incarnation }) => {
        const isStill = after.team.get(name)?.incarnation === incarnation;
        return status === "closed" && isStill && grownLine(before, after, name) !== undefined;
      }),
  },
  {
    id: "closed-asks-nothing",
    sentence: "A closed member waits for nothing.",
    broken: (_, after) =>
      some(after.requests, (_id, record) => {
        const asker = after.team.get(record.sender);
        const isGone = asker?.status === "closed" || !isCurrent({ team: after.team }, record);
        return record.status === "pending" && record.kind === "plan" && isGone;
      }),
  },
  {
    id: "closes-by-own-yes",
    sentence: "A member closes only by its own yes, and not in its turn.",
    broken: (before, after, { by, approve }) =>
      some(after.team, (name, { status }) => {
        const earlier = before.team.get(name)?.status;
        const closes = status === "closed" && earlier !== undefined && earlier !== "closed";
        return closes && (by !== name || approve !== true || earlier === "running");
      }),
  },
  {
    id: "yes-closes",
    sentence: "Who says yes to its shutdown is closed.",
    broken: (before, after) =>
      some(after.requests, (id, { kind, target, reply, incarnation }) => {
        const isNow = reply?.approve === true && !before.requests.get(id)?.reply;
        const closed = after.team.get(target);
        return (
          kind === "shutdown" && isNow && closed?.incarnation === incarnation && closed.status !== "closed"
        );
      }),
  },
  {
    id: "closed-stays-closed",
    sentence: "A closed member takes no turn.",
    broken: (before, after, { began }) =>
      before.team.get(began ?? "")?.status === "closed" ||
      some(before.team, (name, { status, incarnation }) => {
        const now = after.team.get(name);
        return status === "closed" && now?.incarnation === incarnation && now.status !== "closed";
      }),
  },
  {
    id: "one-turn",
    sentence: "A member has one turn at a time.",
    broken: (before, _, { began }) => before.team.get(began ?? "")?.status === "running",
  },
  {
    id: "nobody-is-replaced",
    sentence: "Nobody takes the place of a member that is there.",
    broken: (before, _, { joined, isRefused }) => {
      const earlier = before.team.get(joined ?? "");
      return !isRefused && earlier !== undefined && earlier.status !== "closed";
    },
  },
  {
    id: "counts-on",
    sentence: "Who takes a closed member's name counts as the next one of it.",
    broken: (before, after, { joined, isRefused }) => {
      const earlier = before.team.get(joined ?? "");
      return (
        !isRefused &&
        earlier !== undefined &&
        after.team.get(joined ?? "")?.incarnation !== earlier.incarnation + 1
      );
    },
  },
  {
    id: "joins-with-nothing",
    sentence: "Who joins begins with an empty mailbox.",
    broken: (_, after, { joined, isRefused }) =>
      joined !== undefined && !isRefused && after.mailbox(joined) !== "",
  },
  {
    id: "request-quota",
    sentence: "A session holds only so many requests.",
    broken: (_, { requests, limits }) => requests.size > limits.sessionRequests,
  },
  {
    id: "mailbox-quota",
    sentence: "A mailbox holds only so many letters and bytes.",
    broken: (before, after, { by }) =>
      by !== null &&
      some(after.team, (name) => {
        const text = after.mailbox(name);
        if (text.length <= before.mailbox(name).length) return false;
        const { mailboxMessages, mailboxBytes } = after.limits;
        return text.split("\n").length - 1 > mailboxMessages || byteLength(text) > mailboxBytes;
      }),
  },
  {
    id: "no-fault",
    sentence: "No letter and no call brings the session down.",
    broken: (_, __, { fault }) => fault !== undefined,
  },
];

/** What must hold of a session in a folder: only somebody who looks at files and processes can tell. */
export const inFolder = [
  {
    id: "whole-or-not-at-all",
    sentence: "A section is kept as a whole or not at all, wherever it is killed.",
  },
  { id: "what-was-told-is-kept", sentence: "What somebody was told is there after every process has ended." },
  { id: "loads-again", sentence: "A session can be taken up again." },
  { id: "own-id", sentence: "Each letter has an id of its own." },
  { id: "overtaken-is-out", sentence: "Who was overtaken changes nothing more." },
  { id: "no-letter-overwritten", sentence: "No letter of another writer is overwritten." },
  { id: "folder-of-ones-own", sentence: "A session is kept where nobody else can write." },
  {
    id: "one-run-for-good",
    sentence: "An approval is good for one run, whatever older session is put back.",
  },
  { id: "closes-with-all-read", sentence: "Nobody closes with letters that it had no turn for." },
  { id: "outside-is-not-read", sentence: "What lies outside the session folder is no mailbox." },
] as const;

/** The sentence of a rule. Throws for an id that is none. */
export function ruleSentence(id: string): string {
  const rule = [...always, ...inFolder].find((candidate) => candidate.id === id);
  if (!rule) throw new Error(`There is no rule ${id}.`);
  return rule.sentence;
}

/** What must be seen to happen at least once, or too little was looked at: answers, as the moves give them. */
export const sometimes: readonly string[] = [
  "main.py runs",
  "kept",
  "already kept",
  "approved",
  "rejected",
  "duplicate",
  "delivered",
  "deferred",
  "withdrawn",
  "already_sent",
  "joined",
  "taken",
  "busy",
  "unavailable",
  "blocked: plan-missing",
  "blocked: plan-not-yours",
  "blocked: plan-pending",
  "blocked: plan-rejected",
  "blocked: plan-used",
  "blocked: plan-changed",
  "gate 2 closed: permission-denied",
  "ignored (id_or_type)",
  "ignored (invalid_response)",
  "ignored (not_saved_reply)",
  "ignored (role_or_recipient)",
  "already-answered",
  "body-length",
  "decision-conflict",
  "direction",
  "mailbox-corrupt",
  "mailbox-full",
  "mailbox-too-large",
  "mailbox-unsafe",
  "malformed-text",
  "member-closed",
  "not-pending",
  "not-yours",
  "reply-shape",
  "request-pending",
  "request-quota",
  "reserved-prefix",
  "self-addressed",
  "done though killed",
  "undone when killed",
];

/**
 * The rules that need nothing but the session before and after, whoever did how many things between the two. The random
 * sequences hold their steps against them.
 */
const OF_THE_SESSION: ReadonlySet<string> = new Set([
  "run-ends-once",
  "reply-stays",
  "status-stays",
  "decided-by-reply",
  "request-stays",
  "true-or-false",
  "right-direction",
  "one-open-request",
  "record-has-letter",
  "yes-closes",
  "closed-asks-nothing",
  "closed-stays-closed",
  "request-quota",
]);
export const ofTheSession: readonly Rule[] = always.filter(({ id }) => OF_THE_SESSION.has(id));

/** The rules that a step has broken. */
export function brokenRules(before: Seen, after: Seen, step: Step, rules: readonly Rule[] = always): Rule[] {
  return rules.filter((rule) => rule.broken(before, after, step));
}

function some<Value>(
  values: ReadonlyMap<string, Value>,
  holds: (key: string, value: Value) => boolean,
): boolean {
  for (const [key, value] of values) if (holds(key, value)) return true;
  return false;
}

function isOwn({ team, requests }: Seen, { request_id, member }: Start): boolean {
  const record = requests.get(request_id);
  return record?.kind === "plan" && teammateOf(record) === member && isCurrent({ team }, record);
}

function hasTwins(requests: ReadonlyMap<string, RequestRecord>): boolean {
  const open = [...requests.values()].filter(({ status }) => status === "pending");
  const names = open.map(({ kind, sender, target, incarnation }) =>
    [kind, sender, target, incarnation].join(),
  );
  return new Set(names).size < names.length;
}

/** What came to a mailbox in this step. */
function grownLine(before: Seen, after: Seen, name: string): string | undefined {
  const earlier = before.mailbox(name);
  const now = after.mailbox(name);
  return now.length > earlier.length && now.startsWith(earlier) ? now.slice(earlier.length) : undefined;
}

function isCutOff(text: string): boolean {
  return text !== "" && !text.endsWith("\n");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
