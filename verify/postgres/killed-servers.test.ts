import { describe, expect, onTestFinished, test } from "vitest";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { PostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import { lettersOf } from "../harness/sessions.ts";
import { MISSING, programs, type Server, startServer } from "./server.ts";
import { joinIn, startIn, storeOf } from "./sessions.ts";

const LIMITS = {
  ...practiceLimits,
  mailboxMessages: 10_000,
  mailboxBytes: 8_000_000,
  sessionRequests: 10_000,
};

/** As many sessions at once, each of a process with a store of its own. */
const SESSIONS = 4;

/** As many acknowledged rounds in each session before the server is killed, and after. */
const ROUNDS = 25;

type Acknowledged = { letters: string[]; decisions: { request_id: string; approve: boolean }[] };

describe.skipIf(!programs)(`a server that is killed${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  test("and started again has all that it acknowledged, and its sessions go on", async () => {
    const server = await ownServer({ durable: true });
    const found = await workThrough(server.url(), server, () => server.start());
    console.log(`restarted server: ${found}, none lost, none twice`);
  }, 100_000);

  test("for good leaves a standby that has all that was acknowledged, and its sessions go on there", async () => {
    const primary = await ownServer({ durable: true });
    const standby = await primary.standby();
    onTestFinished(() => standby.remove());
    const url = `postgres://owner@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`;
    const found = await workThrough(url, primary, () => standby.promote());
    console.log(`promoted standby: ${found}, none lost, none twice`);
  }, 100_000);

  test("while the standby is not promoted, a section says that no server can be written", async () => {
    const primary = await ownServer({});
    const standby = await primary.standby();
    onTestFinished(() => standby.remove());
    const store = await storeOf(
      `postgres://owner@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
      {
        waitMs: 500,
      },
    );
    const session = await startIn(store);
    primary.kill();
    await expect(session.transact(() => undefined)).rejects.toMatchObject({ code: "store-unavailable" });
    await standby.promote();
    await session.transact(({ notes }) => void notes.set("after", true));
    expect((await joinIn(store, session.name)).current.notes.get("after")).toBe(true);
  }, 60_000);
});

async function ownServer(options: Parameters<typeof startServer>[0]): Promise<Server> {
  const server = await startServer(options);
  onTestFinished(() => server.remove());
  return server;
}

/** Several sessions work while the server is killed and another one takes its place. */
async function workThrough(url: string, server: Server, replace: () => Promise<void>): Promise<string> {
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, async () =>
      startIn(await storeOf(url, { waitMs: 60_000 }), { limits: LIMITS }),
    ),
  );
  const done = sessions.map((): Acknowledged => ({ letters: [], decisions: [] }));
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  const work = sessions.map(async (session, index) => {
    const mine = done[index];
    if (!mine) return;
    for (let round = 1; round <= 2 * ROUNDS; round += 1) {
      await oneRound(session, round, mine);
      acknowledged += 1;
      if (acknowledged === SESSIONS * ROUNDS) {
        // In the middle of what the other sessions do.
        server.kill();
        killed = replace();
      }
    }
  });
  await Promise.all(work);
  await killed;
  const later = await storeOf(url);
  for (const [index, { name }] of sessions.entries()) {
    const kept = await joinIn(later, name);
    const bodies = lettersOf(kept, "reviewer").map(({ body }) => body);
    expect(bodies).toEqual(done[index]?.letters);
    for (const { request_id, approve } of done[index]?.decisions ?? []) {
      expect(kept.current.requests.get(request_id)).toMatchObject({
        reply: { approve },
        status: approve ? "approved" : "rejected",
      });
    }
    expect(kept.current.requests.size).toBe(2 * ROUNDS);
  }
  const letters = done.reduce((sum, each) => sum + each.letters.length, 0);
  const decisions = done.reduce((sum, each) => sum + each.decisions.length, 0);
  return `${letters} letters and ${decisions} decisions acknowledged in ${SESSIONS} sessions, server killed once`;
}

/** A letter, and the life of a plan. Each is acknowledged before the next begins. */
async function oneRound(session: PostgresSession, round: number, done: Acknowledged): Promise<void> {
  const body = `letter ${round}`;
  await sendMessage(session, { sender: "lead", recipient: "reviewer", body });
  done.letters.push(body);
  const plan = { sender: "reader", target: "lead", kind: "plan", payload: `plan ${round}` } as const;
  const { request_id } = await openRequest(session, plan);
  const approve = round % 2 === 0;
  await replyRequest(session, { request_id, actor: "lead", approve, feedback: "" });
  await consumeResponses(session, "reader");
  done.decisions.push({ request_id, approve });
}
