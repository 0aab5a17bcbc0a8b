import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { readMailbox, sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import type { Room } from "../../user_code/console/room.ts";
import { consoleLimits, openRoom } from "../../user_code/console/set-up.ts";
import { leaveStores } from "../../user_code/store.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { changeMember, lettersOf, temporaryFolder } from "../harness/sessions.ts";
import { nameInStore, serverOfRun } from "../harness/store-sessions.ts";
import { broadcastOnce } from "./broadcast-once.ts";
import { gatedProgram, gateOf } from "./gated-program.ts";
import {
  filesOf,
  openPlan,
  openTestSession,
  refusal,
  reply,
  type TestSession,
  writeByHand,
} from "./test-session.ts";

function send(session: TestSession, recipient: string, body: string, sender = "lead") {
  return sendMessage(session, { sender, recipient, body });
}

// https://github.com/anthropics/claude-code/issues/68410
test("B02 unknown recipient accepted", async () => {
  const session = await openTestSession();
  const typo = await refusal(session, () => send(session, "alise", "Hello."));
  expect(typo).toMatchObject({ code: "unknown-member", fields: { members: ["lead", "alice", "bob"] } });
  expect(typo.message).toContain('"alise"');
});

// https://github.com/anthropics/claude-code/issues/63684
test("B06 no bound on the mailbox", async () => {
  const session = await openTestSession();
  const long = await refusal(session, () => send(session, "alice", "a".repeat(601)));
  expect(long).toMatchObject({ code: "body-length", fields: { length: 601, maximum: 600 } });
  for (let letter = 1; letter <= 8; letter += 1) await send(session, "alice", "a".repeat(600));
  const ninth = await refusal(session, () => send(session, "alice", "a"));
  expect(ninth).toMatchObject({ code: "mailbox-full", fields: { limit: 8 } });

  // 600 control characters take 3600 bytes of JSON, so that the bytes run out long before the letters do.
  const controls = `a${"\u0001".repeat(598)}a`;
  const sizes: number[] = [];
  let refused: Awaited<ReturnType<typeof refusal>> | undefined;
  const small = await openTestSession({ limits: { mailboxMessages: 10 } });
  while (!refused) {
    sizes.push(await send(small, "bob", controls).then(() => Buffer.byteLength(small.mail.read("bob"))));
    if (sizes.length === 8) refused = await refusal(small, () => send(small, "bob", controls));
  }
  expect(refused).toMatchObject({ code: "mailbox-too-large", fields: { limit: 32_000 } });
  expect(refused.message).toContain("32000");
  expect(Math.max(...sizes)).toBeLessThanOrEqual(32_000);
});

// https://github.com/h0x91b/dev-3.0/issues/1642
test("B07 silent truncation", async () => {
  // The unit is the Unicode code point: an emoji counts once, whatever it takes in UTF-16 or in bytes.
  const session = await openTestSession();
  const accepted = [`${"a".repeat(599)}👍`, "👍".repeat(600), "é".repeat(600)];
  for (const body of accepted) await send(session, "alice", body);
  for (const body of [`${"a".repeat(600)}👍`, "👍".repeat(601), "a".repeat(601)])
    expect((await refusal(session, () => send(session, "alice", body))).code).toBe("body-length");
  const half = await refusal(session, () => send(session, "alice", `${"a".repeat(599)}\ud83d`));
  expect(half.code).toBe("malformed-text");
  expect(lettersOf(session, "alice").map(({ body }) => body)).toEqual(accepted);

  const payload = "👍".repeat(180);
  await openPlan(session, "alice", payload);
  expect((await refusal(session, () => openPlan(session, "bob", `${payload}a`))).code).toBe("payload-length");
  const [delivered] = await consumeResponses(session, "lead");
  expect(delivered?.message.body).toContain(payload);
});

/** The console's room with alice, bob and carol, and mailboxes of eight letters. */
async function openTestRoom(): Promise<{ room: Room; letters: () => Promise<Record<string, string[]>> }> {
  const { room } = await openRoom({
    place: serverOfRun
      ? { url: serverOfRun, session: nameInStore() }
      : { dir: join(temporaryFolder(), "room") },
    decide: () => "deny",
    show: () => undefined,
    environment: process.env,
    interpreter: testInterpreter,
    limits: { ...consoleLimits, mailboxMessages: 8 },
  });
  const { session } = room;
  onTestFinished(async () => {
    await leaveStores();
    rmSync(room.directory, { recursive: true, force: true });
  });
  for (const name of ["alice", "bob", "carol"]) await joinTeam(session, { name, role: "any role" });
  const letters = () =>
    session.transact((state) =>
      Object.fromEntries(
        [...state.team.keys()].map((name) => [name, readMailbox(state, name).map(({ body }) => body)]),
      ),
    );
  return { room, letters };
}

// https://github.com/QwenLM/qwen-code/issues/10072
test("B10 partial broadcast hidden", async () => {
  const { room, letters } = await openTestRoom();
  const { session } = room;
  const recipients = ["alice", "bob", "carol"];
  const call = { sender: "lead", content: "Stop at noon.", recipients };
  for (let letter = 1; letter <= 7; letter += 1)
    await sendMessage(session, { sender: "lead", recipient: "bob", body: `Letter ${letter}.` });
  const seven = await session.transact(({ mail }) => mail.read("bob"));
  await sendMessage(session, { sender: "lead", recipient: "bob", body: "Letter 8." });

  expect(await broadcastOnce(room.session, call)).toMatchObject([
    { recipient: "alice", status: "queued", letter: "alice-1" },
    { recipient: "bob", status: "failed", code: "mailbox-full" },
    { recipient: "carol", status: "queued", letter: "carol-1" },
  ]);
  expect(await broadcastOnce(room.session, call)).toMatchObject([{ recipient: "bob", status: "failed" }]);
  await session.transact(({ mail }) => mail.replace("bob", ""));
  for (let letter = 1; letter <= 7; letter += 1)
    await sendMessage(session, { sender: "lead", recipient: "bob", body: `Letter ${letter}.` });
  expect(await session.transact(({ mail }) => mail.read("bob"))).toBe(seven);
  expect(await broadcastOnce(room.session, call)).toMatchObject([
    { recipient: "bob", status: "queued", letter: "bob-8" },
  ]);
  const copy = "[broadcast] Stop at noon.";
  expect(await letters()).toEqual({
    lead: [],
    alice: [copy],
    bob: [...[1, 2, 3, 4, 5, 6, 7].map((letter) => `Letter ${letter}.`), copy],
    carol: [copy],
  });
});

// https://github.com/Dicklesworthstone/mcp_agent_mail/issues/190
test("B12 broadcast duplicates", async () => {
  const { room, letters } = await openTestRoom();
  const recipients = ["alice", "alice", "bob", "lead"];
  const deliveries = await broadcastOnce(room.session, {
    sender: "lead",
    content: "Stop at noon.",
    recipients,
  });
  expect(deliveries.map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
    "alice queued",
    "bob queued",
  ]);
  const copy = ["[broadcast] Stop at noon."];
  expect(await letters()).toEqual({ lead: [], alice: copy, bob: copy, carol: [] });
});

