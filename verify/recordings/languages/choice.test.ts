import { describe, expect, test } from "vitest";
import { languageOf } from "../../../lessons/strings/language.ts";
import { UsageError } from "../../../user_code/command-line.ts";
import { parseMemberArguments } from "../../../user_code/member/arguments.ts";
import { parsePracticeArguments } from "../../../user_code/practice/arguments.ts";

describe("the language of a command", () => {
  test.each([
    [{}, "en"],
    [{ LANG: "" }, "en"],
    [{ LANG: "C" }, "en"],
    [{ LANG: "POSIX" }, "en"],
    [{ LANG: "C.UTF-8" }, "en"],
    [{ LANG: "es" }, "es"],
    [{ LANG: "es_AR.UTF-8" }, "es"],
    [{ LANG: "pt_BR.UTF-8" }, "pt"],
    [{ LANG: "pt-PT" }, "pt"],
    [{ LANG: "ru_RU.KOI8-R" }, "ru"],
    [{ LANG: "ru_RU.UTF-8@icu" }, "ru"],
    [{ LANG: "zh_CN.GB18030" }, "zh"],
    [{ LANG: "zh_TW.UTF-8" }, "zh"],
    [{ LANG: "zh_Hant_TW" }, "zh"],
    [{ LANG: "ZH_cn" }, "zh"],
    [{ LANG: "de_DE.UTF-8" }, "en"],
    [{ LANG: "est" }, "en"],
    [{ LANG: "ru; rm -rf" }, "en"],
    [{ LANG: "zh\u0000" }, "en"],
    [{ LANG: "/usr/share/locale/ru" }, "en"],
    [{ LC_ALL: "es_ES.UTF-8", LC_MESSAGES: "pt_BR.UTF-8", LANG: "ru_RU.UTF-8" }, "es"],
    [{ LC_ALL: "", LC_MESSAGES: "pt_BR.UTF-8", LANG: "ru_RU.UTF-8" }, "pt"],
    [{ LC_MESSAGES: "", LANG: "ru_RU.UTF-8" }, "ru"],
    [{ LC_ALL: "C", LANG: "ru_RU.UTF-8" }, "en"],
  ])("in the environment %j is %s", (environment, language) => {
    expect(languageOf([], environment)).toBe(language);
  });

  test.each([
    [["--lang", "zh"], "zh"],
    [["--lang=ru"], "ru"],
    [["--plan", "maybe", "--lang", "pt", "stray"], "pt"],
    [["--lang", "de"], "es"],
    [["--lang", "ZH"], "es"],
    [["--lang"], "es"],
    [["--", "--lang", "zh"], "es"],
    [["--language", "zh"], "es"],
  ])("is what %j says, else that of the environment", (argv, language) => {
    expect(languageOf(argv, { LANG: "es_ES.UTF-8" })).toBe(language);
  });

  test.each(["de", "ZH", "zh_CN", "en ", "__proto__", ""])("cannot be %j, and the five are named", (lang) => {
    const sentence = `--lang takes en or zh or es or pt or ru, not ${JSON.stringify(lang)}.`;
    expect(() => parsePracticeArguments(["--lang", lang])).toThrow(new UsageError(sentence));
    expect(() => parseMemberArguments(["--lang", lang, "--help"])).toThrow(new UsageError(sentence));
  });
});
