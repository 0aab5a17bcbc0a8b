import { fork } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { refusalOf } from "../harness/sessions.ts";
import { MISSING, programs } from "./server.ts";
import { joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";
import { transactionPooler } from "./transaction-pooler.ts";

describe.skipIf(!programs)(`attendance in a store${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  test("a member that a living process plays is refused to another one, with its process id", async () => {
    const [here, there] = [await storeOf(server().url()), await storeOf(server().url())];
    const first = await startIn(here);
    const second = await joinIn(there, first.name);
    const attendance = await attend(first, ["reader"]);
    const epoch = first.current.team.get("reader")?.epoch;
    const refused = await refusalOf(() => attend(second, ["lead", "reader"]));
    expect(refused).toMatchObject({ code: "member-attended", fields: { member: "reader" } });
    expect(refused.message).toContain(`another process (${process.pid})`);
    expect(await second.signs.isGiven("lead")).toBe(false);
    expect(await second.signs.isGiven("reader")).toBe(true);
    expect(second.current.team.get("reader")?.epoch).toBe(epoch);
    await attendance.leave();
    expect(await second.signs.isGiven("reader")).toBe(false);
    await (await attend(second, ["reader"])).leave();
  });

  test("one process plays a member once", async () => {
    const session = await startIn(await storeOf(server().url()));
    const attendance = await attend(session, ["reader"]);
    expect((await refusalOf(() => attend(session, ["reader"]))).code).toBe("member-attended");
    await attendance.leave();
  });

  test("the same names in two sessions are two members", async () => {
    const store = await storeOf(server().url());
    const attendances = [
      await attend(await startIn(store), ["lead"]),
      await attend(await startIn(store), ["lead"]),
    ];
    for (const { leave } of attendances) await leave();
  });

  test("who was overtaken changes nothing more, in whatever section", async () => {
    const session = await startIn(await storeOf(server().url()));
    const attendance = await attend(session, ["reader"]);
    await session.transact(({ team }) => {
      requireMember(team, "reader").epoch += 1;
    });
    const letter = { sender: "reader", recipient: "lead", body: "too late" };
    const refused = await refusalOf(() => sendMessage(attendance.session, letter));
    expect(refused).toMatchObject({ code: "member-attended", fields: { member: "reader" } });
    expect(session.current.mail.read("lead")).toBe("");
    await attendance.leave();
  });

  test("a process that is killed is missed at once, and who was in a turn is told", async () => {
    const session = await startIn(await storeOf(server().url()));
    const child = fork(bundle("storeAttendant"), [server().url(), session.name, "reader"]);
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    expect((await refusalOf(() => attend(session, ["reader"]))).message).toContain(`(${child.pid})`);
    child.kill("SIGKILL");
    await once(child, "exit");
    const attendance = await attend(session, ["reader"]);
    expect(attendance.interrupted).toEqual(["reader"]);
    await attendance.leave();
  });

  test("a connection that is lost is made again, and the sign with it", async () => {
    const [here, there] = [await storeOf(server().url()), await storeOf(server().url())];
    const first = await startIn(here);
    const second = await joinIn(there, first.name);
    const attendance = await attend(first, ["reader"]);
    const changes = second.watch();
    await server().sql(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()",
    );
    const signal = AbortSignal.timeout(20_000);
    while (!(await second.signs.isGiven("reader"))) signal.throwIfAborted();
    changes.close();
    await sendMessage(attendance.session, { sender: "reader", recipient: "lead", body: "still here" });
    await attendance.leave();
    expect(await second.signs.isGiven("reader")).toBe(false);
  });

  test("a pooler that shares connections between transactions is found out", async () => {
    const pooler = await transactionPooler(server().port);
    onTestFinished(() => pooler.close());
    const session = await startIn(await storeOf(`postgres://owner@127.0.0.1:${pooler.port}/postgres`));
    const refused = await refusalOf(() => attend(session, ["reader"]));
    expect(refused.code).toBe("store-unavailable");
    expect(refused.message).toContain("pooler");
  });

  test("whoever waits is told of a change, and not kept to the slow look", async () => {
    const [here, there] = [await storeOf(server().url()), await storeOf(server().url())];
    const first = await startIn(here);
    const second = await joinIn(there, first.name);
    const changes = second.watch();
    const { signal } = new AbortController();
    // Beginning to listen counts as a change.
    await changes.next(signal);
    const begin = performance.now();
    const told = changes.next(signal);
    await sendMessage(first, { sender: "lead", recipient: "reader", body: "look" });
    await told;
    expect(performance.now() - begin).toBeLessThan(1_900);
    const stop = new AbortController();
    const waiting = changes.next(stop.signal);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    changes.close();
  });
});
