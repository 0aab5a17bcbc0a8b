import { describe, expect, test } from "vitest";
import { weaknessOf } from "../../../lessons/s16-team-protocols/run/interpreter.ts";
import { type Catalogue, LANGUAGES, type Text } from "../../../lessons/strings/catalogue.ts";
import { en } from "../../../lessons/strings/en.ts";
import { es } from "../../../lessons/strings/es.ts";
import { pt } from "../../../lessons/strings/pt.ts";
import { retelling, templateOf } from "../../../lessons/strings/retell.ts";
import { ru } from "../../../lessons/strings/ru.ts";
import { zh } from "../../../lessons/strings/zh.ts";
import {
  isLike,
  keysIn,
  literalsIn,
  refusalsIn,
  type Said,
  sourceFiles,
  withValues,
  writtenIn,
} from "./said-in-source.ts";

const CATALOGUES: Readonly<Record<string, Catalogue>> = { zh, es, pt, ru };
const TRANSLATED = Object.entries(CATALOGUES);
const KEYS = Object.keys(en.words) as (keyof typeof en.words)[];

/** What is the same in a language as in English: words that both have, and forms that hold nothing but values. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  zh: [],
  es: ["two-sentences", "answer-no", "prompt-lead"],
  pt: ["two-sentences", "who-host", "prompt-lead", "type-status"],
  ru: ["two-sentences", "prompt-lead"],
};

/** The commands whose sentences are told in the five languages. Those of the other ones are English. */
const SOURCES = [
  "lessons/s01-agent-loop",
  "lessons/s15-mailboxes",
  "lessons/s16-team-protocols",
  "lessons/x1-shared-session",
  "user_code/practice",
  "user_code/member",
  "user_code/command-line.ts",
  "user_code/fault.ts",
  "user_code/store.ts",
];

function formsOf(text: Text): string[] {
  return typeof text === "string" ? [text] : Object.values(text);
}

function holesOf(text: string): string[] {
  return [...text.matchAll(/\{@?(\w+)\}/gu)].map(([, name = ""]) => name);
}

const union = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(holesOf))].sort();

describe.each(TRANSLATED)("the catalogue of %s", (language, { words, refusals }) => {
  test("has the keys of the English one, each with the same holes", () => {
    expect(Object.keys(words).sort()).toEqual([...KEYS].sort());
    for (const key of KEYS) {
      expect([key, union(formsOf(words[key]))]).toEqual([key, union(formsOf(en.words[key]))]);
    }
    expect([...refusals.keys()].sort()).toEqual([...en.refusals].sort());
    for (const [english, text] of refusals)
      expect([english, union([text])]).toEqual([english, union([english])]);
  });

  test("says nothing in English, but for the words that are the same", () => {
    const same = KEYS.filter((key) => JSON.stringify(words[key]) === JSON.stringify(en.words[key]));
    expect(same.sort()).toEqual([...(SAME[language] ?? [])].sort());
    expect([...refusals].filter(([english, text]) => english === text)).toEqual([]);
  });

  test("has the plural forms that the language needs, wherever English has them", () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    // A million things are never counted here, so "many" of Spanish and Portuguese has no form of its own.
    const needed = categories.filter((category) => category !== "many" || language === "ru");
    for (const key of KEYS) {
      if (typeof en.words[key] === "string") continue;
      expect([key, Object.keys(words[key]).sort()]).toEqual([key, [...needed].sort()]);
    }
  });

  test("tells each English sentence again by its own translation, and no other", () => {
    const retell = retelling(refusals);
    for (const [english, text] of refusals) {
      const filled = english.replace(/\{@?(\w+)\}/gu, "<$1>");
      expect(retell(filled)).toBe(text.replace(/\{@?(\w+)\}/gu, "<$1>"));
    }
  });
});

describe("the English catalogue", () => {
  const files = sourceFiles(["lessons", "user_code", "fixtures/model-scripts"]);

  test("holds no key that nothing says", () => {
    const said = files.flatMap(keysIn);
    const literals = new Set(
      files.filter((file) => !file.startsWith("lessons/strings/")).flatMap((file) => [...literalsIn(file)]),
    );
    const unused = KEYS.filter(
      (key) => !literals.has(key) && !said.some(({ text }) => isPutTogether(text) && isLike(key, text)),
    );
    expect(unused).toEqual([]);
  });

  test("holds what each refusal says", () => {
    const refused = sourceFiles(SOURCES).flatMap(refusalsIn);
    expect(refused.length).toBeGreaterThan(100);
    // A value of the source may be a word that the catalogue has written out, and the other way round.
    const isKnown = (said: Said): boolean =>
      en.refusals.some(
        (template) =>
          templateOf(template).form.test(withValues(said)) || isLike(withoutHoles(template), said.text),
      );
    const unknown = refused.filter((said) => !isKnown(said));
    expect(unknown).toEqual([]);
  });

  test("holds no sentence that nothing says any more", () => {
    const written = files
      .filter((file) => !file.startsWith("lessons/strings/"))
      .map(writtenIn)
      .join("\n");
    // Node.js says these of a command line, and the first word of each is in the option's place.
    const ofNode = (sentence: string): boolean =>
      /^(?:Unknown option|Option|Unexpected argument) '/.test(sentence);
    const isSaid = (sentence: string): boolean => {
      const runs = runsOf(sentence);
      return runs.filter((run) => written.includes(run)).length * 3 >= runs.length;
    };
    expect(en.refusals.filter((sentence) => !ofNode(sentence) && !isSaid(sentence))).toEqual([]);
  });

  test("holds what a person is told of a machine that holds programs less well", () => {
    for (const by of ["namespaces", "descendants", "group"] as const)
      for (const hidden of [true, false])
        for (const isPrivate of [true, false]) {
          const sentence = weaknessOf({ by, hidden, private: isPrivate });
          if (sentence !== undefined) expect(en.refusals).toContain(sentence);
        }
  });

  test("is one of five", () => {
    expect([...LANGUAGES].sort()).toEqual(["en", ...Object.keys(CATALOGUES)].sort());
  });
});

function isPutTogether(text: string): boolean {
  return text.includes("\u0001");
}

function withoutHoles(template: string): string {
  return template.replace(/\{@?(\w+)\}/gu, "<$1>");
}

/** Every three words in a row between the holes and marks of a sentence: a source may put longer ones together. */
function runsOf(sentence: string): string[] {
  return sentence.split(/\{@?\w+\}|[.:;,()] ?/u).flatMap((part) => {
    const words = part.trim().split(" ");
    if (words.length < 3) return part.trim().length > 3 ? [part.trim()] : [];
    return words.slice(2).map((_, index) => words.slice(index, index + 3).join(" "));
  });
}
