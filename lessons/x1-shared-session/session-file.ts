import * as z from "zod";
import type { Message } from "../s01-agent-loop/model.ts";
import { type Limits, MEMBER_NAME } from "../s15-mailboxes/limits.ts";
import { type MailboxMessage, mailboxMessage } from "../s15-mailboxes/mailbox.ts";
import { contentBlock } from "../s15-mailboxes/member-event.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { parseStrictJson } from "../s15-mailboxes/strict-json.ts";
import type { Member } from "../s15-mailboxes/team.ts";
import {
  type ProtocolState,
  type RequestRecord,
  type RunRecord,
  requestRecord,
  runRecord,
} from "../s16-team-protocols/protocol-state.ts";

/** The file of a session folder that holds all but the mailboxes and the log. */
export const SESSION_FILE = "session.json";

/** Counts up whenever a session file of before could not be read any more. */
const VERSION = 1;

/** Who lays out a session: another program does not know what the notes of it mean. */
export const sessionProgram = z.enum(["practice", "console"]);
export type SessionProgram = z.output<typeof sessionProgram>;

const count = z.int().nonnegative();

export const keptMember = z.strictObject({
  name: z.string().regex(MEMBER_NAME),
  role: z.string(),
  status: z.enum(["idle", "running", "closed"]),
  cursor: count,
  turns: count,
  incarnation: count,
  modelCalls: count,
  answers: count,
  calls: z.record(
    z.string(),
    z.strictObject({ answer: z.enum(["allow", "deny"]).optional(), begun: z.literal(true).optional() }),
  ),
  epoch: count,
  history: z.array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(contentBlock) })),
});

const keptLimits = z.strictObject({
  bodyCharacters: count,
  mailboxMessages: count,
  mailboxBytes: count,
  sessionRequests: count,
});

const parts = {
  members: z.record(z.string(), keptMember),
  requests: z.record(z.string(), requestRecord),
  runs: z.record(z.string(), runRecord),
  notes: z.record(z.string(), z.unknown()),
  /** The letters of each mailbox that somebody has accounted for: a mailbox that holds fewer has lost some. */
  letters: z.record(z.string(), z.array(mailboxMessage)),
};

/**
 * What one section changed, kept before its letter is. The letter decides: with it in its mailbox the change holds,
 * without it the section never happened.
 */
const intent = z.strictObject({
  mailbox: z.string(),
  /** The id and the SHA-256 of the line. Null when the mailbox is emptied for a new bearer of the name. */
  letter: z.strictObject({ id: z.string(), sha256: z.string() }).nullable(),
  change: z.strictObject({ ...parts, events: z.array(z.record(z.string(), z.unknown())) }),
});

const sessionFile = z.strictObject({
  version: z.literal(VERSION),
  program: sessionProgram,
  limits: keptLimits,
  ...parts,
  /** `stand` events of the session are synced in the log; `newest` are those behind them. */
  events: z.strictObject({ stand: count, newest: z.array(z.record(z.string(), z.unknown())) }),
  intents: z.array(intent),
});

/** The kinds of parts that a section can change, each kept under its own key. */
export const KINDS = ["members", "requests", "runs", "notes", "letters"] as const;
export type Kind = (typeof KINDS)[number];

/** Parts of a session as JSON texts, by kind and key: two states are compared part by part. */
export type Parts = Readonly<Record<Kind, ReadonlyMap<string, string>>>;

export type Intent = {
  mailbox: string;
  letter: { id: string; sha256: string } | null;
  change: Parts;
  /** Events as JSON texts without their numbers: those come when the events stand. */
  events: readonly string[];
};

export type SessionContent = {
  program: SessionProgram;
  limits: Limits;
  parts: Parts;
  events: { stand: number; newest: readonly string[] };
  intents: readonly Intent[];
};

/** A state in memory, with the accounted letters of each mailbox. */
export type KeptState = Pick<ProtocolState, "team" | "requests" | "runs" | "notes"> & {
  letters: ReadonlyMap<string, readonly MailboxMessage[]>;
};

