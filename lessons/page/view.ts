import type { Snapshot, Trace } from "../../fixtures/scenarios/trace.ts";

export type RequestRecord = Snapshot["requests"][string];

/** What a step has done to a value, against the step before it. */
export type Change = "same" | "new" | "changed";

export type LocalRow = { name: string; value: unknown; change: Change };

/** A call that can be stepped: a recording of the real debugger, or of the recorder in the page. */
export type SteppedCall = Pick<Trace, "input"> & {
  function: string;
  snapshots: readonly Snapshot[];
  result: unknown;
};

export type RequestRow = {
  id: string;
  record: RequestRecord;
  /** `new` when the step has registered the request. */
  change: Change;
  replyChanged: boolean;
  statusChanged: boolean;
  usedChanged: boolean;
};

export type MemberRow = {
  name: string;
  status: string;
  turns: number;
  cursor: number;
  changed: boolean;
  cursorChanged: boolean;
};

export type MailboxView = { member: string; lines: readonly { text: string; isNew: boolean }[] };

/** The one request that a call is about, as far as it is known at this step. */
export type RequestCard = {
  id: string | null;
  kind: string | null;
  sender: string | null;
  target: string | null;
  payload: string | null;
  receipt: string | null;
  /** Undefined while the request is not in the table. */
  row: RequestRow | undefined;
};

/** All that the page shows of one step. Equal arguments give equal views. */
export type View = {
  step: number;
  steps: number;
  /** The line that is about to run, or null when the function has returned or thrown. */
  line: number | null;
  /** The line that has just run, whose doing is marked as changed. Null at the first step. */
  ran: number | null;
  /** From 0. Where on the line the statement begins. */
  column: number;
  /** The text of the statement, from `column` on. */
  statement: string;
  locals: readonly LocalRow[];
  card: RequestCard;
  requests: readonly RequestRow[];
  members: readonly MemberRow[];
  mailboxes: readonly MailboxView[];
  lockHeld: boolean;
  lockChanged: boolean;
  /** Only at the last step. */
  result: Outcome | undefined;
};

/** The fields of a result that the page tells of. Which are there depends on what the call came to. */
export type Outcome = {
  error?: { code: string; message: string };
  request_id?: string;
  status?: string;
  receipt?: string;
  reason?: string;
  letters?: readonly unknown[];
  /** An error that is no refusal. */
  fault?: { message: string };
};

/** The view of a step of a recording. Steps count from 0; a step outside of the recording is its nearest end. */
export function view(trace: SteppedCall, step: number): View {
  const steps = trace.snapshots.length;
  const at = Math.min(Math.max(step, 0), steps - 1);
  const now = snapshotAt(trace, at);
  const before = snapshotAt(trace, Math.max(at - 1, 0));
  const requests = Object.entries(now.requests).map(([id, record]) =>
    requestRow(id, record, before.requests[id]),
  );
  const column = now.column ?? 0;
  return {
    step: at,
    steps,
    line: now.line,
    ran: at === 0 ? null : before.line,
    column,
    statement: now.text.slice(Math.max(0, column - indentOf(trace, now))),
    locals: localRows(now, before),
    card: requestCard(trace, now, requests),
    requests,
    members: Object.entries(now.members).map(([name, member]) => ({
      name,
      ...member,
      changed: !isEqual(member, before.members[name]),
      cursorChanged: member.cursor !== before.members[name]?.cursor,
    })),
    mailboxes: Object.entries(now.mailboxes).map(([member, text]) => ({
      member,
      lines: newLines(text, before.mailboxes[member] ?? ""),
    })),
    lockHeld: now.lock_held,
    lockChanged: now.lock_held !== before.lock_held,
    result: at === steps - 1 ? Object(trace.result) : undefined,
  };
}

/** The view before a call: all that is so at its first step, and nothing of it has run. */
export function viewBefore(trace: SteppedCall): View {
  return { ...view(trace, 0), line: null, locals: [], statement: "", result: undefined };
}

/** The nearest step in a direction whose line holds a breakpoint; without one, the end of the recording there. */
export function nextStop(
  trace: SteppedCall,
  step: number,
  breakpoints: readonly number[],
  direction: 1 | -1,
): number {
  const last = trace.snapshots.length - 1;
  for (let at = step + direction; at > 0 && at < last; at += direction) {
    const { line } = snapshotAt(trace, at);
    if (line !== null && breakpoints.includes(line)) return at;
  }
  return direction === 1 ? last : 0;
}

/** Where debugging begins: the first line, or the first breakpoint when there is one on the way. */
export function firstStop(trace: SteppedCall, breakpoints: readonly number[]): number {
  const at = trace.snapshots.findIndex(({ line }) => line !== null && breakpoints.includes(line));
  return Math.max(at, 0);
}

/** Deep equality of JSON data, whatever the order of keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const entries = Object.entries(one);
  const others = new Map(Object.entries(other));
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isEqual(value, others.get(key)))
  );
}

function snapshotAt(trace: SteppedCall, step: number): Snapshot {
  const snapshot = trace.snapshots[step];
  if (!snapshot) throw new Error(`The recording of ${trace.function} has no step ${step}.`);
  return snapshot;
}

function requestRow(id: string, record: RequestRecord, before: RequestRecord | undefined): RequestRow {
  return {
    id,
    record,
    change: before ? (isEqual(record, before) ? "same" : "changed") : "new",
    replyChanged: before !== undefined && !isEqual(record.reply, before.reply),
    statusChanged: before?.status !== record.status,
    usedChanged: before !== undefined && before.used !== record.used,
  };
}

function localRows(now: Snapshot, before: Snapshot): LocalRow[] {
  return Object.entries(now.locals).map(([name, value]) => ({
    name,
    value,
    change: !(name in before.locals) ? "new" : isEqual(value, before.locals[name]) ? "same" : "changed",
  }));
}

/** The request that the call opens or names; where a letter is read the newest of the table, whatever it claims. */
function requestCard(trace: SteppedCall, now: Snapshot, rows: readonly RequestRow[]): RequestCard {
  const { input } = trace;
  const returned = now.line === null ? textOf(Object(trace.result).request_id) : undefined;
  const id =
    trace.function === "open_request"
      ? (textOf(now.locals.request_id) ?? returned)
      : (textOf(input.request_id) ?? rows.at(-1)?.id);
  const row = rows.find((candidate) => candidate.id === id);
  if (row) return { id: row.id, ...row.record, row };
  return {
    id: id ?? null,
    kind: textOf(input.kind) ?? null,
    sender: textOf(input.sender) ?? null,
    target: textOf(input.target) ?? null,
    payload: textOf(input.payload) ?? null,
    receipt: null,
    row: undefined,
  };
}

function newLines(text: string, before: string): MailboxView["lines"] {
  const lines = text.split("\n").slice(0, -1);
  const known = before.split("\n").length - 1;
  return lines.map((line, index) => ({ text: line, isNew: index >= known }));
}

/** The traces keep a line's text without its indent: the first statement on the line tells how wide that was. */
function indentOf(trace: SteppedCall, { line }: Snapshot): number {
  return Math.min(...trace.snapshots.filter((other) => other.line === line).map(({ column }) => column ?? 0));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
