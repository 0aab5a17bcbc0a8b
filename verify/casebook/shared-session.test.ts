import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest, withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { TeamProtocols } from "../../lessons/s16-team-protocols/team-protocols.ts";
import { folderSigns } from "../../lessons/x1-shared-session/sign-of-life.ts";
import { interceptFileOperations } from "../faults/file-operations.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { practise } from "../harness/processes/practice.ts";
import { lettersOf, memberOf } from "../harness/sessions.ts";
import { playPractice } from "../practice/played.ts";
import { copyOf, killedAtRename } from "../shared-session/recorded.ts";
import { gatedProgram, gateOf } from "./gated-program.ts";
import { endTurn, scriptedTurn } from "./member-turn.ts";
import {
  joinFolder,
  mailboxPath,
  openFolderSession,
  openPlan,
  openShutdown,
  openTestSession,
  refusal,
  reply,
  statusOf,
  type TestSession,
} from "./test-session.ts";

function send(session: TestSession, recipient: string, body: string, sender = "lead") {
  return sendMessage(session, { sender, recipient, body });
}

/** The ids of the letters that a member has taken in, in the order of its history. */
function takenIn(session: TestSession, name: string): string[] {
  return memberOf(session, name).history.flatMap(({ content }) =>
    content.flatMap((block) => {
      const id = block.type === "text" ? /^\[mail\] \{"id":"([^"]+)"/.exec(block.text)?.[1] : undefined;
      return id === undefined ? [] : [id];
    }),
  );
}

// https://github.com/openai/openai-agents-python/issues/4244
test("M07 approval lost on reload", async () => {
  const session = await openTestSession();
  const plan = await gatedProgram(session).plan();
  await reply(session, plan, true);
  await consumeResponses(session, "alice");

  const reloaded = await session.again();
  const program = gatedProgram(reloaded);
  expect(statusOf(reloaded, plan)).toBe("approved");
  expect(gateOf(await program.run(plan))).toBe("ran");
  expect(gateOf(await gatedProgram(await session.again()).run(plan))).toBe("plan-used");
  expect(program.runs()).toBe(1);
  expect(lettersOf(reloaded, "lead")).toHaveLength(1);
});

// https://github.com/microsoft/agent-framework/issues/7458
test("M12 crash between effect and record", async () => {
  const session = await openTestSession();
  const program = gatedProgram(session);
  const plan = await program.plan();
  await reply(session, plan, true);
  await consumeResponses(session, "alice");
  // The run has started, and its process ends before it can say how it ended.
  expect(await program.claim()).toBe("ran");

  const reloaded = await session.again();
  expect(reloaded.runs.get(plan)).toMatchObject({ member: "alice", status: "started", outcome: null });
  const again = gatedProgram(reloaded);
  expect(gateOf(await again.run(plan))).toBe("plan-used");
  expect(again.runs()).toBe(0);
});

// https://github.com/UsefulSoftwareCo/executor/issues/1347
test("M16 pending state not durable", async () => {
  const session = await openTestSession({ limits: { sessionRequests: 2 } });
  const plan = await openPlan(session);

  const reloaded = await session.again();
  expect(statusOf(reloaded, plan)).toBe("pending");
  expect((await refusal(reloaded, () => openPlan(reloaded))).code).toBe("request-pending");
  await reply(reloaded, plan, true);
  const third = await session.again();
  await consumeResponses(third, "alice");
  expect(statusOf(third, plan)).toBe("approved");
  // The count of requests has survived, too.
  expect(await openPlan(third, "bob")).toBe("req-2");
  const last = await session.again();
  expect((await refusal(last, () => openPlan(last))).code).toBe("request-quota");
});

// https://github.com/anomalyco/opencode/issues/29422
test("M22 answer to a cancelled request", async () => {
  const session = await openTestSession();
  const plan = await openPlan(session);
  await reply(session, await openShutdown(session), true, "alice");

  for (const anybody of [session, await session.again()]) {
    expect(statusOf(anybody, plan)).toBe("withdrawn");
    expect(await new TeamProtocols(anybody).getPendingApprovals()).toEqual([]);
    const refused = await refusal(anybody, () => reply(anybody, plan, true));
    expect(refused).toMatchObject({ code: "not-pending" });
    expect(refused.message).toContain("withdrawn");
  }
});

