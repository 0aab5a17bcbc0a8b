import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { createStepper, StoppedByLearner } from "../../user_code/practice/stepper.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { openTerminal, type Terminal } from "../harness/processes/terminal.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { installDoorbell } from "../program/python-workspace.ts";

const PROMPT = "[Enter] next  [s] state  [q] quit ";
const KEYS = "That key does nothing here: Enter goes on, s shows state and mailboxes, q or Ctrl-D quits.";

type Held = { input: PassThrough; written: () => string; next: () => Promise<void> };

/** A stepper whose input is what the test writes into it. */
function hold(): Held {
  const input = new PassThrough();
  let written = "";
  const stepper = createStepper({
    input,
    write: (text) => {
      written += text;
    },
    inspect: () => "(state)",
  });
  onTestFinished(() => stepper.close());
  return { input, written: () => written, next: stepper.next };
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe("the keys of --step", () => {
  test.each(["\r", "\n", "\r\n"])("%j is one Enter and goes on once", async (enter) => {
    const { input, next, written } = hold();
    input.write(`${enter}q`);
    await next();
    await expect(next()).rejects.toThrow(StoppedByLearner);
    expect(written()).toBe(`   ${PROMPT}\n   ${PROMPT}\n`);
  });

  test.each(["q", "Q", "\u0004", "\u0003"])("%j quits", async (key) => {
    const { input, next, written } = hold();
    input.write(key);
    await expect(next()).rejects.toThrow(StoppedByLearner);
    expect(written()).not.toContain(KEYS);
  });

  test.each(["s", "S"])("%j shows the state and waits on", async (key) => {
    const { input, next, written } = hold();
    input.write(`${key}\n`);
    await next();
    expect(written()).toBe(`   ${PROMPT}\n(state)\n   ${PROMPT}\n`);
  });

  test.each([
    ["a letter", "x"],
    ["a blank", " "],
    ["an arrow", "\u001b[A"],
    ["an arrow of an application's keypad", "\u001bOA"],
    ["F5 with Shift", "\u001b[15;2~"],
    ["Escape", "\u001b"],
    ["Alt and a letter that has a meaning", "\u001bq"],
    ["a letter of two characters", "\u{1f600}"],
    ["Ctrl-Z", "\u001a"],
    ["what was pasted", "hello, world"],
  ])("%s says in one line what the keys are, and waits on", async (_, key) => {
    const { input, next, written } = hold();
    const passed = next();
    input.write(key);
    input.write("\n");
    await passed;
    expect(written()).toBe(`   ${PROMPT}\n   ${KEYS}\n   ${PROMPT}\n`);
  });

  test("a letter whose bytes come one by one is one key", async () => {
    const { input, next, written } = hold();
    const passed = next();
    for (const byte of Buffer.from("é")) input.write(Buffer.of(byte));
    input.write("\n");
    await passed;
    expect(count(written(), KEYS)).toBe(1);
  });

  test("two keys that mean nothing, each pressed alone, are answered one by one", async () => {
    const { input, next, written } = hold();
    const passed = next();
    input.write("x");
    input.write("y");
    input.write("\n");
    await passed;
    expect(count(written(), KEYS)).toBe(2);
  });

  test("the end of the input goes on, at this event and at all that follow", async () => {
    const { input, next } = hold();
    input.end("x");
    await next();
    await next();
  });
});

test("an input that fails counts as ended", async () => {
  const { input, next } = hold();
  const passed = next();
  input.destroy(new Error("EIO"));
  await passed;
  await next();
});

/** The practice at a terminal with `--step`. */
function practiseAtTerminal(...flags: string[]): Terminal & { dir: string } {
  const dir = join(temporaryFolder(), "session");
  const terminal = openTerminal([bundle("practice"), "--step", "--dir", dir, ...flags]);
  onTestFinished(() => terminal.kill());
  return { ...terminal, dir };
}

describe("--step at a terminal", () => {
  test("rustlings#2111: S and Q do what s and q do", async () => {
    const { shows, type, ended } = practiseAtTerminal();
    await shows(PROMPT);
    type("S");
    await shows("mailboxes");
    await shows(PROMPT);
    type("Q");
    expect(await ended).toMatchObject({
      code: 0,
      screen: expect.stringMatching(/Stopped\. Session folder: \S+/),
    });
  });

  test("an arrow says what the keys are, and Ctrl-D quits", async () => {
    const { shows, type, ended } = practiseAtTerminal();
    await shows(PROMPT);
    type("\u001b[A");
    await shows(KEYS);
    await shows(PROMPT);
    type("\u0004");
    const { code, screen } = await ended;
    expect([code, count(screen, KEYS)]).toEqual([0, 1]);
    expect(screen).toContain("Stopped.");
  });

  test("Ctrl-C at a prompt quits", async () => {
    const { shows, type, ended } = practiseAtTerminal();
    await shows(PROMPT);
    type("\u0003");
    expect(await ended).toMatchObject({ code: 0, screen: expect.stringContaining("Stopped.") });
  });

  test("Ctrl-C while main.py runs ends both", async () => {
    const bell = await installDoorbell();
    const { shows, type, ended, dir } = practiseAtTerminal("--decision", "allow");
    await shows(PROMPT);
    const waiting = `import socket\nbell = socket.socket(socket.AF_UNIX)\nbell.connect(${JSON.stringify(bell.path)})\nbell.recv(1)\n`;
    writeFileSync(join(dir, "workspace/main.py"), waiting);
    // Typed ahead: each is one event, and main.py runs long before the last one.
    type("\r".repeat(25));
    await bell.came;
    type("\u0003");
    expect((await ended).code).toBe(130);
    await bell.gone;
  });
});
