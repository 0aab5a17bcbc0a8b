import { decisionChoice } from "../../lessons/s16-team-protocols/session-event.ts";
import { say } from "../../lessons/strings/say.ts";
import { choose, parseCommandLine, UsageError } from "../command-line.ts";
import { LANGUAGE_OPTION, requireLanguage } from "../language-option.ts";
import { type Place, placeOf, STORE_OPTIONS } from "../store.ts";
import { type TourName, tourName } from "./tour.ts";

/** What `--help` shows. */
export function usage(): string {
  return say("help-console", { store: say("help-store"), language: say("help-language") });
}

export type ConsoleArguments = {
  tour: TourName | false;
  decision: "allow" | "deny" | undefined;
  showModel: boolean;
  place: Place;
  help: boolean;
};

/** Reads the command line. Throws `UsageError` for everything that is not in its help. */
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
    ...LANGUAGE_OPTION,
    help: { type: "boolean", short: "h", default: false },
  });
  requireLanguage(values.lang);
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
