import * as z from "zod";
import { decisionChoice, planChoice } from "../../lessons/s16-team-protocols/session-event.ts";
import { say } from "../../lessons/strings/say.ts";
import { choose, parseCommandLine, UsageError } from "../command-line.ts";
import { LANGUAGE_OPTION, requireLanguage } from "../language-option.ts";
import type { Choices } from "../practice/choices.ts";
import { type Place, placeOf, STORE_OPTIONS } from "../store.ts";

/** What `--help` shows. */
export function usage(): string {
  return say("help-member", { store: say("help-store"), language: say("help-language") });
}

const memberChoice = z.enum(["lead", "reader", "reviewer"]);
export type MemberChoice = z.output<typeof memberChoice>;

export type MemberArguments =
  | { help: true }
  | { help: false; place: Place; member: MemberChoice; choices: Choices; json: boolean };

/** Whose option it is. */
const OWNERS = { plan: "lead", decision: "reader", expected: "reader" } as const;

/** Reads the command line. Throws `UsageError` for everything that is not in its help. */
export function parseMemberArguments(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): MemberArguments {
  const values = parseCommandLine(argv, {
    dir: { type: "string" },
    ...STORE_OPTIONS,
    ...LANGUAGE_OPTION,
    as: { type: "string" },
    plan: { type: "string" },
    decision: { type: "string" },
    expected: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  requireLanguage(values.lang);
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
