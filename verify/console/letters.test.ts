import { appendFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { broadcastsOf } from "../../user_code/console/host-notes.ts";
import { filesIn } from "../harness/sessions.ts";
import {
  answersOf,
  calls,
  ends,
  inFolder,
  lettersOf,
  memberIn,
  resultOf,
  scriptedRoom,
  spawns,
  testRoom,
  threeTeammates,
} from "./console-room.ts";

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

  test("is not tried on those who are closed, and says nothing of them", async () => {
    const test = await scriptedRoom([
      ...threeTeammates(),
      calls("lead", "close", "shutdown_request", { teammate: "bob" }),
      calls("bob", "yes", "shutdown_response", { request_id: "req-1", approve: true }),
      ends("bob"),
      calls("lead", "all", "broadcast", { content: "lunch at noon" }),
      ends("alice"),
      ends("charlie"),
      ends("lead"),
    ]);
    await test.type("go");
    expect(resultOf(test, "lead", "all")).toBe(
      'ok: [{"recipient":"alice","status":"queued","letter":"alice-1"},' +
        '{"recipient":"charlie","status":"queued","letter":"charlie-1"}]',
    );
    expect(broadcastsOf(test.state)).toEqual([]);
  });

  test("that was incomplete reaches only those that wait when it is sent again", async () => {
    const noon = { content: "lunch at noon" };
    const test = await scriptedRoom(
      [
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
      ],
      inFolder,
    );
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
    const test = await testRoom(inFolder);
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
    expect(memberIn(test, "alice")).toMatchObject({ turns: 2, cursor: 1 });
  });
});

describe("/inbox", () => {
  test("shows the six types of letters and takes nothing out", async () => {
    const test = await testRoom();
    await test.type("Spawn bob with a risky refactoring task. Reject his plan.");
    await test.type("Tell bob hello");
    await test.type("Tell everyone: noon");
    await test.type("Ask bob to shut down");
    const before = filesIn(test.directory);
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
    expect(filesIn(test.directory)).toEqual(before);
  });

  test("tells new letters from those that were taken in", async () => {
    const test = await scriptedRoom([spawns("alice"), ends("alice"), ends("lead")], inFolder);
    await test.type("go");
    const letter = { id: "alice-1", sender: "lead", recipient: "alice", body: "fresh" };
    writeFileSync(join(test.directory, "alice.jsonl"), `${JSON.stringify(letter)}\n`);
    expect(await test.type("/inbox alice")).toMatch(/alice-1 +lead +message +new +fresh/);
    expect(memberIn(test, "alice").cursor).toBe(0);
  });
});
