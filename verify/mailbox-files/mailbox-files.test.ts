import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { FileMailStore } from "../../lessons/s15-mailboxes/file-mail-store.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { fileSession, filesIn, lettersOf, refusalOf } from "../harness/sessions.ts";
import { line, mailbox, record, send } from "../mailboxes/example-letters.ts";
import { mailFiles } from "./folder-files.ts";

describe("a mailbox file", () => {
  test("holds the letters as JSON lines that only their owner may read, and nothing lies beside them but the rest of the session", async () => {
    const session = await fileSession();
    await send(session, "hello");
    await send(session, "again");
    expect(filesIn(session.directory)).toEqual({
      "reader.jsonl": line() + line({ id: "reader-2", body: "again" }),
      "session.json": expect.any(String),
      "events.jsonl": expect.any(String),
    });
    expect(statSync(mailbox(session)).mode & 0o777).toBe(0o600);
  });

  test("is made private even when the process would let others read new files", async () => {
    const session = await fileSession();
    const mask = process.umask(0);
    onTestFinished(() => void process.umask(mask));
    await send(session, "hello");
    expect(statSync(mailbox(session)).mode & 0o777).toBe(0o600);
  });

  test("that nobody has written to is empty", async () => {
    const session = await fileSession();
    expect(session.mail.read("reader")).toBe("");
    expect(lettersOf(session, "reader")).toEqual([]);
    expect(mailFiles(session)).toEqual({});
  });

  test.each([
    ["line and paragraph separators, NEL, VT and FF", "a\u2028b\u2029c\u0085d\u000be\u000cf"],
    ["line breaks, quotes and a backslash", 'a\nb\r\nc"d\\e'],
    ["a NUL, a BOM and an emoji", "a\u0000b\ufeffc😀"],
    ["a text that looks like a record", '{"id":"reader-2"}\n{"id":"reader-3"}'],
  ])("keeps %s in a body as one record, byte by byte", async (_, body) => {
    const session = await fileSession();
    await send(session, body);
    await send(session, "next");
    expect(lettersOf(session, "reader").map((letter) => letter.body)).toEqual([body, "next"]);
    expect(readFileSync(mailbox(session)).filter((byte) => byte === 0x0a)).toHaveLength(2);
  });

  test("may be written by another program as long as each line is a whole record", async () => {
    const session = await fileSession();
    writeFileSync(
      mailbox(session),
      `{ "body": "raw \u2028 text", "id": "reader-1",\r "recipient":"reader", "sender":"lead" }\r\n`,
    );
    expect(lettersOf(session, "reader")).toEqual([record({ body: "raw \u2028 text" })]);
  });
});

describe("the size of a mailbox file", () => {
  const padded = (bytes: number): string => {
    const spaces = " ".repeat(bytes - line().length);
    return line().replace("{", `{${spaces}`);
  };

  test("may be 32,000 bytes", async () => {
    const session = await fileSession();
    writeFileSync(mailbox(session), padded(32_000));
    expect(lettersOf(session, "reader")).toEqual([record()]);
  });

  test("may not be 32,001 bytes, and the file is left as it is", async () => {
    const session = await fileSession();
    writeFileSync(mailbox(session), padded(32_001));
    const refused = {
      code: "mailbox-too-large",
      message: `${mailbox(session)} has 32001 bytes; 32000 are allowed. It was not read and is left as it is.`,
      fields: { path: mailbox(session), bytes: 32_001, limit: 32_000 },
    };
    expect(await refusalOf(() => lettersOf(session, "reader"))).toEqual(refused);
    expect(await refusalOf(() => send(session, "x"))).toEqual(refused);
    expect(mailFiles(session)).toEqual({ "reader.jsonl": padded(32_001) });
  });

  test("is looked at before a byte is read", async () => {
    const session = await fileSession();
    writeFileSync(mailbox(session), "");
    truncateSync(mailbox(session), 2 ** 32);
    expect(await refusalOf(() => lettersOf(session, "reader"))).toMatchObject({
      code: "mailbox-too-large",
      fields: { bytes: 2 ** 32 },
    });
  });

  test("has the limit of its session, and the practice's limit without one", async () => {
    const session = await fileSession({ limits: { ...practiceLimits, mailboxBytes: line().length } });
    await send(session, "hello");
    writeFileSync(mailbox(session), line({ body: "hello!" }));
    expect(await refusalOf(() => lettersOf(session, "reader"))).toMatchObject({
      fields: { limit: line().length },
    });
    const store = new FileMailStore(session.directory, session.lock);
    expect(store.read("reader")).toBe(line({ body: "hello!" }));
    writeFileSync(mailbox(session), padded(32_001));
    expect(await refusalOf(() => store.read("reader"))).toMatchObject({ fields: { limit: 32_000 } });
  });
});

