import * as z from "zod";
import { LANGUAGES } from "../lessons/strings/catalogue.ts";
import { languageOf } from "../lessons/strings/language.ts";
import { speak } from "../lessons/strings/say.ts";
import { choose } from "./command-line.ts";

/** The option by which a command is told its language, for `parseCommandLine`. */
export const LANGUAGE_OPTION = { lang: { type: "string" } } as const;

const languageChoice = z.enum(LANGUAGES);

/** Chooses the language of this process, before anything is said. It never throws. */
export async function speakAsAsked(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  await speak(languageOf(argv, environment));
}

/** Throws `UsageError` that lists the five for any other value of `--lang`. */
export function requireLanguage(value: string | undefined): void {
  if (value !== undefined) choose("--lang", languageChoice, value);
}
