#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'
import "./node-version.mjs";
import { quoted } from "../lessons/s15-mailboxes/protocol-error.ts";
import {
  attendedIn,
  lettersIn,
  listSessions,
  lookIntoSession,
  removeSession,
} from "../lessons/x1-shared-session/postgres-catalogue.ts";
import { openStore, type PostgresStore } from "../lessons/x1-shared-session/postgres-store.ts";
import { requireSessionName } from "../lessons/x1-shared-session/session-name.ts";
import { parseWords, UsageError } from "./command-line.ts";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { asUsage } from "./store.ts";
import { hanging, paintFor, safeWriter, table } from "./terminal.ts";

const USAGE = `Usage: npm run sessions -- [--store URL] [list | show NAME | remove NAME]

The sessions that a PostgreSQL store holds.

  list          every session, and how much is in it (this is what it does without a word)
  show NAME     the members, requests, letters and runs of one session
  remove NAME   removes a session with all that is in it; refused while a process plays one of its members
  --store URL   postgres://user@host/database (default: TWO_GATES_STORE)
  --help        show this text

Exit status: 0 done, 1 a fault, 2 a wrong command line.
`;

const EXIT = { done: 0 } as const;

/** A command answers at once: nobody is played here, so a server that is away is not waited for. */
const WAIT_MS = 0;

const write = safeWriter(process.stdout, process.env);
const complain = safeWriter(process.stderr, process.env);
const paint = paintFor(process.stdout, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    const { values, words } = parseWords(
      argv,
      { store: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
      2,
    );
    if (values.help) {
      write(USAGE);
      return EXIT.done;
    }
    const answer = commandOf(words);
    const url = values.store ?? process.env.TWO_GATES_STORE;
    if (!url)
      throw new UsageError("--store needs a URL: postgres://user@host/database, or set TWO_GATES_STORE.");
    const store = await openStore(url, { waitMs: WAIT_MS });
    try {
      write(`${await answer(store)}\n`);
    } finally {
      await store.close();
    }
    return EXIT.done;
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

type Answer = (store: PostgresStore) => Promise<string>;

function commandOf([command = "list", name]: readonly string[]): Answer {
  if (command === "list" && name === undefined) return list;
  if (command === "list") throw new UsageError("list takes no name: it shows every session.");
  if (command !== "show" && command !== "remove") {
    throw new UsageError(`There is no ${quoted(command)} here: use list, show NAME or remove NAME.`);
  }
  if (name === undefined) throw new UsageError(`${command} needs the name of a session.`);
  const session = asUsage(() => requireSessionName(name));
  return command === "show" ? (store) => show(store, session) : (store) => remove(store, session);
}

async function list(store: PostgresStore): Promise<string> {
  const sessions = await listSessions(store);
  if (sessions.length === 0) return `There is no session in ${store.shown}.`;
  const rows = sessions.map(({ name, program, members, closed, letters, requests, runs, events }) => [
    name,
    program,
    closed === 0 ? `${members}` : `${members}, ${closed} closed`,
    ...[requests, letters, runs, events].map(String),
  ]);
  return table(["session", "of", "members", "requests", "letters", "runs", "events"], rows, paint);
}

async function show(store: PostgresStore, name: string): Promise<string> {
  const { row, parts, letters } = await lookIntoSession(store, name);
  const attended = await attendedIn(store, row.id, parts.team.keys());
  const members = [...parts.team.values()].map((member) => [
    member.name,
    member.status,
    attended.includes(member.name) ? "yes" : "no",
    String(member.turns),
    member.role,
  ]);
  const requests = [...parts.requests].map(([id, { kind, sender, target, reply, status, payload }]) => [
    id,
    kind,
    sender,
    target,
    reply === null ? "none" : reply.approve ? "yes" : "no",
    status,
    payload,
  ]);
  const mail = lettersIn(letters).map(({ id, sender, body }) => [id, sender, body]);
  const runs = [...parts.runs].map(([id, { member, status }]) => [id, member, status]);
  const tables = [
    table(["member", "status", "played now", "turns", "role"], members, paint),
    table(["request", "kind", "asked by", "answered by", "answer", "status", "payload"], requests, paint),
    table(["letter", "from", "body"], mail, paint),
    table(["run of", "by", "status"], runs, paint),
  ];
  return [`${paint("bold", name)}, a session of the ${row.program}`, ...tables].join("\n\n");
}

async function remove(store: PostgresStore, name: string): Promise<string> {
  await removeSession(store, name);
  return `${name} is removed.`;
}

process.exitCode = await main(process.argv.slice(2));