/**
 * The parts of a state. Where a record is still what it was in an earlier state, its text is taken over from there: what
 * is inside a record is replaced and never changed, so looking at its fields is enough.
 */
export function partsOf(state: KeptState, earlier?: { state: KeptState; parts: Parts }): Parts {
  const kind = <Value>(
    name: Kind,
    records: (of: KeptState) => ReadonlyMap<string, Value>,
    isSame: (one: Value, other: Value) => boolean,
    write: (value: Value) => string = JSON.stringify,
  ): Map<string, string> => {
    const before = earlier && records(earlier.state);
    return new Map(
      [...records(state)].map(([key, value]) => {
        const known = before?.get(key);
        const text = known !== undefined && isSame(known, value) ? earlier?.parts[name].get(key) : undefined;
        return [key, text ?? write(value)];
      }),
    );
  };
  return {
    members: kind("members", ({ team }) => team, isSameMember, memberText),
    requests: kind("requests", ({ requests }) => requests, hasSameFields),
    runs: kind("runs", ({ runs }) => runs, hasSameFields),
    notes: kind("notes", ({ notes }) => notes, Object.is),
    letters: kind("letters", ({ letters }) => letters, Object.is),
  };
}

function isSameMember(one: Member, other: Member): boolean {
  const { history, calls, ...fields } = one;
  return (
    hasSameFields(fields, { ...other, history: undefined, calls: undefined }) &&
    history.length === other.history.length &&
    history.every((message, index) => message === other.history[index]) &&
    JSON.stringify(calls) === JSON.stringify(other.calls)
  );
}

/** Whether each field of the one is the very same in the other. */
function hasSameFields(one: object, other: object): boolean {
  const values = new Map(Object.entries(other));
  return Object.entries(one).every(([key, value]) => Object.is(values.get(key), value));
}

/** A message is never changed once it is in a history, so each is written as JSON once. */
const messageTexts = new WeakMap<Message, string>();

function memberText({ history, ...member }: Member): string {
  const messages = history.map((message) => {
    const text = messageTexts.get(message) ?? JSON.stringify(message);
    messageTexts.set(message, text);
    return text;
  });
  return `${JSON.stringify(member).slice(0, -1)},"history":[${messages.join(",")}]}`;
}

/** The parts of `after` that `before` has not, or has otherwise. Nothing is ever taken out of a session. */
export function changeBetween(before: Parts, after: Parts): Parts {
  return mapKinds((kind) => {
    const earlier = before[kind];
    return new Map([...after[kind]].filter(([key, text]) => earlier.get(key) !== text));
  });
}

export function isEmptyChange(change: Parts): boolean {
  return KINDS.every((kind) => change[kind].size === 0);
}

/** The parts with a change in them. */
export function withChange(before: Parts, change: Parts): Parts {
  return mapKinds((kind) => new Map([...before[kind], ...change[kind]]));
}

/** A part that both changes are about. Undefined when they have none in common. */
export function overlapOf(one: Parts, other: Parts): string | undefined {
  return KINDS.flatMap((kind) => [...one[kind].keys()].filter((key) => other[kind].has(key))).at(0);
}

function mapKinds(make: (kind: Kind) => ReadonlyMap<string, string>): Parts {
  return {
    members: make("members"),
    requests: make("requests"),
    runs: make("runs"),
    notes: make("notes"),
    letters: make("letters"),
  };
}

/** The text of a session file: JSON with a line for each member, request, run, note, mailbox and event. */
export function encodeSession({ program, limits, parts, events, intents }: SessionContent): string {
  const head = `{"version":${VERSION},"program":${JSON.stringify(program)},"limits":${JSON.stringify(limits)}`;
  const told = `"events":{"stand":${events.stand},"newest":${list(events.newest)}}`;
  return `${head},\n${encodeParts(parts)},\n${told},\n"intents":${list(intents.map(encodeIntent))}}\n`;
}

