import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryMailStore } from "../lessons/s15-mailboxes/mail-store.ts";
import { MemoryLock } from "../lessons/s15-mailboxes/shared-lock.ts";
import { statusOf } from "../user_code/console/room.ts";
import {
  answersOf,
  calls,
  ends,
  eventsOf,
  lettersOf,
  resultOf,
  scriptedRoom,
  spawns,
  type TestRoom,
  testRoom,
} from "./console-room.ts";
import { failRename, filesIn, memberOf, stateOf } from "./sessions.ts";

function teamFile({
  directory,
}: TestRoom): { name: string; role: string; status: string; incarnation: number }[] {
  return JSON.parse(readFileSync(join(directory, "team.json"), "utf8")).members;
}

function statuses(test: TestRoom): Record<string, string> {
  return Object.fromEntries(teamFile(test).map(({ name, status }) => [name, status]));
}

/** alice, bob and charlie on the team, each with its first turn behind it. */
function threeTeammates() {
  return [spawns("alice"), ends("alice"), spawns("bob"), ends("bob"), spawns("charlie"), ends("charlie")];
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
    expect(test.room.session.requests.get("req-1")?.status).toBe("rejected");
    expect(memberOf(test.room.session, "alice").status).toBe("idle");
  });

  test("closes a member for good: no letter, no turn, no second shutdown", async () => {
    const test = await testRoom();
    await test.type("Spawn alice as a coder. Then request her shutdown.");
    const turns = memberOf(test.room.session, "alice").turns;
    await test.type("Tell alice hello");
    expect(answersOf(test).at(-1)).toContain("member-closed");
    await test.type("Close alice");
    expect(answersOf(test).at(-1)).toContain("member-closed");
    expect(memberOf(test.room.session, "alice").turns).toBe(turns);
  });

  test("whose yes cannot be saved is sent in the next round", async () => {
    const test = await testRoom();
    await test.type("Spawn alice as a coder");
    const inTheWay = join(test.directory, "lead.jsonl");
    const tell = test.room.tell;
    test.room.tell = async (event) => {
      await tell(event);
      if (event.event === "reply_deferred") mkdirSync(inTheWay);
    };
    await test.type("Ask alice to shut down");
    expect(eventsOf(test, "turn_failed").map(({ member }) => member)).toEqual(["alice", "lead"]);
    expect(memberOf(test.room.session, "alice").status).toBe("idle");
    expect(statuses(test)).toMatchObject({ alice: "awaiting_shutdown_response" });

    rmdirSync(inTheWay);
    await test.type("Wait");
    expect(memberOf(test.room.session, "alice").status).toBe("closed");
    expect(test.room.session.requests.get("req-1")?.status).toBe("approved");
  });
});

describe("a name that was closed", () => {
  test("can be given again, and nothing of the earlier member reaches the new one", async () => {
    const test = await testRoom();
    await test.type("Spawn alice with a risky refactoring task");
    await test.type("Tell alice hello");
    await test.type("Ask alice to shut down");
    expect(statuses(test)).toMatchObject({ alice: "closed" });
    await test.type("Spawn alice as a tester");

    const alice = memberOf(test.room.session, "alice");
    expect(alice).toMatchObject({ incarnation: 2, role: "tester", status: "idle", cursor: 0, turns: 1 });
    expect(lettersOf(test, "alice")).toEqual([]);
    expect(JSON.stringify(alice.history)).not.toContain("hello");
    expect(teamFile(test)).toContainEqual({ name: "alice", role: "tester", status: "idle", incarnation: 2 });

    await test.type("Approve req-1");
    expect(answersOf(test).at(-1)).toContain("not-yours");
    expect(lettersOf(test, "alice")).toEqual([]);
    await test.type("Have alice submit a plan. Approve it.");
    expect(test.room.session.requests.get("req-3")).toMatchObject({
      sender: "alice",
      incarnation: 2,
      status: "approved",
    });
  });

  test("keeps its letters when they do not validate, and is not given then", async () => {
    const test = await testRoom();
    await test.type("Spawn alice as a coder. Then request her shutdown.");
    appendFileSync(join(test.directory, "alice.jsonl"), "half a li");
    await test.type("Spawn alice as a tester");
    expect(answersOf(test).at(-1)).toContain("mailbox-corrupt");
    expect(readFileSync(join(test.directory, "alice.jsonl"), "utf8")).toMatch(/half a li$/);
  });

  test("does not inherit a broadcast that waited for the earlier member", async () => {
    const noon = { content: "noon" };
    const test = await scriptedRoom([
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
    ]);
    await test.type("go");
    const inTheWay = join(test.directory, "alice.jsonl");
    mkdirSync(inTheWay);
    const tell = test.room.tell;
    test.room.tell = async (event) => {
      await tell(event);
      if (event.event !== "tool_finished" || event.tool !== "broadcast" || !event.is_error) return;
      rmdirSync(inTheWay);
      memberOf(test.room.session, "alice").status = "closed";
    };
    await test.type("go on");
    expect(resultOf(test, "lead", "first")).toContain('"recipient":"alice","status":"failed"');
    expect(resultOf(test, "lead", "second")).toBe(
      'ok: [{"recipient":"bob","status":"queued","letter":"bob-2"}]',
    );
    expect(lettersOf(test, "alice")).toEqual([]);
  });
});

