import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import { TeamProtocols } from "../../lessons/s16-team-protocols/team-protocols.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import {
  type PostgresSession,
  startPostgresSession,
} from "../../lessons/x1-shared-session/postgres-session.ts";
import { gatedProgram, gateOf } from "../casebook/gated-program.ts";
import { openPlan, openShutdown, reply, statusOf } from "../casebook/test-session.ts";
import { bundle } from "../harness/processes/bundles.ts";
import {
  lettersOf,
  memberOf,
  type PlacedSession,
  refusedUnchanged,
  temporaryFolder,
  watched,
} from "../harness/sessions.ts";
import { MISSING, programs } from "./server.ts";
import { freshName, joinIn, serverForFile, storeOf } from "./sessions.ts";

/** The rows of the casebook that are about sessions which outlive their processes, or have several. */
describe.skipIf(!programs)(`the casebook in a store${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();
  type Room = PlacedSession & { shared: PostgresSession };

  async function openRoom(limits = {}): Promise<Room> {
    const directory = temporaryFolder();
    const team = createTeam([
      ["lead", "review plans and ask for shutdowns"],
      ["alice", "run the program"],
      ["bob", "run the program, too"],
    ]);
    const store = await storeOf(server().url());
    const shared = await startPostgresSession(store, freshName(), team, {
      program: "practice",
      directoryOf: () => directory,
      limits: { ...practiceLimits, ...limits },
    });
    return placed(shared);
  }

  /** The session as a new process finds it: nothing of the old one's memory is left. */
  async function restart({ shared: { name, directory } }: Room): Promise<Room> {
    const store = await storeOf(server().url());
    return placed(await joinIn(store, name, { directoryOf: () => directory }));
  }

  async function placed(shared: PostgresSession): Promise<Room> {
    await shared.transact(() => undefined);
    return Object.assign(watched(shared, shared.transact), { directory: shared.directory, shared });
  }

  // https://github.com/openai/openai-agents-python/issues/4244
  test("M07 approval lost on reload", async () => {
    const session = await openRoom();
    const plan = await gatedProgram(session).plan();
    await reply(session, plan, true);
    await consumeResponses(session, "alice");
    const reloaded = await restart(session);
    const program = gatedProgram(reloaded);
    expect(statusOf(reloaded, plan)).toBe("approved");
    expect(gateOf(await program.run(plan))).toBe("ran");
    expect(gateOf(await gatedProgram(await restart(session)).run(plan))).toBe("plan-used");
    expect(program.runs()).toBe(1);
  });

  // https://github.com/microsoft/agent-framework/issues/7458
  test("M12 crash between effect and record", async () => {
    const session = await openRoom();
    const program = gatedProgram(session);
    const plan = await program.plan();
    await reply(session, plan, true);
    await consumeResponses(session, "alice");
    expect(await program.claim()).toBe("ran");
    const reloaded = await restart(session);
    expect(reloaded.runs.get(plan)).toMatchObject({ member: "alice", status: "started", outcome: null });
    const again = gatedProgram(reloaded);
    expect(gateOf(await again.run(plan))).toBe("plan-used");
    expect(again.runs()).toBe(0);
  });

  // https://github.com/heymrun/heym/issues/563
  test("M13 double approve, approve and deny at once", async () => {
    for (let round = 1; round <= 50; round += 1) {
      const [one, other] = await twoProcesses();
      const plan = await openPlan(one);
      const answers = await Promise.allSettled([reply(one, plan, true), reply(other, plan, false)]);
      const refused = answers.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
      expect(refused).toEqual(["decision-conflict"]);
      await consumeResponses(other, "alice");
      expect(statusOf(other, plan)).toBe(answers[0].status === "fulfilled" ? "approved" : "rejected");
      expect(lettersOf(other, "alice")).toHaveLength(1);
    }
  }, 60_000);

  // https://github.com/UsefulSoftwareCo/executor/issues/1347
  test("M16 pending state not durable", async () => {
    const session = await openRoom({ sessionRequests: 2 });
    const plan = await openPlan(session);
    const reloaded = await restart(session);
    expect((await refusedUnchanged(reloaded, () => openPlan(reloaded))).code).toBe("request-pending");
    await reply(reloaded, plan, true);
    const third = await restart(session);
    await consumeResponses(third, "alice");
    expect(statusOf(third, plan)).toBe("approved");
    expect(await openPlan(third, "bob")).toBe("req-2");
    const last = await restart(session);
    expect((await refusedUnchanged(last, () => openPlan(last))).code).toBe("request-quota");
  });

  // https://github.com/anomalyco/opencode/issues/29422
  test("M22 answer to a cancelled request", async () => {
    const session = await openRoom();
    const plan = await openPlan(session);
    await reply(session, await openShutdown(session), true, "alice");
    const later = await restart(session);
    expect(statusOf(later, plan)).toBe("withdrawn");
    expect(await new TeamProtocols(later).getPendingApprovals()).toEqual([]);
    expect((await refusedUnchanged(later, () => reply(later, plan, true))).code).toBe("not-pending");
  });

  // https://github.com/sipyourdrink-ltd/bernstein/issues/5051
  test("M28 timeout fails open", async () => {
    const session = await openRoom();
    const plan = await gatedProgram(session).plan();
    const waiting = await restart(session);
    expect(gateOf(await gatedProgram(waiting).run(plan))).toBe("plan-pending");
    await withdrawRequest(waiting, { request_id: plan, actor: "alice" });
    const late = await restart(session);
    expect((await refusedUnchanged(late, () => reply(late, plan, true))).code).toBe("not-pending");
    const program = gatedProgram(late);
    expect(gateOf(await program.run(plan))).toBe("plan-missing");
    expect(program.runs()).toBe(0);
  });

  // https://github.com/anthropics/claude-code/issues/53701
  test("S07 shutdown to a dead or ghost member", async () => {
    const session = await openRoom();
    const player = fork(bundle("storeAttendant"), [server().url(), session.shared.name, "alice"]);
    onTestFinished(() => void player.kill("SIGKILL"));
    await once(player, "message");
    expect(await session.shared.signs.isGiven("alice")).toBe(true);
    player.kill("SIGKILL");
    await once(player, "exit");
    const attendance = await attend(session.shared, ["alice"]);
    expect(attendance.interrupted).toEqual(["alice"]);
    await attendance.leave();
    expect(await session.shared.signs.isGiven("alice")).toBe(false);
    const shutdown = await openShutdown(session, "alice");
    await withdrawRequest(session, { request_id: shutdown, actor: "lead" });
    expect((await refusedUnchanged(session, () => openShutdown(session, "nobody"))).code).toBe(
      "unknown-member",
    );
  });

  // https://github.com/anthropics/claude-code/issues/84494
  test("S10 queued message revives a closed member", async () => {
    const session = await openRoom();
    const shutdown = await openShutdown(session);
    await sendMessage(session, { sender: "lead", recipient: "alice", body: "One more thing." });
    await reply(session, shutdown, true, "alice");
    const later = await restart(session);
    expect(memberOf(later, "alice")).toMatchObject({ status: "closed", turns: 0 });
    const another = { sender: "lead", recipient: "alice", body: "Another." };
    expect((await refusedUnchanged(later, () => sendMessage(later, another))).code).toBe("member-closed");
  });

  // https://github.com/anthropics/claude-code/issues/92244
  test("B03 message delivered twice", async () => {
    const [one, other] = await twoProcesses();
    for (const body of ["One.", "Two."]) await sendMessage(one, { sender: "lead", recipient: "alice", body });
    // Two processes drain one mailbox at once, and again.
    const taken = await Promise.all([one, other, one, other].map((each) => consumeResponses(each, "alice")));
    expect(
      taken
        .flat()
        .map(({ message: { id } }) => id)
        .sort(),
    ).toEqual(["alice-1", "alice-2"]);
    const later = await restart(one);
    expect(await consumeResponses(later, "alice")).toEqual([]);
    expect(memberOf(later, "alice").cursor).toBe(2);
  });

  // https://github.com/gastownhall/gastown/issues/1031
  test("B05 handled mark never written", async () => {
    const session = await openRoom();
    const program = gatedProgram(session);
    const plan = await program.plan();
    await reply(session, plan, true);
    await consumeResponses(session, "alice");
    expect(gateOf(await program.run())).toBe("ran");
    // Another hand puts the cursor back: the letters are taken in again, and nothing is done again.
    await server().sql(
      `update two_gates.members set record = jsonb_set(record::jsonb, '{cursor}', '0')::json
       where name = 'alice' and session_id = (select id from two_gates.sessions where name = '${session.shared.name}')`,
    );
    const later = await restart(session);
    expect(await consumeResponses(later, "alice")).toMatchObject([
      { outcome: "matched", status: "duplicate" },
    ]);
    expect(gateOf(await gatedProgram(later).run(plan))).toBe("plan-used");
    expect(program.runs()).toBe(1);
  });

  async function twoProcesses(): Promise<[Room, Room]> {
    const one = await openRoom();
    return [one, await restart(one)];
  }
});
