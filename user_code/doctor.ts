#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'
import "./node-version.mjs";
import { printable } from "../lessons/s15-mailboxes/protocol-error.ts";
import { resolveFolder } from "../lessons/s15-mailboxes/session-folder.ts";
import { examineFolder } from "../lessons/x1-shared-session/examine-folder.ts";
import type { Finding } from "../lessons/x1-shared-session/finding.ts";
import { type Repair, repairFolder } from "../lessons/x1-shared-session/repair-folder.ts";
import { parseCommandLine, UsageError } from "./command-line.ts";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { placeOf, STORE_OPTIONS, type StoredPlace } from "./store.ts";
import { hanging, type Paint, paintFor, safeWriter, table } from "./terminal.ts";

const USAGE = `Usage: ./user_code/doctor.ts [--postgres] [--json]
       ./user_code/doctor.ts --dir DIR [--repair]
       ./user_code/doctor.ts --store URL --session NAME

Looks at this machine: whether the practice can run, and what is weaker here than elsewhere, with what to do.
With --dir or --session it looks at a session and says what it holds, what the next process settles by itself, and what is damaged.

  --postgres      try the store that TWO_GATES_STORE or --store names, too
  --json          of the machine: one part a line, as JSON; the last line is the result
  --dir DIR       the session folder
  --store URL     a PostgreSQL database in place of a folder  (default: TWO_GATES_STORE, with --session)
  --session NAME  the session in that store
  --repair        with --dir: save the letters of damaged mailboxes again; the damaged files are kept beside them
  --help          show this text

Exit status: 0 the practice can run, or nothing is damaged (any more), 1 it cannot, or something is, 2 a wrong command line.
`;

const EXIT = { done: 0, damaged: 1, failed: 1 } as const;

const write = safeWriter(process.stdout, process.env);
const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    const { dir, store, session, repair, help, json, postgres } = parseCommandLine(argv, {
      dir: { type: "string" },
      ...STORE_OPTIONS,
      json: { type: "boolean", default: false },
      postgres: { type: "boolean", default: false },
      repair: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    });
    if (help) {
      write(USAGE);
      return EXIT.done;
    }
    const isOfStore = session !== undefined || (store !== undefined && !postgres);
    if (dir === undefined && !repair && !isOfStore) return await lookAtMachine({ json, postgres, store });
    if (json || postgres)
      throw new UsageError(
        "--json and --postgres are for the machine: leave --dir, --session and --repair out.",
      );
    if (isOfStore) {
      const place = placeOf({ dir, store, session }, process.env);
      if ("url" in place) return await examineStored(place, repair);
    }
    if (!dir) throw new UsageError("--dir needs the name of a session folder.");
    return await examine(resolveFolder(dir), repair);
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

type MachineOptions = { json: boolean; postgres: boolean; store: string | undefined };

async function lookAtMachine({ json, postgres, store }: MachineOptions): Promise<number> {
  const { checkMachine } = await import("./doctor/machine.ts");
  const { canRun, drawMachine, machineLines } = await import("./doctor/report.ts");
  const environment = store === undefined ? process.env : { ...process.env, TWO_GATES_STORE: store };
  const checks = await checkMachine({ environment, output: process.stdout, postgres });
  const lines = json ? machineLines(checks) : [drawMachine(checks, paintFor(process.stdout, process.env))];
  write(`${lines.join("\n")}\n`);
  return canRun(checks) ? EXIT.done : EXIT.failed;
}

async function examine(directory: string, mends: boolean): Promise<number> {
  if (mends) for (const repair of await repairFolder(directory)) write(`${repairSentence(repair)}\n`);
  const findings = examineFolder(directory);
  tell(printable(directory), findings);
  const damaged = damagedIn(findings);
  if (damaged.length === 0) return EXIT.done;
  const isMailbox = damaged.every(({ part }) => MAILBOX.test(part));
  write(isMailbox && !mends ? `\n${REPAIRABLE}\n` : `\n${NOT_REPAIRABLE}\n`);
  return EXIT.damaged;
}

/** The same of a session in a store. A command answers at once: a server that is away is not waited for. */
async function examineStored(place: StoredPlace, mends: boolean): Promise<number> {
  if (mends) throw new UsageError(NOTHING_TO_REPAIR_FROM);
  const { openStore } = await import("../lessons/x1-shared-session/postgres-store.ts");
  const { examineStoredSession } = await import("../lessons/x1-shared-session/examine-store.ts");
  const store = await openStore(place.url, { waitMs: 0, onlyLooks: true });
  try {
    const findings = await examineStoredSession(store, place.session);
    tell(`${place.session}, in ${store.shown}`, findings);
    if (damagedIn(findings).length === 0) return EXIT.done;
    write(`\n${STORED_ONCE}\n`);
    return EXIT.damaged;
  } finally {
    await store.close();
  }
}

function tell(title: string, findings: readonly Finding[]): void {
  const paint = paintFor(process.stdout, process.env);
  write(`${paint("bold", title)}\n${draw(findings, paint)}\n`);
}

function damagedIn(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ condition }) => condition === "damaged");
}

function draw(findings: readonly Finding[], paint: Paint): string {
  const rows = findings.map(({ part, condition, says }) => [part, condition, says]);
  return table(["part", "condition", "what is there"], rows, paint);
}

function repairSentence({ mailbox, letters, kept }: Repair): string {
  const before = kept === undefined ? "It had been removed." : `The damaged file is ${printable(kept)}.`;
  const number = letters === 1 ? "1 letter" : `${letters} letters`;
  return `${mailbox}.jsonl holds ${number} again. ${before}`;
}

const MAILBOX = /^(?!events\.)[a-z][a-z0-9-]*\.jsonl$/;

const REPAIRABLE = "--repair saves the letters of these mailboxes again.";

const NOT_REPAIRABLE =
  "What is damaged here stands nowhere else, so it cannot be made anew: put back a copy of the whole folder, or " +
  "start a new session.";

const STORED_ONCE =
  "What is damaged here stands nowhere else, so it cannot be made anew: put back a backup of the database, or " +
  "start a new session.";

const NOTHING_TO_REPAIR_FROM =
  "--repair saves the letters of a folder again from the copies in its session.json. In a store a letter stands once, " +
  "in its row: a backup of the database is what there is to put back.";

process.exitCode = await main(process.argv.slice(2));
