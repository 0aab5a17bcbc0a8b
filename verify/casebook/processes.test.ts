import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { lettersOf } from "../harness/sessions.ts";
import { gatedProgram, gateOf } from "./gated-program.ts";
import { endPeers, twoPeers } from "./peer.ts";
import {
  filesOf,
  mailboxPath,
  openFolderSession,
  openTestSession,
  refusal,
  reply,
  statusOf,
  type TestSession,
} from "./test-session.ts";

// The rows in which other processes take part. Starting one takes longer than what it does here, so they are shared.
afterAll(endPeers);

function send(session: TestSession, body: string) {
  return sendMessage(session, { sender: "lead", recipient: "alice", body });
}

// https://github.com/heymrun/heym/issues/563
test("M13 double approve / approve-deny race", async () => {
  const session = await openTestSession({ limits: { sessionRequests: 50, mailboxMessages: 50 } });
  const program = gatedProgram(session);
  // The table of requests lives in one process, the host's, so the deciders are two processes that race to it. The
  // host takes their decisions in the order in which they come in, the second before the first is through.
  const peers = await twoPeers();
  for (let round = 0; round < 50; round += 1) {
    const plan = await program.plan();
    const arrived: boolean[] = [];
    const order = round % 2 === 0 ? [true, false] : [false, true];
    await Promise.all(
      order.map(async (approve, index) => {
        arrived.push((await peers[index]?.ask({ task: "decide", approve })) === true);
      }),
    );
    const outcomes = await Promise.all(
      arrived.map((approve) =>
        reply(session, plan, approve).then(
          ({ status }) => ({ approve, status }),
          ({ code }) => ({ approve, status: String(code) }),
        ),
      ),
    );
    expect(arrived.toSorted()).toEqual([false, true]);
    expect(outcomes.map(({ status }) => status)).toEqual(["queued", "decision-conflict"]);
    await consumeResponses(session, "alice");

    const [winner] = arrived;
    expect(statusOf(session, plan)).toBe(winner ? "approved" : "rejected");
    // The first rounds start the program for real, the others stop at the claim that stands before every start.
    const runsBefore = program.runs();
    const use = round < 4 ? async () => gateOf(await program.run()) : () => program.claim();
    const uses = (await Promise.all([use(), use()])).sort();
    expect(uses).toEqual(winner ? ["plan-used", "ran"] : ["plan-rejected", "plan-rejected"]);
    expect(program.runs() - runsBefore).toBe(winner && round < 4 ? 1 : 0);
  }
});

// https://github.com/anthropics/claude-code/issues/53896
test("B01 lost update", async () => {
  const session = await openFolderSession();
  const peers = await twoPeers();
  const { directory } = session;
  const receipts = await Promise.all(peers.map((peer) => peer.ask({ task: "send", directory, letters: 4 })));

  const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `alice-${number}`);
  expect(receipts.flat().sort()).toEqual(ids);
  const letters = lettersOf(session, "alice");
  expect(letters.map(({ id }) => id)).toEqual(ids);
  expect(new Set(letters.map(({ body }) => body)).size).toBe(8);
  expect(await peers[0]?.ask({ task: "send", directory, letters: 1 })).toEqual(["mailbox-full"]);
  expect((await refusal(session, () => send(session, "The ninth."))).code).toBe("mailbox-full");
});

// https://github.com/modelcontextprotocol/inspector/pull/2088
test("F04 unlocked write after lock timeout", async () => {
  const waits: string[] = [];
  const session = await openFolderSession({ waitMs: 200, onWait: (path) => waits.push(path) });
  await send(session, "Before.");
  const [peer] = await twoPeers();
  expect(await peer.ask({ task: "hold", directory: session.directory })).toBe("held");

  const lockPath = join(session.directory, ".lock");
  const refused = await refusal(session, () => send(session, "Not without the lock."));
  expect(refused).toMatchObject({ code: "lock-timeout", fields: { lockPath, waitMs: 200 } });
  expect(waits).toEqual([lockPath]);
  const givenBack = peer.answer();
  peer.process.stdin?.write(".");
  expect(await givenBack).toBe("given back");
  expect(await send(session, "Now.")).toEqual({ id: "alice-2", status: "queued" });
});

// https://github.com/anthropics/claude-code/issues/87677
test("F12 temp leftovers", async () => {
  const peers = await twoPeers();
  const folders = await Promise.all(
    ["", '{"id":"alice-1","sender":"lead","recipient":"alice","body":"Old."}\n'].map(async (old, index) => {
      const session = await openFolderSession();
      const { directory } = session;
      if (old) writeFileSync(mailboxPath(session, "alice"), old);
      expect(await peers[index]?.ask({ task: "die", directory })).toEqual({ ended: "SIGKILL" });

      const [leftover = "", ...others] = readdirSync(directory).filter((name) => /\d$/.test(name));
      expect(leftover).toMatch(/^alice\.jsonl\.\d+$/);
      expect(others).toEqual([]);
      expect(readFileSync(join(directory, leftover), "utf8")).toContain("Letter 1");
      expect(session.mail.read("alice")).toBe(old);
      expect([...session.team.keys()]).toEqual(["lead", "alice", "bob"]);
      // The lock was left too. It counts as such once it has given no sign of life for the stale time.
      utimesSync(join(directory, ".lock"), 0, 0);
      return { directory, leftover };
    }),
  );
  const [unused, used] = folders;
  if (!unused || !used) throw new Error("no folders");

  const strangers = ["alice.jsonl.1x", "alice.jsonl.", "Alice.jsonl.1", "x.alice.jsonl.1"];
  for (const stranger of strangers) writeFileSync(join(unused.directory, stranger), "");
  for (const { directory, holds, next } of [
    { ...used, holds: ["alice.jsonl"], next: "alice-2" },
    { ...unused, holds: strangers, next: "alice-1" },
  ]) {
    const before = filesOf(directory);
    const { leftover } = directory === used.directory ? used : unused;
    await expect(
      startSession(directory, createTeam([["lead", "any role"]]), { program: "practice" }),
    ).rejects.toMatchObject({
      code: "directory-not-empty",
      fields: { found: [".lock", "session.json", leftover, ...holds].sort() },
    });
    expect(filesOf(directory)).toEqual(before);

    const joined = await joinSession(directory, { program: "practice" });
    expect(readdirSync(directory).sort()).toEqual(["session.json", ...holds].sort());
    const letter = { sender: "lead", recipient: "alice", body: "Again." };
    expect(await sendMessage(joined, letter)).toEqual({ id: next, status: "queued" });
  }
});
