import { decisionChoice, modelChoice, planChoice } from "../../lessons/s16-team-protocols/session-event.ts";
import { say } from "../../lessons/strings/say.ts";
import { choose, parseCommandLine, UsageError } from "../command-line.ts";
import { LANGUAGE_OPTION, requireLanguage } from "../language-option.ts";
import { type Place, placeOf, STORE_OPTIONS } from "../store.ts";

/** What `--help` shows. */
export function usage(): string {
  return say("help-practice", { store: say("help-store"), language: say("help-language") });
}

export type PracticeArguments = {
  plan: "approve" | "reject";
  decision: "allow" | "deny";
  place: Place;
  expected: string | undefined;
  json: boolean;
  step: boolean;
  showModel: boolean;
  resume: boolean;
  model: "scripted" | "anthropic";
  help: boolean;
};

/** The options of the practice, for `parseCommandLine`. */
export const PRACTICE_OPTIONS = {
  plan: { type: "string", default: "approve" },
  decision: { type: "string", default: "deny" },
  dir: { type: "string" },
  ...STORE_OPTIONS,
  ...LANGUAGE_OPTION,
  expected: { type: "string" },
  json: { type: "boolean", default: false },
  step: { type: "boolean", default: false },
  "show-model": { type: "boolean", default: false },
  resume: { type: "boolean", default: false },
  model: { type: "string", default: "scripted" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Reads the command line. Throws `UsageError` for everything that is not in its help. */
export function parsePracticeArguments(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): PracticeArguments {
  const values = parseCommandLine(argv, PRACTICE_OPTIONS);
  requireLanguage(values.lang);
  if (values.dir === "") throw new UsageError("--dir needs the name of a folder.");
  if (values.expected?.trim() === "")
    throw new UsageError("--expected needs the text that main.py should print.");
  const place: Place = values.help ? { dir: undefined } : placeOf(values, environment);
  if (values.resume && "dir" in place && place.dir === undefined)
    throw new UsageError("--resume goes on with a session that is there: name its folder with --dir.");
  if (values.step && values.json)
    throw new UsageError("--step waits for keys and --json is for programs: use one.");
  return {
    plan: choose("--plan", planChoice, values.plan),
    decision: choose("--decision", decisionChoice, values.decision),
    model: choose("--model", modelChoice, values.model),
    place,
    expected: values.expected,
    json: values.json,
    step: values.step,
    showModel: values["show-model"],
    resume: values.resume,
    help: values.help,
  };
}
