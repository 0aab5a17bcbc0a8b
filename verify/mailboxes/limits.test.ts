import { describe, expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { codePoints, practiceLimits, requireText } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { ProtocolError, quoted } from "../../lessons/s15-mailboxes/protocol-error.ts";
import { createTeam, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import {
  lettersOf,
  refusalOf,
  refusedUnchanged,
  teamSession,
  type WatchedSession,
} from "../harness/sessions.ts";

const send = (session: WatchedSession, body: string, recipient = "reader", sender = "lead") =>
  sendMessage(session, { sender, recipient, body });

async function fill(session: WatchedSession, letters: number): Promise<void> {
  for (let letter = 1; letter <= letters; letter += 1) await send(session, `letter ${letter}`);
}

describe("the length of a body", () => {
  const limit = 600;
  test.each<[string, string]>([
    ["one letter", "x"],
    ["600 letters", "x".repeat(limit)],
    ["600 emoji, which are 1200 UTF-16 units", "😀".repeat(limit)],
    ["300 letters with a combining mark each", "e\u0301".repeat(limit / 2)],
    ["600 control characters", "\u0001".repeat(limit)],
    ["600 letters behind spaces that are trimmed", `   ${"x".repeat(limit)}\n`],
  ])("saved as they are: %s", async (_, body) => {
    const session = teamSession();
    await send(session, body);
    expect(lettersOf(session, "reader")[0]?.body).toBe(body.trim());
  });

  test.each<[string, string]>([
    ["601 letters", "x".repeat(limit + 1)],
    ["600 letters and an emoji", `${"x".repeat(limit)}😀`],
    ["601 emoji", "😀".repeat(limit + 1)],
    ["300 letters with a combining mark each, and one letter", `${"e\u0301".repeat(limit / 2)}e`],
  ])("refused whole: %s", async (_, body) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => send(session, body))).toEqual({
      code: "body-length",
      message: "The message body has 601 characters; 1 to 600 are allowed. Shorten it: nothing is cut.",
      fields: { length: 601, minimum: 1, maximum: 600 },
    });
  });

  test.each([
    ["nothing", ""],
    ["whitespace alone", " \n\t\u2028 "],
  ])("refused as no body: %s", async (_, body) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => send(session, body))).toEqual({
      code: "body-length",
      message: "The message body has 0 characters; 1 to 600 are allowed. Write something.",
      fields: { length: 0, minimum: 1, maximum: 600 },
    });
  });

  test("a body that is no text is refused", async () => {
    const session = teamSession();
    const body = JSON.parse("7");
    expect(await refusedUnchanged(session, () => send(session, body))).toEqual({
      code: "body-length",
      message: "The message body must be text, not 7.",
      fields: { maximum: 600 },
    });
  });

  test.each([
    ["a high half alone", "x\ud83d"],
    ["a low half alone", "\ude00x"],
    ["halves in the wrong order", "\ude00\ud83d"],
    ["a half in a body that is too long as well", `${"x".repeat(700)}\ud83d`],
  ])("malformed text, %s of a surrogate pair", async (_, body) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => send(session, body))).toEqual({
      code: "malformed-text",
      message: "The message body holds half of a surrogate pair. Send well-formed Unicode text.",
      fields: {},
    });
  });

  test("text may be empty where its rule says so, and has its limit at both ends", () => {
    const rule = { what: "note", minimum: 0, maximum: 2, code: "reply-shape" } as const;
    expect(["", "  ", " ab "].map((text) => requireText(text, rule))).toEqual(["", "", "ab"]);
    expect(() => requireText("abc", rule)).toThrow(
      "The note has 3 characters; 0 to 2 are allowed. Shorten it: nothing is cut.",
    );
    const two = { ...rule, minimum: 2 };
    expect(requireText("ab", two)).toBe("ab");
    expect(() => requireText("a", two)).toThrow("1 characters; 2 to 2 are allowed. Write something.");
  });

  test("characters are Unicode code points", () => {
    expect(["", "ab", "😀", "e\u0301", "👩‍👩‍👧"].map(codePoints)).toEqual([0, 2, 1, 2, 5]);
  });
});

