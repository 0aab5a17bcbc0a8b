import { execFile } from "node:child_process";
import { describe, expect, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { examineFolder } from "../../lessons/x1-shared-session/examine-folder.ts";
import { examineStoredSession } from "../../lessons/x1-shared-session/examine-store.ts";
import type { Finding } from "../../lessons/x1-shared-session/finding.ts";
import { startPostgresSession } from "../../lessons/x1-shared-session/postgres-session.ts";
import { gatedProgram } from "../casebook/gated-program.ts";
import { openFolderSession, openShutdown, reply } from "../casebook/test-session.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { type PlacedSession, temporaryFolder, watched } from "../harness/sessions.ts";
import { MISSING, programs } from "./server.ts";
import { freshName, serverForFile, startIn, storeOf } from "./sessions.ts";

const SECRET = "s3cret-w0rd";

describe.skipIf(!programs)(`the doctor of a store${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  /** A plan whose run has begun and has no end, a shutdown, and a letter. */
  async function live(session: PlacedSession): Promise<void> {
    const program = gatedProgram(session);
    await reply(session, await program.plan(), true);
    await consumeResponses(session, "alice");
    await program.claim();
    await openShutdown(session, "bob");
    await sendMessage(session, { sender: "lead", recipient: "alice", body: "Go on." });
  }

  async function lived(): Promise<{ name: string; findings: () => Promise<Finding[]> }> {
    const store = await storeOf(server().url());
    const directory = temporaryFolder();
    const team = createTeam(["lead", "alice", "bob"].map((name) => [name, `the ${name}`]));
    const name = freshName();
    const shared = await startPostgresSession(store, name, team, {
      program: "practice",
      directoryOf: () => directory,
    });
    await live(Object.assign(watched(shared, shared.transact), { directory }));
    return { name, findings: () => examineStoredSession(store, name) };
  }

  const inSession = (name: string): string =>
    `session_id = (select id from two_gates.sessions where name = '${name}')`;

  type Answer = { code: number | null; stdout: string; stderr: string };

  function doctor(parameters: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Answer> {
    return new Promise((resolve) => {
      const env = { ...process.env, ...environment };
      const child = execFile(
        process.execPath,
        [bundle("doctor"), ...parameters],
        { env },
        (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  }

  test("says of a session what the one of a folder says of the same session", async () => {
    const folder = await openFolderSession();
    await live(folder);
    const { findings } = await lived();
    // A store has no files: their names are the one difference.
    const inFolder = examineFolder(folder.directory)
      .filter(({ part }) => part !== ".lock")
      .map(({ part, ...rest }) => ({ part: partInStore(part), ...rest }));
    expect(await findings()).toEqual(inFolder);
    expect(inFolder).toContainEqual({
      part: "runs/req-1",
      condition: "open",
      says: "alice started it, and no end was kept: its outcome is unknown, and it is not started again",
    });
  });

  test.each([
    [
      "a letter that a request speaks of is gone",
      (name: string) => `delete from two_gates.letters where recipient = 'lead' and ${inSession(name)}`,
      { part: "letters/lead", condition: "damaged", says: "0 of 1 letters; missing: lead-1" },
    ],
    [
      "a letter that was read is gone",
      (name: string) => `delete from two_gates.letters where recipient = 'alice' and ${inSession(name)}`,
      { part: "letters/alice", condition: "damaged", says: "0 of 1 letters; missing: alice-1" },
    ],
    [
      "a letter is none",
      (name: string) =>
        `update two_gates.letters set record = (record::jsonb || '{"to":"all"}')::json where recipient = 'lead' and ${inSession(name)}`,
      { part: "letters/lead", condition: "damaged", says: expect.stringContaining("lead.jsonl") },
    ],
    [
      "a member is none",
      (name: string) =>
        `update two_gates.members set record = (record::jsonb - 'modelCalls')::json where name = 'bob' and ${inSession(name)}`,
      { part: "members", condition: "damaged", says: expect.stringContaining("members.bob.modelCalls") },
    ],
    [
      "a request is none",
      (name: string) =>
        `update two_gates.requests set record = (record::jsonb || '{"more":1}')::json where id = 'req-1' and ${inSession(name)}`,
      { part: "requests", condition: "damaged", says: expect.stringContaining("requests.req-1") },
    ],
    [
      "an event is gone",
      (name: string) => `delete from two_gates.events where number = 2 and ${inSession(name)}`,
      {
        part: "events",
        condition: "damaged",
        says: expect.stringMatching(/^\d+ events, and the session knows \d+$/),
      },
    ],
  ])(
    "finds what is damaged: %s",
    async (_, sql, finding) => {
      const { name, findings } = await lived();
      const before = await findings();
      expect(before.filter(({ condition }) => condition === "damaged")).toEqual([]);
      await server().sql(sql(name));
      const damaged = (await findings()).filter(({ condition }) => condition === "damaged");
      expect(damaged).toEqual([finding]);
      const { code, stdout, stderr } = await doctor(["--store", server().url(), "--session", name]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expect(stdout).toContain("put back a backup of the database");
    },
    60_000,
  );

  test("takes the store from the environment, and shows neither user nor password", async () => {
    const { name } = await lived();
    const url = server().url().replace("owner@", `owner:${SECRET}@`);
    const { code, stdout, stderr } = await doctor(["--session", name], { TWO_GATES_STORE: url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`${name}, in postgres://127.0.0.1:`);
    expect(stdout).toContain("a session of the practice: lead idle, alice idle, bob idle; 2 requests");
    expect(stdout).not.toContain(SECRET);
  });

  test("has nothing to repair a store from, and says so", async () => {
    const { name } = await lived();
    const { code, stderr } = await doctor(["--store", server().url(), "--session", name, "--repair"]);
    expect(code).toBe(2);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain("In a store a letter stands once, in its row");
  });

  test("makes no tables where there are none", async () => {
    await server().sql("create database fresh");
    const { code, stderr } = await doctor(["--store", server().url("fresh"), "--session", "class-a"]);
    expect(code).toBe(1);
    expect(stderr).toContain("session-corrupt: There is no session in this store");
    expect(await server().sql("select to_regnamespace('two_gates') is null", "fresh")).toBe("t");
  });

  test.each([
    [["--store", "URL"], "give --session the name"],
    [["--session", "class-a"], "give --store, or set TWO_GATES_STORE"],
    [["--store", "URL", "--session", "Class A"], '"Class A" cannot be a session\'s name'],
    [["--store", "URL", "--session", "class-a", "--dir", "there"], "a session is in one of them"],
    [["--dir", "there", "--session", "class-a"], "--session names a session in a store"],
  ])("refuses the words %j", async (parameters, sentence) => {
    const { code, stderr } = await doctor(parameters, { TWO_GATES_STORE: "" });
    expect(code).toBe(2);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(sentence);
  });

  test("says that there is no such session", async () => {
    const store = await storeOf(server().url());
    await startIn(store);
    const { code, stderr } = await doctor(["--store", server().url(), "--session", "nobody"]);
    expect(code).toBe(1);
    expect(stderr).toContain("session-corrupt: There is no session nobody in postgres://127.0.0.1:");
  });
});

function partInStore(part: string): string {
  if (part === "session.json") return "session";
  if (part === "events.jsonl") return "events";
  return part.replace(/^(.+)\.jsonl$/, "letters/$1");
}
