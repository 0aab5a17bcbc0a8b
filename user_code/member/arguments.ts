import * as z from "zod";
import { decisionChoice, planChoice } from "../../lessons/s16-team-protocols/session-event.ts";
import { choose, parseCommandLine, UsageError } from "../command-line.ts";
import type { Choices } from "../practice/choices.ts";
import { type Place, placeOf, STORE_OPTIONS, STORE_USAGE } from "../store.ts";

export const USAGE = `Usage: ./user_code/member.ts --dir DIR --as lead|reader|reviewer [options]

The practice, played by several processes: start one in a terminal of its own for each member. Each waits for the
others. Ctrl-C ends one; started again, it goes on.

  --dir DIR               the session folder; who comes first lays it out
${STORE_USAGE}  --as lead|reader|reviewer
                          the member that this process plays
  --plan approve|reject   with --as lead: what the lead decides about the plan      (default: approve)
  --decision allow|deny   with --as reader: what the host decides about the run     (default: deny)
  --expected TEXT         with --as reader: what main.py should print               (default: 42)
  --json                  one event a line, as JSON; the last one is the result
  --help                  show this text

Exit status: 0 the path ran to its end (a closed gate is a result), 1 a fault, 2 a wrong command line.
`;

const memberChoice = z.enum(["lead", "reader", "reviewer"]);
export type MemberChoice = z.output<typeof memberChoice>;

export type MemberArguments =
  | { help: true }
  | { help: false; place: Place; member: MemberChoice; choices: Choices; json: boolean };

/** Whose option it is. */
const OWNERS = { plan: "lead", decision: "reader", expected: "reader" } as const;

/** Reads the command line. Throws `UsageError` for everything that is not in `USAGE`. */
export function parseMemberArguments(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): MemberArguments {
  const values = parseCommandLine(argv, {
    dir: { type: "string" },
    ...STORE_OPTIONS,
    as: { type: "string" },
    plan: { type: "string" },
    decision: { type: "string" },
    expected: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.help) return { help: true };
  const place = placeOf(values, environment);
  if ("dir" in place && !place.dir)
    throw new UsageError("--dir needs the name of the folder that all members share.");
  if (values.as === undefined)
    throw new UsageError("--as needs the member to play: lead, reader or reviewer.");
  const member = choose("--as", memberChoice, values.as);
  for (const option of ["plan", "decision", "expected"] as const) {
    const owner = OWNERS[option];
    if (values[option] === undefined || member === owner) continue;
    throw new UsageError(`--${option} is for the ${owner}: give it to --as ${owner}, not to --as ${member}.`);
  }
  if (values.expected?.trim() === "")
    throw new UsageError("--expected needs the text that main.py should print.");
  const plan = choose("--plan", planChoice, values.plan ?? "approve");
  const decision = choose("--decision", decisionChoice, values.decision ?? "deny");
  const choices: Record<MemberChoice, Choices> = {
    lead: { plan },
    reader: { reader: { decision, expected: values.expected ?? null } },
    reviewer: {},
  };
  return { help: false, place, member, choices: choices[member], json: values.json };
}