describe("names", () => {
  const everybody = { members: ["lead", "reader", "reviewer"] };

  test.each(["readr", "constructor", "a".repeat(24)])(
    "a well-formed name %s that nobody bears is unknown",
    async (name) => {
      const session = teamSession();
      const refused = {
        code: "unknown-member",
        message: `There is no member "${name}". The team: lead, reader, reviewer.`,
        fields: everybody,
      };
      expect(await refusedUnchanged(session, () => send(session, "x", name))).toEqual(refused);
      expect(await refusedUnchanged(session, () => send(session, "x", "reader", name))).toEqual(refused);
      expect(await refusalOf(() => lettersOf(session, name))).toEqual(refused);
    },
  );

  test.each([
    "",
    "Reader",
    "1reader",
    "-reader",
    "read er",
    "reader\n",
    "reäder",
    "__proto__",
    "../reader",
    "reader.jsonl",
    "a".repeat(25),
  ])("%j cannot be a name", async (name) => {
    const session = teamSession();
    expect(await refusedUnchanged(session, () => send(session, "x", name))).toEqual({
      code: "unknown-member",
      message:
        `${JSON.stringify(name)} cannot be a member's name. ` +
        "Use a small letter, then up to 23 small letters, digits or hyphens.",
      fields: {},
    });
    expect(() => createTeam([[name, "works"]])).toThrow("cannot be a member's name");
  });

  test("events cannot be a name: its mailbox would be the session's log", async () => {
    const session = teamSession();
    const refused = {
      code: "unknown-member",
      message: "events cannot be a member's name: events.jsonl is the session's log. Choose another.",
      fields: {},
    };
    const join = () => joinTeam(session, { name: "events", role: "records" });
    expect(await refusedUnchanged(session, join)).toEqual(refused);
    expect(await refusedUnchanged(session, () => send(session, "x", "events"))).toEqual(refused);
    expect(await refusalOf(() => createTeam([["events", "records"]]))).toEqual(refused);
    expect((await joinTeam(session, { name: "event", role: "records" })).status).toBe("joined");
  });

  test.each([undefined, null, 7, ["reader"], { toString: () => "reader" }])(
    "a name that is no text is refused: %j",
    async (name) => {
      expect(await refusalOf(() => requireMember(teamSession().current.team, name))).toMatchObject({
        code: "unknown-member",
        message: expect.stringMatching(/^(undefined|null|7|\[…\]|\{…\}) cannot be a member's name\./),
      });
    },
  );

  test.each(["a", "a-1", "x9-", "a".repeat(24)])("%s can be a name", (name) => {
    expect(createTeam([[name, "works"]]).get(name)).toEqual({
      name,
      role: "works",
      status: "idle",
      history: [],
      cursor: 0,
      turns: 0,
      incarnation: 1,
      modelCalls: 0,
      answers: 0,
      calls: {},
      epoch: 0,
    });
  });
});

describe("the limits of a mailbox", () => {
  test("eight letters fit, the ninth is refused and the eight stay", async () => {
    const session = teamSession();
    await fill(session, 8);
    expect(await refusedUnchanged(session, () => send(session, "letter 9"))).toEqual({
      code: "mailbox-full",
      message:
        "The mailbox of reader holds 8 messages, which is its limit. " +
        "No old letter is overwritten: start a new session.",
      fields: { recipient: "reader", limit: 8 },
    });
    expect(lettersOf(session, "reader").map(({ body }) => body)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((letter) => `letter ${letter}`),
    );
    expect(await send(session, "elsewhere", "reviewer")).toMatchObject({ id: "reviewer-1" });
  });

  test("a letter may bring the mailbox to its limit of bytes and not one past it", async () => {
    const line = '{"id":"reader-1","sender":"lead","recipient":"reader","body":"€😀"}\n';
    const bytes = Buffer.byteLength(line);
    const exact = teamSession({ limits: { ...practiceLimits, mailboxBytes: bytes } });
    await send(exact, "€😀");
    expect(exact.mail.read("reader")).toBe(line);

    const short = teamSession({ limits: { ...practiceLimits, mailboxBytes: bytes - 1 } });
    expect(await refusedUnchanged(short, () => send(short, "€😀"))).toEqual({
      code: "mailbox-too-large",
      message:
        `With this letter the mailbox of reader would take ${bytes} bytes; ${bytes - 1} are allowed. ` +
        "Shorten the letter, or start a new session.",
      fields: { recipient: "reader", bytes, limit: bytes - 1 },
    });
  });

  test("the limits of the practice are the published ones", () => {
    expect(practiceLimits).toEqual({
      bodyCharacters: 600,
      mailboxMessages: 8,
      mailboxBytes: 32_000,
      sessionRequests: 4,
    });
  });
});

describe("errors", () => {
  test("a protocol error carries its code, its sentence, its fields and its cause", () => {
    const cause = new Error("EIO");
    const error = new ProtocolError("save-failed", "It could not be saved.", { path: "a" }, { cause });
    expect(error).toMatchObject({
      name: "ProtocolError",
      code: "save-failed",
      message: "It could not be saved.",
      fields: { path: "a" },
      cause,
    });
    expect(new ProtocolError("direction", "No.").fields).toEqual({});
  });

  test("a quoted value is short, in quotes, and marked where it was shortened", () => {
    const fits = "x".repeat(58);
    expect(quoted(fits)).toBe(`"${fits}"`);
    expect(quoted(`${fits}x`)).toBe(`"${"x".repeat(56)}…"`);
    expect(quoted("😀".repeat(58))).toBe(`"${"😀".repeat(58)}"`);
    expect(quoted("😀".repeat(59))).toBe(`"${"😀".repeat(56)}…"`);
    expect(quoted('a "b"\n')).toBe('"a \\"b\\"\\n"');
    expect(quoted("x".repeat(1_000_000))).toBe(`"${"x".repeat(56)}…"`);
  });

  test("a value that is no text stands in a sentence as it is, or as a sign of what it is", () => {
    const values = [
      true,
      7,
      -0.5,
      7n,
      null,
      undefined,
      [1],
      { a: 1 },
      () => 1,
      Symbol("a"),
      Object.create(null),
    ];
    expect(values.map((value) => quoted(value))).toEqual([
      ...["true", "7", "-0.5", "7", "null", "undefined", "[…]", "{…}", "a function", "a symbol", "{…}"],
    ]);
    expect(quoted(10n ** 100n)).toBe(`1${"0".repeat(56)}…`);
  });
});
