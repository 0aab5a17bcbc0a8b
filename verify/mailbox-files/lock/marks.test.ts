import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";
import { fileError, filesIn, intercept, refusalOf, temporaryFolder } from "../../harness/sessions.ts";
import { beforeThe, foreignLock, lockOf, markIn, removeLock } from "./folder-locks.ts";

const OTHER_MARK = `mark-${"0".repeat(32)}`;
const isMark = (path: string): boolean => basename(path).startsWith("mark-");

/** Lets our own clock, which only runs forward, say what the test wants. Returns the way to move it on. */
function ownClock(): (milliseconds: number) => void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  onTestFinished(() => clock.mockRestore());
  return (milliseconds) => {
    ahead += milliseconds;
  };
}

/** The lock of a killed process whose clock was ahead. */
function futureLock(folder: string, secondsAhead: number): string {
  const path = foreignLock(folder, -secondsAhead);
  writeFileSync(join(path, OTHER_MARK), "");
  const then = Date.now() / 1000 + secondsAhead;
  utimesSync(path, then, then);
  return path;
}

describe("the mark of a lock", () => {
  test("is a file with a random name in it, another one for each acquisition, and empty", async () => {
    const folder = temporaryFolder();
    const [one, two] = [lockOf(folder), lockOf(folder)];
    const mark = (lock: FileLock) => lock.run(() => markIn(lock.path));
    const marks = [await mark(one), await mark(two), await mark(one)];
    expect(new Set(marks).size).toBe(3);
    expect(filesIn(folder)).toEqual({});
  });

  test("is not made from the process id", async () => {
    const folders = [temporaryFolder(), temporaryFolder()];
    const pid = Object.getOwnPropertyDescriptor(process, "pid") ?? {};
    Object.defineProperty(process, "pid", { ...pid, value: 4242 });
    onTestFinished(() => void Object.defineProperty(process, "pid", pid));
    const marks = folders.map((folder) => {
      const lock = new FileLock(folder);
      return lock.run(() => basename(markIn(lock.path)));
    });
    expect(new Set(await Promise.all(marks)).size).toBe(2);
  });

  test("that was put beside another one is taken back: the other keeps the lock", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder, { waitMs: 0 });
    beforeThe(1, "openSync", isMark, () => writeFileSync(join(lock.path, OTHER_MARK), ""));
    expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
    expect(readdirSync(lock.path)).toEqual([OTHER_MARK]);
  });

  test("that was put after more than the stale time is taken back: who made the folder may know no marks", async () => {
    const pass = ownClock();
    const folder = temporaryFolder();
    const lock = lockOf(folder, { waitMs: 0 });
    beforeThe(1, "openSync", isMark, () => {
      rmdirSync(lock.path);
      mkdirSync(lock.path);
      pass(5_001);
    });
    expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
    expect(readdirSync(lock.path)).toEqual([]);
  });

  test("whose name the file system changes is told as that, not as a lock that somebody took", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder);
    // As file systems with names of eight letters do it: the file is found by its long name and listed with a short one.
    intercept("readdirSync", (list) => (path, ...rest) => {
      const names = Reflect.apply(list, undefined, [path, ...rest]);
      return path === lock.path ? names.map((name) => String(name).slice(0, 8).toUpperCase()) : names;
    });
    expect(await refusalOf(() => lock.run(() => undefined))).toEqual({
      code: "save-failed",
      message:
        `The file system of ${lock.path} does not keep the name of a file as it was given, so nobody could tell ` +
        "whose the lock is. Nothing was saved. Name a folder on another disk.",
      fields: { lockPath: lock.path, cause: "mark-not-kept" },
    });
    expect(existsSync(lock.path)).toBe(false);
  });

  test("needs no times that a file system keeps exactly", async () => {
    const lock = lockOf(temporaryFolder());
    // FAT keeps the modification to two seconds and the access to a day.
    const coarse = (time: Date): Date => new Date(Math.floor(time.getTime() / 2_000) * 2_000);
    intercept(
      "utimesSync",
      (set) => (path, _accessed, modified) => set(path, new Date(0), coarse(new Date(modified))),
    );
    for (let round = 0; round < 3; round += 1) expect(await lock.run(() => lock.held)).toBe(true);
  });
});

