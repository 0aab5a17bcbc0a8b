import { existsSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { requireMember } from "../../lessons/s15-mailboxes/team.ts";
import { broadcastsOf } from "../../user_code/console/host-notes.ts";
import { takeUpRound } from "../../user_code/console/turns.ts";
import { pipeConsole } from "../harness/processes/console.ts";
import { filesIn, temporaryFolder } from "../harness/sessions.ts";
import {
  answersOf,
  calls,
  ends,
  eventsOf,
  inFolder,
  killWhen,
  lettersOf,
  memberIn,
  resultOf,
  scriptedRoom,
  spawns,
  type TestRoom,
  testRoom,
  threeTeammates,
} from "./console-room.ts";
import { playKilled } from "./kills/play-killed.ts";

const allow = { decision: "allow" } as const;

const write = { path: "new.txt", content: "x" };

/** bob's plan is approved, and both gates are open for his call. */
const approvedWork = [
  spawns("bob"),
  calls("bob", "plan", "plan_approval", { plan: "Do it.", work: { tool: "write_file", input: write } }),
  ends("bob"),
  calls("lead", "yes", "plan_approval", { request_id: "req-1", approve: true }),
  calls("bob", "work", "write_file", write),
];

async function takenUp(
  steps: Parameters<typeof scriptedRoom>[0],
  directory: string,
  decision: "allow" | "deny" = "allow",
): Promise<TestRoom> {
  const test = await scriptedRoom(steps, { directory, decision });
  await takeUpRound(test.room, test.interrupted);
  test.state = await test.room.session.transact((state) => state);
  return test;
}

describe("a call of an interrupted turn", () => {
  test("that had begun is not made again: its outcome is unknown, and its approval stays used", async () => {
    const killed = await scriptedRoom(approvedWork, { ...inFolder, ...allow });
    await killWhen(killed, "go", ({ team }) => team.get("bob")?.calls.work?.begun === true);
    const test = await takenUp([ends("bob"), ends("lead")], killed.directory);
    expect(test.asked).toEqual([]);
    expect(resultOf(test, "bob", "work")).toMatch(/^error: outcome-unknown: .*not made again/);
    expect(eventsOf(test, "outcome_unknown")).toMatchObject([
      { member: "bob", tool: "write_file", request_id: "req-1" },
    ]);
    expect(test.state.requests.get("req-1")).toMatchObject({ status: "approved", used: true });
    expect(test.state.runs.get("req-1")).toMatchObject({ status: "outcome-unknown", outcome: null });
    expect(memberIn(test, "bob").status).toBe("idle");
  });

  test("of the lead, too, though it uses up no approval", async () => {
    const work = calls("lead", "work", "bash", { command: "echo x >> ran" });
    const killed = await scriptedRoom([work], { ...inFolder, ...allow });
    await killWhen(killed, "go", ({ team }) => team.get("lead")?.calls.work?.begun === true);
    const test = await takenUp([ends("lead")], killed.directory);
    expect(resultOf(test, "lead", "work")).toMatch(/^error: outcome-unknown: /);
    expect(eventsOf(test, "outcome_unknown")).toMatchObject([{ member: "lead", request_id: null }]);
  });

  test("that the host had answered and that had not begun is made, and the host is not asked again", async () => {
    const killed = await scriptedRoom(approvedWork, { ...inFolder, ...allow });
    await killWhen(killed, "go", ({ team }) => team.get("bob")?.calls.work?.answer === "allow");
    const test = await takenUp([ends("bob"), ends("lead")], killed.directory, "deny");
    expect(test.asked).toEqual([]);
    expect(resultOf(test, "bob", "work")).toBe("ok: new.txt is saved.");
    expect(filesIn(test.workspace)["new.txt"]).toBe("x");
    expect(test.state.runs.get("req-1")).toMatchObject({ status: "ended" });
  });

  test("that the host had refused stays refused", async () => {
    const killed = await scriptedRoom(approvedWork, inFolder);
    await killWhen(killed, "go", ({ team }) => team.get("bob")?.calls.work?.answer === "deny");
    const test = await takenUp([ends("bob"), ends("lead")], killed.directory);
    expect(test.asked).toEqual([]);
    expect(resultOf(test, "bob", "work")).toMatch(/^error: permission-denied: /);
    expect(test.state.requests.get("req-1")).toMatchObject({ used: false });
  });

  test("that has its result is not made again", async () => {
    const killed = await scriptedRoom(approvedWork, { ...inFolder, ...allow });
    await killWhen(killed, "go", ({ runs }) => runs.get("req-1")?.status === "ended");
    rmSync(join(killed.workspace, "new.txt"));
    const test = await takenUp([ends("bob"), ends("lead")], killed.directory);
    expect(resultOf(test, "bob", "work")).toBe("ok: new.txt is saved.");
    expect(filesIn(test.workspace)).not.toHaveProperty("new.txt");
  });

  test("is not made again either when the console is killed while its command runs", async () => {
    const directory = join(temporaryFolder(), "session");
    const ran = join(directory, "workspace", "ran");
    const started = join(directory, "workspace", "started");
    const flags = ["--dir", directory, "--decision", "allow"];
    let isWaiting = false;
    const { code } = await pipeConsole(
      flags,
      'run "echo x >> ran && touch started && sleep 60"\n',
      (stdout, console) => {
        if (isWaiting || !stdout.includes("the host said yes")) return;
        isWaiting = true;
        whenThere(started, () => console.kill("SIGKILL"));
      },
    );
    expect(code).toBeNull();
    const again = await pipeConsole(flags, "");
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: "" });
    expect(again.stdout).toMatch(/bash: outcome unknown\./);
    expect(again.stdout).toMatch(/^lead > .*outcome-unknown/m);
    expect(readFileSync(ran, "utf8")).toBe("x\n");
  });

  test("that sends a broadcast sends the copies that are left", async () => {
    const noon = calls("lead", "all", "broadcast", { content: "noon" });
    const killed = await scriptedRoom([...threeTeammates(), noon], inFolder);
    await killWhen(killed, "go", ({ notes }) => JSON.stringify([...notes]).includes('"letter":"bob-1"'));
    const steps = [ends("alice"), ends("bob"), ends("charlie"), ends("lead")];
    const test = await takenUp(steps, killed.directory);
    for (const name of ["alice", "bob", "charlie"]) {
      expect(lettersOf(test, name)).toEqual(["lead: [broadcast] noon"]);
      expect(resultOf(test, "lead", "all")).toContain(`{"recipient":"${name}","status":"queued"`);
    }
    expect(broadcastsOf(test.state)).toEqual([]);
  });
});

