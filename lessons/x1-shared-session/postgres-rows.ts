import type * as z from "zod";
import type { Message } from "../s01-agent-loop/model.ts";
import type { Limits } from "../s15-mailboxes/limits.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { type ProtocolState, requestRecord, runRecord } from "../s16-team-protocols/protocol-state.ts";
import type { Sql } from "./postgres-pool.ts";
import { keptMember, type SessionProgram, sessionProgram } from "./session-file.ts";
import { fromStorable } from "./storable-json.ts";

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
export const RECORD_TABLES = { members: "name", requests: "id", runs: "request", notes: "key" } as const;
export type RecordTable = keyof typeof RECORD_TABLES;
export const RECORD_TABLE_NAMES = ["members", "requests", "runs", "notes"] as const satisfies RecordTable[];

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

/** The rows of a session as they were found. */
export type RawRows = Pick<KeptRows, "row" | "records" | "letters"> & {
  histories: ReadonlyMap<string, Message[]>;
};

/** Reads all rows of a session that is locked, whatever they hold. */
export async function rawRows(sql: Sql, row: SessionRow): Promise<RawRows> {
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
  return {
    row,
    records: {
      members: textsIn(members),
      requests: textsIn(requests),
      runs: textsIn(runs),
      notes: textsIn(notes),
    },
    histories: byKey(messages, JSON.parse),
    letters: byKey(letters, (line) => line),
  };
}

/** The same with what they stand for. Throws `session-corrupt` for what this program would not have written. */
export async function readRows(sql: Sql, row: SessionRow): Promise<KeptRows> {
  const rows = await rawRows(sql, row);
  const { records, letters } = rows;
  return { row, records, letters, parts: partsIn(rows) };
}

/** What the rows stand for. Throws `session-corrupt` for the first of them that this program would not have written. */
export function partsIn(rows: RawRows): KeptParts {
  return {
    team: validMembers(rows),
    requests: validRequests(rows),
    runs: validRuns(rows),
    notes: new Map([...rows.records.notes].map(([key, text]) => [key, JSON.parse(text)])),
  };
}

function validMembers({ records, histories }: RawRows): KeptParts["team"] {
  return valid("members", records.members, keptMember, (member, name) => ({
    ...member,
    history: histories.get(name) ?? [],
  }));
}

function validRequests({ records }: RawRows): KeptParts["requests"] {
  return valid("requests", records.requests, requestRecord);
}

function validRuns({ records }: RawRows): KeptParts["runs"] {
  return valid("runs", records.runs, runRecord);
}

/** The first row of each table that this program would not have written, in a sentence. */
export function faultsIn(rows: RawRows): { table: RecordTable; says: string }[] {
  const looks = { members: validMembers, requests: validRequests, runs: validRuns } as const;
  return (["members", "requests", "runs"] as const).flatMap((table) => {
    try {
      looks[table](rows);
      return [];
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return [{ table, says: error.message }];
    }
  });
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