describe("a broadcast", () => {
  test("gives each teammate one copy, the sender none, and says so for each", async () => {
    const test = await scriptedRoom([
      ...threeTeammates(),
      calls("lead", "all", "broadcast", { content: "lunch at noon" }),
      ends("alice"),
      ends("bob"),
      ends("charlie"),
      ends("lead"),
    ]);
    await test.type("go");
    expect(JSON.parse(resultOf(test, "lead", "all").slice("ok: ".length))).toEqual([
      { recipient: "alice", status: "queued", letter: "alice-1" },
      { recipient: "bob", status: "queued", letter: "bob-1" },
      { recipient: "charlie", status: "queued", letter: "charlie-1" },
    ]);
    for (const name of ["alice", "bob", "charlie"]) {
      expect(lettersOf(test, name)).toEqual(["lead: [broadcast] lunch at noon"]);
    }
    expect(lettersOf(test, "lead")).toEqual([]);
  });

  test("drops duplicate recipients and the sender, and names who is unknown or closed", async () => {
    const test = await scriptedRoom([
      ...threeTeammates(),
      calls("lead", "some", "broadcast", {
        content: "hi",
        recipients: ["alice", "alice", "lead", "zed", "bob"],
      }),
      ends("alice"),
      ends("bob"),
      ends("lead"),
    ]);
    await test.type("go");
    const result = resultOf(test, "lead", "some");
    expect(JSON.parse(result.slice("error: ".length))).toMatchObject([
      { recipient: "alice", status: "queued" },
      { recipient: "zed", status: "failed", code: "unknown-member" },
      { recipient: "bob", status: "queued" },
    ]);
    expect(lettersOf(test, "alice")).toHaveLength(1);
    expect(lettersOf(test, "charlie")).toEqual([]);
  });

  test("that was incomplete reaches only those that wait when it is sent again", async () => {
    const noon = { content: "lunch at noon" };
    const test = await scriptedRoom([
      ...threeTeammates(),
      ends("lead"),
      calls("lead", "first", "broadcast", noon),
      ends("alice"),
      ends("charlie"),
      ends("lead"),
      calls("lead", "second", "broadcast", noon),
      ends("bob"),
      ends("lead"),
      calls("lead", "third", "broadcast", noon),
      ends("alice"),
      ends("bob"),
      ends("charlie"),
      ends("lead"),
    ]);
    const counts = () => ["alice", "bob", "charlie"].map((name) => lettersOf(test, name).length);
    await test.type("go");
    mkdirSync(join(test.directory, "bob.jsonl"));
    await test.type("go");
    expect(resultOf(test, "lead", "first")).toMatch(
      /^error: .*"recipient":"bob","status":"failed","code":"mailbox-unsafe"/,
    );
    rmdirSync(join(test.directory, "bob.jsonl"));
    await test.type("go");
    expect(resultOf(test, "lead", "second")).toBe(
      'ok: [{"recipient":"bob","status":"queued","letter":"bob-1"}]',
    );
    expect(counts()).toEqual([1, 1, 1]);
    await test.type("go");
    expect(counts()).toEqual([2, 2, 2]);
  });
});