describe("a mailbox file that does not hold what it should", () => {
  const shape = "not a record of exactly id, sender, recipient and body, all text";
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => line({ id: `reader-${index + 1}` })).join("");
  const whole = line();

  test.each<[what: string, text: string | Uint8Array, number: number, reason: string]>([
    ["a torn last line", `${whole}{"id":"reader-2","sen`, 2, "the last line is cut off"],
    ["a last line without its line break", whole.trimEnd(), 1, "the last line is cut off"],
    ["an empty line", `\n${whole}`, 1, shape],
    ["a line that is no JSON", `${whole}hello\n`, 2, shape],
    ["a line that is no object", `${whole}["reader-2"]\n`, 2, shape],
    ["a record split over two lines", '{"id":"reader-1",\n"sender":"lead"}\n', 1, shape],
    ["a missing key", '{"id":"reader-1","sender":"lead","recipient":"reader"}\n', 1, shape],
    ["an extra key", line({ urgent: true }), 1, shape],
    ["a body that is no text", line({ body: 7 }), 1, shape],
    ["an id that is a number", line({ id: 1 }), 1, shape],
    ["a __proto__ key", whole.replace("}", ',"__proto__":{"body":"x"}}'), 1, shape],
    ["a BOM at the start", `\ufeff${whole}`, 1, shape],
    ["a gap in the ids", `${whole}${line({ id: "reader-3" })}`, 2, "the id should be reader-2"],
    ["a first id that is not 1", line({ id: "reader-0" }), 1, "the id should be reader-1"],
    ["an id that comes twice", whole + whole, 2, "the id should be reader-2"],
    ["an id of another mailbox", line({ id: "lead-1" }), 1, "the id should be reader-1"],
    ["a foreign recipient", line({ recipient: "lead" }), 1, "the recipient should be reader"],
    ["an unknown sender", line({ sender: "nobody" }), 1, "the sender is not on the team"],
    [
      "a sender named like an object's property",
      line({ sender: "constructor" }),
      1,
      "the sender is not on the team",
    ],
    ["half of a surrogate pair", line({ body: "x\ud83d" }), 1, "the body holds half of a surrogate pair"],
    ["an empty body", line({ body: "" }), 1, "the body has 0 characters; 1 to 600 are allowed"],
    ["a blank body", line({ body: " \n " }), 1, "the body has 0 characters; 1 to 600 are allowed"],
    [
      "a body that is too long",
      line({ body: "😀".repeat(601) }),
      1,
      "the body has 601 characters; 1 to 600 are allowed",
    ],
    ["a ninth letter", lines(9), 9, "only 8 messages are allowed"],
    ["ten letters and a torn line", `${lines(10)}{`, 11, "the last line is cut off"],
    [
      "a byte that never occurs in UTF-8",
      Buffer.from([...Buffer.from(whole), 0xff, 0x0a]),
      2,
      "not valid UTF-8",
    ],
    ["a character cut in two", Buffer.from([0xc3]), 1, "not valid UTF-8"],
    [
      "two lines and a character cut in two",
      Buffer.concat([Buffer.from(whole + whole), Buffer.from([0xe2, 0x80])]),
      3,
      "not valid UTF-8",
    ],
    ["an overlong form", Buffer.from([0xc0, 0xaf, 0x0a]), 1, "not valid UTF-8"],
    ["UTF-16", Buffer.from(`\ufeff${whole}`, "utf16le"), 1, "not valid UTF-8"],
    [
      "a bad byte on the second of three lines",
      Buffer.concat([Buffer.from(whole), Buffer.from([0x80, 0x0a]), Buffer.from(whole)]),
      2,
      "not valid UTF-8",
    ],
  ])("%s stops this mailbox, names file, line and reason, and leaves the file as it is", async (...row) => {
    const [, text, number, reason] = row;
    const session = await fileSession();
    writeFileSync(mailbox(session), text);
    const before = mailFiles(session);
    const refused = {
      code: "mailbox-corrupt",
      message: `reader.jsonl, line ${number}: ${reason}. The file is left as it is; mend it or start a new session.`,
      fields: { file: "reader.jsonl", line: number, reason },
    };
    expect(await refusalOf(() => lettersOf(session, "reader"))).toEqual(refused);
    expect(await refusalOf(() => send(session, "x"))).toEqual(refused);
    expect(await refusalOf(() => consumeResponses(session, "reader"))).toEqual(refused);
    expect(mailFiles(session)).toEqual(before);
  });

  test("is accepted at the very limits: 8 letters, a body of 600 characters between spaces", async () => {
    const session = await fileSession();
    const body = `  ${"😀".repeat(600)} `;
    writeFileSync(mailbox(session), lines(7) + line({ id: "reader-8", body }));
    expect(lettersOf(session, "reader")).toHaveLength(8);
    expect(lettersOf(session, "reader")[7]?.body).toBe(body);
  });

  test("never stops the other mailboxes, and mended it works again", async () => {
    const session = await fileSession();
    writeFileSync(mailbox(session), "torn");
    await send(session, "hello", "reviewer");
    expect(await consumeResponses(session, "reviewer")).toHaveLength(1);
    const plan = { sender: "reader", target: "lead", kind: "plan", payload: "Read." } as const;
    expect(await openRequest(session, plan)).toEqual({ request_id: "req-1", status: "pending" });
    expect(await consumeResponses(session, "lead")).toHaveLength(1);

    writeFileSync(mailbox(session), "");
    expect(await send(session, "hello")).toEqual({ id: "reader-1", status: "queued" });
  });
});
