import { PassThrough, Writable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { LINE_CHARACTERS, type Lines, pipedLines, terminalLines } from "../../user_code/console/lines.ts";

type Typed = {
  lines: Lines;
  type: (text: string) => Promise<void>;
  screen: () => string;
  interrupts: () => number;
};

/** Lines of a terminal at which the test types. */
function terminal(
  complete = async (line: string): Promise<[string[], string]> => [[`${line}!`], line],
): Typed {
  const input = new PassThrough();
  let screen = "";
  let interrupts = 0;
  const output = new Writable({
    write: (piece, _, done) => {
      screen += String(piece);
      done();
    },
  });
  const lines = terminalLines({
    input,
    output,
    canEdit: true,
    prompt: "you > ",
    complete,
    onInterrupt: () => {
      interrupts += 1;
    },
  });
  onTestFinished(() => lines.close());
  return {
    lines,
    screen: () => screen,
    interrupts: () => interrupts,
    type: async (text) => {
      input.write(text);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    },
  };
}

describe("lines from a terminal", () => {
  test("come one by one behind their prompt, those that were typed ahead too", async () => {
    const { lines, type, screen } = terminal();
    const first = lines.next();
    expect(screen()).toContain("you > ");
    await type("one\rtwo\rthree\r");
    expect([await first, await lines.next(), await lines.next()]).toEqual(["one", "two", "three"]);
  });

  test("that were typed ahead answer no question", async () => {
    const { lines, type, screen } = terminal();
    await type("y\r");
    const answer = lines.ask("Allow? ");
    expect(screen()).toContain("Allow? ");
    await type("n\r");
    expect(await answer).toBe("n");
    expect(await lines.next()).toBe("y");
    const next = lines.next();
    await type("again\r");
    expect(await next).toBe("again");
  });

  test("end when it is closed, for who waits and for who comes later; a question is answered with nothing", async () => {
    const waiting = terminal();
    const next = waiting.lines.next();
    waiting.lines.close();
    expect(await next).toBeUndefined();
    expect(await waiting.lines.next()).toBeUndefined();
    expect(await waiting.lines.ask("Allow? ")).toBe("");
    expect(waiting.screen()).not.toContain("Allow? ");
    const asked = terminal();
    const answer = asked.lines.ask("Allow? ");
    asked.lines.close();
    expect(await answer).toBe("");
  });

  test("can be called back with the arrow, but an answer cannot", async () => {
    const { lines, type } = terminal();
    const line = lines.next();
    await type("a sentence\r");
    await line;
    const answer = lines.ask("Allow? ");
    await type("yes\r");
    expect(await answer).toBe("yes");
    const again = lines.next();
    await type("\u001b[A\r");
    expect(await again).toBe("a sentence");
  });

  test("are completed with Tab, and not when what is offered cannot be found out", async () => {
    const whole = terminal();
    const line = whole.lines.next();
    await whole.type("wait\t");
    await whole.type("\r");
    expect(await line).toBe("wait!");
    const failing = terminal(() => Promise.reject(new Error("No session.")));
    const same = failing.lines.next();
    await failing.type("wait\t");
    await failing.type("\r");
    expect(await same).toBe("wait");
  });

  test("tell of Ctrl-C and go on", async () => {
    const { lines, type, interrupts } = terminal();
    const line = lines.next();
    await type("\u0003");
    expect(interrupts()).toBe(1);
    await type("on\r");
    expect(await line).toBe("on");
  });
});

/** All lines of what comes from a pipe in these pieces. */
async function piped(...pieces: (string | Buffer)[]): Promise<string[]> {
  const input = new PassThrough();
  for (const piece of pieces) input.write(piece);
  input.end();
  const lines = pipedLines(input);
  const all: string[] = [];
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) all.push(line);
  expect(await lines.next()).toBeUndefined();
  return all;
}

describe("lines from a pipe", () => {
  test("end at a line feed and nowhere else, with or without a carriage return", async () => {
    expect(await piped("one\ntwo\r\nth\rree\u2028\u0085\n\nlast")).toEqual([
      "one",
      "two",
      "th\rree\u2028\u0085",
      "",
      "last",
    ]);
    expect(await piped("one\n")).toEqual(["one"]);
    expect(await piped()).toEqual([]);
  });

  test("may come in pieces, also in the middle of a character", async () => {
    const bytes = Buffer.from("dé\nja");
    expect(await piped(bytes.subarray(0, 2), bytes.subarray(2, 3), bytes.subarray(3), " vu\n")).toEqual([
      "dé",
      "ja vu",
    ]);
    expect(await piped(Buffer.from([0x61, 0xc3]))).toEqual(["a\ufffd"]);
  });

  test("are kept only so far that one can see that they are too long", async () => {
    const long = "x".repeat(LINE_CHARACTERS);
    expect(await piped(long)).toEqual([long]);
    expect(await piped(`${long}${long}`)).toEqual([`${long}x`]);
  });

  test("answer no question, and come no more once they are closed", async () => {
    const input = new PassThrough();
    const lines = pipedLines(input);
    expect(await lines.ask("Allow? ")).toBe("");
    const next = lines.next();
    lines.close();
    expect(await next).toBeUndefined();
    expect(input.destroyed).toBe(true);
  });
});
