import { appendFileSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTeam, requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { createMemorySession } from "../../lessons/s16-team-protocols/protocol-state.ts";
import { withdrawRequest } from "../../lessons/s16-team-protocols/requests.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { assignmentOf } from "../../user_code/console/host-notes.ts";
import { statusOf } from "../../user_code/console/room.ts";
import { consoleLimits } from "../../user_code/console/set-up.ts";
import { filesIn } from "../harness/sessions.ts";
import {
  answersOf,
  calls,
  ends,
  eventsOf,
  inFolder,
  lettersOf,
  memberIn,
  resultOf,
  scriptedRoom,
  spawns,
  type TestRoom,
  testRoom,
} from "./console-room.ts";

function statuses({ state }: TestRoom): Record<string, string> {
  return Object.fromEntries([...state.team.keys()].map((name) => [name, statusOf(state, name)]));
}

describe("a shutdown", () => {
  test("that is agreed to in a turn is deferred, and closes the member when the turn is over", async () => {
    const test = await testRoom();
    await test.type("Spawn alice as a coder. Then request her shutdown.");
    const story = test.events.flatMap((event) => {
      if (event.event === "reply_deferred") return ["deferred"];
      if (event.event === "turn_ended" && event.text.includes("close")) return ["turn over"];
      if (event.event === "reply_saved") return [`reply saved, ${event.status}`];
      if (event.event === "member_closed") return [`closed, ${event.status}`];
      return event.event === "response_matched" ? [`matched, ${event.status}`] : [];
    });
    expect(story).toEqual([
      "deferred",
      "turn over",
      "reply saved, pending",
      "closed, pending",
      "matched, approved",
    ]);
    expect(answersOf(test)).toEqual(["alice is on the team as coder.\nAlice approved shutdown."]);
    expect(statuses(test)).toEqual({ lead: "idle", alice: "closed" });
  });

  test("that is refused leaves the member at its work, with the reason told", async () => {
    const test = await testRoom();
    await test.type("Spawn dora with a long task that must finish first");
    expect(statuses(test)).toEqual({ lead: "idle", dora: "working" });
    await test.type("Ask dora to shut down");
    expect(answersOf(test).at(-1)).toBe(
      "Dora rejected shutdown: I must finish first: 2 steps are left.\n" +
        "dora writes: I have read README.md, auth.py, sessions.py, test_auth.py.",
    );
    expect(statuses(test)).toEqual({ lead: "idle", dora: "idle" });
    await test.type("Ask dora to shut down");
    expect(answersOf(test).at(-1)).toBe("Dora approved shutdown.");
    expect(statuses(test)).toEqual({ lead: "idle", dora: "closed" });
  });

  test("can still be refused in the turn in which it was agreed to", async () => {
    const test = await scriptedRoom([
      spawns("alice"),
      ends("alice"),
      calls("lead", "ask", "shutdown_request", { teammate: "alice" }),
      calls("alice", "yes", "shutdown_response", { request_id: "req-1", approve: true }),
      calls("alice", "no", "shutdown_response", { request_id: "req-1", approve: false, reason: "not yet" }),
      ends("alice"),
      ends("lead"),
    ]);
    await test.type("go");
    expect(resultOf(test, "alice", "yes")).toBe('ok: {"request_id":"req-1","status":"deferred"}');
    expect(resultOf(test, "alice", "no")).toContain('"status":"queued"');
    expect(test.state.requests.get("req-1")?.status).toBe("rejected");
    expect(memberIn(test, "alice").status).toBe("idle");
  });

  test("that was agreed to and then refused is refused for good: the yes is not kept", async () => {
    const answer = (id: string, approve: boolean) =>
      calls("alice", id, "shutdown_response", { request_id: "req-1", approve, reason: "not yet" });
    const test = await scriptedRoom([
      spawns("alice"),
      ends("alice"),
      calls("lead", "ask", "shutdown_request", { teammate: "alice" }),
      answer("yes", true),
      answer("no", false),
      ends("alice"),
      ends("lead"),
      calls("lead", "hi", "send_message", { to: "alice", content: "hi" }),
      ends("alice"),
      ends("lead"),
    ]);
    const consents: unknown[] = [];
    test.when(async ({ event }) => {
      if (event !== "reply_deferred" && event !== "reply_saved") return;
      const { consent } = await test.room.session.transact((state) => assignmentOf(state, "alice"));
      consents.push(consent);
    });
    await test.type("go");
    await test.type("go on");
    expect(consents).toEqual([{ request_id: "req-1", feedback: "not yet" }, null]);
    expect(eventsOf(test, "turn_failed")).toEqual([]);
    expect(eventsOf(test, "reply_saved")).toMatchObject([{ approve: false }]);
    expect(memberIn(test, "alice")).toMatchObject({ status: "idle", turns: 3 });
  });

  test("closes a member for good: no letter, no turn, no second shutdown", async () => {
    const test = await testRoom();
    await test.type("Spawn alice as a coder. Then request her shutdown.");
    const turns = memberIn(test, "alice").turns;
    await test.type("Tell alice hello");
    expect(answersOf(test).at(-1)).toContain("member-closed");
    await test.type("Close alice");
    expect(answersOf(test).at(-1)).toContain("member-closed");
    expect(memberIn(test, "alice").turns).toBe(turns);
  });

  test("whose yes cannot be saved is sent in the next round", async () => {
    const test = await testRoom(inFolder);
    await test.type("Spawn alice as a coder");
    const inTheWay = join(test.directory, "lead.jsonl");
    test.when(({ event }) => {
      if (event === "reply_deferred") mkdirSync(inTheWay);
    });
    await test.type("Ask alice to shut down");
    expect(eventsOf(test, "turn_failed").map(({ member }) => member)).toEqual(["alice", "lead"]);
    expect(memberIn(test, "alice").status).toBe("idle");
    expect(statuses(test)).toMatchObject({ alice: "awaiting_shutdown_response" });

    rmdirSync(inTheWay);
    await test.type("Wait");
    expect(memberIn(test, "alice").status).toBe("closed");
    expect(test.state.requests.get("req-1")?.status).toBe("approved");
  });
});

describe("a yes to a shutdown", () => {
  const shutdown = [
    spawns("alice"),
    ends("alice"),
    calls("lead", "ask", "shutdown_request", { teammate: "alice" }),
    calls("alice", "yes", "shutdown_response", { request_id: "req-1", approve: true }),
  ];

  test("is not sent while letters are unread: the member reads them in a turn of its own first", async () => {
    const test = await scriptedRoom(
      [
        ...shutdown,
        ends("alice"),
        calls("alice", "last", "send_message", { to: "lead", content: "read" }),
        ends("alice"),
        ends("lead"),
      ],
      inFolder,
    );
    test.when(async ({ event, ...more }) => {
      if (event !== "turn_ended" || !("turn" in more) || more.member !== "alice" || more.turn !== 2) return;
      const letter = { id: "alice-2", sender: "lead", recipient: "alice", body: "one more thing" };
      appendFileSync(join(test.directory, "alice.jsonl"), `${JSON.stringify(letter)}\n`);
    });
    await test.type("go");
    expect(eventsOf(test, "unread_letters")).toEqual([
      { event: "unread_letters", member: "alice", request_id: "req-1", letters: ["alice-2"] },
    ]);
    const story = test.events.flatMap((event) => {
      if (event.event === "letter_delivered" && event.member === "alice") return [`reads ${event.letter}`];
      return event.event === "member_closed" ? ["closes"] : [];
    });
    expect(story).toEqual(["reads alice-1", "reads alice-2", "closes"]);
    expect(lettersOf(test, "lead")[0]).toBe("alice: read");
    expect(test.state.requests.get("req-1")?.status).toBe("approved");
  });

  test("is sent though the member's mailbox cannot be read any more, and that is told", async () => {
    const test = await scriptedRoom([...shutdown, ends("alice"), ends("lead")], inFolder);
    test.when(({ event, ...more }) => {
      if (event === "turn_ended" && "turn" in more && more.member === "alice" && more.turn === 2) {
        appendFileSync(join(test.directory, "alice.jsonl"), "half a li");
      }
    });
    await test.type("go");
    expect(eventsOf(test, "mailbox_unreadable")).toMatchObject([{ member: "alice" }]);
    expect(memberIn(test, "alice").status).toBe("closed");
  });

  test("that the lead has withdrawn by then is not sent, and the member goes on", async () => {
    const test = await scriptedRoom([...shutdown, ends("alice"), ends("lead")]);
    test.when(({ event }) => {
      if (event !== "reply_deferred") return;
      // Not waited for: what it tells is shown behind the event that is being shown.
      void withdrawRequest(test.room.session, { request_id: "req-1", actor: "lead" });
    });
    await test.type("go");
    expect(eventsOf(test, "turn_failed")).toEqual([]);
    expect(memberIn(test, "alice").status).toBe("idle");
    expect(test.state.requests.get("req-1")).toMatchObject({ status: "withdrawn", reply: null });
    expect(assignmentOf(test.state, "alice").consent).toBeNull();
  });

  test("closes the member, and takes back the plan that nobody has answered", async () => {
    const test = await testRoom();
    await test.type("Spawn bob with a risky refactoring task");
    await test.type("Ask bob to shut down");
    expect(eventsOf(test, "request_withdrawn")).toMatchObject([{ actor: "bob", request_id: "req-1" }]);
    expect(await test.type("/requests")).toMatch(/req-1 +bob +withdrawn/);
    await test.type("Show plans");
    expect(answersOf(test).at(-1)).toBe("No plan waits for an answer.");
    await test.type("What does bob propose?");
    expect(answersOf(test).at(-1)).toMatch(/^req-1 of bob, withdrawn: Refactor auth\.py/);
    await test.type("Approve req-1");
    expect(answersOf(test).at(-1)).toContain("not-pending");
  });
});

test("a shutdown that is read in a turn and not answered is told to who asked, and stays open", async () => {
  const test = await scriptedRoom([
    spawns("alice"),
    ends("alice"),
    calls("lead", "ask", "shutdown_request", { teammate: "alice" }),
    ends("alice"),
    ends("lead"),
  ]);
  await test.type("go");
  expect(eventsOf(test, "unanswered")).toEqual([
    { event: "unanswered", member: "alice", request_id: "req-1", asker: "lead" },
  ]);
  expect(test.state.requests.get("req-1")).toMatchObject({ status: "pending", reply: null });
});

describe("a name that was closed", () => {
  test("can be given again, and nothing of the earlier member reaches the new one", async () => {
    const test = await testRoom();
    await test.type("Spawn alice with a risky refactoring task");
    await test.type("Tell alice hello");
    await test.type("Ask alice to shut down");
    expect(statuses(test)).toMatchObject({ alice: "closed" });
    expect(await test.type("Spawn alice as a tester")).toBe(
      "next > Ask alice to shut down   or   Have alice submit a plan\n",
    );

    const alice = memberIn(test, "alice");
    expect(alice).toMatchObject({ incarnation: 2, role: "tester", status: "idle", cursor: 0, turns: 1 });
    expect(lettersOf(test, "alice")).toEqual([]);
    expect(JSON.stringify(alice.history)).not.toContain("hello");

    await test.type("Approve req-1");
    expect(answersOf(test).at(-1)).toContain("not-yours");
    expect(lettersOf(test, "alice")).toEqual([]);
    await test.type("Have alice submit a plan. Approve it.");
    expect(test.state.requests.get("req-3")).toMatchObject({
      sender: "alice",
      incarnation: 2,
      status: "approved",
    });
  });

  test("keeps its letters when they do not validate, and is not given then", async () => {
    const test = await testRoom(inFolder);
    await test.type("Spawn alice as a coder. Then request her shutdown.");
    appendFileSync(join(test.directory, "alice.jsonl"), "half a li");
    await test.type("Spawn alice as a tester");
    expect(answersOf(test).at(-1)).toContain("mailbox-corrupt");
    expect(readFileSync(join(test.directory, "alice.jsonl"), "utf8")).toMatch(/half a li$/);
  });

  test("does not inherit a broadcast that waited for the earlier member", async () => {
    const noon = { content: "noon" };
    const test = await scriptedRoom(
      [
        spawns("alice"),
        ends("alice"),
        spawns("bob"),
        ends("bob"),
        ends("lead"),
        calls("lead", "first", "broadcast", noon),
        ends("bob"),
        calls("lead", "spawn-again", "spawn_teammate", { name: "alice", role: "coder", prompt: "x" }),
        ends("alice"),
        calls("lead", "second", "broadcast", { ...noon, recipients: ["bob"] }),
        ends("bob"),
        ends("lead"),
      ],
      inFolder,
    );
    await test.type("go");
    const inTheWay = join(test.directory, "alice.jsonl");
    mkdirSync(inTheWay);
    test.when(async (event) => {
      if (event.event !== "tool_finished" || event.tool !== "broadcast" || !event.is_error) return;
      rmdirSync(inTheWay);
      await test.room.session.transact(({ team }) => {
        requireMember(team, "alice").status = "closed";
      });
    });
    await test.type("go on");
    expect(resultOf(test, "lead", "first")).toContain('"recipient":"alice","status":"failed"');
    expect(resultOf(test, "lead", "second")).toBe(
      'ok: [{"recipient":"bob","status":"queued","letter":"bob-2"}]',
    );
    expect(lettersOf(test, "alice")).toEqual([]);
  });
});

test("a teammate has each status in its time, idle to closed", async () => {
  const test = await testRoom();
  const seen = new Set<string>();
  test.when(async () => {
    const status = await test.room.session.transact(
      (state) => state.team.has("bob") && statusOf(state, "bob"),
    );
    if (status) seen.add(status);
  });
  await test.type("Spawn bob with a risky refactoring task");
  expect(statuses(test)).toEqual({ lead: "idle", bob: "awaiting_plan_approval" });
  await test.type("Reject his plan. Then ask bob to shut down.");
  expect([...seen].sort()).toEqual([
    "awaiting_plan_approval",
    "awaiting_shutdown_response",
    "closed",
    "idle",
    "working",
  ]);
});

test("200 random lines never crash the console and never run anything", async () => {
  const seed = 20_260_101;
  const word = fc.constantFrom(
    ..."spawn alice bob as a coder with risky task ask to shut down approve reject plan because tell everyone read write in auth.py /team /inbox /requests /tools run ls replace then and . , : ; ' \" list teammates wait req-1 his it don't ../x [mail] [person] {} \u202e 👩‍🚀 создать его \0 \x1b[2J".split(
      " ",
    ),
  );
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" ")) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  );
  const lines = fc.sample(line, { seed, numRuns: 200 });
  const test = await testRoom();
  // What the lines mean is the subject here, not the disk.
  const team = createTeam([["lead", "lead"]]);
  const show = (event: SessionEvent): void => void test.events.push(event);
  test.room.session = createMemorySession(team, { limits: consoleLimits, show });
  test.room.attend = async () => undefined;
  for (const each of lines) await test.type(each);
  expect(filesIn(test.workspace)).toEqual(filesIn((await testRoom()).workspace));
  expect(eventsOf(test, "lead_answered").length).toBeGreaterThan(100);
  expect(statuses(test)).toMatchObject({ lead: "idle" });
});
