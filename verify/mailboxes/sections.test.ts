import { describe, expect, test } from "vitest";
import { scenarioTeam, withBrokenSaves } from "../../fixtures/scenarios/scenario.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { appendMessage, sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createMember, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { claimPlan } from "../../lessons/s16-team-protocols/plan-gate.ts";
import { createMemorySession, type ProtocolState } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import {
  changeMember,
  lettersOf,
  memberOf,
  refusalOf,
  refusedUnchanged,
  stateOf,
  teamSession,
  type WatchedSession,
} from "../harness/sessions.ts";
import { firstRecord, matchLast, plan, yes } from "../requests/example-requests.ts";

const letter = { sender: "lead", recipient: "reader", body: "hello" };
const work = { sha256: "ab".repeat(32), command: ["/bin/sh"], folder: "/session" };
const notice = (text: string): SessionEvent => ({ event: "notice", text });

/** A session in which every part of the state holds something: an answered plan that runs, a turn, a letter, a note. */
async function busySession(): Promise<WatchedSession> {
  const session = teamSession();
  await openRequest(session, { ...plan, work });
  await replyRequest(session, yes);
  await matchLast(session, "reader");
  await claimPlan(session, { actor: "reader", requestId: "req-1", work });
  await changeMember(session, "reader", {
    status: "running",
    history: [{ role: "user", content: [{ type: "text", text: "Begin." }] }],
    calls: { t1: { answer: "allow" } },
  });
  await session.transact(({ notes }) => void notes.set("report", 42));
  return session;
}

/** A request more, like the first. */
function second({ requests }: ProtocolState): void {
  requests.set("req-2", { ...firstRecord({ requests }), used: false });
}

function secondRun(state: ProtocolState): void {
  second(state);
  const run = state.runs.get("req-1");
  if (run) state.runs.set("req-2", { ...run });
}

describe("a section that throws", () => {
  const reader = ({ team }: ProtocolState) => requireMember(team, "reader");
  test.each<[string, (state: ProtocolState) => unknown]>([
    ["a member", (state) => Object.assign(reader(state), { status: "closed", cursor: 3 })],
    ["a member's history", (state) => reader(state).history.push({ role: "assistant", content: [] })],
    ["a member's open calls", (state) => Object.assign(reader(state).calls, { t2: { begun: true } })],
    ["one open call", (state) => Object.assign(reader(state).calls.t1 ?? {}, { begun: true })],
    ["the team", ({ team }) => team.set("writer", createMember("writer", "writes"))],
    ["a letter", (state) => appendMessage(state, letter)],
    ["a mailbox", ({ mail }) => mail.replace("lead", "")],
    ["a request", ({ requests }) => Object.assign(requests.get("req-1") ?? {}, { used: false })],
    ["the requests", second],
    ["a run", ({ runs }) => Object.assign(runs.get("req-1") ?? {}, { status: "ended" })],
    ["the runs", secondRun],
    ["the notes", ({ notes }) => notes.set("report", 7)],
  ])("keeps no change of %s, and its error is the caller's", async (_, change) => {
    const session = await busySession();
    const before = stateOf(session);
    const section = session.transact((state) => {
      change(state);
      throw new Error("after the change");
    });
    await expect(section).rejects.toThrow("after the change");
    expect(stateOf(session)).toEqual(before);
    await session.transact(change);
    expect(stateOf(session)).not.toEqual(before);
  });

  test("at its save line keeps nothing of what it changed before", async () => {
    const session = teamSession();
    const failing = withBrokenSaves(session);
    const section = () =>
      failing.transact((state) => {
        requireMember(state.team, "reader").turns += 1;
        state.notes.set("report", 1);
        appendMessage(state, letter);
      });
    expect(await refusedUnchanged(session, section)).toMatchObject({ code: "save-failed" });
    expect(await sendMessage(session, letter)).toEqual({ id: "reader-1", status: "queued" });
  });

  test("leaves the session free for the sections behind it", async () => {
    const session = teamSession();
    const results = await Promise.allSettled([
      session.transact(() => {
        throw new Error("the first");
      }),
      session.transact(() => "the second"),
    ]);
    expect(results).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: "the second" }]);
  });
});

