import { decisionChoice } from "../../lessons/s16-team-protocols/session-event.ts";
import { choose, parseCommandLine, UsageError } from "../command-line.ts";
import { type Place, placeOf, STORE_OPTIONS, STORE_USAGE } from "../store.ts";
import { type TourName, tourName } from "./tour.ts";

export const USAGE = `Usage: ./user_code/console.ts [options]

Talk to the lead of an agent team: spawn teammates, review their plans, ask for their shutdowns.

  --tour                  play the five exercises of the lesson and leave
  --tour=guards           play what is refused, and by which guard (best with --decision allow)
  --decision allow|deny   answer every question of the host with this
                          (default: you are asked at a terminal, deny everywhere else)
  --show-model            each answer of a model: what the request held, and what was answered
  --dir DIR               the session folder: empty, not there yet, or of an earlier session, which is taken
                          up again  (default: a new temporary folder)
${STORE_USAGE}  --help                  show this text

Input from a pipe works too: one line, one round.
Exit status: 0 you left, 1 a fault, 2 a wrong command line, 130 stopped by a signal.
`;

export type ConsoleArguments = {
  tour: TourName | false;
  decision: "allow" | "deny" | undefined;
  showModel: boolean;
  place: Place;
  help: boolean;
};

/** Reads the command line. Throws `UsageError` for everything that is not in `USAGE`. */
export function parseConsoleArguments(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): ConsoleArguments {
  const values = parseCommandLine(withTourNames(argv), {
    tour: { type: "string" },
    decision: { type: "string" },
    "show-model": { type: "boolean", default: false },
    dir: { type: "string" },
    ...STORE_OPTIONS,
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.dir === "") throw new UsageError("--dir needs the name of a folder.");
  const { help } = values;
  const place: Place = help ? { dir: undefined } : placeOf(values, environment);
  const tour = values.tour === undefined ? false : choose("--tour", tourName, values.tour);
  const decision =
    values.decision === undefined ? undefined : choose("--decision", decisionChoice, values.decision);
  return { tour, decision, showModel: values["show-model"], place, help };
}

/** `--tour` alone is the exercises; the name of another tour stands behind it. */
function withTourNames(argv: readonly string[]): string[] {
  return argv.map((argument, index) => {
    const isNamed = tourName.safeParse(argv[index + 1]).success;
    return argument === "--tour" && !isNamed ? "--tour=exercises" : argument;
  });
}