// https://github.com/sipyourdrink-ltd/bernstein/issues/5051
test("M28 timeout fails open", async () => {
  const session = await openTestSession();
  const program = gatedProgram(session);
  const plan = await program.plan();
  // No clock decides: whoever has waited long enough takes the request back.
  const waiting = await session.again();
  expect(statusOf(waiting, plan)).toBe("pending");
  expect(gateOf(await gatedProgram(waiting).run(plan))).toBe("plan-pending");
  await withdrawRequest(waiting, { request_id: plan, actor: "alice" });

  const late = await session.again();
  expect((await refusal(late, () => reply(late, plan, true))).code).toBe("not-pending");
  await consumeResponses(late, "alice");
  expect(late.requests.get(plan)).toMatchObject({ status: "withdrawn", reply: null });
  expect(gateOf(await gatedProgram(late).run(plan))).toBe("plan-missing");
  expect(program.runs()).toBe(0);
});

// https://github.com/anthropics/claude-code/issues/51556
test("S01 shutdown never acknowledged", async () => {
  const session = await openTestSession({ limits: { sessionRequests: 2 } });
  const shutdown = await openShutdown(session);
  await scriptedTurn(session, "alice", { steps: [{ expect: {}, reply: endTurn("Fine with me.") }] });
  await send(session, "lead", "I have seen it.", "alice");
  await consumeResponses(session, "lead");

  const waiting = await session.again();
  expect(waiting.requests.get(shutdown)).toMatchObject({ status: "pending", reply: null });
  expect(memberOf(waiting, "alice").status).toBe("idle");
  await withdrawRequest(waiting, { request_id: shutdown, actor: "lead" });
  const again = await openShutdown(waiting);
  expect(await reply(await session.again(), again, true, "alice")).toMatchObject({ status: "queued" });
});

