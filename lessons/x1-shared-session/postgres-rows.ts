import type * as z from "zod";
import type { Message } from "../s01-agent-loop/model.ts";
import type { Limits } from "../s15-mailboxes/limits.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { systemCode } from "../s15-mailboxes/system-error.ts";
import { type ProtocolState, requestRecord, runRecord } from "../s16-team-protocols/protocol-state.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import type { SavedLines } from "./postgres-mail.ts";
import type { Sql } from "./postgres-pool.ts";
import { keptMember, type SessionProgram, sessionProgram } from "./session-file.ts";
import { fromStorable, toStorable } from "./storable-json.ts";

/** The row of a session, as it is locked: `version` counts the sections that changed something. */
export type SessionRow = {
  id: string;
  /** Names the session on every machine: another one of the same name, made later, is another one. */
  key: string;
  program: SessionProgram;
  limits: Limits;
  version: number;
  events: number;
};

/** The parts of a session that are kept one row a record, and the column that names the record. */
const RECORD_TABLES = { members: "name", requests: "id", runs: "request", notes: "key" } as const;
type RecordTable = keyof typeof RECORD_TABLES;
const RECORD_TABLE_NAMES = ["members", "requests", "runs", "notes"] as const satisfies RecordTable[];

/** The JSON of each record as it stands in its row. A member's messages have rows of their own. */
export type Records = Readonly<Record<RecordTable, ReadonlyMap<string, string>>>;

export type KeptParts = Pick<ProtocolState, "team" | "requests" | "runs" | "notes">;

/** All rows of a session, and what they stand for. */
export type KeptRows = {
  row: SessionRow;
  records: Records;
  parts: KeptParts;
  /** The lines of each mailbox that holds any. */
  letters: ReadonlyMap<string, readonly string[]>;
};

type KeyedRow = { key: string; record: string };
type NumberedRow = { key: string; number: number; record: string };

/** Locks the row of a session until the transaction ends. Undefined when there is none of that name. */
export async function lockSession(sql: Sql, name: string): Promise<SessionRow | undefined> {
  const [row] = await sql<LockedRow[]>`
    select id, key, program, version, events, body_characters, mailbox_messages, mailbox_bytes, session_requests
    from two_gates.sessions where name = ${name} for update`;
  if (!row) return undefined;
  return {
    id: row.id,
    key: row.key,
    program: sessionProgram.parse(row.program),
    version: Number(row.version),
    events: row.events,
    limits: {
      bodyCharacters: row.body_characters,
      mailboxMessages: row.mailbox_messages,
      mailboxBytes: row.mailbox_bytes,
      sessionRequests: row.session_requests,
    },
  };
}

type LockedRow = {
  id: string;
  key: string;
  program: string;
  version: string;
  events: number;
  body_characters: number;
  mailbox_messages: number;
  mailbox_bytes: number;
  session_requests: number;
};

/** Reads all rows of a session that is locked. Throws `session-corrupt` for what this program would not have written. */
export async function readRows(sql: Sql, row: SessionRow): Promise<KeptRows> {
  const { id } = row;
  const [members, requests, runs, notes, messages, letters] = await Promise.all([
    sql<
      KeyedRow[]
    >`select name as key, record::text from two_gates.members where session_id = ${id} order by position`,
    sql<
      KeyedRow[]
    >`select id as key, record::text from two_gates.requests where session_id = ${id} order by position`,
    sql<
      KeyedRow[]
    >`select request as key, record::text from two_gates.runs where session_id = ${id} order by position`,
    sql<KeyedRow[]>`select key, record::text from two_gates.notes where session_id = ${id} order by position`,
    sql<NumberedRow[]>`
      select member as key, number, record::text from two_gates.messages where session_id = ${id}
      order by member, number`,
    sql<NumberedRow[]>`
      select recipient as key, number, record::text from two_gates.letters where session_id = ${id}
      order by recipient, number`,
  ]);
  const histories = byKey(messages, JSON.parse);
  const records = {
    members: textsIn(members),
    requests: textsIn(requests),
    runs: textsIn(runs),
    notes: textsIn(notes),
  };
  return {
    row,
    records,
    parts: {
      team: valid("members", records.members, keptMember, (member, name) => ({
        ...member,
        history: histories.get(name) ?? [],
      })),
      requests: valid("requests", records.requests, requestRecord),
      runs: valid("runs", records.runs, runRecord),
      notes: new Map([...records.notes].map(([key, text]) => [key, JSON.parse(text)])),
    },
    letters: byKey(letters, (line) => line),
  };
}

