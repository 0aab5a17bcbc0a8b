import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
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

/**
 * The rows of the casebook in which another process, or a hand in the tables, takes part. All other rows are those of
 * `verify/casebook`, which `protocol.config.ts` runs with their sessions in a store.
 */
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
