import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { scenarioTeam } from "../../fixtures/scenarios/scenario.ts";
import { practiceLimits } from "../../lessons/s15-mailboxes/limits.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { fileError, filesIn, intercept, refusalOf, temporaryFolder } from "../harness/sessions.ts";

/** Opens a session and keeps what was told about the folder. */
async function open(folder: string, notices: string[] = []) {
  return openSessionFolder(folder, { onNotice: (notice) => void notices.push(notice) });
}

test("a session starts in an empty folder, which is left as it is", async () => {
  const folder = temporaryFolder();
  const notices: string[] = [];
  const session = await open(folder, notices);
  expect(filesIn(folder)).toEqual({});
  expect(notices).toEqual([]);
  expect(session.limits).toBe(practiceLimits);
  await session.lock.run(() => session.mail.replace("reader", ""));
  expect(Object.keys(filesIn(folder))).toEqual(["reader.jsonl"]);
});

test("an absent folder is made with all that is missing above it, for its owner alone", async () => {
  const folder = join(temporaryFolder(), "a", "b");
  const mask = process.umask(0);
  await open(folder).finally(() => process.umask(mask));
  expect([folder, join(folder, "..")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test("a relative path counts from the folder the program is in", async () => {
  const folder = join(temporaryFolder(), "session");
  const session = await open(relative(process.cwd(), folder));
  expect(session.lock.path).toBe(join(folder, ".lock"));
});

test("other limits than the practice's are taken as they are", async () => {
  const limits = { ...practiceLimits, mailboxMessages: 1 };
  const session = await startSession(temporaryFolder(), scenarioTeam(), { program: "practice", limits });
  const letter = { sender: "lead", recipient: "reader", body: "hello" };
  await sendMessage(session, letter);
  expect(await refusalOf(() => sendMessage(session, letter))).toMatchObject({ code: "mailbox-full" });
  const joined = await joinSession(session.directory, { program: "practice" });
  expect(joined.limits).toEqual(limits);
  expect(await refusalOf(() => sendMessage(joined, letter))).toMatchObject({ code: "mailbox-full" });
});

test("a folder that holds anything is refused, and the refusal lists what was found", async () => {
  const folder = temporaryFolder();
  for (const name of ["notes.txt", "lead.jsonl"]) writeFileSync(join(folder, name), name);
  expect(await refusalOf(() => open(folder))).toEqual({
    code: "directory-not-empty",
    message:
      `${folder} is not empty: it holds lead.jsonl, notes.txt. ` +
      "A session starts in an empty folder; name a new one.",
    fields: { path: folder, found: ["lead.jsonl", "notes.txt"] },
  });
  expect(filesIn(folder)).toEqual({ "lead.jsonl": "lead.jsonl", "notes.txt": "notes.txt" });
});

test("of many things in a folder the first six are named", async () => {
  const folder = temporaryFolder();
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  for (const name of names.slice(0, 6)) writeFileSync(join(folder, name), "");
  expect((await refusalOf(() => open(folder))).message).toContain(
    "it holds a, b, c, d, e, f. A session starts",
  );
  for (const name of names.slice(6)) writeFileSync(join(folder, name), "");
  const refused = await refusalOf(() => open(folder));
  expect(refused.message).toContain("it holds a, b, c, d, e, f, 2 more. A session starts");
  expect(refused.fields.found).toEqual(names);
});

test("a folder with the letters of a killed session is refused, and the refusal says that it was interrupted", async () => {
  const folder = temporaryFolder();
  for (const name of ["reader.jsonl", "reader.jsonl.77"]) writeFileSync(join(folder, name), "");
  mkdirSync(join(folder, ".lock"));
  const refused = await refusalOf(() => open(folder));
  expect(refused.message).toContain(
    "it holds reader.jsonl. A session was interrupted there (.lock, reader.jsonl.77). A session starts",
  );
  expect(refused.fields.found).toEqual([".lock", "reader.jsonl", "reader.jsonl.77"]);
  expect(Object.keys(filesIn(folder))).toHaveLength(3);
});

test("temporary files that a killed save left are removed and told", async () => {
  const folder = temporaryFolder();
  for (const name of ["reader.jsonl.77", "a-9.jsonl.4294967295", "session.json.5"])
    writeFileSync(join(folder, name), "half");
  const notices: string[] = [];
  await open(folder, notices);
  expect(filesIn(folder)).toEqual({});
  expect(notices).toEqual([
    `Removed what an interrupted save left in ${folder}: a-9.jsonl.4294967295, reader.jsonl.77, session.json.5.`,
  ]);
});

test.each([
  "Reader.jsonl.77",
  "reader.jsonl.7x",
  "reader.jsonl.",
  "x-reader.json.77",
  "reader.jsonl.77.bak",
  "-.jsonl.1",
])("the file %s is no such leftover and is never removed", async (name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), "mine");
  expect(await refusalOf(() => open(folder))).toMatchObject({ code: "directory-not-empty" });
  expect(filesIn(folder)).toEqual({ [name]: "mine" });
});

test.each<[string, (path: string) => void]>([
  ["a folder", (path) => mkdirSync(path)],
  ["a link", (path) => symlinkSync("nowhere", path)],
  ["a FIFO", (path) => void execFileSync("mkfifo", [path])],
])("%s with the name of such a leftover is somebody's, and never removed", async (_, make) => {
  const folder = temporaryFolder();
  make(join(folder, "lead.jsonl.1"));
  expect(await refusalOf(() => open(folder))).toMatchObject({
    code: "directory-not-empty",
    message: expect.stringContaining("it holds lead.jsonl.1. A session starts"),
  });
  expect(Object.keys(filesIn(folder))).toEqual(["lead.jsonl.1"]);
});

test("a leftover that cannot be removed is save-failed with the system's reason", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lead.jsonl.1"), "half");
  intercept("unlinkSync", (remove) => (path) => {
    if (String(path).endsWith(".1")) throw fileError("EROFS");
    remove(path);
  });
  expect(await refusalOf(() => open(folder))).toEqual({
    code: "save-failed",
    message: `${folder} cannot be used as a session folder (EROFS). Nothing can be written there: use another disk.`,
    fields: { path: folder, cause: "EROFS" },
  });
  expect(filesIn(folder)).toEqual({ "lead.jsonl.1": "half" });
});

test("whoever saved a letter while the lock was waited for has the folder: a second look under the lock sees it", async () => {
  const folder = temporaryFolder();
  const lock = join(folder, ".lock");
  mkdirSync(lock);
  const names = ["reader.jsonl", "reader.jsonl.77"];
  const opened = openSessionFolder(folder, {
    onNotice: () => {
      for (const name of names) writeFileSync(join(folder, name), "theirs");
      rmdirSync(lock);
    },
  });
  expect(await refusalOf(() => opened)).toMatchObject({
    code: "directory-not-empty",
    fields: { path: folder },
  });
  expect(filesIn(folder)).toEqual({ "reader.jsonl": "theirs", "reader.jsonl.77": "theirs" });
});

test("a lock that a killed process left long ago is taken over without a word", async () => {
  const folder = temporaryFolder();
  const lock = join(folder, ".lock");
  mkdirSync(lock);
  utimesSync(lock, 1, 1);
  const notices: string[] = [];
  await open(folder, notices);
  expect(filesIn(folder)).toEqual({});
  expect(notices).toEqual([]);
});

test("a lock that may still be in use is waited for, told, and ends in lock-timeout", async () => {
  const folder = temporaryFolder();
  const lock = join(folder, ".lock");
  mkdirSync(lock);
  const notices: string[] = [];
  const opened = openSessionFolder(folder, {
    waitMs: 50,
    onNotice: (notice) => void notices.push(notice),
  });
  expect(await refusalOf(() => opened)).toMatchObject({ code: "lock-timeout", fields: { lockPath: lock } });
  expect(notices).toEqual([
    `Waiting for ${lock}: another process holds this lock, or was killed while it did.`,
  ]);
  expect(filesIn(folder)).toEqual({ ".lock": "folder" });
});

test("who wants to be told of the waiting in another way is, once", async () => {
  const folder = temporaryFolder();
  const lock = join(folder, ".lock");
  mkdirSync(lock);
  const waits: string[] = [];
  const notices: string[] = [];
  const opened = openSessionFolder(folder, {
    waitMs: 100,
    onWait: (path) => void waits.push(path),
    onNotice: (notice) => void notices.push(notice),
  });
  expect(await refusalOf(() => opened)).toMatchObject({ code: "lock-timeout" });
  expect(waits).toEqual([lock]);
  expect(notices).toEqual([]);
});

test.each([
  ["a file", (path: string) => writeFileSync(path, "")],
  ["a link to a folder", (path: string) => symlinkSync(temporaryFolder(), path)],
  ["a dangling link", (path: string) => symlinkSync("nowhere", path)],
])("%s is no session folder", async (_, make) => {
  const path = join(temporaryFolder(), "session");
  make(path);
  expect(await refusalOf(() => open(path))).toEqual({
    code: "mailbox-unsafe",
    message: `${path} is not a folder (a link is not followed). Name another one.`,
    fields: { path },
  });
});

test("a folder that cannot be made is save-failed, and the folders made on the way are removed", async () => {
  const root = temporaryFolder();
  const folder = join(root, "new", "newer", "x".repeat(300));
  expect(await refusalOf(() => open(folder))).toEqual({
    code: "save-failed",
    message: `${folder} cannot be used as a session folder (ENAMETOOLONG). The path is too long: name a shorter one.`,
    fields: { path: folder, cause: "ENAMETOOLONG" },
  });
  expect(existsSync(join(root, "new"))).toBe(false);
});

test("a folder below a file is save-failed", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(await refusalOf(() => open(join(file, "session")))).toMatchObject({
    code: "save-failed",
    fields: { cause: "ENOTDIR" },
  });
});

test("a place where no folder can ever be made answers and does not hang", async () => {
  expect(await refusalOf(() => open("/proc/1/nowhere/session"))).toMatchObject({ code: "save-failed" });
});

test("a relative path is save-failed when the folder that the program is in is gone", async () => {
  const cwd = vi.spyOn(process, "cwd").mockImplementation(() => {
    throw fileError("ENOENT");
  });
  onTestFinished(() => cwd.mockRestore());
  expect(await refusalOf(() => open("session"))).toEqual({
    code: "save-failed",
    message:
      "session cannot be used as a session folder (ENOENT). Something on the way to it is gone: check the path.",
    fields: { path: "session", cause: "ENOENT" },
  });
});

test.each(["lstatSync", "readdirSync", "realpathSync"] as const)(
  "a folder that the system does not show (%s) is save-failed or mailbox-unsafe, never a raw error",
  async (operation) => {
    const folder = temporaryFolder();
    intercept(operation, () => () => {
      throw fileError("EIO");
    });
    const refused = await refusalOf(() => open(folder));
    expect(refused.code).toMatch(/^(save-failed|mailbox-unsafe)$/);
    expect(refused.message).toContain("(EIO)");
    expect(refused.message).toContain("The disk, or the connection to it, fails");
  },
);
