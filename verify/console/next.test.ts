import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { completionsFor } from "../../user_code/console/completion.ts";
import { answersOf, eventsOf, inFolder, type TestRoom, testRoom } from "./console-room.ts";

/** What stands behind `next >` after the last of the lines. */
async function nextAfter(room: TestRoom, ...lines: string[]): Promise<string> {
  let printed = "";
  for (const line of lines) printed = await room.type(line);
  return printed.replace(/^[\s\S]*next > /, "").trim();
}

const IDLE = (name: string) => `Ask ${name} to shut down   or   Have ${name} submit a plan`;
const WAITING = (name: string) => `Approve ${name}'s plan   or   Reject ${name}'s plan because ...`;

describe("the suggestion behind an answer", () => {
  test("is about whom one just spoke of", async () => {
    const room = await testRoom();
    expect(await nextAfter(room, "hello")).toBe("Spawn alice as a coder");
    expect(await nextAfter(room, "Spawn alice, bob and carol")).toBe(IDLE("carol"));
    expect(await nextAfter(room, "Tell bob hello")).toBe(IDLE("bob"));
    expect(await nextAfter(room, "Have alice submit a plan")).toBe(WAITING("alice"));
    expect(await nextAfter(room, "Tell carol hello")).toBe(IDLE("carol"));
    expect(await nextAfter(room, "Approve alice's plan")).toBe(
      "Tell alice to try again   (the approved plan has not been used)",
    );
    expect(await nextAfter(room, "Ask zed to shut down")).toBe(
      "Tell alice to try again   (the approved plan has not been used)",
    );
    expect(await nextAfter(room, "kill alice")).toBe(IDLE("bob"));
    expect(await nextAfter(room, "Spawn dora with a long task that must finish first")).toBe(
      "/team   or   Wait",
    );
    expect(await nextAfter(room, "shut down everyone")).toMatch(/^Ask dora/);
    expect(await nextAfter(room, "shut down everyone")).toBe("List teammates   or   /team");
  });

  test("can be typed as it stands and is never refused", async () => {
    const room = await testRoom({ decision: "allow" });
    let next = await nextAfter(room, "Spawn alice with a risky refactoring task");
    for (let turn = 0; turn < 12; turn += 1) {
      const choices = next.replace(/ {3}\(.*\)/, "").split("   or   ");
      const line = (choices[(turn + 1) % choices.length] ?? "").replace("...", "it is late");
      next = await nextAfter(room, line.startsWith("/") ? `Spawn member-${turn} as a coder` : line);
      expect([line, answersOf(room).at(-1)]).toEqual([
        line,
        expect.not.stringMatching(/refused|I did nothing/),
      ]);
    }
    expect(eventsOf(room, "request_opened").length).toBeGreaterThan(3);
  });

  test("names nobody whose mailbox cannot be read or is full, and asks for nothing beyond the quota", async () => {
    const room = await testRoom({
      ...inFolder,
      limits: { bodyCharacters: 600, mailboxMessages: 2, mailboxBytes: 32_000, sessionRequests: 1 },
    });
    expect(await nextAfter(room, "Spawn alice and bob")).toBe(IDLE("bob"));
    expect(await nextAfter(room, 'Tell bob "[broadcast] hi"', "Have bob submit a plan", "Reject it")).toBe(
      IDLE("alice").replace(/^.*$/, "Tell alice ..."),
    );
    appendFileSync(join(room.directory, "alice.jsonl"), "not a letter\n");
    expect(await nextAfter(room, "List teammates")).toBe("List teammates   or   /team");
  });
});

test("every line tells of a mailbox that cannot be read, also a wait", async () => {
  const room = await testRoom(inFolder);
  await room.type("Spawn alice and bob");
  appendFileSync(join(room.directory, "alice.jsonl"), "not a letter\n");
  for (const line of ["Wait", "Tell bob hello", "Подожди"]) {
    const before = eventsOf(room, "notice").length;
    await room.type(line);
    expect(eventsOf(room, "notice").slice(before)).toEqual([
      {
        event: "notice",
        text: expect.stringMatching(/^No letter reaches alice\. mailbox-corrupt: .*alice\.jsonl/),
      },
    ]);
  }
});

test("what Tab offers is about teammates that are open; the mailboxes of all can be looked into", async () => {
  const room = await testRoom();
  await room.type("Spawn alice and bob. Close alice.");
  const offered = (await completionsFor(room.room, ""))[0].join("\n");
  expect(offered).toContain("Have bob submit a plan");
  expect(offered).not.toContain("alice");
  expect((await completionsFor(room.room, "/inbox "))[0]).toEqual([
    "/inbox lead",
    "/inbox alice",
    "/inbox bob",
  ]);
});

test("a goodbye leaves", async () => {
  for (const word of ["bye", "Goodbye!", "quit", "/exit"]) {
    const room = await testRoom();
    await room.type(word);
    expect([word, room.events]).toEqual([word, []]);
  }
});
