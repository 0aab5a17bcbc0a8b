import { describe, expect, test } from "vitest";
import { callTitle, wholeCall } from "../../user_code/console/call-text.ts";
import { isYes, questionText } from "../../user_code/console/host-question.ts";

describe("an answer to the host's question", () => {
  for (const answer of ["y", "Y", "yes", "YES", "Yes", " y ", "\tyes\r"]) {
    test(`${JSON.stringify(answer)} is a yes`, () => expect(isYes(answer)).toBe(true));
  }
  const no = [
    "",
    " ",
    "n",
    "no",
    "yy",
    "ye",
    "yess",
    "yeah no",
    "yes please",
    "y n",
    "y.",
    "yes!",
    "y\nn",
    "ja",
    "ok",
    "1",
    "true",
    "[y]",
    "allow",
    "ｙ",
  ];
  for (const answer of no) {
    test(`${JSON.stringify(answer)} is a no`, () => expect(isYes(answer)).toBe(false));
  }
});

const bash = (command: string) => ({ tool: "bash", input: { command } }) as const;
const write = (content: string, path = "a.txt") =>
  ({ tool: "write_file", input: { path, content } }) as const;
const edit = (old_text: string, new_text: string) =>
  ({ tool: "edit_file", input: { path: "a.txt", old_text, new_text } }) as const;

/** What the lines of a call say when the breaks of long lines are taken out again. */
function joined(lines: readonly string[]): string {
  return lines.map((line, index) => (line.startsWith("  ") && index > 0 ? line.slice(2) : line)).join("");
}

describe("the host's question", () => {
  test("shows who wants to do what, the path in its normal form and the whole text", () => {
    expect(questionText("bob", write("one\ntwo\n", `${"./".repeat(40)}auth.py`))).toBe(
      "  bob wants to run write_file auth.py\n    + one\n    + two",
    );
  });

  test("never cuts a path, a command or a text, however long", () => {
    const path = `${"folder/".repeat(40)}auth.py`;
    expect(questionText("bob", write("x\n", path))).toContain(` ${path}\n`);
    const command = `echo ${"a".repeat(1_900)}; rm -rf .`;
    expect(joined(wholeCall(bash(command), 72).lines)).toBe(`$ ${command}`);
    const long = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join("\n");
    const whole = wholeCall(write(`${long}\n`), 72);
    expect(whole.lines).toEqual(long.split("\n").map((line) => `+ ${line}`));
    expect(whole.title).toBe("write_file a.txt (2000 lines, all of them below)");
  });

  test("cannot be pushed off the screen unnoticed: blanks are lines too", () => {
    const { title, lines } = wholeCall(bash(`echo ok${" ".repeat(1_900)}; rm -rf .`), 72);
    expect(title).toBe(`bash (${lines.length} lines, all of them below)`);
    expect(lines.at(-1)).toMatch(/; rm -rf \.$/);
    expect(lines.every((line) => line.length <= 72 + "\\u{20}".length)).toBe(true);
  });

  test("spells out what cannot be seen or would be obeyed", () => {
    const spelled: [text: string, shown: string][] = [
      ["\u001b[2J", "\\u{1b}[2J"],
      ["a\rb", "a\\u{d}b"],
      ["a\tb", "a\\u{9}b"],
      ["\u202egnp.exe", "\\u{202e}gnp.exe"],
      ["\u2066x\u2069", "\\u{2066}x\\u{2069}"],
      ["rm\u00a0-rf", "rm\\u{a0}-rf"],
      ["a\u200bb", "a\\u{200b}b"],
      ["a\u3164b", "a\\u{3164}b"],
      ["a\u2028b", "a\\u{2028}b"],
      ["a\u0085b", "a\\u{85}b"],
      ["end ", "end\\u{20}"],
      ["日本 é 👍", "日本 é 👍"],
    ];
    for (const [text, shown] of spelled) {
      expect(questionText("bob", bash(text))).toBe(`  bob wants to run bash\n    $ ${shown}`);
      expect(wholeCall(write(`${text}\n`), 72).lines).toEqual([`+ ${shown}`]);
    }
    expect(questionText("bob", write("", "\u202eyp.htua"))).toContain("write_file \\u{202e}yp.htua\n");
  });

  test("tells texts apart that differ in a line feed at their end, and empty ones", () => {
    expect(wholeCall(write("a\n"), 72).lines).toEqual(["+ a"]);
    expect(wholeCall(write("a"), 72).lines).toEqual(["+ a", "(no line feed at the end)"]);
    expect(wholeCall(write("a\n\n"), 72).lines).toEqual(["+ a", "+"]);
    expect(wholeCall(write("\n"), 72).lines).toEqual(["+"]);
    expect(wholeCall(write(""), 72).lines).toEqual(["(the file is empty then)"]);
    expect(wholeCall(edit("a\n", "b\n"), 72).lines).toEqual(["- a", "+ b"]);
    expect(wholeCall(edit("a\n", "b"), 72).lines).toEqual(["- a", "+ b", "(no line feed at the end)"]);
    expect(wholeCall(edit("a", "b\n"), 72).lines).toEqual(["- a", "(no line feed at the end)", "+ b"]);
    expect(wholeCall(edit("a", ""), 72).lines).toEqual(["- a"]);
  });
});

test("the row of a finished call keeps its path whole and says where it cuts a command", () => {
  const path = `${"folder/".repeat(20)}auth.py`;
  expect(callTitle("read_file", { path })).toBe(`read_file ${path}`);
  expect(callTitle("write_file", { path: `.//${path}`, content: "" })).toBe(`write_file ${path}`);
  expect(callTitle("bash", { command: "x".repeat(70) })).toBe(`bash ${"x".repeat(59)}…`);
  expect(callTitle("list_teammates", {})).toBe("list_teammates");
});