describe("a lock from the future", () => {
  test("is taken over when it gives no sign of life for the stale time on our own clock", async () => {
    const pass = ownClock();
    const folder = temporaryFolder();
    futureLock(folder, 3_600);
    const lock = lockOf(folder, { onWait: () => pass(5_001) });
    expect(await lock.run(() => "mine")).toBe("mine");
    expect(filesIn(folder)).toEqual({});
  });

  test("is not taken over while its owner refreshes it", async () => {
    const pass = ownClock();
    const folder = temporaryFolder();
    const path = futureLock(folder, 3_600);
    let looks = 0;
    const refreshing = () => {
      looks += 1;
      pass(2_000);
      utimesSync(path, 1, Date.now() / 1000 + 3_600 + looks);
    };
    const lock = lockOf(folder, { waitMs: 500, onWait: refreshing });
    intercept("mkdirSync", (make) => (...parts) => {
      if (looks > 0) refreshing();
      return make(...parts);
    });
    expect(await refusalOf(() => lock.run(() => undefined))).toEqual({
      code: "lock-timeout",
      message:
        `${path} bears a time that lies ahead, as after a change of the clock, and has not been given back for 0.5 s, ` +
        "so nothing was saved. End what holds it and try again; if nothing does, remove that folder.",
      fields: { lockPath: path, waitMs: 500 },
    });
    expect(looks).toBeGreaterThan(5);
    expect(readdirSync(path)).toEqual([OTHER_MARK]);
  });

  test("that is not further ahead than the stale time is waited for like any other", async () => {
    const pass = ownClock();
    const folder = temporaryFolder();
    const path = futureLock(folder, 4);
    const lock = lockOf(folder, { onWait: () => pass(60_000) });
    expect((await refusalOf(() => lock.run(() => undefined))).message).toContain(
      `Another process has held ${path}`,
    );
  });

  test("is watched on from one section to the next", async () => {
    const pass = ownClock();
    const folder = temporaryFolder();
    futureLock(folder, 3_600);
    const lock = lockOf(folder, { waitMs: 0 });
    expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
    pass(5_001);
    expect(await lock.run(() => "mine")).toBe("mine");
  });
});

describe("what stands in the place of a lock and is none", () => {
  const advice = "Nothing was saved. Look at it and move it away, or name another session folder.";

  test.each<[string, (path: string) => void, (path: string) => string]>([
    [
      "a file",
      (path) => writeFileSync(path, ""),
      (path) => `${path} is a file, and a lock is a folder, so no session made it.`,
    ],
    [
      "a link to a folder",
      (path) => symlinkSync(temporaryFolder(), path),
      (path) => `${path} is a link, and a lock is a folder, so no session made it.`,
    ],
    [
      "a dangling link",
      (path) => symlinkSync("nowhere", path),
      (path) => `${path} is a link, and a lock is a folder, so no session made it.`,
    ],
    [
      "a folder with a file",
      (path) => {
        mkdirSync(path);
        writeFileSync(join(path, "owner.json"), "");
      },
      (path) => `The lock ${path} holds owner.json, which no session put there.`,
    ],
    [
      "a stale folder with something beside a mark",
      (path) => {
        foreignLock(dirname(path));
        for (const name of [OTHER_MARK, "b\u0007", "a", "mark-1"]) mkdirSync(join(path, name));
        utimesSync(path, 1, 1);
      },
      (path) => `The lock ${path} holds a, "b\\u0007", mark-1, which no session put there.`,
    ],
  ])("%s is told as that at once, and stays", async (_, make, what) => {
    const folder = temporaryFolder();
    const path = join(folder, ".lock");
    make(path);
    const before = lstatSync(path).ino;
    const waits: string[] = [];
    const lock = lockOf(folder, { waitMs: 60_000, onWait: (waited) => void waits.push(waited) });
    expect(await refusalOf(() => lock.run(() => undefined))).toEqual({
      code: "mailbox-unsafe",
      message: `${what(path)} ${advice}`,
      fields: { lockPath: path },
    });
    expect(waits).toEqual([]);
    expect(lstatSync(path).ino).toBe(before);
  });

  test("a stale lock that cannot be removed is save-failed with the reason, and not waited for", async () => {
    const folder = temporaryFolder();
    const path = foreignLock(folder);
    writeFileSync(join(path, OTHER_MARK), "");
    utimesSync(path, 1, 1);
    intercept("unlinkSync", () => () => {
      throw fileError("EROFS");
    });
    expect(await refusalOf(() => lockOf(folder).run(() => undefined))).toMatchObject({
      code: "save-failed",
      fields: { lockPath: path, cause: "EROFS" },
    });
  });

  test("a session folder that is gone, or leads round in a circle, is no fault of this program", async () => {
    const folder = temporaryFolder();
    const circle = join(folder, "circle");
    symlinkSync("circle", circle);
    for (const [path, cause] of [
      [join(folder, "nowhere"), "ENOENT"],
      [circle, "ELOOP"],
    ] as const) {
      const refused = await refusalOf(() => new FileLock(path));
      expect(refused).toMatchObject({
        code: "save-failed",
        fields: { lockPath: join(path, ".lock"), cause },
      });
    }
  });

  test("a lock whose mark a person removed is given back without a word", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder);
    expect(
      await lock.run(() => {
        removeLock(markIn(lock.path));
        return "done";
      }),
    ).toBe("done");
    expect(readdirSync(lock.path)).toEqual([]);
  });
});