function textsIn(rows: readonly KeyedRow[]): Map<string, string> {
  return new Map(rows.map(({ key, record }) => [key, fromStorable(record)]));
}

function byKey<Value>(rows: readonly NumberedRow[], parse: (text: string) => Value): Map<string, Value[]> {
  const lists = new Map<string, Value[]>();
  for (const { key, record } of rows) {
    const list = lists.get(key) ?? [];
    list.push(parse(fromStorable(record)));
    lists.set(key, list);
  }
  return lists;
}

/** What the texts stand for, in the words of the program once each is known to be right. */
function valid<Value>(
  table: RecordTable,
  texts: ReadonlyMap<string, string>,
  schema: z.ZodType,
  whole: (record: Value, key: string) => Value = (record) => record,
): Map<string, Value> {
  const values = [...texts].map(([key, text]) => {
    const record = whole(JSON.parse(text), key);
    const parsed = schema.safeParse(record);
    if (parsed.success) return [key, record] as const;
    const [issue] = parsed.error.issues;
    const place = [table, key, ...(issue?.path ?? [])].join(".");
    throw new ProtocolError(
      "session-corrupt",
      `The row of ${place} is not as this program leaves it: ${issue?.message ?? "it does not validate"}. Nothing was ` +
        "touched: put back what was there, or start a new session.",
      { table, key },
    );
  });
  return new Map(values);
}

/** A section of a process, by its number among them. */
export type Operation = { process: string; number: number };

/** What one section changed. */
export type Change = {
  before: KeptRows;
  after: KeptParts;
  saved: SavedLines | undefined;
  told: readonly SessionEvent[];
};

/** The rows with a change in them. Undefined when it is none. */
export function changedRows({ before, after, saved, told }: Change): KeptRows | undefined {
  const records = recordsOf(after);
  requireNothingGone(before.records, records);
  const isSame =
    !saved &&
    told.length === 0 &&
    RECORD_TABLE_NAMES.every((table) => changed(table, before.records, records).length === 0) &&
    changedMessages(before.parts, after).length === 0;
  if (isSame) return undefined;
  const { row } = before;
  return {
    row: { ...row, version: row.version + 1, events: row.events + told.length },
    records,
    parts: after,
    letters: saved ? new Map([...before.letters, [saved.mailbox, saved.lines]]) : before.letters,
  };
}

/** Writes the rows of a session that begins. */
export async function writeTeam(
  sql: Sql,
  row: SessionRow,
  parts: KeptParts,
  operation: Operation,
): Promise<void> {
  const nothing = { ...parts, team: new Map() };
  const before = { row, records: recordsOf(nothing), parts: nothing, letters: new Map() };
  const change = { before, after: parts, saved: undefined, told: [] };
  await writeRows(sql, change, { ...before, records: recordsOf(parts), parts }, operation);
}

/** Writes what a section changed, and under which number its process kept it. All statements are sent at once. */
export async function writeRows(
  sql: Sql,
  { before, after, saved, told }: Change,
  kept: KeptRows,
  operation: Operation,
): Promise<void> {
  const { id, version, events } = kept.row;
  await allOf([
    sql`update two_gates.sessions set version = ${version}, events = ${events} where id = ${id}`,
    ...RECORD_TABLE_NAMES.map((table) =>
      writeRecords(sql, id, table, changed(table, before.records, kept.records)),
    ),
    ...changedMessages(before.parts, after).map((messages) => writeMessages(sql, id, messages)),
    saved && writeLetters(sql, id, saved),
    told.length > 0 && writeEvents(sql, id, before.row.events, told),
    sql`
      insert into two_gates.operations (session_id, process, number)
      values (${id}, ${operation.process}, ${operation.number})
      on conflict (session_id, process) do update set number = excluded.number`,
  ]);
}

const AFTER_A_FAILURE = "25P02";

/** Of several statements that fail, all but the first say only that one has failed before them. */
async function allOf(statements: readonly unknown[]): Promise<void> {
  try {
    await Promise.all(statements);
  } catch (error) {
    if (systemCode(error) !== AFTER_A_FAILURE) throw error;
    const ended = await Promise.allSettled(statements);
    const reasons = ended.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    throw reasons.find((reason) => systemCode(reason) !== AFTER_A_FAILURE) ?? error;
  }
}

