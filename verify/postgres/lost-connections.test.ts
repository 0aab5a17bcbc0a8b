import { describe, expect, onTestFinished, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { refusalOf, stateOf } from "../harness/sessions.ts";
import { live, STEPS } from "./life.ts";
import { MISSING, programs } from "./server.ts";
import { joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";
import { type Fate, type StatementProxy, statementProxy } from "./statement-proxy.ts";

describe.skipIf(!programs)(`a connection that is lost${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  async function proxied(): Promise<{ proxy: StatementProxy; url: string }> {
    const proxy = await statementProxy(server().port);
    onTestFinished(() => proxy.close());
    return { proxy, url: `postgres://owner@127.0.0.1:${proxy.port}/postgres` };
  }

  test.each<Fate>(["is lost", "is done and its answer is lost"])(
    "at any statement that %s: each step happens once, and nobody notices",
    async (fate) => {
      const { proxy, url } = await proxied();
      const direct = await storeOf(server().url());
      const undisturbed = await startIn(direct);
      await live(undisturbed);
      const expected = stateOf(undisturbed);

      let losses = 0;
      for (let at = 1; ; at += 1) {
        const store = await storeOf(url, { connections: 1 });
        const session = await startIn(store);
        proxy.count(
          (number) => (number === at ? fate : "passes"),
          () => {
            losses += 1;
          },
        );
        await live(session);
        const counted = proxy.counted();
        await session.close();
        const later = await joinIn(direct, session.name);
        expect(stateOf(later), `cut at statement ${at}`).toEqual(expected);
        expect(await eventsOf(session.name), `cut at statement ${at}`).toBe(await eventsOf(undisturbed.name));
        await store.close();
        if (counted < at) break;
      }
      console.log(
        `lost connections: ${losses} statements cut, each of which ${fate}; nothing lost, nothing twice`,
      );
      expect(losses).toBeGreaterThan(STEPS.length * 4);
    },
    60_000,
  );

  test("a start that is cut in its commit is known for its own", async () => {
    const { proxy, url } = await proxied();
    for (let at = 1; ; at += 1) {
      const store = await storeOf(url, { connections: 1 });
      proxy.count((number) => (number === at ? "is done and its answer is lost" : "passes"));
      const session = await startIn(store);
      const counted = proxy.counted();
      expect((await joinIn(store, session.name)).current.team.size).toBe(3);
      await store.close();
      if (counted < at) break;
    }
  });

  test("in the moment of keeping, with no server after it: nobody knows, and that is said", async () => {
    const { proxy, url } = await proxied();
    const store = await storeOf(url, { connections: 1, waitMs: 300 });
    const session = await startIn(store);
    const send = (): Promise<unknown> =>
      sendMessage(session, { sender: "lead", recipient: "reader", body: "once" });
    // A connection prepares each statement once: the second time is like every later one.
    await send();
    await session.close();
    proxy.count(() => "passes");
    await send();
    // What comes behind the commit tells whoever waits.
    await session.close();
    const commit = proxy.counted() - 1;
    proxy.count((number) => {
      if (number < commit) return "passes";
      return number === commit ? "is done and its answer is lost" : "is lost";
    });
    const refused = await refusalOf(send);
    expect(refused).toMatchObject({ code: "store-unavailable", fields: { unknown: true } });
    proxy.count(() => "passes");
    const later = await joinIn(await storeOf(server().url()), session.name);
    expect(later.current.mail.read("reader").trim().split("\n")).toHaveLength(3);
    await session.transact(() => undefined);
    expect(stateOf(session)).toEqual(stateOf(later));
  });

  test("before anything was sent, with no server after it: nothing was kept, and the server is named", async () => {
    const { proxy, url } = await proxied();
    const store = await storeOf(url, { waitMs: 200 });
    const session = await startIn(store);
    proxy.count(() => "is lost");
    const refused = await refusalOf(() =>
      sendMessage(session, { sender: "lead", recipient: "reader", body: "x" }),
    );
    expect(refused.code).toBe("store-unavailable");
    expect(refused.message).toContain(`127.0.0.1:${proxy.port}`);
    proxy.count(() => "passes");
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "y" });
    expect(session.current.mail.read("reader").trim().split("\n")).toHaveLength(1);
  });

  async function eventsOf(name: string): Promise<string> {
    return server().sql(
      `select string_agg(record::text, E'\\n' order by number) from two_gates.events
       where session_id = (select id from two_gates.sessions where name = '${name}')`,
    );
  }
});
