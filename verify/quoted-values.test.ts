import { describe, expect, test } from "vitest";
import { printable, quoted } from "../lessons/s15-mailboxes/protocol-error.ts";

describe("a value in a sentence for people", () => {
  test.each([
    ["a control character", "a\u001bb", String.raw`"a\u001bb"`],
    ["a control character that JSON leaves alone", "a\u0085b", String.raw`"a\u0085b"`],
    ["a character that turns the text around", "a\u202eb", String.raw`"a\u202eb"`],
    ["an isolate that is never ended", "\u2067", String.raw`"\u2067"`],
  ])("shows %s by its number", (_what, value, shown) => {
    expect(quoted(value)).toBe(shown);
    expect(printable(value)).toBe(shown);
  });

  test("a harmless file name stands there as it is, a harmless text in quotes", () => {
    expect(printable("notes of May.txt")).toBe("notes of May.txt");
    expect(quoted("notes of May.txt")).toBe('"notes of May.txt"');
  });
});
