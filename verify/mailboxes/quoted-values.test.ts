import { describe, expect, test } from "vitest";
import { ProtocolError, printable, quoted } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { safeLine, safeText } from "../../lessons/s15-mailboxes/safe-text.ts";

describe("a value in a sentence for people", () => {
  test.each([
    ["a control character", "a\u001bb", String.raw`"a\u001bb"`],
    ["a control character that JSON leaves alone", "a\u0085b", String.raw`"a\u0085b"`],
    ["a character that turns the text around", "a\u202eb", String.raw`"a\u202eb"`],
    ["an isolate that is never ended", "\u2067", String.raw`"\u2067"`],
    ["a line separator", "a\u2028b", String.raw`"a\u2028b"`],
    ["half of a surrogate pair", "a\ud83d", String.raw`"a\ud83d"`],
    ["a line feed", "a\nb", String.raw`"a\nb"`],
  ])("shows %s by its number", (_what, value, shown) => {
    expect(quoted(value)).toBe(shown);
    expect(printable(value)).toBe(shown);
  });

  test("a harmless file name stands there as it is, a harmless text in quotes", () => {
    expect(printable("notes of May.txt")).toBe("notes of May.txt");
    expect(quoted("notes of May.txt")).toBe('"notes of May.txt"');
  });

  test("begins no line of its own in a refusal, and brings no terminal to do anything", () => {
    const { message } = new ProtocolError("direction", "/tmp/a\nResult: fine.\u001b[2K\ud800 is wrong.");
    expect(message).toBe(String.raw`/tmp/a\nResult: fine.\u001b[2K\ud800 is wrong.`);
  });
});

describe("text that goes to a terminal", () => {
  /** One of each kind of what a terminal would obey or nobody would see. */
  const hidden = [
    ...[
      "\u0000",
      "\u0007",
      "\b",
      "\v",
      "\f",
      "\r",
      "\u001b",
      "\u007f",
      "\u0080",
      "\u0085",
      "\u009b",
      "\u009f",
    ],
    ...["\u061c", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2064"],
    ...["\u2066", "\u2069", "\u206a", "\ufeff", "\ufff9", "\ufffb", "\u{1d173}", "\u{e0001}", "\u{e0041}"],
    ...[
      "\u{e007f}",
      "\u034f",
      "\u115f",
      "\u1160",
      "\u17b4",
      "\u180e",
      "\u3164",
      "\uffa0",
      "\u2065",
      "\ufff0",
    ],
    ...["\u{e0fff}", "\ue000", "\u{10fffd}", "\ufffe", "\ufdd0", "\ud83d", "\udc00"],
  ];
  test.each(hidden.map((character) => [JSON.stringify(safeText(character)), character]))(
    "shows %s by its number, alone and between letters",
    (_, character) => {
      for (const text of [character, `a${character}b`, `${character}${character}`]) {
        expect(safeText(text)).toMatch(/^a?(?:\\u[0-9a-f]{4})+b?$/u);
        expect(JSON.parse(`"${safeText(text)}"`)).toBe(text);
      }
    },
  );

  test.each([
    ["Persian with its non-joiner", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["Hindi with its joiner", "\u0915\u094d\u200d\u0937"],
    ["a soft hyphen in a word", "Donau\u00addampf\u00adschiff"],
    ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["a person with a tone of skin and a job", "\u{1f469}\u{1f3fd}\u200d\u{1f4bb}"],
    ["a heart on fire, with a variation selector", "\u2764\ufe0f\u200d\u{1f525}"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["an ideograph with its variant", "\u845b\u{e0100}"],
    ["accents that stand alone", "e\u0301 n\u0303"],
    ["an address in any script, and blanks of all widths", "\u00fc\u2003\u65e5\u672c\u3000\u05d0 1"],
    ["lines", "one\ntwo"],
  ])("leaves %s as it is", (_, text) => {
    expect(safeText(text)).toBe(text);
  });

  test.each([
    ["a joiner at the end of a word", "a\u200d b"],
    ["a joiner beside a joiner", "a\u200d\u200db"],
    ["a soft hyphen between digits", "1\u00ad2"],
    ["a variation selector beside another", "a\ufe0f\ufe0e"],
    ["a variation selector at the beginning", "\ufe0fa"],
  ])("shows what joins nothing: %s", (_, text) => {
    expect(safeText(text)).not.toBe(text);
  });

  test("shows a tab as blanks and, on one line, a line feed by its letter", () => {
    expect(safeText("a\tb\nc")).toBe("a    b\nc");
    expect(safeLine("a\tb\nc\r\n")).toBe(String.raw`a    b\nc\u000d\n`);
  });

  test("does not change when it goes there twice", () => {
    const text = `${hidden.join("x")}\n\t`;
    expect(safeText(safeText(text))).toBe(safeText(text));
    expect(safeLine(safeLine(text))).toBe(safeLine(text));
  });
});