function encodeParts(parts: Parts): string {
  return KINDS.map((kind) => {
    const lines = [...parts[kind]].map(([key, text]) => `${JSON.stringify(key)}:${text}`);
    return `"${kind}":{${lines.join(",\n")}}`;
  }).join(",\n");
}

function encodeIntent({ mailbox, letter, change, events }: Intent): string {
  const head = `{"mailbox":${JSON.stringify(mailbox)},"letter":${JSON.stringify(letter)}`;
  return `${head},"change":{${encodeParts(change)},\n"events":${list(events)}}}`;
}

function list(elements: readonly string[]): string {
  return `[${elements.join(",\n")}]`;
}

/**
 * Reads a session file strictly. Throws `session-version` for a file of another version, or of another program than
 * `program`; `session-corrupt`, with what is wrong where, for anything that is not a session file to the last key.
 */
export function decodeSession(text: string, path: string, program?: SessionProgram): SessionContent {
  const json = parseStrictJson(text);
  if (!json.ok) {
    const reason = json.duplicate === undefined ? "it is no JSON" : `the key ${json.duplicate} stands twice`;
    throw corrupt(path, reason);
  }
  requireVersion(json.value, path);
  const parsed = sessionFile.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") || "the whole";
    throw corrupt(path, `${place}: ${issue?.message ?? "not as it should be"}`);
  }
  const { limits, events, intents, ...content } = parsed.data;
  if (program !== undefined && content.program !== program) {
    throw new ProtocolError(
      "session-version",
      `${path} is a session of the ${content.program}, not of the ${program}. Nothing in it was touched: ` +
        `open it with the ${content.program}, or name another folder.`,
      { path, program: content.program },
    );
  }
  requireOwnNames(content.members, path);
  return {
    program: content.program,
    limits,
    parts: keptParts(content),
    events: { stand: events.stand, newest: events.newest.map((event) => JSON.stringify(event)) },
    intents: intents.map(({ mailbox, letter, change: { events: told, ...change } }) => ({
      mailbox,
      letter,
      change: keptParts(change),
      events: told.map((event) => JSON.stringify(event)),
    })),
  };
}

function requireVersion(value: unknown, path: string): void {
  const version =
    typeof value === "object" && value !== null && "version" in value ? value.version : undefined;
  if (version === VERSION) return;
  if (typeof version !== "number") throw corrupt(path, "it has no version");
  throw new ProtocolError(
    "session-version",
    `${path} has version ${version}; this program reads version ${VERSION}. Nothing in it was touched: use the ` +
      "version of the program that made it, or name another folder.",
    { path, version },
  );
}

function requireOwnNames(members: Readonly<Record<string, { name: string }>>, path: string): void {
  for (const [key, { name }] of Object.entries(members)) {
    if (key !== name) throw corrupt(path, `members.${key}: its name is ${name}`);
  }
}

function keptParts(content: Readonly<Record<Kind, Readonly<Record<string, unknown>>>>): Parts {
  return mapKinds(
    (kind) => new Map(Object.entries(content[kind]).map(([key, record]) => [key, JSON.stringify(record)])),
  );
}

/** What the parts stand for. They come out of `decodeSession` or `partsOf`, so their texts are known to be right. */
export function stateIn(parts: Parts): KeptState {
  return {
    team: records<Member>(parts.members),
    requests: records<RequestRecord>(parts.requests),
    runs: records<RunRecord>(parts.runs),
    notes: records<unknown>(parts.notes),
    letters: records<MailboxMessage[]>(parts.letters),
  };
}

function records<Value>(from: ReadonlyMap<string, string>): Map<string, Value> {
  return new Map([...from].map(([key, text]) => [key, JSON.parse(text)]));
}

export function corrupt(path: string, reason: string): ProtocolError {
  return new ProtocolError(
    "session-corrupt",
    `${path} is not as this program leaves it: ${reason}. Nothing was touched; \`doctor --dir\` on its folder says more.`,
    { path, reason },
  );
}
