import { describe, expect, test } from "vitest";
import type { Context, Intent } from "../../fixtures/model-scripts/console-intent.ts";
import { readSentence } from "../../fixtures/model-scripts/console-sentences.ts";

const everyone = new Set(["alice", "bob", "charlie"]);
const team: Context = { names: everyone, open: everyone, last: "bob" };

function read(sentence: string): unknown {
  const reading = readSentence(sentence, team);
  return "unknown" in reading ? `not understood: ${reading.unknown}` : reading.intents;
}

function hintOf(sentence: string): string {
  const reading = readSentence(sentence, team);
  return "unknown" in reading ? reading.hint : "understood";
}

const bash = (command: string): Intent => ({ intent: "job", tool: "bash", input: { command } });
const edit = (old_text: string, new_text: string, path = "auth.py"): Intent => ({
  intent: "job",
  tool: "edit_file",
  input: { path, old_text, new_text },
});
const write = (content: string, path: string): Intent => ({
  intent: "job",
  tool: "write_file",
  input: { path, content: `${content}\n` },
});
const message = (name: string, content: string): Intent => ({ intent: "message", name, content });

/** Everything that can stand between two clauses. */
const GLUE = [
  " and ",
  " and then ",
  ", and ",
  ", then ",
  ", ",
  "; ",
  ";",
  ". ",
  ". Then ",
  ". And then, please, ",
  "! ",
  "\n",
  " then ",
  "; then ",
];

const QUOTES = ['""', "''", "``", "“”", "‘’", "«»", "„“"];

/** Two clauses of each kind, and what they mean whatever joins them and whatever quotes their texts. */
const PAIRS: Record<string, { clauses: (quote: (text: string) => string) => string[]; intents: Intent[] }> = {
  replace: {
    clauses: (q) => [
      `Replace ${q("ada")} with ${q("eve")} in auth.py`,
      `replace ${q("alan")} with ${q("bob")} in auth.py`,
    ],
    intents: [edit("ada", "eve"), edit("alan", "bob")],
  },
  run: {
    clauses: (q) => [`Run ${q("echo one")}`, `run ${q("echo two")}`],
    intents: [bash("echo one"), bash("echo two")],
  },
  write: {
    clauses: (q) => [`Write ${q("one")} to a.txt`, `write ${q("two")} to b.txt`],
    intents: [write("one", "a.txt"), write("two", "b.txt")],
  },
  tell: {
    clauses: (q) => [`Tell alice ${q("it is noon")}`, `tell bob: ${q("go on")}`],
    intents: [message("alice", "it is noon"), message("bob", "go on")],
  },
  ask: {
    clauses: (q) => [`Ask alice ${q("read auth.py")}`, `ask bob to ${q("run ls")}`],
    intents: [message("alice", "read auth.py"), message("bob", "run ls")],
  },
};

describe("two clauses are two, whatever joins them", () => {
  for (const [kind, { clauses, intents }] of Object.entries(PAIRS)) {
    for (const glue of GLUE) {
      test(`${kind}, in every kind of quotes, joined by ${JSON.stringify(glue)}`, () => {
        for (const [open = "", close = ""] of QUOTES.map((pair) => [...pair])) {
          const sentence = clauses((text) => `${open}${text}${close}`).join(glue);
          expect([sentence, read(sentence)]).toEqual([sentence, intents]);
        }
      });
    }
  }

  for (const glue of GLUE.filter((each) => !each.startsWith("!") && !each.startsWith("."))) {
    test(`without quotes, joined by ${JSON.stringify(glue)}`, () => {
      const joined = (one: string, other: string): unknown => read(`${one}${glue}${other}`);
      expect(joined("Run echo one", "run echo two")).toEqual([bash("echo one"), bash("echo two")]);
      expect(joined("Write one to a.txt", "write two to b.txt")).toEqual(PAIRS.write?.intents);
      expect(joined("Replace ada with eve in auth.py", "replace alan with bob in auth.py")).toEqual(
        PAIRS.replace?.intents,
      );
      expect(joined("Tell alice it is noon", "tell bob to go on")).toEqual(PAIRS.tell?.intents);
      expect(joined("Ask alice to read auth.py", "ask bob to run ls")).toEqual(PAIRS.ask?.intents);
    });
  }

  test("nothing inside quotes joins or ends anything", () => {
    const inside = "one and run two; then. Then replace a with b in c.py, and tell alice: hi!\nwrite x to y";
    expect(read(`Run "${inside}" and run “pwd”`)).toEqual([bash(inside), bash("pwd")]);
    expect(read(`Tell alice '${inside}'. Then list teammates.`)).toEqual([
      message("alice", inside),
      { intent: "list" },
    ]);
    expect(read(`Replace \`${inside}\` with "in b.py" in c.py`)).toEqual([edit(inside, "in b.py", "c.py")]);
    expect(read(`Write «${inside}» to a.txt`)).toEqual([write(inside, "a.txt")]);
    expect(read('Run "echo \\"one and run two\\""')).toEqual([bash('echo "one and run two"')]);
  });

  test("an apostrophe inside a word opens nothing", () => {
    expect(read("Tell alice it's bob's turn and don't wait")).toEqual([
      message("alice", "it's bob's turn and don't wait"),
    ]);
    expect(read("Tell alice 'it's noon' and tell bob ‘it’s one’")).toEqual([
      message("alice", "it's noon"),
      message("bob", "it’s one"),
    ]);
  });
});

