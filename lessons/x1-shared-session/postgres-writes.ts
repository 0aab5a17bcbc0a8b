import type { Message } from "../s01-agent-loop/model.ts";
import { systemCode } from "../s15-mailboxes/system-error.ts";
import type { SessionEvent } from "../s16-team-protocols/session-event.ts";
import type { SavedLines } from "./postgres-mail.ts";
import type { Sql } from "./postgres-pool.ts";
import {
  type KeptParts,
  type KeptRows,
  RECORD_TABLE_NAMES,
  RECORD_TABLES,
  type Records,
  type RecordTable,
  type SessionRow,
} from "./postgres-rows.ts";
import { toStorable } from "./storable-json.ts";

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
