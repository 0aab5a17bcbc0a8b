import type { SessionState, Snapshot, Trace } from "../../../fixtures/scenarios/trace.ts";
import type {
  IgnoredReason,
  MatchResult,
  OpenResult,
  ReplyResult,
} from "../../../lessons/s16-team-protocols/requests.ts";
import type { Paint } from "../../../user_code/terminal.ts";

const WIDTH = { line: 4, statement: 72, value: 56 };

/** Draws a trace: each statement that ran, and beside it what was different when it had run. */
export function drawTrace(trace: Trace, paint: Paint): string {
  const { snapshots, result } = trace;
  const first = snapshots[0];
  const last = snapshots.at(-1);
  if (!first || !last) return "The trace has no snapshots.";
  return [
    paint("bold", `${trace.function} ${trace.scenario}`),
    trace.meaning,
    "",
    ...Object.entries(trace.input).map(([name, value], index) =>
      row(index === 0 ? "call" : "", `${name}: ${JSON.stringify(value)}`),
    ),
    ...stateRows("before", first),
    "",
    paint("dim", `line  ${"statement".padEnd(WIDTH.statement)}  what it changed`),
    ...snapshots.slice(0, -1).flatMap((snapshot, index) => {
      const after = snapshots[index + 1] ?? last;
      const changes = [...changesBetween(snapshot, after), ...sectionChange(snapshot, after, result)];
      return drawStep(snapshot, statementAt(snapshot, snapshots), changes, paint);
    }),
    "",
    ...stateRows("after", last),
    row("result", JSON.stringify(result)),
    row("why", paint("bold", reasonFor(trace))),
    "",
  ].join("\n");
}

function row(title: string, text: string): string {
  return `${title.padEnd(7)} ${text}`;
}

function stateRows(title: string, { requests, members, mailboxes }: SessionState): string[] {
  const table = Object.entries(requests).map(
    ([id, { status, reply }]) => `${id} ${status}${reply ? " (a reply is saved)" : ""}`,
  );
  const people = Object.entries(members).map(([name, { status }]) => {
    const letters = lettersIn(mailboxes[name]).length;
    return `${name} ${status}, ${letters} ${letters === 1 ? "letter" : "letters"}`;
  });
  return [row(title, table.join("; ") || "no requests"), row("", people.join("; "))];
}

/** The text from the statement on: a line may hold an `if` and what it decides about. */
function statementAt({ line, column, text }: Snapshot, snapshots: readonly Snapshot[]): string {
  const indent = Math.min(...snapshots.filter((other) => other.line === line).map(columnOf));
  return text.slice((column ?? 0) - indent);
}

function columnOf({ column }: Snapshot): number {
  return column ?? 0;
}

function drawStep({ line }: Snapshot, statement: string, changes: readonly string[], paint: Paint): string[] {
  const number = String(line).padStart(WIDTH.line);
  const text = cut(statement, WIDTH.statement);
  const [change, ...more] = changes;
  if (change === undefined) return [`${number}  ${text}`];
  return [
    `${number}  ${text.padEnd(WIDTH.statement)}  ${paint("cyan", change)}`,
    ...more.map((other) => `${" ".repeat(WIDTH.line + WIDTH.statement + 2)}  ${paint("cyan", other)}`),
  ];
}

/** What is different in a later snapshot, one sentence a change. */
function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const changes: string[] = [];
  for (const [name, value] of Object.entries(after.locals)) {
    if (!(name in before.locals)) changes.push(`${name} = ${cut(JSON.stringify(value), WIDTH.value)}`);
  }
  for (const [name, text] of Object.entries(after.mailboxes)) {
    const letters = lettersIn(text).slice(lettersIn(before.mailboxes[name]).length);
    changes.push(...letters.map((_, index) => savedLetter(name, lettersIn(text).length - index)));
  }
  for (const [id, { status, reply }] of Object.entries(after.requests)) {
    const earlier = before.requests[id];
    if (!earlier) changes.push(`${id} is registered: ${status}`);
    else if (earlier.status !== status) changes.push(`${id}: ${earlier.status} -> ${status}`);
    if (reply && !earlier?.reply) changes.push(`${id} keeps the reply, and is still ${status}`);
  }
  for (const [name, { status }] of Object.entries(after.members)) {
    const earlier = before.members[name]?.status;
    if (earlier !== status) changes.push(`${name}: ${earlier} -> ${status}`);
  }
  return changes;
}

