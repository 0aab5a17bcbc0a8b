import { expect, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { readMailbox, sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { matchResponse } from "../../lessons/s16-team-protocols/requests.ts";
import { openRoom } from "../../user_code/console/set-up.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { changeRequest, lettersOf, temporaryFolder } from "../harness/sessions.ts";
import { broadcastOnce } from "./broadcast-once.ts";
import { openPlan, openTestSession, refusal, reply, statusOf, writeByHand } from "./test-session.ts";

// https://github.com/tidwall/gjson/issues/393
test("J07 duplicate keys", async () => {
  // The lead has said yes and the letter says so as well, for a reader that keeps the last of two keys.
  const right = { approve: "true", feedback: '"Yes."', request_id: '"req-1"', type: '"plan_response"' };
  const fields = Object.entries(right).map(([key, value]) => `"${key}":${value}`);
  const twice = [
    `"approve":false,${fields.join(",")}`,
    `${fields.join(",")},"approve":true`,
    `"request_id":"req-2",${fields.join(",")}`,
    `"request\\u005fid":"req-2",${fields.join(",")}`,
    `"type" : "shutdown_response" , ${fields.join(" , ")}`,
    `"extra":{"a":1,"a":1},${fields.join(",")}`,
  ];
  for (const body of twice.map((json) => `[team-protocol] {${json}}`)) {
    const session = await openTestSession();
    const plan = await openPlan(session);
    await reply(session, plan, true);
    const [saved] = lettersOf(session, "alice");
    if (!saved) throw new Error("The reply was not saved.");
    expect(await matchResponse(session, { message: { ...saved, body }, recipient: "alice" })).toEqual({
      status: "ignored",
      reason: "bad_json",
    });
    await writeByHand(session, "alice", { id: "alice-2", sender: "lead", body });
    expect(await consumeResponses(session, "alice")).toMatchObject([
      { outcome: "matched", status: "approved" },
      { outcome: "ignored", reason: "bad_json" },
    ]);
  }

  // Of two senders the last one would be the lead.
  const records = {
    sender: '{"id":"alice-1","sender":"bob","sender":"lead","recipient":"alice","body":"Run it."}',
    body: '{"id":"alice-1","body":"No.","sender":"lead","recipient":"alice","body":"Run it."}',
    id: '{"id":"alice-1", "\\u0069d" : "alice-1","sender":"lead","recipient":"alice","body":"Run it."}',
    __proto__x: '{"__proto__x":{},"__proto__x":{},"id":"alice-1","sender":"lead"}',
  };
  for (const [key, line] of Object.entries(records)) {
    const session = await openTestSession();
    await writeByHand(session, "alice", line);
    const before = session.mail.read("alice");
    const refused = await refusal(session, () => consumeResponses(session, "alice"));
    expect(refused).toMatchObject({
      code: "mailbox-corrupt",
      fields: { file: "alice.jsonl", line: 1, reason: `the key "${key}" stands twice` },
    });
    expect(session.mail.read("alice")).toBe(before);
  }
});

// https://github.com/garrytan/gstack/issues/1440
test("J09 surrogate halves", async () => {
  const session = await openTestSession();
  const emoji = "\u{1f600}";
  const bodies = ["\ud800", `${"a".repeat(599)}\ud83d`, "\udc00\ud800", `a${emoji.slice(1)}`];
  for (const body of bodies) {
    const letter = { sender: "lead", recipient: "alice", body };
    const refused = await refusal(session, () => sendMessage(session, letter));
    expect(refused).toMatchObject({ code: "malformed-text" });
    expect(refused.message.isWellFormed()).toBe(true);
  }
  const body = `${"a".repeat(599)}${emoji}`;
  await sendMessage(session, { sender: "lead", recipient: "alice", body });
  expect(lettersOf(session, "alice")[0]?.body).toBe(body);

  // One half in the letter and the other half escaped in its JSON would add up to the saved feedback.
  const plan = await openPlan(session, "bob");
  await reply(session, plan, true);
  const [saved] = lettersOf(session, "bob");
  if (!saved) throw new Error("The reply was not saved.");
  const yes = (feedback: string): string =>
    `[team-protocol] {"approve":true,"feedback":"${feedback}","request_id":"${plan}","type":"plan_response"}`;
  const match = (feedback: string) =>
    matchResponse(session, { message: { ...saved, body: yes(feedback) }, recipient: "bob" });
  const { reply: given } = session.requests.get(plan) ?? {};
  if (given) await changeRequest(session, plan, { reply: { ...given, feedback: emoji } });
  expect(await match("\\ud83d\ude00")).toEqual({ status: "ignored", reason: "bad_json" });
  expect(await match("\ud83d\\ude00")).toEqual({ status: "ignored", reason: "bad_json" });
  expect(await match("\\ud83d")).toEqual({ status: "ignored", reason: "invalid_response" });
  expect(statusOf(session, plan)).toBe("pending");
  expect(await match("\\ud83d\\ude00")).toEqual({ request_id: plan, status: "approved" });
});

// https://github.com/automagik-dev/genie/issues/863
test("B11 self-echo", async () => {
  const session = await openTestSession();
  for (const name of ["lead", "alice"]) {
    const letter = { sender: name, recipient: name, body: "Note to self." };
    const refused = await refusal(session, () => sendMessage(session, letter));
    expect(refused).toMatchObject({ code: "self-addressed", fields: { member: name } });
    expect(refused.message).toBe(
      `${name} cannot write to ${name}: a letter goes to another member. Nothing was saved.`,
    );
  }
  await writeByHand(session, "lead", { id: "lead-1", sender: "lead", body: "You said so yourself." });
  expect((await refusal(session, () => consumeResponses(session, "lead"))).code).toBe("mailbox-corrupt");

  const { room } = await openRoom({
    place: { dir: `${temporaryFolder()}/room` },
    decide: () => "deny",
    show: () => undefined,
    environment: process.env,
    interpreter: testInterpreter,
  });
  await joinTeam(room.session, { name: "alice", role: "any role" });
  const recipients = ["lead", "alice"];
  expect(
    await broadcastOnce(room.session, { sender: "lead", content: "Stop at noon.", recipients }),
  ).toMatchObject([{ recipient: "alice", status: "queued" }]);
  expect(await room.session.transact((state) => readMailbox(state, "lead"))).toEqual([]);
});