function whenThere(path: string, then: () => void): void {
  const look = (): void => {
    if (!existsSync(path)) return;
    watcher.close();
    then();
  };
  const watcher = watch(dirname(path), look);
  look();
}

describe("a team that is taken up", () => {
  test("is there: its members, letters and requests, withdrawn ones too", async () => {
    const first = await testRoom(inFolder);
    await first.type("Spawn alice as a coder. Then request her shutdown.");
    await first.type("Spawn bob with a risky refactoring task");
    await first.type("Ask bob to shut down");
    await first.type("Spawn dora with a long task that must finish first");
    const shown = [await first.type("/team"), await first.type("/requests"), await first.type("/inbox")];
    await first.leave();

    const { directory } = first;
    const again = await testRoom({ directory });
    expect(again.found).toBe(
      "The team is taken up again: lead, alice (closed), bob (closed), dora (working). Requests: 3, pending: 0.",
    );
    expect([await again.type("/team"), await again.type("/requests"), await again.type("/inbox")]).toEqual(
      shown,
    );
    expect(shown[1]).toMatch(/req-2 +bob +withdrawn/);
    await again.type("Wait");
    expect(answersOf(again).at(-1)).toContain("dora writes: I have read README.md");
    await again.type("Approve bob's plan");
    expect(answersOf(again).at(-1)).toContain("not-pending");
    await again.type("Spawn alice as a tester. Tell her hello.");
    expect(memberIn(again, "alice")).toMatchObject({ incarnation: 2, cursor: 1 });
  });

  test("says in one line what was found, and plays the interrupted turn to its end", async () => {
    const directory = join(temporaryFolder(), "session");
    expect(await playKilled(directory, 18)).toBe("SIGKILL");
    const { code, stdout, stderr } = await pipeConsole(["--dir", directory], "/team\n");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^The team is taken up again: lead, alice \(\w+\)\. .*Interrupted in a turn, which goes on now: lead, alice\.$/m,
    );
    expect(stdout).toMatch(/lead > alice is on the team as coder\.\n +Alice approved shutdown\./);
    expect(stdout).toMatch(/^ {2}alice +closed/m);
  });

  test("is one that nobody else plays: a second console is refused with the process, and changes nothing", async () => {
    const first = await testRoom(inFolder);
    await first.type("Spawn alice as a coder");
    const before = filesIn(first.directory);
    const { code, stdout, stderr } = await pipeConsole(["--dir", first.directory], "Tell alice hello\n");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^member-attended: .*\\(${process.pid}\\).*\\n$`));
    expect(filesIn(first.directory)).toEqual(before);
    await first.type("Tell alice hello");
    expect(lettersOf(first, "alice")).toEqual(["lead: hello"]);
  });

  test("and is overtaken by another process is not played on: the console ends, and changes nothing more", async () => {
    const test = await testRoom(inFolder);
    await test.type("Spawn alice as a coder");
    test.when(async ({ event }) => {
      if (event !== "model_called") return;
      // What another process does when it takes the team over.
      await test.room.session.transact(({ team }) => {
        requireMember(team, "alice").epoch += 1;
      });
    });
    await expect(test.type("Tell alice hello")).rejects.toMatchObject({ code: "member-attended" });
    expect(filesIn(test.directory)).not.toHaveProperty("alice.jsonl");
    expect(eventsOf(test, "turn_failed")).toEqual([]);
  });

  test("had its files laid out anew when the process ended before anybody could work on them", async () => {
    const first = await testRoom(inFolder);
    await first.room.session.transact(({ notes }) => void notes.set("workspace", null));
    await first.leave();
    rmSync(join(first.workspace, "auth.py"));
    const again = await testRoom({ directory: first.directory });
    expect(Object.keys(filesIn(again.workspace))).toEqual([
      "README.md",
      "auth.py",
      "sessions.py",
      "test_auth.py",
    ]);
  });
});

describe("a folder that is no team of the console is refused in one sentence, and nothing in it is changed:", () => {
  const spoil: [what: string, code: number, sentence: RegExp, prepare: (directory: string) => void][] = [
    [
      "a session.json that is none",
      1,
      /^session-corrupt: /,
      (dir) => writeFileSync(join(dir, "session.json"), "{}"),
    ],
    [
      "one of another program",
      1,
      /^session-version: .*practice/,
      (dir) => change(dir, (text) => text.replace('"program":"console"', '"program":"practice"')),
    ],
    [
      "notes that the console did not write",
      1,
      /^session-corrupt: The notes of the console/,
      (dir) => change(dir, (text) => text.replace('"isBegun":true', '"isBegun":"yes"')),
    ],
    [
      "a team whose files are gone",
      1,
      /^The files of the team are not at .*workspace any more/,
      (dir) => renameSync(join(dir, "workspace"), `${dir}-workspace`),
    ],
    ["other files", 2, /^directory-not-empty: /, (dir) => rmSync(join(dir, "session.json"))],
  ];
  for (const [what, exitCode, sentence, prepare] of spoil) {
    test(what, async () => {
      const first = await testRoom(inFolder);
      await first.type("Spawn alice as a coder");
      await first.leave();
      prepare(first.directory);
      const before = filesIn(first.directory);
      const { code, stdout, stderr } = await pipeConsole(["--dir", first.directory], "Wait\n");
      expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
      expect(stderr).toMatch(sentence);
      expect(stderr.trimEnd()).not.toContain("\n");
      expect(filesIn(first.directory)).toEqual(before);
    });
  }

  test("and a tour takes no team up", async () => {
    const first = await testRoom(inFolder);
    await first.leave();
    const { code, stderr } = await pipeConsole(["--tour", "--dir", first.directory], "");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^directory-not-empty: /);
  });
});

function change(directory: string, edit: (text: string) => string): void {
  const path = join(directory, "session.json");
  const text = readFileSync(path, "utf8");
  const edited = edit(text);
  expect(edited).not.toBe(text);
  writeFileSync(path, edited);
}
