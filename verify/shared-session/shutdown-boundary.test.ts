import { describe, expect, test } from "vitest";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { runMember } from "../../lessons/s15-mailboxes/run-member.ts";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import {
  createMemorySession,
  type MemoryProtocolSession,
} from "../../lessons/s16-team-protocols/protocol-state.ts";
import { openRequest, replyRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { confirmShutdown, tellUnanswered } from "../../lessons/x1-shared-session/shutdown-boundary.ts";

type Stage = { session: MemoryProtocolSession; told: SessionEvent[] };

function openStage(): Stage {
  const told: SessionEvent[] = [];
  return { session: createMemorySession(scenarioTeam(), { show: (event) => void told.push(event) }), told };
}

function askToClose({ session }: Stage): Promise<{ request_id: string }> {
  return openRequest(session, {
    sender: "lead",
    target: "reader",
    kind: "shutdown",
    payload: "Please close.",
  });
}

const yes = { request_id: "req-1", actor: "reader", feedback: "Closing." };

/** A turn in which the member's mail is read and nothing is called. */
async function turn({ session }: Stage, name: string): Promise<void> {
  await runMember(session, {
    name,
    model: { respond: async () => ({ content: [{ type: "text", text: "Read." }], stop_reason: "end_turn" }) },
    tools: [],
    prepare: async () => void (await consumeResponses(session, name)),
    execute: async () => {
      throw new Error("Nothing is called.");
    },
    atEnd: (state) => tellUnanswered(state, name),
  });
}

function named(told: readonly SessionEvent[], name: SessionEvent["event"]): SessionEvent[] {
  return told.filter(({ event }) => event === name);
}

describe("the boundary where a member says yes to its shutdown", () => {
  test("takes the request in, saves the yes and closes the member", async () => {
    const stage = openStage();
    await askToClose(stage);
    expect(await confirmShutdown(stage.session, yes)).toEqual({
      request_id: "req-1",
      status: "queued",
      receipt: "lead-1",
    });
    const names = stage.told.map(({ event }) => event);
    expect(names).toEqual(["request_opened", "letter_delivered", "reply_saved", "member_closed"]);
    expect(stage.session.current.team.get("reader")?.status).toBe("closed");
  });

  test("sends no yes while letters are there that the member has had no turn for, until it has had one", async () => {
    const stage = openStage();
    await turn(stage, "reader");
    await sendMessage(stage.session, { sender: "lead", recipient: "reader", body: "One more thing." });
    await askToClose(stage);
    await sendMessage(stage.session, { sender: "reviewer", recipient: "reader", body: "And one of mine." });
    const unread = { request_id: "req-1", status: "unread_letters", letters: ["reader-1", "reader-3"] };
    expect(await confirmShutdown(stage.session, yes)).toEqual(unread);
    // They are in its history by now, and still it has had no turn for them.
    expect(await confirmShutdown(stage.session, yes)).toEqual(unread);
    expect(stage.session.current.requests.get("req-1")?.reply).toBeNull();
    expect(stage.told).toContainEqual({
      event: "unread_letters",
      member: "reader",
      request_id: "req-1",
      letters: ["reader-1", "reader-3"],
    });

    await turn(stage, "reader");
    expect(await confirmShutdown(stage.session, yes)).toMatchObject({ status: "queued" });
  });

  test("saves no yes over a letter that comes in after the mail was taken in", async () => {
    const stage = openStage();
    await askToClose(stage);
    let isFirst = true;
    const { session } = stage;
    const interrupted = {
      limits: session.limits,
      transact: async <T>(section: Parameters<typeof session.transact<T>>[0]): Promise<T> => {
        const value = await session.transact(section);
        if (isFirst) {
          isFirst = false;
          await sendMessage(session, { sender: "lead", recipient: "reader", body: "Wait." });
        }
        return value;
      },
    };
    expect(await confirmShutdown(interrupted, yes)).toMatchObject({
      status: "unread_letters",
      letters: ["reader-2"],
    });
    expect(stage.session.current.team.get("reader")?.status).toBe("idle");
  });

  test("does not keep a member whose mailbox cannot be read from closing, and tells why", async () => {
    const stage = openStage();
    await askToClose(stage);
    await stage.session.transact(({ mail }) => mail.replace("reader", "no letter\n"));
    expect(await confirmShutdown(stage.session, yes)).toMatchObject({ status: "queued" });
    expect(named(stage.told, "mailbox_unreadable")).toEqual([
      {
        event: "mailbox_unreadable",
        member: "reader",
        message: expect.stringMatching(/^reader\.jsonl, line 1: not a record/),
      },
    ]);
    expect(stage.session.current.team.get("reader")?.status).toBe("closed");
  });

  test("leaves a member in a turn alone: deferred, its mail as it was", async () => {
    const stage = openStage();
    await askToClose(stage);
    await stage.session.transact(({ team }) => {
      requireMember(team, "reader").status = "running";
    });
    expect(await confirmShutdown(stage.session, yes)).toEqual({ request_id: "req-1", status: "deferred" });
    expect(stage.session.current.team.get("reader")?.cursor).toBe(0);
  });

  test("says it once: a second time it is already sent", async () => {
    const stage = openStage();
    await askToClose(stage);
    await confirmShutdown(stage.session, yes);
    expect(await confirmShutdown(stage.session, yes)).toEqual({
      request_id: "req-1",
      status: "already_sent",
    });
  });
});

describe("a request that was read and not answered", () => {
  const plan = { sender: "reader", target: "lead", kind: "plan", payload: "Run main.py." } as const;

  test("is told once, at the end of the turn, with who asked", async () => {
    const stage = openStage();
    await openRequest(stage.session, plan);
    await turn(stage, "lead");
    await turn(stage, "lead");
    expect(named(stage.told, "unanswered")).toEqual([
      { event: "unanswered", member: "lead", request_id: "req-1", asker: "reader" },
    ]);
    const names = stage.told.map(({ event }) => event);
    expect(names.indexOf("unanswered")).toBeLessThan(names.indexOf("turn_ended"));
  });

  test("is not told when it was answered, or taken back, or not read yet, or asked of another", async () => {
    const answered = openStage();
    await openRequest(answered.session, plan);
    await replyRequest(answered.session, {
      request_id: "req-1",
      actor: "lead",
      approve: false,
      feedback: "",
    });
    await turn(answered, "lead");
    expect(named(answered.told, "unanswered")).toEqual([]);

    const unread = openStage();
    await openRequest(unread.session, plan);
    await unread.session.transact((state) => tellUnanswered(state, "lead"));
    await turn(unread, "reader");
    expect(named(unread.told, "unanswered")).toEqual([]);
  });

  test("of an earlier bearer of the name is nobody's", async () => {
    const stage = openStage();
    await openRequest(stage.session, plan);
    await consumeResponses(stage.session, "lead");
    await stage.session.transact(({ team }) => {
      requireMember(team, "reader").incarnation = 2;
    });
    await turn(stage, "lead");
    expect(named(stage.told, "unanswered")).toEqual([]);
  });
});
