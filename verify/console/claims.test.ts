import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canReachByDescriptor } from "../../lessons/s16-team-protocols/run/open-folder.ts";
import { fileError, filesIn, intercept, temporaryFolder } from "../harness/sessions.ts";
import {
  calls,
  ends,
  eventsOf,
  resultOf,
  scriptedRoom,
  spawns,
  type TestOptions,
  type TestRoom,
} from "./console-room.ts";

type Work = { tool: string; input: object };

/** bob has an approved plan for the work and does it. `before` is called when both gates have said yes. */
async function approvedWork(
  { tool, input }: Work,
  before: (test: TestRoom) => void,
  options: TestOptions = {},
): Promise<TestRoom & { result: string; used: boolean | undefined }> {
  const test = await scriptedRoom(
    [
      spawns("bob"),
      calls("bob", "plan", "plan_approval", { plan: "Do it.", work: { tool, input } }),
      ends("bob"),
      calls("lead", "yes", "plan_approval", { request_id: "req-1", approve: true }),
      calls("bob", "work", tool, input),
      ends("bob"),
      ends("lead"),
    ],
    { decision: "allow", ...options },
  );
  test.when((event) => {
    if (event.event === "gate_checked" && event.gate === "permission") before(test);
  });
  await test.type("go");
  return { ...test, result: resultOf(test, "bob", "work"), used: test.state.requests.get("req-1")?.used };
}

/** Calls `change` when the approval is being claimed: what was read before that is old now. */
function changeAtClaim(test: TestRoom, change: () => void): void {
  const { session } = test.room;
  let isDone = false;
  test.room.session = {
    limits: session.limits,
    transact: async (section) => {
      if (!isDone) change();
      isDone = true;
      return session.transact(section);
    },
  };
}

const edit = (path = "auth.py") => ({
  tool: "edit_file",
  input: { path, old_text: '"engine"', new_text: '"motor"' },
});
const write = (path = "new.txt") => ({ tool: "write_file", input: { path, content: "x" } });
const bash: Work = { tool: "bash", input: { command: "touch ran" } };

/** Lets operations on the files that a save makes in the workspace fail, or those on paths that end so. */
function failWrites(name: "fsyncSync" | "writeSync", code: string): void {
  const opened = new Set<number>();
  intercept("openSync", (open) => (path, ...rest) => {
    const file = open(path, ...rest);
    // The session is saved on the same disk, and is another matter.
    if (/^\/proc\/.*(?:\.tmp|\/new\.txt)$/u.test(String(path))) opened.add(file);
    return file;
  });
  intercept("closeSync", (close) => (file) => {
    opened.delete(file);
    close(file);
  });
  intercept(name, (write: (...parts: never[]) => unknown) => (file: number, ...rest: unknown[]) => {
    if (opened.has(file)) throw fileError(code);
    return write(...([file, ...rest] as never[]));
  });
}

function failMaking(name: "mkdirSync" | "openSync", code: string, end: string): void {
  const check = (path: unknown): void => {
    if (String(path).endsWith(end)) throw fileError(code);
  };
  if (name === "mkdirSync") {
    intercept(name, (make) => (path, ...rest) => {
      check(path);
      return make(path, ...rest);
    });
  } else {
    intercept(name, (open) => (path, ...rest) => {
      check(path);
      return open(path, ...rest);
    });
  }
}

describe("what cannot be done does not use the approval up, and leaves nothing behind:", () => {
  const impossible: [what: string, work: Work, code: string, before: (test: TestRoom) => void][] = [
    [
      "the path of a folder",
      write("folder"),
      "unsafe-file",
      ({ workspace }) => mkdirSync(join(workspace, "folder")),
    ],
    ["a file on the way", write("auth.py/new.txt"), "save-failed", () => undefined],
    [
      "a link in the file's place",
      write(),
      "outside-workspace",
      ({ workspace }) => symlinkSync("auth.py", join(workspace, "new.txt")),
    ],
    [
      "a link on the way",
      write("notes/new.txt"),
      "outside-workspace",
      ({ workspace }) => symlinkSync(".", join(workspace, "notes")),
    ],
    ["a full disk", write(), "save-failed", () => failWrites("writeSync", "ENOSPC")],
    ["a disk that fails", write("a/b/new.txt"), "save-failed", () => failWrites("fsyncSync", "EIO")],
    [
      "a folder that cannot be made",
      write("a/b/new.txt"),
      "save-failed",
      () => failMaking("mkdirSync", "EACCES", "/b"),
    ],
    ["a file that cannot be made", write(), "save-failed", () => failMaking("openSync", "EROFS", ".tmp")],
    [
      "a passage that is not there",
      edit(),
      "text-not-found",
      ({ workspace }) => writeFileSync(join(workspace, "auth.py"), "other\n"),
    ],
    ["a file that is gone", edit(), "no-such-file", ({ workspace }) => rmSync(join(workspace, "auth.py"))],
    [
      "an edit that makes the file too large",
      edit("large"),
      "too-large",
      ({ workspace }) => writeFileSync(join(workspace, "large"), '"engine"'.padEnd(100_001, "x")),
    ],
  ];
  for (const [what, work, code, before] of impossible) {
    test(`${what} (${work.tool})`, async () => {
      let files: unknown;
      const done = await approvedWork(work, (test) => {
        before(test);
        files = filesIn(test.workspace);
      });
      expect(done.result).toMatch(new RegExp(`^error: ${code}: `));
      expect(done.used).toBe(false);
      expect(filesIn(done.workspace)).toEqual(files);
    });
  }

  for (const work of [write(), edit(), bash]) {
    test(`a workspace that was moved away (${work.tool})`, async () => {
      const done = await approvedWork(work, ({ workspace }) => renameSync(workspace, `${workspace}-aside`));
      expect(done.result).toMatch(/^error: outside-workspace: /);
      expect(done.used).toBe(false);
      expect(readdirSync(`${done.workspace}-aside`)).toEqual([
        "README.md",
        "auth.py",
        "sessions.py",
        "test_auth.py",
      ]);
    });

    test(`work that begins when the person has left (${work.tool})`, async () => {
      const leaving = new AbortController();
      const done = await approvedWork(work, () => leaving.abort(), { signal: leaving.signal });
      expect(done.result).toMatch(/^error: cancelled: /);
      expect(done.used).toBe(false);
      expect(readdirSync(done.workspace)).toHaveLength(4);
    });
  }
});

