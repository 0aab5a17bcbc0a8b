import "../../user_code/node-version.mjs";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import {
  type PostgresSession,
  startPostgresSession,
} from "../../lessons/x1-shared-session/postgres-session.ts";
import { openStore, type PostgresStore } from "../../lessons/x1-shared-session/postgres-store.ts";
import { startServer } from "./server.ts";

const ROUNDS = 300;
const WARM_UP = 50;
const CROWD = 5_000;

/** The letters of the raw transactions, which have a mailbox of their own. */
const sent = { count: 0 };

/**
 * `npm run bench:postgres`: a section that saves a letter against a raw transaction of the same statements, with one
 * session in the store and with 5,000; and a section that only looks.
 */
const server = await startServer({ durable: true });
try {
  const store = await openStore(server.url());
  const session = await begin(store, "measured");
  const raw = await begin(store, "raw");
  const one = await measure(store, session, raw);
  tell("1 session in the store", one);
  await server.sql(
    `insert into two_gates.sessions (name, program, body_characters, mailbox_messages, mailbox_bytes, session_requests)
     select 'crowd-' || n, 'practice', 600, 8, 32000, 4 from generate_series(1, ${CROWD - 2}) n;
     insert into two_gates.members (session_id, name, position, record)
     select s.id, m.name, m.position, m.record from two_gates.sessions s, two_gates.members m
     where s.name like 'crowd-%' and m.session_id = ${raw.id};
     insert into two_gates.letters (session_id, recipient, number, record)
     select s.id, l.recipient, l.number, l.record from two_gates.sessions s, two_gates.letters l
     where s.name like 'crowd-%' and l.session_id = ${raw.id} and l.number <= 8;
     analyze`,
  );
  const many = await measure(store, session, raw);
  tell(`${CROWD} sessions in the store`, many);
  process.stdout.write(`section at ${CROWD} against 1: ${(many.section / one.section).toFixed(2)}\n`);
  await store.close();
} finally {
  await server.remove();
}

type Measured = { section: number; rawTransaction: number; look: number };
type Begun = { session: PostgresSession; id: string };

async function begin(store: PostgresStore, name: string): Promise<Begun> {
  const session = await startPostgresSession(store, name, scenarioTeam(), {
    program: "practice",
    directoryOf: () => "/nowhere",
    limits: { ...practiceLimits, mailboxMessages: 1_000_000, mailboxBytes: 1_000_000_000 },
  });
  const id = await server.sql(`select id from two_gates.sessions where name = '${name}'`);
  return { session, id };
}

/** Median milliseconds, one of each in turn, so that all see the same machine. */
async function measure(store: PostgresStore, { session, id: _ }: Begun, raw: Begun): Promise<Measured> {
  const times: Record<keyof Measured, number[]> = { section: [], rawTransaction: [], look: [] };
  const send = (): Promise<unknown> =>
    sendMessage(session, { sender: "lead", recipient: "reader", body: "a letter of usual length" });
  for (let round = 1; round <= WARM_UP + ROUNDS; round += 1) {
    // A mailbox that grows is read at each letter, and that is no cost of the store.
    if (round % 8 === 1) await session.transact(({ mail }) => mail.replace("reader", ""));
    for (const [name, task] of [
      ["section", send],
      ["rawTransaction", () => rawTransaction(store, raw)],
      ["look", () => session.transact(({ team }) => team.size)],
    ] as const) {
      const start = performance.now();
      await task();
      if (round > WARM_UP) times[name].push(performance.now() - start);
    }
    await session.close();
  }
  return {
    section: median(times.section),
    rawTransaction: median(times.rawTransaction),
    look: median(times.look),
  };
}

/** The statements that a section with a letter sends, with nothing of a session around them. */
async function rawTransaction(store: PostgresStore, { id }: Begun): Promise<void> {
  sent.count += 1;
  const number = sent.count;
  const letter = JSON.stringify({
    id: `reader-${number}`,
    sender: "lead",
    recipient: "reader",
    body: "a letter",
  });
  const event = JSON.stringify({
    event: "letter_sent",
    sender: "lead",
    recipient: "reader",
    letter: "reader-1",
  });
  const pool = await store.servers.pool();
  await pool.use(async ({ sql }) => {
    await sql.unsafe("begin isolation level read committed read write");
    await sql`
      select id, key, program, version, events, body_characters, mailbox_messages, mailbox_bytes, session_requests
      from two_gates.sessions where name = ${"raw"} for update`;
    await Promise.all([
      sql`update two_gates.sessions set version = ${number}, events = ${number} where id = ${id}`,
      sql`
        insert into two_gates.letters (session_id, recipient, number, record)
        select ${id}::bigint, 'reader', ${number}::integer - 1 + place, record
        from json_array_elements(${`[${letter}]`}::text::json) with ordinality given (record, place)`,
      sql`
        insert into two_gates.events (session_id, number, record)
        select ${id}::bigint, ${number}::integer - 1 + place, record
        from json_array_elements(${`[${event}]`}::text::json) with ordinality given (record, place)`,
      sql`
        insert into two_gates.operations (session_id, process, number)
        values (${id}, ${"00000000-0000-4000-8000-000000000000"}, ${number})
        on conflict (session_id, process) do update set number = excluded.number`,
    ]);
    await sql.unsafe("commit");
  });
}

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function tell(what: string, { section, rawTransaction: floor, look }: Measured): void {
  process.stdout.write(
    `${what}: a section with a letter ${section.toFixed(2)} ms, the same statements ${floor.toFixed(2)} ms, ` +
      `ratio ${(section / floor).toFixed(2)} (aim 1.5); a look ${look.toFixed(2)} ms\n`,
  );
}
