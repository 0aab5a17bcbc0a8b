#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'
import "./node-version.mjs";
import { printable } from "../lessons/s15-mailboxes/protocol-error.ts";
import { resolveFolder } from "../lessons/s15-mailboxes/session-folder.ts";
import { examineFolder, type Finding } from "../lessons/x1-shared-session/examine-folder.ts";
import { type Repair, repairFolder } from "../lessons/x1-shared-session/repair-folder.ts";
import { parseCommandLine, UsageError } from "./command-line.ts";
import { exitCodeFor, sentenceFor } from "./fault.ts";
import { endWithStandardOutput } from "./standard-output.ts";
import { hanging, type Paint, paintFor, safeWriter, table } from "./terminal.ts";

const USAGE = `Usage: ./user_code/doctor.ts --dir DIR [--repair]

Looks at a session folder and says what it holds, what the next process settles by itself, and what is damaged.

  --dir DIR   the session folder
  --repair    save the letters of damaged mailboxes again; the damaged files are kept beside them
  --help      show this text

Exit status: 0 nothing is damaged (any more), 1 something is, 2 a wrong command line.
`;

const EXIT = { done: 0, damaged: 1 } as const;

const write = safeWriter(process.stdout, process.env);
const complain = safeWriter(process.stderr, process.env);

endWithStandardOutput();

async function main(argv: readonly string[]): Promise<number> {
  try {
    const { dir, repair, help } = parseCommandLine(argv, {
      dir: { type: "string" },
      repair: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    });
    if (help) {
      write(USAGE);
      return EXIT.done;
    }
    if (!dir) throw new UsageError("--dir needs the name of a session folder.");
    return await examine(resolveFolder(dir), repair);
  } catch (error) {
    complain(`${hanging(sentenceFor(error))}\n`);
    return exitCodeFor(error);
  }
}

async function examine(directory: string, mends: boolean): Promise<number> {
  const paint = paintFor(process.stdout, process.env);
  if (mends) for (const repair of await repairFolder(directory)) write(`${repairSentence(repair)}\n`);
  const findings = examineFolder(directory);
  write(`${paint("bold", printable(directory))}\n${draw(findings, paint)}\n`);
  const damaged = findings.filter(({ condition }) => condition === "damaged");
  if (damaged.length === 0) return EXIT.done;
  const isMailbox = damaged.every(({ part }) => MAILBOX.test(part));
  write(isMailbox && !mends ? `\n${REPAIRABLE}\n` : `\n${NOT_REPAIRABLE}\n`);
  return EXIT.damaged;
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

process.exitCode = await main(process.argv.slice(2));
