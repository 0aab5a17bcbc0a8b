import { describe, expect, test } from "vitest";
import { trimText } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { parseStrictJson } from "../../lessons/s15-mailboxes/strict-json.ts";
import { lettersOf, overwriteMailbox, refusedUnchanged, teamSession } from "../harness/sessions.ts";

/** What `str.strip()` of Python 3 takes away: the characters for which `isspace()` is true, as Python lists them. */
const PYTHON_BLANKS =
  "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
  "\u2028\u2029\u202f\u205f\u3000";

describe("the blanks around a text", () => {
  test("are those that Python's strip() takes away, of all characters there are", () => {
    const blanks: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (trimText(character) === "") blanks.push(character);
    }
    expect(blanks.join("")).toBe(PYTHON_BLANKS);
  });

  test("are taken from both ends and from nowhere else", () => {
    expect(trimText(`${PYTHON_BLANKS}a${PYTHON_BLANKS}b${PYTHON_BLANKS}`)).toBe(`a${PYTHON_BLANKS}b`);
    expect(trimText("\ufeffa\u200b")).toBe("\ufeffa\u200b");
    expect(trimText("")).toBe("");
  });

  test("are taken away as fast from a million of them as from ten", () => {
    const blanks = " ".repeat(1_000_000);
    expect(trimText(`a${blanks}b${blanks}`)).toHaveLength(1_000_002);
  });

  test("do not count in a body that is written", async () => {
    const session = teamSession();
    const body = `\u0085\u001f${"x".repeat(600)}\u001c\u2029`;
    await sendMessage(session, { sender: "lead", recipient: "reader", body });
    expect(lettersOf(session, "reader")[0]?.body).toBe("x".repeat(600));
    const blank = { sender: "lead", recipient: "reader", body: "\u0085\u001f" };
    expect(await refusedUnchanged(session, () => sendMessage(session, blank))).toMatchObject({
      code: "body-length",
      fields: { length: 0 },
    });
  });

  test("count the same in a body that is read", async () => {
    const reading = async (body: string) => {
      const session = teamSession();
      const record = { id: "reader-1", sender: "lead", recipient: "reader", body };
      await overwriteMailbox(session, "reader", `${JSON.stringify(record)}\n`);
      return () => lettersOf(session, "reader");
    };
    expect((await reading(`\u0085${"x".repeat(600)}\u001f`))()).toHaveLength(1);
    expect((await reading("\ufeff"))()).toHaveLength(1);
    expect(await reading(`\ufeff${"x".repeat(600)}`)).toThrow("the body has 601 characters");
    expect(await reading("\u0085\u001f")).toThrow("the body has 0 characters");
  });
});

describe("JSON in which each key stands once", () => {
  test.each([
    ["no object at all", '["a","a",1]', ["a", "a", 1]],
    ["a key and a value of the same text", '{"a":"a","b":"a"}', { a: "a", b: "a" }],
    ["one key in two objects", '[{"a":1},{"a":{"a":2}}]', [{ a: 1 }, { a: { a: 2 } }]],
    ["a key after an object that has it too", '{"b":{"a":1},"a":2}', { b: { a: 1 }, a: 2 }],
    ["what looks like a key in a text", String.raw`{"a":"\",\"a\":{","b":"}"}`, { a: '","a":{', b: "}" }],
    ["keys that differ in case", '{"a":1,"A":2}', { a: 1, A: 2 }],
  ])("is read: %s", (_, json, value) => {
    expect(parseStrictJson(json)).toEqual({ ok: true, value });
  });

  test.each([
    ["right away", '{"a":1,"a":1}', "a"],
    ["with blanks before the colon", '{"a" :1,"a"\n\t\r :1}', "a"],
    ["spelled in another way", String.raw`{"sender":1,"se\u006eder":2}`, "sender"],
    ["inside a list inside an object", '{"b":[0,{"a":1,"c":{},"a":2}]}', "a"],
    ["around an object", '{"a":{"b":1},"a":2}', "a"],
    ["the empty one", '{"":1,"":2}', ""],
    ["that means something to JavaScript", '{"__proto__":1,"__proto__":2}', "__proto__"],
    ["that holds a quote", String.raw`{"\"":1,"\u0022":2}`, '"'],
  ])("is refused when one stands twice, %s", (_, json, duplicate) => {
    expect(parseStrictJson(json)).toEqual({ ok: false, duplicate });
  });

  test("is no JSON when it is cut, whatever stands in it", () => {
    for (const json of ["", '{"a":1,"a":1', "{'a':1}", "undefined"])
      expect(parseStrictJson(json)).toEqual({ ok: false });
  });

  test("may be as deep and as long as it likes", () => {
    const depth = 200_000;
    const deep = parseStrictJson(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`);
    expect(deep.ok).toBe(true);
    const wide = `{${Array.from({ length: depth }, (_, index) => `"k${index}":"${"v".repeat(20)}"`).join(",")}}`;
    expect(parseStrictJson(wide).ok).toBe(true);
    expect(parseStrictJson(wide.replace('"k7"', '"k9"'))).toEqual({ ok: false, duplicate: "k9" });
  });
});
