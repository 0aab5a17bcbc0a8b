import { once } from "node:events";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../../lessons/s04-permission/execute-guarded.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { matchResponse } from "../../lessons/s16-team-protocols/requests.ts";
import { lettersOf, memberOf, stateOf } from "../harness/sessions.ts";
import { openBeacon } from "./beacon.ts";
import { gatedProgram } from "./gated-program.ts";
import { endTurn, scriptedTurn, useTool } from "./member-turn.ts";
import {
  everything,
  openPlan,
  openShutdown,
  openTestSession,
  refusal,
  reply,
  statusOf,
  type TestSession,
} from "./test-session.ts";

async function close(session: TestSession, name: string): Promise<string> {
  const shutdown = await openShutdown(session, name);
  await reply(session, shutdown, true, name);
  await consumeResponses(session, "lead");
  return shutdown;
}

// https://github.com/anthropics/claude-code/issues/37895
test("S02 consent is not completion", async () => {
  const session = await openTestSession();
  const shutdown = await openShutdown(session);
  const agree = defineTool({
    name: "agree",
    description: "Agrees to close.",
    access: "protocol",
    input: z.strictObject({}),
    run: async () => (await reply(session, shutdown, true, "alice")).status,
  });
  await scriptedTurn(session, "alice", {
    tools: [agree],
    steps: [
      { expect: {}, reply: useTool("agree") },
      {
        expect: { toolResult: { tool_use_id: "call-1", is_error: false, contains: "deferred" } },
        reply: endTurn(),
      },
    ],
  });
  // The loop has ended with a yes that was not taken: the member is open, and nobody was told anything.
  expect(memberOf(session, "alice").status).toBe("idle");
  expect(session.requests.get(shutdown)?.reply).toBeNull();
  expect(lettersOf(session, "lead")).toEqual([]);

  expect(await reply(session, shutdown, true, "alice")).toMatchObject({ status: "queued" });
  expect(memberOf(session, "alice").status).toBe("closed");
  expect(statusOf(session, shutdown)).toBe("pending");
  await consumeResponses(session, "lead");
  expect(statusOf(session, shutdown)).toBe("approved");

  const settled = await everything(session);
  expect(await reply(session, shutdown, true, "alice")).toMatchObject({ status: "already_sent" });
  expect(await everything(session)).toEqual(settled);
});

// https://github.com/anthropics/claude-code/issues/36222
test("S03 shutdown while busy", async () => {
  const session = await openTestSession();
  const beacon = await openBeacon();
  const program = gatedProgram(session, {
    source: `${beacon.python}beacon.sendall(b"running")\nbeacon.recv(1)\nprint("ended")\n`,
  });
  await reply(session, await program.plan(), true);
  const turn = scriptedTurn(session, "alice", {
    tools: [program.tool],
    execute: program.execute,
    steps: [
      { expect: {}, reply: useTool("run_main") },
      {
        expect: { toolResult: { tool_use_id: "call-1", is_error: false, contains: "ended" } },
        reply: endTurn(),
      },
    ],
  });
  const running = await beacon.connected;
  const shutdown = await openShutdown(session);
  const before = stateOf(session);
  expect(await reply(session, shutdown, true, "alice")).toEqual({ request_id: shutdown, status: "deferred" });
  expect(stateOf(session)).toEqual(before);

  running.write(".");
  await Promise.all([turn, once(running, "close")]);
  expect(await reply(session, shutdown, true, "alice")).toMatchObject({ status: "queued" });
  expect(await reply(session, shutdown, true, "alice")).toMatchObject({ status: "already_sent" });
  expect(memberOf(session, "alice").status).toBe("closed");
  await consumeResponses(session, "lead");
  expect(statusOf(session, shutdown)).toBe("approved");
});