// https://github.com/anthropics/claude-code/issues/53701
test("S07 shutdown to a dead or ghost member", async () => {
  const session = await openFolderSession();
  const { directory } = session;
  const player = spawn(process.execPath, [bundle("attendant"), directory, "alice"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void player.kill("SIGKILL"));
  await createInterface({ input: player.stdout })[Symbol.asyncIterator]().next();
  expect(await folderSigns(directory).isGiven("alice")).toBe(true);
  player.kill("SIGKILL");
  await once(player, "exit");

  // Nobody waits for who is gone: it is seen at once, and the request can be taken back.
  expect(await folderSigns(directory).isGiven("alice")).toBe(false);
  const shutdown = await openShutdown(session, "alice");
  await withdrawRequest(session, { request_id: shutdown, actor: "lead" });
  const toNobody = { sender: "lead", target: "nobody", kind: "shutdown", payload: "Please close." } as const;
  expect((await refusal(session, () => openRequest(session, toNobody))).code).toBe("unknown-member");
  await reply(session, await openShutdown(session, "bob"), true, "bob");
  await consumeResponses(session, "lead");
  const reloaded = await session.again();
  expect((await refusal(reloaded, () => openShutdown(reloaded, "bob"))).code).toBe("member-closed");
});

// https://github.com/anthropics/claude-code/issues/84494
test("S10 queued message revives a closed member", async () => {
  const session = await openTestSession();
  const shutdown = await openShutdown(session);
  await send(session, "alice", "One more thing.");
  await reply(session, shutdown, true, "alice");

  const told: string[] = [];
  const joined = await session.again({
    show: (event) => void told.push("status" in event ? `${event.event} ${event.status}` : event.event),
  });
  expect(await scriptedTurn(joined, "alice", { steps: [] })).toEqual({
    status: "unavailable",
  });
  expect(told).toEqual(["delivery_refused unavailable"]);
  const reloaded = await session.again();
  expect(memberOf(reloaded, "alice")).toMatchObject({ status: "closed", turns: 0 });
  expect((await refusal(reloaded, () => send(reloaded, "alice", "Another."))).code).toBe("member-closed");
});

// https://github.com/shareAI-lab/learn-claude-code/pull/178
test("S11 exit without an answer", async () => {
  const session = await openTestSession();
  const shutdown = await openShutdown(session);
  await scriptedTurn(session, "alice", { steps: [{ expect: {}, reply: endTurn("") }] });

  const lead = await session.again();
  await consumeResponses(lead, "lead");
  expect(lead.requests.get(shutdown)).toMatchObject({ status: "pending", reply: null });
  expect(memberOf(lead, "alice")).toMatchObject({ status: "idle", cursor: 1 });
  // The lead goes on.
  expect(await send(lead, "bob", "Go on without alice.")).toMatchObject({ status: "queued" });
  expect(await withdrawRequest(lead, { request_id: shutdown, actor: "lead" })).toMatchObject({
    status: "withdrawn",
  });
});

// https://github.com/anthropics/claude-code/issues/92244
test("B03 message delivered twice", async () => {
  const session = await openFolderSession();
  await send(session, "alice", "One.");
  await send(session, "alice", "Two.");
  const drain = async () => {
    for (let round = 0; round < 3; round += 1) await consumeResponses(session, "alice");
  };
  const { before, after } = await killedAtRename(session.directory, "session.json", drain);
  for (const folder of [session.directory, before, after]) {
    const reloaded = await joinFolder(folder);
    await consumeResponses(reloaded, "alice");
    await consumeResponses(reloaded, "alice");
    expect(takenIn(reloaded, "alice")).toEqual(["alice-1", "alice-2"]);
    expect(memberOf(reloaded, "alice").cursor).toBe(2);
  }
});

// https://github.com/yonidavidson/agentcomm/issues/158
test("B04 read marked before handling", async () => {
  const session = await openFolderSession();
  for (const body of ["One.", "Two.", "Three."]) await send(session, "alice", body);
  // As a process leaves it that is killed anywhere between the reading and the keeping of all three.
  const left: string[] = [];
  const restore = interceptFileOperations(session.directory, (_, perform) => {
    left.push(copyOf(session.directory));
    return perform();
  });
  await consumeResponses(session, "alice").finally(restore);
  expect(left.length).toBeGreaterThan(10);
  for (const folder of left) {
    const reloaded = await joinFolder(folder);
    await consumeResponses(reloaded, "alice");
    expect(takenIn(reloaded, "alice")).toEqual(["alice-1", "alice-2", "alice-3"]);
  }
});

// https://github.com/gastownhall/gastown/issues/1031
test("B05 handled mark never written", async () => {
  const session = await openFolderSession();
  const program = gatedProgram(session);
  const plan = await program.plan();
  await reply(session, plan, true);
  const old = readFileSync(mailboxPath(session, "alice"));
  await consumeResponses(session, "alice");
  expect(gateOf(await program.run())).toBe("ran");
  await send(session, "alice", "Good.");

  const newer = readFileSync(mailboxPath(session, "alice"));
  for (const bytes of [old, newer]) {
    const reloaded = await session.again();
    writeFileSync(mailboxPath(session, "alice"), bytes);
    const taken = consumeResponses(reloaded, "alice");
    if (bytes === old) await expect(taken).rejects.toMatchObject({ code: "mailbox-corrupt" });
    else expect(await taken).toMatchObject([{ outcome: "delivered", message: { body: "Good." } }]);
    expect(gateOf(await gatedProgram(reloaded).run(plan))).toBe("plan-used");
    expect(reloaded.requests.get(plan)).toMatchObject({ status: "approved", used: true });
  }
  expect(program.runs()).toBe(1);
});

// https://github.com/daintreehq/daintree/issues/6053
test("F13 durability gap", async () => {
  const session = await openFolderSession();
  const order: string[] = [];
  const program = gatedProgram(session, { onClaimed: () => order.push("the run starts") });
  const plan = await program.plan();
  await reply(session, plan, true);
  await consumeResponses(session, "alice");
  const older = copyOf(session.directory);
  const restore = interceptFileOperations(session.directory, ({ name, target }, perform) => {
    if (/^(?:fsync|rename)Sync$/.test(name)) order.push(`${name} ${target}`);
    return perform();
  });
  expect(gateOf(await program.run().finally(restore))).toBe("ran");
  expect(order).toEqual([
    "fsyncSync session.json.<number>",
    "renameSync session.json.<number>",
    "fsyncSync .",
    "the run starts",
  ]);

  await session.transact(({ tell }) => tell({ event: "turn_failed", member: "alice", message: "later" }));
  cpSync(join(older, "session.json"), join(session.directory, "session.json"));
  await expect(session.again()).rejects.toMatchObject({ code: "session-corrupt" });
  expect(program.runs()).toBe(1);

  // Nor does an older state together with its log: the mark of the start lies beside them.
  let before = "";
  const { directory } = await playPractice({
    on: (event, workspace) => {
      if (event.event === "gate_checked" && event.gate === "permission")
        before = copyOf(join(workspace, ".."));
    },
  });
  for (const name of ["session.json", "events.jsonl"]) cpSync(join(before, name), join(directory, name));
  const resumed = await practise("--dir", directory, "--decision", "allow", "--resume");
  expect(resumed.stdout + resumed.stderr).toContain("outcome");
  expect(readFileSync(join(directory, "workspace", "runs.txt"))).toHaveLength(1);
});