describe("what is left over makes the whole line nothing", () => {
  for (const begin of [
    'Replace "ada" with "eve" in auth.py',
    'Run "echo one"',
    'Write "one" to a.txt',
    'Tell alice "hi"',
    "Spawn dave as a coder",
    "List teammates",
  ]) {
    for (const rest of ["make tea", "this was it", "alan with bob in auth.py", "dance with the wolves"]) {
      for (const glue of [" and ", ", ", "; ", ". Then ", "\n", " "]) {
        const sentence = `${begin}${glue}${rest}`;
        test(JSON.stringify(sentence), () => expect(read(sentence)).toMatch(/^not understood: /));
      }
    }
  }

  test("joints at the end of a line join nothing", () => {
    for (const sentence of [
      "Run ls and",
      "List teammates and then",
      'Tell alice "hi" and',
      "List teammates, and",
    ]) {
      expect([sentence, read(sentence)]).toEqual([sentence, expect.stringMatching(/^not understood/)]);
    }
  });

  test("words about what was said before are no part of it", () => {
    for (const sentence of [
      "List teammates and that is all there is",
      "List teammates, that is all",
      "List teammates that is all",
      "Spawn dave as a coder, that is all there is",
      "Spawn dave as a coder and that is all there is",
      "Shut down alice and that is it",
      "Approve bob's plan and the rest",
      "Approve bob's plan and the request",
      "Shut down alice, off",
    ]) {
      expect([sentence, read(sentence)]).toEqual([sentence, expect.stringMatching(/^not understood/)]);
    }
  });

  test("a quote that is not closed is named", () => {
    for (const open of ['"', "'", "`", "“", "‘", "«", "„"]) {
      expect(read(`Run ${open}echo one and run pwd`)).toBe(`not understood: ${open}echo one and run pwd`);
    }
    expect(hintOf('Run "echo one')).toContain("not closed");
  });

  test("a text that goes on behind its quotes is not cut for the person", () => {
    expect(hintOf('Write "one" and "two" to a.txt')).toBe(
      'The quotes must hold all of it: Write "hello" to notes.txt',
    );
    expect(hintOf('Run "ls" -la')).toBe(`The quotes must hold all of it: Run '"ls" -la'`);
    expect(hintOf('Tell alice "hi" there')).toBe(`The quotes must hold all of it: Tell alice '"hi" there'`);
  });
});