// https://github.com/anthropics/claude-code/issues/45874
test("S04 stale message hits a new member", async () => {
  const session = await openTestSession();
  const plan = await openPlan(session);
  const shutdown = await close(session, "alice");
  const [stale] = lettersOf(session, "alice");
  const { member: newcomer, status } = await joinTeam(session, { name: "alice", role: "another one" });

  expect(status).toBe("joined");
  expect(newcomer).toMatchObject({ status: "idle", incarnation: 2, history: [], cursor: 0 });
  expect(lettersOf(session, "alice")).toEqual([]);
  expect(await consumeResponses(session, "alice")).toEqual([]);
  // Neither request of the earlier bearer is the newcomer's: not to answer, not to be answered.
  expect((await refusal(session, () => reply(session, shutdown, true, "alice"))).code).toBe("not-yours");
  expect((await refusal(session, () => reply(session, plan, true, "lead"))).code).toBe("not-yours");
  if (!stale) throw new Error("the shutdown request was not saved");
  expect(await matchResponse(session, { message: stale, recipient: "alice" })).toMatchObject({
    status: "ignored",
  });
  expect(newcomer.status).toBe("idle");

  const anew = await openShutdown(session);
  expect(anew).not.toBe(shutdown);
  expect(await consumeResponses(session, "alice")).toMatchObject([
    { outcome: "delivered", request_id: anew },
  ]);
});

// https://github.com/anthropics/claude-code/issues/38116
test("S05 roster not updated / closed member still sends", async () => {
  const session = await openTestSession();
  await close(session, "alice");
  const roster = () => [...session.team.values()].map(({ name, status }) => `${name} ${status}`);
  expect(roster()).toEqual(["lead idle", "alice closed", "bob idle"]);

  const letter = { sender: "alice", recipient: "lead", body: "One more thing." };
  expect((await refusal(session, () => sendMessage(session, letter))).code).toBe("member-closed");
  expect((await refusal(session, () => openPlan(session, "alice"))).code).toBe("member-closed");
  expect((await refusal(session, () => openShutdown(session, "alice"))).code).toBe("member-closed");
  const model = { respond: () => Promise.reject(new Error("a closed member must not call the model")) };
  const turn = { name: "alice", task: "Work.", model, tools: [], prepare: async () => undefined };
  const execute = () => Promise.reject(new Error("a closed member must not call a tool"));
  expect(await runMember(session, { ...turn, execute })).toEqual({ status: "unavailable" });

  await close(session, "bob");
  expect(roster()).toEqual(["lead idle", "alice closed", "bob closed"]);
});

// https://github.com/anthropics/claude-code/issues/32276
test("S08 message to a closed member lost silently", async () => {
  const session = await openTestSession();
  await close(session, "bob");
  await openShutdown(session, "alice");
  const sendTool = defineTool({
    name: "send_message",
    description: "Sends a letter.",
    access: "protocol",
    input: z.strictObject({ recipient: z.string(), body: z.string() }),
    run: async (letter) => JSON.stringify(await sendMessage(session, { ...letter, sender: "alice" })),
  });
  const before = lettersOf(session, "bob");
  await scriptedTurn(session, "alice", {
    tools: [sendTool],
    steps: [
      {
        expect: { lastTexts: ["shutdown_request"] },
        reply: useTool("send_message", { recipient: "bob", body: "Good bye." }),
      },
      {
        expect: {
          toolResult: { tool_use_id: "call-1", is_error: true, contains: "member-closed: bob is closed" },
        },
        reply: useTool(
          "send_message",
          { recipient: "lead", body: "bob is closed: my last letter is not sent." },
          "call-2",
        ),
      },
      {
        expect: { toolResult: { tool_use_id: "call-2", is_error: false, contains: "queued" } },
        reply: endTurn(),
      },
    ],
  });
  expect(lettersOf(session, "bob")).toEqual(before);
  expect(await consumeResponses(session, "lead")).toMatchObject([
    { outcome: "delivered", message: { sender: "alice" } },
  ]);
});