describe("a section", () => {
  test("works on a draft: nobody else sees a change before the section has ended", async () => {
    const session = teamSession();
    const early = memberOf(session, "reader");
    await session.transact(({ team }) => {
      requireMember(team, "reader").cursor = 5;
      expect(early.cursor).toBe(0);
    });
    expect([early.cursor, memberOf(session, "reader").cursor]).toEqual([0, 5]);
  });

  test("can be looked at while it runs, as the draft that it changes", async () => {
    const session = teamSession();
    await session.transact((state) => {
      expect(session.current).toBe(state);
      appendMessage(state, letter);
      expect(lettersOf(session, "reader")).toHaveLength(1);
    });
  });

  test("runs alone and after those that were called before it", async () => {
    const session = createMemorySession(scenarioTeam());
    const order: string[] = [];
    await Promise.all(
      ["one", "two", "three"].map((name) =>
        session.transact(() => {
          order.push(`${name} ${session.held}`);
        }),
      ),
    );
    expect(order).toEqual(["one true", "two true", "three true"]);
    expect(session.held).toBe(false);
  });

  test("finds the limits that the session has", async () => {
    const limits = { ...practiceLimits, sessionRequests: 1 };
    const session = createMemorySession(scenarioTeam(), { limits });
    expect(session.limits).toEqual(limits);
    expect(await session.transact((state) => state.limits)).toEqual(limits);
  });
});

describe("the events of a section", () => {
  test("are shown once it is kept, in their order, and never while a section runs", async () => {
    const shown: unknown[] = [];
    const session = createMemorySession(scenarioTeam(), {
      show: (event) => {
        const { requests } = session.current;
        shown.push([event.event, requests.size, session.held]);
      },
    });
    await openRequest(session, plan);
    await session.transact(({ tell, requests }) => {
      tell(notice("one"));
      requests.clear();
      tell({ ...letterSent, text: "two" });
    });
    expect(shown).toEqual([
      ["request_opened", 1, false],
      ["notice", 0, false],
      ["letter_sent", 0, false],
    ]);
  });

  test("of a section that throws are shown to nobody", async () => {
    const shown: SessionEvent[] = [];
    const session = teamSession({ show: (event) => void shown.push(event) });
    const section = session.transact(({ tell }) => {
      tell(notice("too early"));
      throw new Error("after the telling");
    });
    await expect(section).rejects.toThrow("after the telling");
    await refusalOf(() => sendMessage(withBrokenSaves(session), letter));
    expect(shown).toEqual([]);
  });

  test("are waited for: a section's result is given when all of them have been shown", async () => {
    const order: string[] = [];
    const session = teamSession({
      show: async (event) => {
        await Promise.resolve();
        order.push(`shown ${event.event}`);
      },
    });
    await session.transact(({ tell }) => {
      tell(notice("one"));
      tell(letterSent);
    });
    order.push("the result");
    expect(order).toEqual(["shown notice", "shown letter_sent", "the result"]);
  });

  test("of sections at once are shown in the order of the sections, however long one takes to show", async () => {
    const shown: string[] = [];
    const session = teamSession({
      show: async (event) => {
        const text = event.event === "notice" ? event.text : "";
        for (let turn = text === "one" ? 50 : 0; turn > 0; turn -= 1) await Promise.resolve();
        shown.push(text);
      },
    });
    const telling = (...texts: string[]) =>
      session.transact(({ tell }) => {
        for (const text of texts) tell(notice(text));
      });
    await Promise.all([telling("one", "two"), telling("three"), telling("four", "five")]);
    expect(shown).toEqual(["one", "two", "three", "four", "five"]);
  });

  test("that cannot be shown are kept all the same, and so is what the section changed", async () => {
    const session = teamSession({
      show: () => {
        throw new Error("the terminal is gone");
      },
    });
    await expect(sendMessage(session, letter)).rejects.toThrow("the terminal is gone");
    expect(lettersOf(session, "reader")).toHaveLength(1);
    expect(await session.transact(() => "free")).toBe("free");
  });

  const letterSent = {
    event: "letter_sent",
    sender: "lead",
    recipient: "reader",
    letter: "reader-1",
    type: "message",
    text: "",
  } as const;
});