/** A section begins with the lock and a draft; at its end the draft is what is kept, or nobody ever sees it. */
function sectionChange(before: Snapshot, after: Snapshot, result: Trace["result"]): string[] {
  if (before.lock_held === after.lock_held) return [];
  if (after.lock_held) return ["the lock is taken, a draft begins"];
  return [`the draft is ${"error" in result ? "dropped" : "kept"}, the lock is free`];
}

function savedLetter(recipient: string, number: number): string {
  return `${recipient}.jsonl holds letter ${recipient}-${number}`;
}

function lettersIn(mailbox: string | undefined): string[] {
  return (mailbox ?? "").split("\n").filter(Boolean);
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

const WHY = {
  pending: "The letter is saved and the request registered. It is pending until its sender matches a reply.",
  queued: "The reply is saved in the mailbox of who asked. The request is pending until it is matched there.",
  already_sent: "The very same reply was saved before, so no second letter is written.",
  deferred: "A member cannot agree to its own shutdown in the middle of a turn. Nothing was sent.",
  approved: "Type, id, sender, recipient and body are those of the saved reply, and it says yes.",
  rejected: "Type, id, sender, recipient and body are those of the saved reply, and it says no.",
  duplicate: "The request was matched before. The response is the right one and changes nothing.",
} satisfies Record<OpenResult["status"] | ReplyResult["status"] | Matched, string>;

type Matched = Exclude<MatchResult["status"], "ignored">;

const WHY_IGNORED = {
  ordinary_message: "The body does not claim to be a protocol message.",
  bad_json: "The body claims to be a protocol message and is not JSON.",
  invalid_response:
    "The body has not exactly the fields and types of a response: approve must be true or false.",
  id_or_type:
    "There is no request of this id, or it is of a kind that this type of response does not answer.",
  role_or_recipient: "The envelope is not from who was asked to who asked.",
  not_saved_reply: "Type, id, sender and recipient are right, but the body is not the reply that was saved.",
} satisfies Record<IgnoredReason, string>;

/** Why the function answered as it did, in a sentence or two. */
function reasonFor({ result, snapshots }: Trace): string {
  if ("error" in result) {
    return `Refused${changedNothing(snapshots) ? ", and nothing changed" : ""}. ${result.error.message}`;
  }
  if (!("reason" in result)) return sentence(WHY, result.status);
  const differences = differencesFromSavedReply(snapshots);
  return [sentence(WHY_IGNORED, result.reason), ...differences].join(" ");
}

function changedNothing(snapshots: readonly Snapshot[]): boolean {
  const states = snapshots.map(({ requests, members, mailboxes }) =>
    JSON.stringify({ requests, members, mailboxes }),
  );
  return new Set(states).size === 1;
}

function sentence(sentences: Readonly<Record<string, string>>, key: string): string {
  return sentences[key] ?? `The function answered ${key}.`;
}

/** In which fields the letter's body is not what the request's target has saved. */
function differencesFromSavedReply(snapshots: readonly Snapshot[]): string[] {
  const locals = snapshots.at(-2)?.locals ?? {};
  const claimed = locals.response;
  const id = locals.request_id;
  const saved = typeof id === "string" ? snapshots.at(-1)?.requests[id]?.reply : undefined;
  if (!saved || !isRecord(claimed)) return [];
  return Object.entries(saved)
    .filter(([field, value]) => claimed[field] !== value)
    .map(
      ([field, value]) =>
        `Its ${field} is ${JSON.stringify(claimed[field])}; saved is ${JSON.stringify(value)}.`,
    );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
