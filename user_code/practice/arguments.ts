import { decisionChoice, modelChoice, planChoice } from "../../lessons/s16-team-protocols/session-event.ts";
import { choose, parseCommandLine, UsageError } from "../command-line.ts";
import { type Place, placeOf, STORE_OPTIONS, STORE_USAGE } from "../store.ts";

export const USAGE = `Usage: npx tsx user_code/practice.ts [options]

One program, two gates. Choose what each gate says and see which one is closed.

  --plan approve|reject   what the lead decides about the plan          (default: approve)
  --decision allow|deny   what the host decides about running main.py   (default: deny)
  --dir DIR               the session folder, empty or not there yet    (default: a new temporary folder)
  --expected TEXT         what main.py should print                     (default: 42)
${STORE_USAGE}  --resume                go on with the session that lies there, with the same choices: however it was stopped,
                          what is done is not done again
  --json                  one event a line, as JSON; the last one is the result
  --step                  wait after every event: Enter goes on, s shows state and mailboxes, q quits
  --show-model            below each answer: what the request to the model held, and what was answered
  --model scripted|anthropic
                          who plays the model: the script, or a live model  (default: scripted)
                          live needs ANTHROPIC_MODEL, and a key: ANTHROPIC_API_KEY_FILE names a file with it
                          (mode 600, or /dev/stdin), which a program that runs cannot see as easily as
                          ANTHROPIC_API_KEY; ANTHROPIC_BASE_URL is heeded
  --help                  show this text

Exit status: 0 the path ran to its end (a closed gate is a result), 1 a fault, 2 a wrong command line.
`;

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

/** Reads the command line. Throws `UsageError` for everything that is not in `USAGE`. */
export function parsePracticeArguments(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): PracticeArguments {
  const values = parseCommandLine(argv, {
    plan: { type: "string", default: "approve" },
    decision: { type: "string", default: "deny" },
    dir: { type: "string" },
    ...STORE_OPTIONS,
    expected: { type: "string" },
    json: { type: "boolean", default: false },
    step: { type: "boolean", default: false },
    "show-model": { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    model: { type: "string", default: "scripted" },
    help: { type: "boolean", short: "h", default: false },
  });
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