describe("a command without quotes", () => {
  test("is one command up to the end of its clause, whatever a shell makes of it", () => {
    expect(read("Run echo a && echo b")).toEqual([bash("echo a && echo b")]);
    expect(read("Run cat a.txt | wc -l > 'n and m.txt'")).toEqual([
      bash("cat a.txt | wc -l > 'n and m.txt'"),
    ]);
    expect(read('Run echo "salt and pepper"')).toEqual([bash('echo "salt and pepper"')]);
    expect(read("Run ls .")).toEqual([bash("ls .")]);
    expect(read("Run cd ..")).toEqual([bash("cd ..")]);
    expect(read("Run ls.")).toEqual([bash("ls")]);
    expect(read("Run echo what?")).toEqual([bash("echo what?")]);
  });

  test("needs quotes when it holds what could join two, and the answer says so", () => {
    const quotes = (command: string) =>
      `A command with "and" or a comma in it needs quotes: Run "${command}"   or two: Run ls and run pwd`;
    expect(hintOf("Run echo salt and pepper")).toBe(quotes("echo salt and pepper"));
    expect(hintOf("Run ls and pwd")).toBe(quotes("ls and pwd"));
    expect(hintOf("Run echo a, b")).toBe(quotes("echo a, b"));
    expect(hintOf("Ejecuta ls y pwd")).toBe(quotes("ls y pwd"));
    expect(hintOf("Run ls; pwd")).toBe('If it belongs to the words before it, quote them: Run "ls; pwd"');
  });

  test("begins with a command and not with words about one", () => {
    for (const sentence of ["Run it", "Run the tests", "Run tests", "Run that again"]) {
      expect([sentence, hintOf(sentence)]).toEqual([
        sentence,
        "Type the command itself: Run python3 test_auth.py",
      ]);
    }
  });
});

describe("words for somebody else", () => {
  test("end where the sentence ends, and quotes hold more than one", () => {
    expect(read("Tell alice the build is red. Then rest.")).toBe("not understood: Then rest");
    expect(hintOf("Tell alice the build is red. Then rest.")).toBe(
      'If it belongs to the words before it, quote them: Tell alice "the build is red. Then rest"',
    );
    expect(hintOf("Reject bob's plan because it is late; go home")).toBe(
      `If it belongs to the words before it, quote them: Reject bob's plan because "it is late; go home"`,
    );
  });

  test("and a piece of work behind them are not guessed apart", () => {
    for (const sentence of [
      "Ask alice to run ls and run pwd",
      "Tell alice to read auth.py, then write notes to b.txt",
      "Spawn dave to read auth.py and run ls",
      "Tell alice if it fails then stop",
      "Tell alice if it fails and tell bob hi",
    ]) {
      expect([sentence, hintOf(sentence)]).toEqual([
        sentence,
        expect.stringMatching(/^Who is to do that\? /),
      ]);
    }
    expect(hintOf("Ask alice to run ls and run pwd")).toBe(
      'Who is to do that? Either: Ask alice to "run ls and run pwd"   or: Ask alice to run ls. Run pwd',
    );
    expect(read('Ask alice to "run ls and run pwd"')).toEqual([message("alice", "run ls and run pwd")]);
    expect(read("Ask alice to run ls. Run pwd")).toEqual([message("alice", "run ls."), bash("pwd")]);
  });

  test("go to everybody who is named", () => {
    expect(read("Tell alice, bob and charlie: it is noon")).toEqual(
      ["alice", "bob", "charlie"].map((name) => message(name, "it is noon")),
    );
    expect(read("alice: read auth.py")).toEqual([message("alice", "read auth.py")]);
  });
});

test("a sentence that could be cut in two ways is not cut", () => {
  expect(read("Replace a with b with c in d.py")).toMatch(/^not understood/);
  expect(read("Replace ada with eve in auth.py and alan with bob in auth.py")).toMatch(/^not understood/);
  for (const sentence of [
    "Replace x in y with z in a.py",
    "Replace x with y in auth.py with care",
    "Replace a with b in x.py and in y.py",
    "Write hello to a.txt or to b.txt",
    "Write hello to a.txt and to b.txt",
    "Write hello to a.txt and b.txt",
    "Tell alice and zed: hi",
    "Tell everyone and bob: hi",
    "Tell alice hi or tell bob ho",
    "Run ls or run pwd",
    "Run ls before you run pwd",
    "Run ls but not pwd",
    "Spawn dora as a coder or tester",
    "shut down alice or bob",
  ]) {
    expect([sentence, read(sentence)]).toEqual([sentence, expect.stringMatching(/^not understood/)]);
  }
  expect(read("Replace ada in auth.py with eve")).toEqual([edit("ada", "eve")]);
  expect(read('Replace "x in y" in auth.py with "a with b"')).toEqual([edit("x in y", "a with b")]);
  expect(read("Write hello to the world to notes.txt")).toEqual([write("hello to the world", "notes.txt")]);
});
