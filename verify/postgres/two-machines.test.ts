import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { MISSING, programs, type Server, startServer } from "./server.ts";
import { freshName, serverForFile } from "./sessions.ts";

type Event = { event: string; member?: string; [key: string]: unknown };

/** What differs from place to place in a result. */
function withoutPlace(events: readonly Event[]): unknown {
  const result = events.find(({ event }) => event === "result");
  return { ...result, dir: "" };
}

describe.skipIf(!programs)(`a practice in a store${programs ? "" : ` (left out: ${MISSING})`}`, () => {
  const server = serverForFile();

  test.each([
    ["approve", "allow"],
    ["reject", "allow"],
  ])(
    "%s, %s: one process, and two that share nothing but the store, come to the result of a folder",
    async (plan, decision) => {
      const url = server().url();
      const inFolder = await practice([
        "--plan",
        plan,
        "--decision",
        decision,
        "--dir",
        join(temporaryFolder(), "s"),
      ]);
      const [alone, apart] = [freshName(), freshName()];
      const inStore = await practice([
        "--plan",
        plan,
        "--decision",
        decision,
        "--store",
        url,
        "--session",
        alone,
      ]);
      expect(withoutPlace(inStore)).toEqual(withoutPlace(inFolder));
      expect(inStore.filter(isOfThePath)).toEqual(inFolder.filter(isOfThePath));

      const reader = member(url, apart, ["--as", "reader", "--decision", decision]);
      const lead = member(url, apart, ["--as", "lead", "--plan", plan]);
      const sides = await Promise.all([reader.ended, lead.ended]);
      for (const events of sides) expect(withoutPlace(events)).toEqual(withoutPlace(inFolder));
      const again = await practice([
        ...["--plan", plan, "--decision", decision, "--store", url, "--session", apart, "--resume"],
      ]);
      expect(withoutPlace(again)).toEqual(withoutPlace(inFolder));
      expect(marksOf(again)).toBe(plan === "approve" && decision === "allow" ? "x" : undefined);
    },
    60_000,
  );

  test("a session that is there is not begun again, and says how to go on", async () => {
    const words = ["--store", server().url(), "--session", freshName()];
    await practice(words);
    const { code, stderr } = await run(words);
    expect(stderr).toMatch(
      /^directory-not-empty: There is a session session-\d+ of the practice in postgres:\/\/127/,
    );
    expect(stderr).toContain("--resume goes on with it.");
    expect(code).toBe(2);
  });

  test.each([
    [["--dir", "x", "--store", "postgres://h/d", "--session", "s"], "a session is in one of them"],
    [["--store", "postgres://h/d"], "--store names a store: give --session"],
    [["--session", "s"], "give --store, or set TWO_GATES_STORE"],
    [["--store", "postgres://h/d", "--session", "Big"], "cannot be a session's name"],
    [["--store", "", "--session", "s"], "--store needs a URL"],
  ])("the command line %j is refused with exit status 2", async (words, sentence) => {
    const { code, stderr } = await run(words);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  test("TWO_GATES_STORE stands for --store, and --dir still names a folder", async () => {
    const environment = { TWO_GATES_STORE: server().url() };
    expect((await run([], environment)).stderr).toContain("TWO_GATES_STORE names a store: give --session");
    expect((await run(["--session", freshName(), "--json"], environment)).code).toBe(0);
    expect((await run(["--dir", join(temporaryFolder(), "s"), "--json"], environment)).code).toBe(0);
  });

  test("the console finds its team in the store again", async () => {
    const words = ["--store", server().url(), "--session", freshName(), "--decision", "deny"];
    const first = await talk(words, "Spawn alice as a coder.\n/quit\n");
    expect(first.code).toBe(0);
    const second = await talk(words, "/team\n/quit\n");
    expect(second.stdout).toContain("The team is taken up again: lead, alice");
    expect(second.code).toBe(0);
  }, 60_000);

  test("two members go on through a server that is killed and replaced by its standby", async () => {
    const expected = withoutPlace(
      await practice(["--decision", "allow", "--dir", join(temporaryFolder(), "s")]),
    );
    const primary = await startServer({});
    onTestFinished(() => primary.remove());
    const standby = await primary.standby();
    onTestFinished(() => standby.remove());
    const url = `postgres://owner@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`;
    const name = freshName();
    const reader = member(url, name, ["--as", "reader", "--decision", "allow"]);
    // The reader has asked and waits for the lead, who is not there yet.
    await reader.until(({ event }) => event === "request_opened");
    await reader.until(({ event, status }) => event === "turn_ended" && status === "finished");
    const lead = member(url, name, ["--as", "lead", "--plan", "approve"]);
    await lead.until(({ event, member: who }) => event === "turn_started" && who === "lead");
    primary.kill();
    await standby.promote();
    const sides = await Promise.all([reader.ended, lead.ended]);
    for (const events of sides) expect(withoutPlace(events)).toEqual(expected);
    expect(marksOf(sides[0])).toBe("x");
    expect(await lettersAt(standby, name)).toBe("lead-1 lead-2 reader-1 reader-2");
  }, 90_000);
});

/** What each process tells of its attendance and of its beginning is its own. */
function isOfThePath({ event }: Event): boolean {
  return event !== "result" && event !== "members_attended";
}

function lettersAt({ sql }: Server, name: string): Promise<string> {
  return sql(
    `select string_agg(id, ' ' order by id) from two_gates.letters
     where session_id = (select id from two_gates.sessions where name = '${name}')`,
  );
}

/** What the program has left behind in its workspace: a mark for each run. The folder goes with the test. */
function marksOf(events: readonly Event[]): string | undefined {
  const dir = String(events.find(({ event }) => event === "result")?.dir);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  try {
    return readFileSync(join(dir, "workspace/runs.txt"), "utf8").trim();
  } catch {
    return undefined;
  }
}

type Ended = { code: unknown; stdout: string; stderr: string };

function run(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bundle("practice"), ...words],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

async function practice(words: readonly string[]): Promise<Event[]> {
  const { code, stdout, stderr } = await run([...words, "--json"]);
  expect(stderr, words.join(" ")).toBe("");
  expect(code).toBe(0);
  return eventsIn(stdout);
}

function eventsIn(text: string): Event[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function talk(words: readonly string[], input: string): Promise<Ended> {
  const child = spawn(process.execPath, [bundle("console"), ...words]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

type Member = {
  child: ChildProcess;
  until: (is: (event: Event) => boolean) => Promise<void>;
  ended: Promise<Event[]>;
};

/** One side of the practice, in a process of its own. */
function member(url: string, name: string, words: readonly string[]): Member {
  const given = [bundle("member"), "--store", url, "--session", name, ...words, "--json"];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const events: Event[] = [];
  let [rest, stderr] = ["", ""];
  const waiting = new Set<() => void>();
  child.stdout.on("data", (bytes) => {
    const lines = (rest + bytes).split("\n");
    rest = lines.pop() ?? "";
    events.push(...lines.map((line) => JSON.parse(line)));
    for (const look of waiting) look();
  });
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${stderr}`);
    return events;
  });
  return {
    child,
    ended,
    until: (is) =>
      Promise.race([
        ended.then(() => undefined),
        new Promise<void>((resolve) => {
          const look = (): void => {
            if (!events.some(is)) return;
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
          look();
        }),
      ]),
  };
}
