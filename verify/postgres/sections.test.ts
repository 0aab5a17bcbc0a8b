import { describe, expect, test } from "vitest";
import { factsOf, playScenario } from "../../fixtures/scenarios/scenario.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { claimPlan } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import type { PostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import { lettersOf, refusalOf, refusedUnchanged, stateOf } from "../harness/sessions.ts";
import { loadScenarios } from "../recordings/recorder/fixture-files.ts";
import { workAt } from "../sequences/world.ts";
import { MISSING, programs, type Server } from "./server.ts";
import { freshName, joinIn, serverForFile, startIn, storeOf } from "./sessions.ts";

const scenarios = loadScenarios();
const named = scenarios.map((scenario) => [`${scenario.function} ${scenario.scenario}`, scenario] as const);

describe.skipIf(!programs)(`a session in a store${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  test.each(named)("%s has its facts, for whoever comes later too", async (_, scenario) => {
    const isLoose = JSON.stringify(scenario.setup).includes("finished_requests");
    const store = await storeOf(isLoose ? await looseDatabase(server()) : server().url());
    const session = await startIn(store);
    const outcome = await playScenario(scenario, session);
    expect(await factsOf(session, outcome)).toEqual(scenario.expected);
    const later = await joinIn(store, session.name);
    expect(await factsOf(later, outcome)).toEqual(scenario.expected);
  });

  test("what one process keeps is what another one sees, in its next section", async () => {
    const [here, there] = [await storeOf(server().url()), await storeOf(server().url())];
    const first = await startIn(here);
    const second = await joinIn(there, first.name);
    await sendMessage(first, { sender: "lead", recipient: "reader", body: "first" });
    await sendMessage(second, { sender: "reviewer", recipient: "reader", body: "second" });
    await sendMessage(first, { sender: "lead", recipient: "reader", body: "third" });
    await consumeResponses(second, "reader");
    await first.transact(() => undefined);
    expect(stateOf(first)).toEqual(stateOf(second));
    expect(lettersOf(first, "reader").map(({ body }) => body)).toEqual(["first", "second", "third"]);
  });

  test("every text comes back as it was saved, and SQL can look into it", async () => {
    const store = await storeOf(server().url());
    const session = await startIn(store);
    const bodies = [
      "a\u0000b",
      "\ue000 stands for itself",
      "\ue0000000 too",
      "a backslash and u0000: \\u0000",
      "\\\u0000",
      "line\nline\u2028line",
      "🙂 'quoted' \"twice\"; drop table two_gates.letters; --",
    ];
    for (const body of bodies) await sendMessage(session, { sender: "lead", recipient: "reader", body });
    await session.transact(({ team }) => {
      requireMember(team, "reader").history.push({
        role: "assistant",
        content: [{ type: "tool_use", id: "1", name: "odd", input: { half: "\ud800", none: "\u0000" } }],
      });
    });
    const later = await joinIn(store, session.name);
    expect(lettersOf(later, "reader").map(({ body }) => body)).toEqual(bodies);
    expect(stateOf(later)).toEqual(stateOf(session));
    const shown = await server().sql(
      `select count(*), sum(two_gates.characters(body)) from two_gates.letters l
       join two_gates.sessions s on s.id = l.session_id where s.name = '${session.name}'`,
    );
    const characters = bodies.reduce((sum, body) => sum + [...body].length, 0);
    expect(shown).toBe(`${bodies.length}|${characters}`);
  });

  test("the longest texts that the protocol allows are allowed here, whatever their characters", async () => {
    const session = await startIn(await storeOf(server().url()), {
      limits: { ...practiceLimits, bodyCharacters: 2_000 },
    });
    const payload = "\ue000".repeat(180);
    const { request_id } = await openRequest(session, {
      sender: "reader",
      target: "lead",
      kind: "plan",
      payload,
    });
    const feedback = "🙂".repeat(120);
    await replyRequest(session, { request_id, actor: "lead", approve: false, feedback });
    await consumeResponses(session, "reader");
    expect(session.current.requests.get(request_id)).toMatchObject({
      payload,
      status: "rejected",
      reply: { feedback },
    });
  });

  test("a section that throws leaves every row as it was", async () => {
    const session = await startIn(await storeOf(server().url()));
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "stays" });
    const before = await rowsOf(session);
    const thrown = new Error("no");
    await expect(
      session.transact((state) => {
        requireMember(state.team, "reader").status = "running";
        state.notes.set("note", 1);
        state.tell({ event: "notice", text: "never told" });
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    await refusedUnchanged(session, () =>
      sendMessage(session, { sender: "lead", recipient: "reader", body: "" }),
    );
    expect(await rowsOf(session)).toBe(before);
  });

  test("a section's own error is the caller's, whatever code it bears", async () => {
    const session = await startIn(await storeOf(server().url()));
    const runs: number[] = [];
    const thrown = Object.assign(new Error("a file of the section"), { code: "ECONNRESET" });
    await expect(
      session.transact(() => {
        runs.push(1);
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    expect(runs).toEqual([1]);
  });

  test("events are kept with their section, numbered, and shown after it", async () => {
    const shown: SessionEvent[] = [];
    const session = await startIn(await storeOf(server().url()), { show: (event) => void shown.push(event) });
    await session.transact(({ tell }) => {
      tell({ event: "notice", text: "one" });
      tell({ event: "notice", text: "two" });
      expect(shown).toEqual([]);
    });
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "three" });
    expect(shown.map(({ event }) => event)).toEqual(["notice", "notice", "letter_sent"]);
    expect(
      await server().sql(
        `select string_agg(number || ' ' || event, ', ' order by number) from two_gates.events e
         join two_gates.sessions s on s.id = e.session_id where s.name = '${session.name}'`,
      ),
    ).toBe("1 notice, 2 notice, 3 letter_sent");
  });

  test("whoever is shown the events may end the session for this process", async () => {
    const session = await startIn(await storeOf(server().url()), {
      show: () => Promise.reject(new Error("enough")),
    });
    const told = session.transact(({ tell }) => tell({ event: "notice", text: "one" }));
    await expect(told).rejects.toThrow("enough");
    await expect(session.transact(() => "later")).rejects.toThrow("enough");
  });

  test("a new bearer of a closed member's name begins with no letter and no message", async () => {
    const store = await storeOf(server().url());
    const session = await startIn(store);
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "for the first" });
    await consumeResponses(session, "reader");
    await session.transact(({ team }) => {
      requireMember(team, "reader").status = "closed";
    });
    await joinTeam(session, { name: "reader", role: "another" });
    const later = await joinIn(store, session.name);
    expect(lettersOf(later, "reader")).toEqual([]);
    expect(later.current.team.get("reader")).toMatchObject({ incarnation: 2, history: [], role: "another" });
    expect([...later.current.team.keys()]).toEqual(["lead", "reader", "reviewer"]);
  });

  test("a section saves one letter at most", async () => {
    const session = await startIn(await storeOf(server().url()));
    const twice = session.transact(({ mail }) => {
      mail.replace("reader", "");
      mail.replace("lead", "");
    });
    await expect(twice).rejects.toThrow("one letter at most");
  });

  test("nothing is taken out of a session", async () => {
    const session = await startIn(await storeOf(server().url()));
    await session.transact(({ notes }) => void notes.set("note", 1));
    await expect(session.transact(({ notes }) => void notes.delete("note"))).rejects.toThrow(
      "Set it to null",
    );
    await session.transact(({ notes }) => void notes.set("note", null));
    expect(session.current.notes.get("note")).toBeNull();
  });

  test("of two claims at once, in two processes, one has the approval", async () => {
    const [here, there] = [await storeOf(server().url()), await storeOf(server().url())];
    const first = await startIn(here);
    const second = await joinIn(there, first.name);
    const work = workAt(1);
    const { request_id } = await openRequest(first, {
      sender: "reader",
      target: "lead",
      kind: "plan",
      payload: "p",
      work,
    });
    await replyRequest(second, { request_id, actor: "lead", approve: true, feedback: "" });
    await consumeResponses(first, "reader");
    const claim = { actor: "reader", requestId: request_id, work };
    const blocks = await Promise.all(
      [first, second, first, second].map((session) => claimPlan(session, claim)),
    );
    expect(blocks.map((block) => block?.reason ?? "claimed").sort()).toEqual([
      "claimed",
      "plan-used",
      "plan-used",
      "plan-used",
    ]);
    expect(await rowCount("runs", first)).toBe("1");
  });

  test("of two who start one session at once, one has it and the other is refused", async () => {
    const stores = await Promise.all([storeOf(server().url()), storeOf(server().url())]);
    const name = freshName();
    const begun = await Promise.allSettled(stores.map((store) => startIn(store, { name })));
    const refused = begun.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: "directory-not-empty" });
    const [store] = stores;
    if (store) expect((await joinIn(store, name)).current.team.size).toBe(3);
  });

  test("a session that nobody changed is not read again", async () => {
    const session = await startIn(await storeOf(server().url()));
    await session.transact(() => undefined);
    const { team } = session.current;
    await session.transact(() => undefined);
    expect(session.current.team).toBe(team);
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "own changes are known" });
    const kept = session.current.requests;
    await session.transact(() => undefined);
    expect(session.current.requests).toBe(kept);
  });

  test("who is left in a section for too long is waited for no longer than the lock's time", async () => {
    const url = `${server().url()}?lock_timeout=200`;
    const session = await startIn(await storeOf(url));
    const other = await storeOf(url);
    const send = (body: string): Promise<unknown> =>
      sendMessage(session, { sender: "lead", recipient: "reader", body });
    const refused = await other.transaction(async (sql) => {
      await sql`select 1 from two_gates.sessions where name = ${session.name} for update`;
      return { result: await refusalOf(() => send("while it is held")), commits: false };
    });
    expect(refused.code).toBe("lock-timeout");
    await send("now");
    expect(lettersOf(session, "reader").map(({ body }) => body)).toEqual(["now"]);
  });

  describe("another hand", () => {
    test("cannot write by SQL what the protocol never promises", async () => {
      const session = await startIn(await storeOf(server().url()));
      await openRequest(session, { sender: "reader", target: "lead", kind: "plan", payload: "p" });
      const id = await server().sql(`select id from two_gates.sessions where name = '${session.name}'`);
      const letter = (record: object, number = 1): string =>
        `insert into two_gates.letters (session_id, recipient, number, record)
         values (${id}, 'reader', ${number}, '${JSON.stringify(record)}')`;
      const good = { id: "reader-1", sender: "lead", recipient: "reader", body: "b" };
      const refused = [
        letter({ ...good, id: "reader-2" }),
        letter({ ...good, recipient: "lead" }),
        letter({ ...good, sender: "stranger" }),
        letter({ ...good, sender: "reader" }),
        letter({ ...good, body: "" }),
        letter(good, 0),
        change("requests", { status: "granted" }),
        change("requests", { status: "approved" }),
        change("requests", { used: true }),
        change("requests", { payload: "p".repeat(181) }),
        change("requests", { sender: "nobody" }),
        change("members", { status: "asleep" }),
        change("members", { cursor: -1 }),
        `insert into two_gates.members (session_id, name, position, record)
         select session_id, 'Big Name', 9, record from two_gates.members where session_id = ${id} limit 1`,
        `insert into two_gates.runs (session_id, request, position, record)
         values (${id}, 'req-9', 0, '{"member":"reader","status":"started","work":{"sha256":""}}')`,
        `insert into two_gates.sessions (name, program, body_characters, mailbox_messages, mailbox_bytes, session_requests)
         values ('${session.name}', 'practice', 1, 1, 1, 1)`,
      ];
      function change(table: string, values: object): string {
        return `update two_gates.${table} set record = (record::jsonb || '${JSON.stringify(values)}')::json where session_id = ${id}`;
      }
      const before = await rowsOf(session);
      for (const text of refused) {
        await expect(server().sql(text), text).rejects.toThrow(/violates|invalid/);
      }
      expect(await rowsOf(session)).toBe(before);
    });

    test("that writes a letter is judged like any other, and a row that is taken is read again", async () => {
      const session = await startIn(await storeOf(server().url()));
      await sendMessage(session, { sender: "lead", recipient: "reader", body: "ours" });
      const forged = { id: "reader-2", sender: "lead", recipient: "reader", body: "not ours" };
      await server().sql(
        `insert into two_gates.letters (session_id, recipient, number, record)
         select id, 'reader', 2, '${JSON.stringify(forged)}' from two_gates.sessions where name = '${session.name}'`,
      );
      const { id } = await sendMessage(session, { sender: "lead", recipient: "reader", body: "ours again" });
      expect(id).toBe("reader-3");
      expect(lettersOf(session, "reader").map(({ body }) => body)).toEqual([
        "ours",
        "not ours",
        "ours again",
      ]);
    });

    test.each([
      ["a member", "update two_gates.members set record = (record::jsonb || '{\"odd\":1}')::json", "members"],
      [
        "a request",
        "update two_gates.requests set record = (record::jsonb || '{\"odd\":1}')::json",
        "requests",
      ],
      [
        "a message",
        `update two_gates.messages set record = '{"role":"user","content":"text"}'`,
        "members.reader.history",
      ],
    ])("that spoils %s stops the session, and nothing is touched", async (_, text, place) => {
      const store = await storeOf(server().url());
      const session = await startIn(store);
      await openRequest(session, { sender: "reader", target: "lead", kind: "plan", payload: "p" });
      await sendMessage(session, { sender: "lead", recipient: "reader", body: "for the history" });
      await consumeResponses(session, "reader");
      const where = `where session_id = (select id from two_gates.sessions where name = '${session.name}')`;
      await server().sql(`${text} ${where}`);
      const before = await rowsOf(session);
      const refused = await refusalOf(() => joinIn(store, session.name));
      expect(refused.code).toBe("session-corrupt");
      expect(refused.message).toContain(place);
      expect(await rowsOf(session)).toBe(before);
    });

    test("that takes a letter away leaves a mailbox that says what is missing", async () => {
      const store = await storeOf(server().url());
      const session = await startIn(store);
      for (const body of ["one", "two"])
        await sendMessage(session, { sender: "lead", recipient: "reader", body });
      await server().sql(
        `delete from two_gates.letters where number = 1 and session_id =
         (select id from two_gates.sessions where name = '${session.name}')`,
      );
      const later = await joinIn(store, session.name);
      const refused = await refusalOf(() => consumeResponses(later, "reader"));
      expect(refused).toMatchObject({
        code: "mailbox-corrupt",
        fields: { line: 1, reason: "the id should be reader-1" },
      });
    });
  });

  /** Finished requests that nobody ever opened or answered are put in place by hand, and no such row is allowed. */
  async function looseDatabase({ sql, url }: Server): Promise<string> {
    await sql("create database loose");
    await (await storeOf(url("loose"))).close();
    await sql(
      `alter table two_gates.requests drop constraint requests_are_counted,
       drop constraint requests_are_decided_by_the_saved_reply`,
      "loose",
    );
    return url("loose");
  }

  async function rowCount(table: string, { name }: PostgresSession): Promise<string> {
    return server().sql(
      `select count(*) from two_gates.${table} where session_id = (select id from two_gates.sessions where name = '${name}')`,
    );
  }

  /** Every row of a session but those of who has kept what last, as text. */
  async function rowsOf({ name }: PostgresSession): Promise<string> {
    const id = await server().sql(`select id from two_gates.sessions where name = '${name}'`);
    const tables = ["members", "messages", "letters", "requests", "runs", "notes", "events"];
    const rows = tables.map(
      (table) => `select to_json(t)::text from two_gates.${table} t where session_id = ${id}`,
    );
    return server().sql(
      [`select to_json(s)::text from two_gates.sessions s where id = ${id}`, ...rows].join(" union all "),
    );
  }
});
