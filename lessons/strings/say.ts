import type { Catalogue, Forms, HolesIn, Key, Language, Text, Words } from "./catalogue.ts";
import { en } from "./en.ts";
import { retelling } from "./retell.ts";

/** Loaded only when it is spoken: every other start would take longer for it. */
const CATALOGUES: Readonly<Record<Exclude<Language, "en">, () => Promise<Catalogue>>> = {
  zh: async () => (await import("./zh.ts")).zh,
  es: async () => (await import("./es.ts")).es,
  pt: async () => (await import("./pt.ts")).pt,
  ru: async () => (await import("./ru.ts")).ru,
};

type Spoken = { language: Language; words: Catalogue["words"]; retell: (sentence: string) => string };

const ENGLISH: Spoken = { language: "en", words: en.words, retell: (sentence) => sentence };

/** A process speaks one language, as setlocale(3) has it. It is English until another one is chosen. */
let spoken: Spoken = ENGLISH;

/** Chooses the language of this process: everything that is said from now on is said in it. */
export async function speak(language: Language): Promise<void> {
  if (language === spoken.language) return;
  if (language === "en") {
    spoken = ENGLISH;
    return;
  }
  const { words, refusals } = await CATALOGUES[language]();
  spoken = { language, words, retell: retelling(refusals) };
}

export function spokenLanguage(): Language {
  return spoken.language;
}

type Values<Holes extends string> = Readonly<Record<Holes, string | number>>;

/**
 * A text of the catalogue with its holes filled. A text with plural forms is said in the one for its hole `count`.
 * Values are put in as they are; only those of `{@...}` are sentences, which are told again in the language.
 */
export function say<Of extends Key>(
  key: Of,
  ...[values]: [HolesIn<Words[Of]>] extends [never] ? [] : [Values<HolesIn<Words[Of]>>]
): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  return formOf(spoken.words[key], Number(given.count)).replace(
    /\{(@?)(\w+)\}/gu,
    (hole, isSentence, name) => {
      const value = String(given[name] ?? hole);
      return isSentence ? retell(value) : value;
    },
  );
}

function formOf(text: Text, count: number): string {
  if (typeof text === "string") return text;
  const forms: Forms = text;
  return forms[new Intl.PluralRules(spoken.language).select(count)] ?? forms.other;
}

/**
 * What a refusal, an error or a notice says, in the language. They say it in English, and so it stands in events, in
 * letters and in results for the model. What is no sentence of ours, as the system's own words, stays as it is.
 */
export function retell(sentence: string): string {
  return spoken.retell(sentence);
}

/** The same for a sentence behind its code: `lock-timeout: Another process …`. */
export function retellCoded(sentence: string): string {
  const [, code, said] = /^([a-z][a-z-]*: )(.+)$/su.exec(sentence) ?? [];
  return code !== undefined && said !== undefined ? code + retell(said) : retell(sentence);
}
