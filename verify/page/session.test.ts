import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { practiceScript } from "../../fixtures/model-scripts/practice.ts";
import { readSession } from "../../lessons/page/build/read-session.ts";
import { secretsOf, withoutPrivate } from "../../lessons/page/build/without-private.ts";
import { pathView } from "../../lessons/page/path-view.ts";
import type { SessionRecord } from "../../lessons/page/session/session-record.ts";
import { mailboxesAt, storyOf } from "../../lessons/page/session/story.ts";
import { ScriptedModel } from "../../lessons/s01-agent-loop/scripted-model.ts";
import type { SessionEvent } from "../../lessons/s16-team-protocols/session-event.ts";
import { attend } from "../../lessons/x1-shared-session/attendance.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { sentenceFor } from "../../user_code/fault.ts";
import { parsePageArguments } from "../../user_code/page/arguments.ts";
import { liveModel } from "../agent-loop/sdk/messages-api/practice-run.ts";
import { API_KEY, startStandIn } from "../agent-loop/sdk/messages-api/stand-in.ts";
import { testRoom } from "../console/console-room.ts";
import { pipeConsole } from "../harness/processes/console.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { playPractice } from "../practice/played.ts";
import { playUntilKilled } from "../practice/resumed.ts";
import { practicePaths } from "../recordings/transcripts/practice-transcripts.ts";
import { callPage, type Ended, longSession } from "./own-session.ts";

const NOTHING = {};

/** Requests and members as the events have told them, in the shape in which the session file keeps them. */
function toldOf({ events }: SessionRecord): { requests: unknown; members: unknown } {
  const { requests, members } = pathView(events, events.length - 1);
  return {
    requests: Object.fromEntries(requests.map(({ id, status }) => [id, status])),
    members: Object.fromEntries(members.map(({ name, status }) => [name, status])),
  };
}

function keptOf({ kept: { requests, members } }: SessionRecord): { requests: unknown; members: unknown } {
  const statuses = Object.entries(requests).map(([id, { status }]) => [id, status]);
  return { requests: Object.fromEntries(statuses), members };
}

/** What each mailbox holds at each step: a step adds lines and takes none away. */
function growth({ events, mailboxes }: SessionRecord): number[][] {
  const story = storyOf(events).events;
  return story.map((_, step) => mailboxesAt(story, mailboxes, step).map(({ lines }) => lines.length));
}