describe("letters wake", () => {
  test("an idle teammate in the same round, once, and a broken mailbox stops nobody else", async () => {
    const test = await testRoom();
    await test.type("Spawn alice and bob");
    appendFileSync(join(test.directory, "alice.jsonl"), "not a letter\n");
    await test.type("Tell everyone: read auth.py");
    expect(answersOf(test).at(-1)).toBe("Broadcast: alice did not (mailbox-corrupt), bob got it.");
    await test.type("Tell bob to read auth.py");
    expect(answersOf(test).at(-1)).toContain("bob writes: Done (read_file).");
    expect(readFileSync(join(test.directory, "alice.jsonl"), "utf8")).toBe("not a letter\n");
  });

  test("a teammate that another teammate wrote to", async () => {
    const test = await scriptedRoom([
      spawns("alice"),
      ends("alice"),
      spawns("bob"),
      calls("bob", "hi", "send_message", { to: "alice", content: "hi alice" }),
      ends("bob"),
      ends("alice"),
      ends("lead"),
    ]);
    await test.type("go");
    expect(memberOf(test.room.session, "alice")).toMatchObject({ turns: 2, cursor: 1 });
  });
});

describe("/inbox", () => {
  test("shows the six types of letters and takes nothing out", async () => {
    const test = await testRoom();
    await test.type("Spawn bob with a risky refactoring task. Reject his plan.");
    await test.type("Tell bob hello");
    await test.type("Tell everyone: noon");
    await test.type("Ask bob to shut down");
    const before = stateOf(test.room.session);
    const seen = `${await test.type("/inbox bob")}\n${await test.type("/inbox")}`;
    for (const type of [
      "message",
      "broadcast",
      "plan_request",
      "plan_response",
      "shutdown_request",
      "shutdown_response",
    ]) {
      expect(seen).toMatch(new RegExp(`^ +(?:bob|lead)-\\d +(?:lead|bob) +${type} +yes`, "m"));
    }
    expect(stateOf(test.room.session)).toEqual(before);
  });

  test("tells new letters from those that were taken in", async () => {
    const test = await scriptedRoom([spawns("alice"), ends("alice"), ends("lead")]);
    await test.type("go");
    const letter = { id: "alice-1", sender: "lead", recipient: "alice", body: "fresh" };
    writeFileSync(join(test.directory, "alice.jsonl"), `${JSON.stringify(letter)}\n`);
    expect(await test.type("/inbox alice")).toMatch(/alice-1 +lead +message +new +fresh/);
    expect(memberOf(test.room.session, "alice").cursor).toBe(0);
  });
});

describe("team.json", () => {
  test("has every status in its time, idle to closed", async () => {
    const test = await testRoom();
    const seen = new Set<string>();
    const tell = test.room.tell;
    test.room.tell = async (event) => {
      await tell(event);
      for (const [name, status] of Object.entries(statuses(test))) {
        expect(statusOf(test.room, name)).toBe(status);
        if (name === "bob") seen.add(status);
      }
    };
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

  test("is never half written, never follows a link, and its failure stops nobody", async () => {
    const test = await testRoom();
    const path = join(test.directory, "team.json");
    const outside = join(test.workspace, "outside.json");
    writeFileSync(outside, "mine");
    unlinkSync(path);
    symlinkSync(outside, path);
    await test.type("Spawn alice as a coder");
    expect(readFileSync(outside, "utf8")).toBe("mine");
    expect(eventsOf(test, "notice").map(({ text }) => text)).toEqual([
      expect.stringMatching(/^team\.json is behind: .*no regular file/),
    ]);
    expect(answersOf(test)).toEqual(["alice is on the team as coder."]);

    unlinkSync(path);
    await test.type("List teammates");
    expect(statuses(test)).toEqual({ lead: "idle", alice: "idle" });
  });

  test("is saved again after a rename that failed, and no temporary file stays", async () => {
    const test = await testRoom();
    failRename("EPERM", 1);
    await test.type("Spawn alice as a coder");
    expect(eventsOf(test, "notice")).toEqual([]);
    expect(statuses(test)).toEqual({ lead: "idle", alice: "idle" });
    expect(readdirSync(test.directory).sort()).toEqual(["team.json", "workspace"]);
  });
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
  Object.assign(test.room.session, { mail: new MemoryMailStore(), lock: new MemoryLock() });
  for (const each of lines) await test.type(each);
  expect(filesIn(test.workspace)).toEqual(filesIn((await testRoom()).workspace));
  expect(eventsOf(test, "lead_answered").length).toBeGreaterThan(100);
  expect(statuses(test)).toMatchObject({ lead: "idle" });
});
