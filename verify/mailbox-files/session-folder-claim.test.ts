import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import { startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { openRoom } from "../../user_code/console/set-up.ts";
import { layOutWorkspace, practiceTeam } from "../../user_code/practice/setup.ts";
import { fileError, filesIn, intercept, refusalOf, temporaryFolder } from "../harness/sessions.ts";

/** Starts as the practice does. */
async function startPractice(directory: string): Promise<void> {
  await startSession(directory, practiceTeam(), { program: "practice" });
  layOutWorkspace(directory);
}

/** Starts as the console does. */
async function startConsole(directory: string): Promise<void> {
  await openRoom({
    directory,
    decide: () => "deny",
    show: () => undefined,
    environment: {},
    interpreter: "There is none.",
  });
}

describe.each([
  ["the practice", startPractice, ["session.json", "workspace"], ["expected.txt", "main.py"]],
  [
    "the console",
    startConsole,
    ["attending", "events.jsonl", "session.json", "workspace"],
    ["README.md", "auth.py", "sessions.py", "test_auth.py"],
  ],
] as const)("two starts of %s in one process", (_, start, names, files) => {
  test.each([
    ["an empty folder", (folder: string) => folder],
    ["a folder that is not there yet", (folder: string) => join(folder, "a", "session")],
  ])("on %s: one has it, whole, and the other is directory-not-empty", async (_where, place) => {
    const directory = place(temporaryFolder());
    const starts = await Promise.allSettled([start(directory), start(directory)]);
    expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(starts.find(({ status }) => status === "rejected")).toMatchObject({
      reason: {
        code: "directory-not-empty",
        message: expect.stringContaining("A session starts in an empty folder; name a new one."),
        fields: { path: directory, found: expect.arrayContaining(["session.json", "workspace"]) },
      },
    });
    expect(readdirSync(directory)).toEqual(names);
    expect(readdirSync(join(directory, "workspace"))).toEqual(files);
  });
});

describe("a lay-out", () => {
  const files = { "one.txt": "one", "two.txt": new TextEncoder().encode("two") };

  test("makes the folder and its files", () => {
    const folder = join(temporaryFolder(), "workspace");
    layOutFolder(folder, files);
    expect(filesIn(folder)).toEqual({ "one.txt": "one", "two.txt": "two" });
  });

  test.each([1, 2])(
    "that fails at file %i takes back what it made, and the session folder stays",
    async (number) => {
      const session = temporaryFolder();
      writeFileSync(join(session, "reader.jsonl"), "a letter");
      let opened = 0;
      intercept("openSync", (open) => (...parts) => {
        opened += 1;
        if (opened === number) throw fileError("ENOSPC");
        return open(...parts);
      });
      const folder = join(session, "workspace");
      expect(await refusalOf(() => layOutFolder(folder, files))).toEqual({
        code: "save-failed",
        message:
          `The files of the session could not be laid out in ${folder} (ENOSPC). ` +
          "The disk is full: make room and try again.",
        fields: { path: folder, cause: "ENOSPC" },
      });
      expect(filesIn(session)).toEqual({ "reader.jsonl": "a letter" });
    },
  );

  test("that fails in the middle of a file takes that back too", async () => {
    const session = temporaryFolder();
    intercept("writeFileSync", (write) => (file, ...rest) => {
      if (typeof file === "number") throw fileError("EDQUOT");
      write(file, ...rest);
    });
    const refused = await refusalOf(() => layOutFolder(join(session, "workspace"), files));
    expect(refused.message).toContain("Your share of the disk is full");
    expect(filesIn(session)).toEqual({});
  });

  test("that fails leaves what another put into its folder", async () => {
    const session = temporaryFolder();
    const folder = join(session, "workspace");
    let opened = 0;
    intercept("openSync", (open) => (...parts) => {
      opened += 1;
      if (opened === 2) {
        writeFileSync(join(folder, "theirs.txt"), "theirs");
        throw fileError("EIO");
      }
      return open(...parts);
    });
    expect(await refusalOf(() => layOutFolder(folder, files))).toMatchObject({ code: "save-failed" });
    expect(filesIn(folder)).toEqual({ "theirs.txt": "theirs" });
  });

  test("does not write into a file that another put there first", async () => {
    const session = temporaryFolder();
    const folder = join(session, "workspace");
    let isFirst = true;
    intercept("openSync", (open) => (...parts) => {
      if (isFirst) {
        isFirst = false;
        writeFileSync(join(folder, "one.txt"), "theirs");
      }
      return open(...parts);
    });
    expect(await refusalOf(() => layOutFolder(folder, files))).toMatchObject({
      code: "save-failed",
      fields: { cause: "EEXIST" },
    });
    expect(filesIn(folder)).toEqual({ "one.txt": "theirs" });
  });

  test("finds the folder made: nothing in it is touched, whatever it is", async () => {
    const session = temporaryFolder();
    const folder = join(session, "workspace");
    for (const make of [() => mkdirSync(folder), () => writeFileSync(folder, "theirs")]) {
      make();
      const { ino, mtimeMs } = lstatSync(folder);
      expect(await refusalOf(() => layOutFolder(folder, files))).toMatchObject({
        code: "directory-not-empty",
      });
      expect(lstatSync(folder)).toMatchObject({ ino, mtimeMs });
      rmSync(folder, { recursive: true });
    }
  });

  test("in a session folder that is gone is save-failed", async () => {
    const folder = join(temporaryFolder(), "gone", "workspace");
    expect(await refusalOf(() => layOutFolder(folder, files))).toMatchObject({
      code: "save-failed",
      fields: { cause: "ENOENT" },
    });
    expect(existsSync(join(folder, ".."))).toBe(false);
  });

  test("of a practice whose own files are missing is save-failed, and nothing is made", async () => {
    const session = temporaryFolder();
    intercept("readFileSync", (read) => (path, ...rest) => {
      if (String(path).endsWith("expected.txt")) throw fileError("ENOENT");
      return Reflect.apply(read, undefined, [path, ...rest]);
    });
    const refused = await refusalOf(() => layOutWorkspace(session));
    expect(refused.code).toBe("save-failed");
    expect(refused.message).toContain("cannot be read (ENOENT), which is a part of the practice.");
    expect(filesIn(session)).toEqual({});
  });
});