describe("the record of a session", () => {
  test.each(practicePaths)("$plan, $decision: holds what was told, kept and written", async (path) => {
    const { directory, told, session } = await playPractice(path);
    const record = await readSession(directory, NOTHING);
    expect(toldOf(record)).toEqual(keptOf(record));
    expect(record.events.map(({ event }) => event)).toEqual(told.map(({ event }) => event));
    const lines = ["lead", "reader"].map((name) => readFileSync(join(directory, `${name}.jsonl`), "utf8"));
    expect([record.mailboxes.lead, record.mailboxes.reader].map((box) => `${box?.join("\n")}\n`)).toEqual(
      lines,
    );
    expect(growth(record).at(-1)).toEqual([2, 2, 0]);
    expect(growth(record).at(0)).toEqual([0, 0, 0]);
    expect([...storyOf(record.events).traffic.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await session.close();
  });

  test("of a practice that was killed at four places, and of it taken up again, agrees with what is kept", async () => {
    const path = { plan: "approve", decision: "allow" } as const;
    const whole = await playPractice(path);
    for (let kill = 3; kill < whole.told.length; kill += 9) {
      const directory = join(temporaryFolder(), "session");
      await playUntilKilled(directory, path, (_, count) => count === kill);
      const killed = await readSession(directory, NOTHING);
      expect(toldOf(killed)).toEqual(keptOf(killed));
      await playUntilKilled(directory, path, () => false);
      const resumed = await readSession(directory, NOTHING);
      expect(toldOf(resumed)).toEqual(keptOf(resumed));
      expect(resumed.events.length).toBeGreaterThan(killed.events.length);
    }
  });

  test("settles what a kill left half done in a copy, and changes no byte of the folder", async () => {
    const directory = join(temporaryFolder(), "session");
    const path = { plan: "approve", decision: "allow" } as const;
    await playUntilKilled(directory, path, ({ event }) => event === "reply_saved");
    const torn = join(directory, "events.jsonl");
    appendFileSync(torn, '{"number":99,"event":"noti');
    const before = ["session.json", "events.jsonl", "reader.jsonl"].map((name) =>
      readFileSync(join(directory, name), "utf8"),
    );
    const record = await readSession(directory, NOTHING);
    expect(record.events.at(-2)?.event).toBe("reply_saved");
    expect(record.mailboxes.reader).toHaveLength(1);
    expect(
      ["session.json", "events.jsonl", "reader.jsonl"].map((name) =>
        readFileSync(join(directory, name), "utf8"),
      ),
    ).toEqual(before);
  });

  test("of a console session of eight, a name given twice among them, agrees with what is kept", async () => {
    const directory = join(temporaryFolder(), "session");
    const { code } = await pipeConsole(
      ["--dir", directory],
      longSession().replace("/quit", "spawn ada as a tester\n/quit"),
    );
    expect(code).toBe(0);
    const record = await readSession(directory, NOTHING);
    expect(record.events.length).toBeGreaterThan(300);
    expect(Object.keys(record.mailboxes)).toHaveLength(8);
    expect(toldOf(record)).toEqual(keptOf(record));
    const { events } = storyOf(record.events);
    const joined = events.findLastIndex(({ event }) => event === "member_joined");
    const ada = (step: number): unknown =>
      mailboxesAt(events, record.mailboxes, step).find(({ member }) => member === "ada");
    expect(ada(joined - 1)).toEqual({ member: "ada", lines: [], emptied: 3 });
    expect(ada(joined)).toEqual({ member: "ada", lines: [], emptied: 0 });
  });

  test("says of a line that nobody in the session has sent where it was found", () => {
    const line = JSON.stringify({ id: "reader-1", sender: "lead", recipient: "reader", body: "Hello" });
    const events: SessionEvent[] = [
      { event: "members_attended", members: ["lead", "reader"], interrupted: [] },
      { event: "letter_ignored", member: "reader", letter: "reader-1", sender: "lead", reason: "bad_json" },
      { event: "notice", text: "later" },
    ];
    const boxes = (kept: string[]): unknown[] =>
      events.map((_, step) => mailboxesAt(events, { reader: kept }, step)[0]?.lines);
    expect(boxes([line])).toEqual([
      [],
      [{ text: line, isNew: true, told: "found" }],
      [{ text: line, isNew: false, told: "found" }],
    ]);
    expect(boxes([line, line]).at(-1)).toMatchObject([{ told: "found" }, { told: "none", isNew: true }]);
  });
});

describe("no secret and no path of the machine is in it", () => {
  const KEY = "sk-ant-the-key-of-somebody";
  const SECRETS = {
    ANTHROPIC_API_KEY: KEY,
    DEPLOY_TOKEN: 'to"ken\\of deploy',
    TWO_GATES_STORE: "postgres://gates:pass%20word-of-gates@server/gates",
    GIT_AUTHOR_NAME: "Somebody",
    LANG: "C.UTF-8",
  };

  test("finds secrets by their names and in addresses, and takes no other value for one", () => {
    expect(secretsOf({ ...SECRETS, PIN_KEY: "1234" })).toEqual([
      KEY,
      SECRETS.DEPLOY_TOKEN,
      "pass%20word-of-gates",
      "pass word-of-gates",
    ]);
  });

  test("also when a letter, a program and the model have told them, in JSON in JSON", async () => {
    const directory = join(temporaryFolder(), "session");
    const { type, leave } = await testRoom({ directory, decision: "allow" });
    await type("spawn alice as a coder");
    await type(
      `send alice a message: "the key is ${KEY}, the token ${SECRETS.DEPLOY_TOKEN.replaceAll('"', "'")}"`,
    );
    await type(
      `send alice a message: "look at ${homedir()}/notes/plan.txt, ${directory}/workspace and /usr/lib/x/y.py"`,
    );
    await leave();
    const record = await readSession(directory, { ...SECRETS, OTHER_TOKEN: "to'ken\\of deploy" });
    const text = JSON.stringify(record);
    for (const hidden of [KEY, "ken\\\\\\\\of", homedir(), dirname(directory), "/usr/lib"])
      expect(text).not.toContain(hidden);
    expect(text).toContain("the key is [secret], the token [secret]");
    expect(text).toContain("look at …/plan.txt, [session folder]/workspace and …/y.py");
    expect(record.leftOut).toBeGreaterThan(8);
    expect(toldOf(record)).toEqual(keptOf(record));
  });

  test("nor is the key of a live model, whose traffic is shown", async () => {
    const server = await startStandIn({ model: new ScriptedModel(practiceScript({ plan: "approve" })) });
    const { directory } = await playPractice({ model: liveModel(server.url) }).finally(server.close);
    const record = await readSession(directory, { ANTHROPIC_API_KEY: API_KEY });
    expect(storyOf(record.events).traffic.size).toBe(7);
    const text = JSON.stringify(record);
    for (const hidden of [API_KEY, server.url, homedir(), dirname(directory), "x-api-key"])
      expect(text).not.toContain(hidden);
  });

  test("a word that only looks like a path stays, and so do names and states", () => {
    const known = {
      secrets: ["approved"],
      folders: ["/tmp/mine"],
      places: ["/home/ann"],
      roots: ["usr", "tmp"],
    };
    const clean = (text: string): string => withoutPrivate(text, known).value;
    expect(clean("and/or, /team, 1/usr/2, https://host/usr/lib")).toBe(
      "and/or, /team, 1/usr/2, https://host/usr/lib",
    );
    expect(clean("in /tmp/mine/a.txt, /tmp/mine-too/a.txt; /home/ann, /home/anna")).toBe(
      "in [session folder]/a.txt, …/a.txt; …/ann, /home/anna",
    );
    expect(clean("file:///usr/share/ü/b c")).toBe("file://…/ü/b c".replace("/ü/b", "/b"));
    const event = { event: "response_matched", status: "approved", input: { status: "approved" } };
    const keeps = (keys: readonly string[]): boolean => !keys.includes("input");
    expect(withoutPrivate(event, known, keeps)).toEqual({
      value: { event: "response_matched", status: "approved", input: { status: "[secret]" } },
      leftOut: 1,
    });
  });
});

describe("what cannot be shown is said in one sentence", () => {
  const sentenceOf = (work: Promise<unknown>): Promise<string> => work.then(String, sentenceFor);

  test("a folder that is none, holds no session, is damaged, or is in use", async () => {
    const folder = temporaryFolder();
    const { directory } = await playPractice();
    const damaged = (name: string, text: string): Promise<string> => {
      const copy = join(folder, name);
      cpSync(directory, copy, { recursive: true });
      writeFileSync(join(copy, name), text);
      return sentenceOf(readSession(copy, NOTHING));
    };
    const log = readFileSync(join(directory, "events.jsonl"), "utf8");
    expect(await sentenceOf(readSession(join(folder, "no"), NOTHING))).toMatch(
      /^mailbox-unsafe: \S+no cannot be/,
    );
    expect(await sentenceOf(readSession(folder, NOTHING))).toMatch(
      /^session-corrupt: There is no session in/,
    );
    expect(await damaged("session.json", "{")).toMatch(
      /^session-corrupt: The session in .* damaged.*no JSON/,
    );
    expect(await damaged("lead.jsonl", "")).toMatch(/^session-corrupt: .*lead\.jsonl: 0 of 2 letters/);
    expect(await damaged("events.jsonl", log.replace('"turn_ended"', '"turn_over"'))).toMatch(
      /^session-corrupt: .*: line 9 of events\.jsonl is no event that this program writes/,
    );
    const attendance = await attend(await joinSession(directory, { program: "practice" }), ["reader"]);
    expect(await sentenceOf(readSession(directory, NOTHING))).toMatch(
      /^member-attended: The session in .* goes on at this moment: a process plays reader\. End that process/,
    );
    await attendance.leave();
    expect((await readSession(directory, NOTHING)).events.at(-1)?.event).toBe("members_attended");
  });

  test.each([
    [
      "build",
      ["--session", "mine", "--out", "x.txt"],
      "--out needs the name of a file that ends with .html.",
    ],
    [
      "build",
      ["--session", "mine", "--store", "postgres://a@b/c"],
      "A page is made of a session in a folder only.",
    ],
    ["build", ["--out", "x.html"], "--out and --overwrite go with --session DIR."],
    ["build", ["--session="], "--session needs the name of a session folder."],
    ["build", ["--session", "one", "--session", "two"], "--session is given twice."],
    ["build", ["--session", "mine", "--outDir", "x"], "Unknown option '--outDir'"],
    ["page", ["--session", "mine", "--out", "x.html"], "--out goes with build:"],
    ["page", ["--session", "mine", "--overwrite"], "--overwrite goes with build,"],
  ] as const)("a wrong command line: %s %j", (command, words, sentence) => {
    expect(() => parsePageArguments(command, words)).toThrow(UsageError);
    expect(() => parsePageArguments(command, words)).toThrow(sentence);
  });

  test("and what names none of our options is vite's, whole", () => {
    expect(parsePageArguments("build", ["--outDir", "x", "--minify"])).toEqual({
      help: false,
      session: undefined,
    });
  });

  test("a file that is there, a place that cannot be written, each with its exit code, and nothing is left behind", async () => {
    const { directory } = await playPractice();
    const folder = temporaryFolder();
    const there = join(folder, "there.html");
    writeFileSync(there, "mine");
    mkdirSync(join(folder, "folder.html"));
    const build = (...words: string[]): Promise<Ended> =>
      callPage(["build", "--session", directory, ...words], { TMPDIR: folder });
    const cases: [Ended, number, RegExp][] = [
      [await build("--out", there), 1, /^\S*there\.html is there already, and was left as it is\./],
      [await build("--out", join(folder, "folder.html"), "--overwrite"), 1, /is a folder\. Name a file/],
      [await build("--out", join(there, "x.html")), 1, /^The page cannot be written to .*ENOTDIR/],
      [await build("--out", "x.txt"), 2, /^usage: --out needs .* \.html\.$/m],
    ];
    for (const [{ code, stdout, stderr }, exit, sentence] of cases) {
      expect(stderr.replace(/\n +/g, " ")).toMatch(sentence);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect([code, stdout]).toEqual([exit, ""]);
    }
    expect(readFileSync(there, "utf8")).toBe("mine");
    const left = readdirSync(folder).filter((name) => !name.startsWith("tsx-"));
    expect(left.sort()).toEqual(["folder.html", "there.html"]);
  });
});
