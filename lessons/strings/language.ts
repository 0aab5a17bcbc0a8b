import { parseArgs } from "node:util";
import { LANGUAGES, type Language } from "./catalogue.ts";

/**
 * The language of a command: what `--lang` says, else the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and
 * not empty (POSIX, 8.2), else English. A locale that is none of the five is English, as `C` and `POSIX` are; only its
 * language counts, so `zh_TW.UTF-8` is Chinese in simplified characters. Never throws: whether the value of `--lang` is
 * one of the five is for whoever reads the command line.
 */
export function languageOf(argv: readonly string[], environment: NodeJS.ProcessEnv): Language {
  return knownLanguage(optionIn(argv)) ?? languageOfLocale(environment);
}

function languageOfLocale({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const locale = LC_ALL || LC_MESSAGES || LANG || "";
  const [, language] = /^([a-z]{2,3})(?:[_-][a-z]+)*(?:\.[\w-]+)?(?:@\w+)?$/iu.exec(locale) ?? [];
  return knownLanguage(language?.toLowerCase()) ?? "en";
}

function knownLanguage(name: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === name);
}

/** Whatever else is wrong with a command line is told in the language that it asks for. */
function optionIn(argv: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: { lang: { type: "string" } },
    strict: false,
    allowPositionals: true,
  });
  return typeof values.lang === "string" ? values.lang : undefined;
}