// https://github.com/QwenLM/qwen-code/pull/2886
test("B13 corrupt file treated as empty", async () => {
  const broken = [
    '{"id":"alice-4","sender":"lead"',
    "",
    "null",
    '{"id":"alice-9","sender":"lead","body":"x"}',
  ];
  for (const line of broken) {
    const session = await openTestSession();
    for (const body of ["one", "two", "three"]) await send(session, "alice", body);
    await writeByHand(session, "alice", line);

    const refused = await refusal(session, () => send(session, "alice", "four"));
    expect(refused).toMatchObject({ code: "mailbox-corrupt", fields: { file: "alice.jsonl", line: 4 } });
    expect((await refusal(session, () => consumeResponses(session, "alice"))).code).toBe("mailbox-corrupt");
    expect(await send(session, "bob", "Another mailbox goes on.")).toEqual({ id: "bob-1", status: "queued" });

    // Nor does a newcomer with the closed member's name get an emptied mailbox out of it.
    await changeMember(session, "alice", { status: "closed" });
    const joining = () => joinTeam(session, { name: "alice", role: "another one" });
    expect((await refusal(session, joining)).code).toBe("mailbox-corrupt");
  }
});

// https://github.com/fujibee/agmsg/issues/140
test("B14 member name path traversal", async () => {
  const names = ["../x", "/abs", "a/b", "a\\b", ".", "..", "", "a\0b", "-a", "CON", "a.", "a".repeat(300)];
  names.push("__proto__", "constructor ", "Alice", "alice\n", "é", "[object Object]");
  const session = await openTestSession();
  const outside = join(session.directory, "..");
  const before = filesOf(outside);
  for (const name of names) {
    expect(() => createTeam([[name, "any role"]])).toThrow(
      expect.objectContaining({ code: "unknown-member" }),
    );
    const operations = [
      () => joinTeam(session, { name, role: "any role" }),
      () => send(session, name, "Hello."),
      () => send(session, "alice", "Hello.", name),
      () => openRequest(session, { sender: name, target: "lead", kind: "plan", payload: "Do it." }),
      () => reply(session, "req-1", true, name),
      () => consumeResponses(session, name),
      () => session.mail.read(name),
      () => session.current.mail.replace(name, "text"),
    ];
    for (const operation of operations)
      expect((await refusal(session, operation)).code).toBe("unknown-member");
  }
  expect(filesOf(outside)).toEqual(before);
  // A name that means something to JavaScript and nothing to a file system is a name like any other.
  expect((await refusal(session, () => send(session, "constructor", "Hello."))).code).toBe("unknown-member");
  await joinTeam(session, { name: "constructor", role: "any role" });
  expect(await send(session, "constructor", "Hello.")).toMatchObject({ status: "queued" });

  // What lies in a folder already is never taken for a member, and its names reach no terminal as they are.
  const folder = join(temporaryFolder(), "session");
  mkdirSync(folder);
  writeFileSync(join(folder, "-a\u001b[2J\n\u009b1m.jsonl"), "");
  const opened = startSession(folder, createTeam([["lead", "any role"]]), { program: "practice" });
  const refused = await opened.catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "directory-not-empty" });
  expect(String(refused)).not.toMatch(/\p{Cc}/u);
});

// https://github.com/anthropics/claude-code/issues/20264
test("B18 permission inheritance", async () => {
  const session = await openTestSession();
  // The host binds its answer to the member: the lead's own yes is in force all the while.
  const granted: Record<string, unknown> = { lead: "allow" };
  const decideFor = (name: string) => () => (granted[name] ?? "deny") as "allow";
  const program = gatedProgram(session, { decide: decideFor("alice") });
  await reply(session, await program.plan(), true);
  await consumeResponses(session, "alice");

  const unknownModes = [
    undefined,
    "ask",
    "bypass",
    "ALLOW",
    "allow ",
    "allowed",
    "lead",
    true,
    1,
    ["allow"],
    {},
  ];
  for (const mode of unknownModes) {
    granted.alice = mode;
    expect(gateOf(await program.run())).toBe("permission-denied");
  }
  expect(program.runs()).toBe(0);
  granted.alice = "allow";
  expect(gateOf(await program.run())).toBe("ran");
});
