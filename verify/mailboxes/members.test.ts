import { describe, expect, test } from "vitest";
import { withBrokenSaves } from "../../fixtures/scenarios/scenario.ts";
import type { Model, ModelRequest, ModelResponse } from "../../lessons/s01-agent-loop/model.ts";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { type MemberTurn, runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import {
  changeMember,
  lettersOf,
  memberOf,
  overwriteMailbox,
  refusalOf,
  refusedUnchanged,
  teamSession,
  type WatchedSession,
  watchedSession,
  withLockTaken,
} from "../harness/sessions.ts";

const send = (session: WatchedSession, body: string, recipient = "reader") =>
  sendMessage(session, { sender: "lead", recipient, body });

const done: ModelResponse = { content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" };
const calling: ModelResponse = {
  content: [{ type: "tool_use", id: "t1", name: "look", input: {} }],
  stop_reason: "tool_use",
};

/** A turn whose model ends at once and counts how often it was asked. */
function turnOf(changes: Partial<MemberTurn> = {}): MemberTurn & { asked: () => number } {
  let asked = 0;
  const model: Model = {
    respond: async () => {
      asked += 1;
      return done;
    },
  };
  return {
    name: "reader",
    model,
    tools: [],
    prepare: async () => undefined,
    execute: async ({ id }) => ({ type: "tool_result", tool_use_id: id, content: "" }),
    ...changes,
    asked: () => asked,
  };
}

describe("a member's turn", () => {
  test("runs the loop on the member's own history, with its name and role, and counts the turn", async () => {
    const session = teamSession();
    const model: Model = {
      respond: async ({ actor, system, messages }) => ({
        content: [{ type: "text", text: `${actor} | ${system} | ${messages.length}` }],
        stop_reason: "end_turn",
      }),
    };
    const statuses: string[] = [];
    const turn = turnOf({
      model,
      task: "Read.",
      atStart: (_, member) => void statuses.push(`start ${member.turns}: ${member.status}`),
      prepare: async () => void statuses.push(memberOf(session, "reader").status),
    });
    const { role } = memberOf(session, "reader");
    const system = `You are reader on an agent team. Your role: ${role}.`;

    expect(await runMember(session, turn)).toEqual({
      status: "finished",
      text: `reader | ${system} | 1`,
      modelCalls: 1,
    });
    await runMember(session, { ...turn, task: "Read on." });

    const reader = memberOf(session, "reader");
    expect(reader).toMatchObject({ status: "idle", turns: 2, cursor: 0 });
    expect(reader.history).toEqual([
      { role: "user", content: [{ type: "text", text: "Read." }] },
      { role: "assistant", content: [{ type: "text", text: `reader | ${system} | 1` }] },
      { role: "user", content: [{ type: "text", text: "Read on." }] },
      { role: "assistant", content: [{ type: "text", text: `reader | ${system} | 3` }] },
    ]);
    expect(statuses).toEqual(["start 1: running", "running", "start 2: running", "running"]);
    expect(memberOf(session, "lead")).toMatchObject({ history: [], turns: 0 });
  });

  test("without a task begins from the mail alone", async () => {
    const session = teamSession();
    await runMember(session, turnOf());
    expect(memberOf(session, "reader").history).toEqual([{ role: "assistant", content: done.content }]);
  });

  test("passes its limit of model calls on to the loop", async () => {
    const session = teamSession();
    const respond = async ({ messages }: ModelRequest): Promise<ModelResponse> => ({
      content: [{ type: "tool_use", id: `t${messages.length}`, name: "look", input: {} }],
      stop_reason: "tool_use",
    });
    const turn = turnOf({ model: { respond }, maxModelCalls: 2 });
    expect(await runMember(session, turn)).toEqual({ status: "call_limit", text: "", modelCalls: 2 });
    expect(memberOf(session, "reader").status).toBe("idle");
  });

  test("a closed member is unavailable, and its model is not asked", async () => {
    const session = teamSession();
    await changeMember(session, "reader", { status: "closed" });
    const turn = turnOf({ task: "One more thing." });
    expect(await runMember(session, turn)).toEqual({ status: "unavailable" });
    expect(turn.asked()).toBe(0);
    expect(memberOf(session, "reader")).toMatchObject({ status: "closed", turns: 0, history: [] });
  });

  test("a running member is busy, its turn goes on undisturbed, and afterwards it is free", async () => {
    const session = teamSession();
    const second = turnOf({ task: "Me too." });
    let answer: unknown;
    const first = turnOf({
      task: "Begin.",
      prepare: async () => {
        answer = await runMember(session, second);
      },
    });
    expect(await runMember(session, first)).toMatchObject({ status: "finished" });
    expect(answer).toEqual({ status: "busy" });
    expect(second.asked()).toBe(0);
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", turns: 1 });
    expect(memberOf(session, "reader").history).toHaveLength(2);
    expect(await runMember(session, second)).toMatchObject({ status: "finished" });
  });

  test("of two turns at once one gets the member and the other finds it busy", async () => {
    const session = teamSession();
    const outcomes = await Promise.all([runMember(session, turnOf()), runMember(session, turnOf())]);
    expect(outcomes.map(({ status }) => status)).toEqual(["finished", "busy"]);
    expect(memberOf(session, "reader").turns).toBe(1);
  });

  test("two members work at the same time", async () => {
    const session = teamSession();
    const inner = turnOf({ name: "reviewer" });
    const outer = turnOf({ prepare: async () => void (await runMember(session, inner)) });
    expect(await runMember(session, outer)).toMatchObject({ status: "finished" });
    expect(inner.asked()).toBe(1);
  });

  const failing = (where: string) => () => Promise.reject(new Error(`${where} broke`));
  test.each<[string, Partial<MemberTurn>]>([
    ["the prepare boundary", { prepare: failing("the prepare boundary") }],
    ["the model", { model: { respond: failing("the model") } }],
    ["an execution", { model: { respond: async () => calling }, execute: failing("an execution") }],
  ])("a member is free again when %s breaks, and the error goes up", async (where, changes) => {
    const session = teamSession();
    await expect(runMember(session, turnOf(changes))).rejects.toThrow(`${where} broke`);
    expect(memberOf(session, "reader")).toMatchObject({ status: "idle", turns: 1 });
    expect(await runMember(session, turnOf())).toMatchObject({ status: "finished" });
  });

  test("a member that cannot be occupied because the lock is not to be had stays idle", async () => {
    const session = teamSession();
    const turn = turnOf({ task: "Begin." });
    expect(await refusedUnchanged(session, () => runMember(withLockTaken(session), turn))).toMatchObject({
      code: "lock-timeout",
    });
    expect(turn.asked()).toBe(0);
  });

  test("an unknown member has no turn", async () => {
    const turn = turnOf({ name: "nobody" });
    expect(await refusalOf(() => runMember(teamSession(), turn))).toMatchObject({ code: "unknown-member" });
    expect(turn.asked()).toBe(0);
  });
});

describe("joining the team", () => {
  test("a new name becomes an idle member with an empty mailbox", async () => {
    const session = teamSession();
    const { status, member } = await joinTeam(session, { name: "writer", role: "writes" });
    expect(status).toBe("joined");
    expect(member).toEqual({
      name: "writer",
      role: "writes",
      status: "idle",
      history: [],
      cursor: 0,
      turns: 0,
      incarnation: 1,
      modelCalls: 0,
      answers: 0,
      calls: {},
      epoch: 0,
    });
    expect(memberOf(session, "writer")).toEqual(member);
    expect(await send(session, "welcome", "writer")).toMatchObject({ id: "writer-1" });
  });

  test.each(["idle", "running"] as const)(
    "the name of an %s member is taken, and nothing changes",
    async (status) => {
      const session = teamSession();
      await send(session, "still here");
      await changeMember(session, "reader", { status, cursor: 1 });
      const reader = structuredClone(memberOf(session, "reader"));
      expect(await joinTeam(session, { name: "reader", role: "another" })).toEqual({
        status: "taken",
        member: reader,
      });
      expect(memberOf(session, "reader")).toEqual(reader);
      expect(lettersOf(session, "reader")).toHaveLength(1);
    },
  );

  test("the name of a closed member can be taken again, and nothing of the earlier one is left", async () => {
    const session = teamSession();
    await send(session, "for the first reader");
    await changeMember(session, "reader", {
      status: "closed",
      cursor: 1,
      turns: 3,
      modelCalls: 5,
      calls: { t1: { begun: true } },
      history: [{ role: "user", content: [{ type: "text", text: "old" }] }],
    });

    const { status, member } = await joinTeam(session, { name: "reader", role: "reads anew" });
    expect(status).toBe("joined");
    expect(member).toMatchObject({ role: "reads anew", status: "idle", history: [], cursor: 0, turns: 0 });
    expect(member).toMatchObject({ modelCalls: 0, epoch: 0 });
    expect(member.calls).toEqual({});
    expect(member.incarnation).toBe(2);
    expect(session.mail.read("reader")).toBe("");
    expect(await send(session, "for the second")).toMatchObject({ id: "reader-1" });

    await changeMember(session, "reader", { status: "closed" });
    expect((await joinTeam(session, { name: "reader", role: "third" })).member.incarnation).toBe(3);
  });

  test("in its section, the mailbox of the earlier bearer is emptied, and that of a new name looked for", async () => {
    const { session, uses } = watchedSession();
    await changeMember(session, "reader", { status: "closed" });
    await joinTeam(session, { name: "reader", role: "reads" });
    await joinTeam(session, { name: "writer", role: "writes" });
    expect(uses).toEqual(["read reader", "replace reader", "read writer"]);
  });

  test("a mailbox that does not validate keeps the name closed and is left as it is", async () => {
    const session = teamSession();
    const odd =
      '{"id":"reader-1","sender":"lead","recipient":"reader","body":"One key too many.","to":"all"}\n';
    await overwriteMailbox(session, "reader", odd);
    await changeMember(session, "reader", { status: "closed" });
    const join = () => joinTeam(session, { name: "reader", role: "reads" });
    expect(await refusedUnchanged(session, join)).toMatchObject({ code: "mailbox-corrupt" });
  });

  test("a mailbox that cannot be emptied keeps the name closed", async () => {
    const session = teamSession();
    await send(session, "for the first");
    await changeMember(session, "reader", { status: "closed" });
    const join = () => joinTeam(withBrokenSaves(session), { name: "reader", role: "reads" });
    expect(await refusedUnchanged(session, join)).toMatchObject({ code: "save-failed" });
  });

  test.each([undefined, 7, 0n, "half \ud800", { text: "writes" }])(
    "a role that is no text is refused: %s",
    async (role) => {
      const session = teamSession();
      await session.transact(() => undefined);
      const join = () => joinTeam(session, { name: "writer", role: role as string });
      expect(await refusedUnchanged(session, join)).toMatchObject({ code: "malformed-text" });
    },
  );

  test("a name that cannot be one is refused", async () => {
    const session = teamSession();
    expect(
      await refusedUnchanged(session, () => joinTeam(session, { name: "A b", role: "x" })),
    ).toMatchObject({
      code: "unknown-member",
    });
  });
});
