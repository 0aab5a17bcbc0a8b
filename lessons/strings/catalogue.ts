import type { en } from "./en.ts";

/** The five languages of the terminal, by their ISO 639-1 codes. English is the one that the others follow. */
export const LANGUAGES = ["en", "zh", "es", "pt", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The forms of a sentence with a number in it, by the plural categories of CLDR. The number is its hole `count`. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** A sentence, with holes such as `{member}`. What is put into `{@reason}` is itself a sentence, and is told again. */
export type Text = string | Forms;

/** The names of the holes of a text. */
export type HolesIn<Of> = Of extends string ? HolesOf<Of> : Of extends Forms ? HolesOf<Of[keyof Of]> : never;

type HolesOf<Of> = Of extends `${string}{${infer Hole}}${infer Rest}` ? NameOf<Hole> | HolesOf<Rest> : never;

type NameOf<Hole extends string> = Hole extends `@${infer Name}` ? Name : Hole;

/** What the terminal says, by key. */
export type Words = typeof en.words;
export type Key = keyof Words;

/** What a refusal, an error or a notice says, as its English template. */
export type Refusal = (typeof en.refusals)[number];

export type Catalogue = {
  words: Readonly<Record<Key, Text>>;
  /** Each English template in this language. Those of English itself are left out. */
  refusals: ReadonlyMap<string, string>;
};

/**
 * A language's catalogue. It compiles when it has exactly the keys of the English one, and each text the same holes.
 * A sentence with a number has the forms that its language needs; any other is one text.
 */
export function translation<
  const Said extends Record<Key, Text>,
  const Refused extends Record<Refusal, string>,
>(texts: {
  words: Said & Exactly<Said, Words>;
  refusals: Refused & Exactly<Refused, { [Sentence in Refusal]: Sentence }>;
}): Catalogue {
  return { words: texts.words, refusals: new Map(Object.entries(texts.refusals)) };
}

/** The texts themselves, and in the place of one that does not fit what is wrong with it. */
type Exactly<Texts, English> = {
  [At in keyof Texts]: At extends keyof English
    ? [HolesIn<Texts[At]>, HolesIn<English[At]>] extends [HolesIn<English[At]>, HolesIn<Texts[At]>]
      ? Texts[At]
      : { "its holes should be": HolesIn<English[At]> }
    : { "there is no such text in English": never };
};