/** Whether a process has kept the section of this number. */
export async function isKept(sql: Sql, id: string, operation: Operation): Promise<boolean> {
  const [row] = await sql<{ number: number }[]>`
    select number from two_gates.operations where session_id = ${id} and process = ${operation.process}`;
  return row !== undefined && row.number >= operation.number;
}

function recordsOf({ team, requests, runs, notes }: KeptParts): Records {
  const members = [...team].map(([name, { history: _, ...member }]) => [name, member] as const);
  return {
    members: jsonOf(members),
    requests: jsonOf(requests),
    runs: jsonOf(runs),
    notes: jsonOf(notes),
  };
}

function jsonOf(records: Iterable<readonly [key: string, record: unknown]>): Map<string, string> {
  return new Map([...records].map(([key, record]) => [key, JSON.stringify(record)]));
}

type ChangedRecord = { key: string; position: number; text: string };

function changed(table: RecordTable, before: Records, after: Records): ChangedRecord[] {
  return [...after[table]]
    .map(([key, text], position) => ({ key, position, text }))
    .filter(({ key, text }) => before[table].get(key) !== text);
}

function requireNothingGone(before: Records, after: Records): void {
  const gone = RECORD_TABLE_NAMES.flatMap((table) =>
    [...before[table].keys()].filter((key) => !after[table].has(key)),
  );
  if (gone.length > 0)
    throw new Error(`A section took ${gone.join(", ")} out of the session. Set it to null.`);
}

async function writeRecords(
  sql: Sql,
  id: string,
  table: RecordTable,
  records: readonly ChangedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(
    ({ key, position, text }) =>
      `{"key":${JSON.stringify(key)},"position":${position},"record":${toStorable(text)}}`,
  );
  const key = sql(RECORD_TABLES[table]);
  await sql`
    insert into ${sql(`two_gates.${table}`)} (session_id, ${key}, position, record)
    select ${id}::bigint, given ->> 'key', (given ->> 'position')::integer, given -> 'record'
    from json_array_elements(${`[${rows.join(",")}]`}::text::json) given
    on conflict (session_id, ${key}) do update set record = excluded.record`;
}

/** The messages of a member from the first on that is another one than before. */
type ChangedMessages = { member: string; from: number; messages: readonly Message[]; isShorter: boolean };

/** A message is never changed once it is in a history, so it is the same one or another. */
function changedMessages(before: KeptParts, after: KeptParts): ChangedMessages[] {
  return [...after.team].flatMap(([member, { history }]) => {
    const earlier = before.team.get(member)?.history ?? [];
    const from = history.findIndex((message, index) => message !== earlier[index]);
    const isShorter = history.length < earlier.length;
    if (from === -1 && !isShorter) return [];
    const start = from === -1 ? history.length : from;
    return { member, from: start, messages: history.slice(start), isShorter };
  });
}

async function writeMessages(sql: Sql, id: string, changes: ChangedMessages): Promise<void> {
  const { member, from, messages, isShorter } = changes;
  const texts = messages.map((message) => toStorable(JSON.stringify(message)));
  await allOf([
    isShorter &&
      sql`
        delete from two_gates.messages
        where session_id = ${id} and member = ${member} and number > ${from + messages.length}`,
    sql`
      insert into two_gates.messages (session_id, member, number, record)
      select ${id}::bigint, ${member}, ${from}::integer + place, record
      from json_array_elements(${`[${texts.join(",")}]`}::text::json) with ordinality given (record, place)
      on conflict (session_id, member, number) do update set record = excluded.record`,
  ]);
}

async function writeLetters(sql: Sql, id: string, { mailbox, lines, kept }: SavedLines): Promise<void> {
  const texts = lines.slice(kept).map(toStorable);
  await allOf([
    kept === 0 && sql`delete from two_gates.letters where session_id = ${id} and recipient = ${mailbox}`,
    texts.length > 0 &&
      sql`
        insert into two_gates.letters (session_id, recipient, number, record)
        select ${id}::bigint, ${mailbox}, ${kept}::integer + place, record
        from json_array_elements(${`[${texts.join(",")}]`}::text::json) with ordinality given (record, place)`,
  ]);
}

async function writeEvents(
  sql: Sql,
  id: string,
  behind: number,
  told: readonly SessionEvent[],
): Promise<void> {
  const texts = told.map((event) => toStorable(JSON.stringify(event)));
  await sql`
    insert into two_gates.events (session_id, number, record)
    select ${id}::bigint, ${behind}::integer + place, record
    from json_array_elements(${`[${texts.join(",")}]`}::text::json) with ordinality given (record, place)`;
}
