import { readMailbox } from "../s15-mailboxes/mailbox.ts";
import { ProtocolError } from "../s15-mailboxes/protocol-error.ts";
import { createProtocolState, isCurrent } from "../s16-team-protocols/protocol-state.ts";
import { count, type Finding, runFindings, sessionSentence } from "./finding.ts";
import { DraftMail } from "./postgres-mail.ts";
import type { Sql } from "./postgres-pool.ts";
import { faultsIn, type KeptParts, lockSession, partsIn, type RawRows, rawRows } from "./postgres-rows.ts";
import { noSession, orRefused } from "./postgres-session.ts";
import type { PostgresStore } from "./postgres-store.ts";
import { requireSessionName } from "./session-name.ts";

/**
 * What the rows of a session hold and what is wrong with them, part by part, as `examineFolder` says it of a folder. Looks
 * only: the row of the session is locked while its rows are read, and no row is changed.
 *
 * Throws `session-corrupt` when the store has no session of that name, `malformed-text` for a name that is none, and
 * `store-unavailable`.
 */
export function examineStoredSession(store: PostgresStore, name: string): Promise<Finding[]> {
  requireSessionName(name);
  return orRefused(store, () =>
    store.transaction(async (sql) => {
      const row = await lockSession(sql, name);
      if (!row) throw noSession(store, name);
      const rows = await rawRows(sql, row);
      return { result: [...examineRows(rows), await examineEvents(sql, rows)], commits: false };
    }),
  );
}

function examineRows(rows: RawRows): Finding[] {
  const damaged = faultsIn(rows).map(
    ({ table, says }): Finding => ({ part: table, condition: "damaged", says }),
  );
  // The rest is said of what the rows stand for.
  if (damaged.length > 0) return damaged;
  const parts = partsIn(rows);
  const mailboxes = [...parts.team.keys()].map(
    (name): Finding => ({ part: `letters/${name}`, ...examineMailbox(rows, parts, name) }),
  );
  return [
    { part: "session", condition: "good", says: sessionSentence(rows.row.program, parts) },
    ...mailboxes,
    ...runFindings(parts.runs),
  ];
}

/** A letter that a request or a cursor speaks of is missed. No other copy of it is kept. */
function examineMailbox(rows: RawRows, parts: KeptParts, name: string): Omit<Finding, "part"> {
  const { limits } = rows.row;
  const state = { ...createProtocolState(parts.team, limits), mail: new DraftMail(rows.letters, limits) };
  let ids: Set<string>;
  try {
    ids = new Set(readMailbox(state, name).map(({ id }) => id));
  } catch (error) {
    if (error instanceof ProtocolError) return { condition: "damaged", says: error.message };
    throw error;
  }
  const read = parts.team.get(name)?.cursor ?? 0;
  const known = [
    ...Array.from({ length: Math.min(read, limits.mailboxMessages) }, (_, index) => `${name}-${index + 1}`),
    ...[...parts.requests.values()].flatMap((record) =>
      record.target === name && isCurrent(parts, record) ? [record.receipt] : [],
    ),
  ];
  const missing = [...new Set(known)].filter((id) => !ids.has(id));
  if (missing.length === 0) return { condition: "good", says: count(ids.size, "letter") };
  const accounted = ids.size + missing.length;
  return {
    condition: "damaged",
    says: `${ids.size} of ${accounted} letters; missing: ${missing.join(", ")}`,
  };
}

async function examineEvents(sql: Sql, { row }: RawRows): Promise<Finding> {
  const [there] = await sql<{ events: number; last: number }[]>`
    select count(*)::integer as events, coalesce(max(number), 0) as last
    from two_gates.events where session_id = ${row.id}`;
  const { events = 0, last = 0 } = there ?? {};
  return events === row.events && last === row.events
    ? { part: "events", condition: "good", says: count(events, "event") }
    : {
        part: "events",
        condition: "damaged",
        says: `${count(events, "event")}, and the session knows ${row.events}`,
      };
}