describe("the mark of a start", () => {
  test("is left by work that began, and taken back with an approval that is given back", async () => {
    const done = await approvedWork(write(), () => undefined);
    expect(readdirSync(join(done.directory, "runs"))).toEqual(["req-1"]);
    const failed = await approvedWork(write("ran"), (test) =>
      changeAtClaim(test, () => mkdirSync(join(test.workspace, "ran"))),
    );
    expect(failed.used).toBe(false);
    expect(readdirSync(join(failed.directory, "runs"))).toEqual([]);
  });

  for (const work of [write(), edit(), bash]) {
    test(`makes a second start impossible, whatever the session says (${work.tool})`, async () => {
      let files: unknown;
      const done = await approvedWork(work, ({ directory, workspace }) => {
        mkdirSync(join(directory, "runs"), { mode: 0o700 });
        writeFileSync(join(directory, "runs", "req-1"), "");
        files = filesIn(workspace);
      });
      expect(done.result).toMatch(/^error: plan-used: .*started for it already/);
      expect(eventsOf(done, "claim_refused")).toMatchObject([{ reason: "plan-used", request_id: "req-1" }]);
      expect(filesIn(done.workspace)).toEqual(files);
    });
  }

  test("that cannot be made stops the start, and the approval is as it was", async () => {
    const done = await approvedWork(write(), ({ directory }) => writeFileSync(join(directory, "runs"), ""));
    expect(done.result).toMatch(/^error: (?:save-failed|mailbox-unsafe): /);
    expect(done.used).toBe(false);
    expect(filesIn(done.workspace)).not.toHaveProperty("new.txt");
  });
});

describe("between the claim and the work", () => {
  test("an edit is made in the text that is there by then, not in the one from before", async () => {
    const done = await approvedWork(edit(), (test) => {
      const path = join(test.workspace, "auth.py");
      changeAtClaim(test, () => writeFileSync(path, `# mine\n${readFileSync(path, "utf8")}`));
    });
    expect(done.result).toBe("ok: auth.py is changed.");
    const text = readFileSync(join(done.workspace, "auth.py"), "utf8");
    expect(text).toMatch(/^# mine\n/);
    expect(text).toContain('"motor"');
    expect(readdirSync(done.workspace)).toHaveLength(4);
  });

  test("an edit whose passage is gone by then changes nothing and leaves nothing", async () => {
    const done = await approvedWork(edit(), (test) =>
      changeAtClaim(test, () => writeFileSync(join(test.workspace, "auth.py"), "other\n")),
    );
    expect(done.result).toMatch(/^error: text-not-found: /);
    expect(done.used).toBe(false);
    expect(readFileSync(join(done.workspace, "auth.py"), "utf8")).toBe("other\n");
    expect(readdirSync(done.workspace)).toHaveLength(4);
  });

  test("a save whose place is taken by a folder by then is refused, and its approval is as it was", async () => {
    const done = await approvedWork(write("ran"), (test) =>
      changeAtClaim(test, () => mkdirSync(join(test.workspace, "ran"))),
    );
    expect(done.result).toMatch(/^error: save-failed: /);
    expect(done.used).toBe(false);
    expect(readdirSync(done.workspace)).toHaveLength(5);
  });

  test.runIf(canReachByDescriptor())(
    "a command and a save stay in the workspace that was claimed, whatever is put in its place",
    async () => {
      for (const work of [bash, write("ran")]) {
        const elsewhere = temporaryFolder();
        const done = await approvedWork(work, (test) =>
          changeAtClaim(test, () => {
            renameSync(test.workspace, `${test.workspace}-aside`);
            symlinkSync(elsewhere, test.workspace);
          }),
        );
        expect(done.result).toMatch(/^ok: /);
        expect(filesIn(elsewhere)).toEqual({});
        expect(readdirSync(`${done.workspace}-aside`)).toContain("ran");
      }
    },
  );

  test("folders that were missing appear with the file, closed to others", async () => {
    const done = await approvedWork(write("a/b/new.txt"), () => undefined);
    expect(done.result).toBe("ok: a/b/new.txt is saved.");
    expect(readFileSync(join(done.workspace, "a/b/new.txt"), "utf8")).toBe("x");
    expect(readdirSync(done.workspace)).toHaveLength(5);
  });
});
