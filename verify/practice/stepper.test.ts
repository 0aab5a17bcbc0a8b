import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { createStepper, inspectSession, StoppedByLearner } from "../../user_code/practice/stepper.ts";
import { changeRequest, memorySession } from "../harness/sessions.ts";

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

describe("an input that is a terminal", () => {
  /** One that says whether its keys come one by one, and how often the stepper asked for an interrupt. */
  function holdTerminal() {
    const raw: boolean[] = [];
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (mode: boolean) => void raw.push(mode),
    });
    let written = "";
    let interrupts = 0;
    const stepper = createStepper({
      input,
      write: (text) => {
        written += text;
      },
      inspect: () => "(state)",
      interrupt: () => {
        interrupts += 1;
      },
    });
    return { input, raw, stepper, written: () => written, interrupts: () => interrupts };
  }

  test("gives its keys one by one until the stepper is closed, which leaves nobody who listens", async () => {
    const { input, raw, stepper } = holdTerminal();
    expect(raw).toEqual([true]);
    expect(["data", "end", "error"].map((event) => input.listenerCount(event))).toEqual([1, 1, 1]);
    stepper.close();
    expect(raw).toEqual([true, false]);
    expect(["data", "end", "error"].map((event) => input.listenerCount(event))).toEqual([0, 0, 0]);
    expect(input.isPaused()).toBe(true);
  });

  test("has its question wiped away when a key goes on", async () => {
    const { input, stepper, written } = holdTerminal();
    input.write("\r");
    await stepper.next();
    expect(written()).toBe(`   ${PROMPT}\r\u001b[K`);
  });

  test("sends no signal by itself: Ctrl-C while no key is waited for interrupts, and is no key for later", async () => {
    const { input, stepper, interrupts } = holdTerminal();
    input.write("\u0003");
    expect(interrupts()).toBe(1);
    const next = stepper.next();
    input.write("\n");
    await next;
    expect(interrupts()).toBe(1);
    const last = stepper.next();
    input.write("\u0003");
    await expect(last).rejects.toThrow(StoppedByLearner);
    expect(interrupts()).toBe(1);
  });

  test("that is none, such as a pipe, interrupts nothing: Ctrl-C is a key like others there", async () => {
    const { input, next } = hold();
    input.write("\u0003");
    await expect(next()).rejects.toThrow(StoppedByLearner);
  });
});

test("the state is shown as the table of requests, the members and each mailbox as it is", async () => {
  const session = memorySession();
  expect(inspectSession(session.current)).toBe(
    [
      "   requests",
      "   none",
      "   members",
      "   lead      idle, 0 turns, 0 letters read",
      "   reader    idle, 0 turns, 0 letters read",
      "   reviewer  idle, 0 turns, 0 letters read",
      "   mailboxes",
      "   lead.jsonl (empty)",
      "   reader.jsonl (empty)",
      "   reviewer.jsonl (empty)",
    ].join("\n"),
  );
  const ask = { sender: "lead", kind: "shutdown", payload: "Close." } as const;
  await openRequest(session, { ...ask, target: "reader" });
  await openRequest(session, { ...ask, target: "reviewer" });
  await replyRequest(session, { request_id: "req-2", actor: "reviewer", approve: false, feedback: "" });
  await openRequest(session, { sender: "reader", target: "lead", kind: "plan", payload: "Run it." });
  await replyRequest(session, { request_id: "req-3", actor: "lead", approve: true, feedback: "" });
  await changeRequest(session, "req-3", { used: true });
  const shown = inspectSession(session.current).split("\n");
  expect(shown.slice(0, 4)).toEqual([
    "   requests",
    "   req-1  shutdown lead -> reader  pending, no reply saved",
    "   req-2  shutdown lead -> reviewer  pending, reply saved (no)",
    "   req-3  plan reader -> lead  pending, reply saved (yes), used",
  ]);
  const lead = shown.indexOf("   lead.jsonl");
  expect(shown.slice(lead + 1, lead + 4)).toEqual([
    expect.stringMatching(/^ {5}\{"id":"lead-1","sender":"reviewer".*\}$/),
    expect.stringMatching(/^ {5}\{"id":"lead-2","sender":"reader".*\}$/),
    "   reader.jsonl",
  ]);
});
