import { existsSync, mkdirSync, realpathSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";
import { sendMessage } from "../../../lessons/s15-mailboxes/mailbox.ts";
import { inOrder, MemoryLock, type SharedLock } from "../../../lessons/s15-mailboxes/shared-lock.ts";
import {
  fileError,
  fileSession,
  filesIn,
  intercept,
  refusalOf,
  temporaryFolder,
} from "../../harness/sessions.ts";
import { beforeThe, foreignLock, lockOf } from "./folder-locks.ts";

const isMark = (path: string): boolean => basename(path).startsWith("mark-");

describe.each<[string, () => SharedLock]>([
  ["in memory", () => new MemoryLock()],
  ["in a folder", () => new FileLock(temporaryFolder())],
])("a lock %s", (_, createLock) => {
  test("gives the caller the result of its section", async () => {
    expect(await createLock().run(() => 42)).toBe(42);
  });

  test("is held inside a section and at no other time", async () => {
    const lock = createLock();
    expect(lock.held).toBe(false);
    expect(await lock.run(() => lock.held)).toBe(true);
    expect(lock.held).toBe(false);
  });

  test("lets two tasks of one process in one at a time, in the order of their calls", async () => {
    const lock = createLock();
    const order: string[] = [];
    const task = async (name: string): Promise<void> => {
      await lock.run(() => order.push(`${name} first`));
      await lock.run(() => order.push(`${name} second`));
    };
    const tasks = [task("a"), task("b")];
    expect(order).toEqual([]);
    await Promise.all(tasks);
    expect(order).toEqual(["a first", "b first", "a second", "b second"]);
  });

  test("is free again when a section throws, and the error is the caller's", async () => {
    const lock = createLock();
    const failing = lock.run(() => {
      throw new RangeError("off by one");
    });
    const next = lock.run(() => "next");
    await expect(failing).rejects.toThrow(RangeError);
    expect(await next).toBe("next");
    expect(lock.held).toBe(false);
  });
});

test("a queue starts a task when the one before has ended, however long that takes, also when it failed", async () => {
  const queue = inOrder();
  const order: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  const first = queue(() => new Promise<void>((_, reject) => (fail = reject)));
  const second = queue(() => order.push("second"));
  await setImmediate();
  expect(order).toEqual([]);
  fail(new Error("the first task broke"));
  await expect(first).rejects.toThrow("the first task broke");
  await second;
  expect(order).toEqual(["second"]);
});

describe("the lock of a folder", () => {
  test("is a folder .lock inside it, there while a section runs and gone afterwards", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder);
    expect(lock.path).toBe(join(folder, ".lock"));
    expect(await lock.run(() => filesIn(folder))).toEqual({ ".lock": "folder" });
    expect(filesIn(folder)).toEqual({});
    await expect(lock.run(() => Promise.reject(new Error("thrown")))).rejects.toThrow("thrown");
    expect(filesIn(folder)).toEqual({});
  });

  test("of a folder reached through a link is the lock of the real folder", async () => {
    const folder = temporaryFolder();
    const link = join(temporaryFolder(), "link");
    symlinkSync(folder, link);
    expect(lockOf(link).path).toBe(join(realpathSync(folder), ".lock"));
  });

  test("is never waited for by the callers of one object: they queue", async () => {
    const waits: string[] = [];
    const lock = lockOf(temporaryFolder(), { onWait: (path) => void waits.push(path) });
    await Promise.all([1, 2, 3].map(() => lock.run(() => undefined)));
    expect(waits).toEqual([]);
  });

  test("holds between two objects of one process too", async () => {
    const folder = temporaryFolder();
    const waits: string[] = [];
    const [one, two] = [
      lockOf(folder),
      lockOf(folder, { waitMs: 5_000, onWait: (path) => void waits.push(path) }),
    ];
    const inside = await Promise.all([one.run(() => two.held), two.run(() => one.held)]);
    expect(inside).toEqual([false, false]);
    expect(waits).toEqual([two.path]);
  });

  test("that stays taken ends in lock-timeout with its path, and nothing is saved", async () => {
    const waits: string[] = [];
    const session = await fileSession({ waitMs: 100, onWait: (path) => void waits.push(path) });
    const before = filesIn(session.directory);
    const path = foreignLock(session.directory);
    const letter = { sender: "lead", recipient: "reader", body: "hello" };
    expect(await refusalOf(() => sendMessage(session, letter))).toEqual({
      code: "lock-timeout",
      message:
        `Another process has held ${path} for 0.1 s, so nothing was saved. End it and try again; ` +
        "if none is running, remove that folder.",
      fields: { lockPath: path, waitMs: 100 },
    });
    expect(waits).toEqual([path]);
    expect(filesIn(session.directory)).toEqual({ ...before, ".lock": "folder" });

    rmdirSync(path);
    expect(await sendMessage(session, letter)).toEqual({ id: "reader-1", status: "queued" });
  });

  test("keeps the reason of a timeout as its cause", async () => {
    const folder = temporaryFolder();
    foreignLock(folder);
    await expect(lockOf(folder, { waitMs: 0 }).run(() => undefined)).rejects.toMatchObject({
      cause: { code: "ELOCKED" },
    });
  });

  test("is not waited for at all when the wait is zero", async () => {
    const folder = temporaryFolder();
    foreignLock(folder);
    const waits: string[] = [];
    const lock = lockOf(folder, { waitMs: 0, onWait: (path) => void waits.push(path) });
    expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
    expect(waits).toEqual([]);
  });

  test("is taken as soon as the other process has given it back", async () => {
    const folder = temporaryFolder();
    foreignLock(folder);
    const lock = new FileLock(folder, { onWait: (path) => rmdirSync(path) });
    expect(await lock.run(() => "mine")).toBe("mine");
  });

  test("that was left behind is taken over once it is stale, by default after five seconds", async () => {
    const folder = temporaryFolder();
    foreignLock(folder, 2.5);
    expect(await refusalOf(() => lockOf(folder, { waitMs: 0 }).run(() => undefined))).toMatchObject({
      code: "lock-timeout",
    });
    expect(await lockOf(folder, { waitMs: 0, staleMs: 2_000 }).run(() => "taken over")).toBe("taken over");
    foreignLock(folder, 5.5);
    expect(await lockOf(folder, { waitMs: 0 }).run(() => "taken over")).toBe("taken over");
    expect(filesIn(folder)).toEqual({});
  });

  test("that cannot be made is save-failed at once", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder);
    rmdirSync(folder);
    expect(await refusalOf(() => lock.run(() => undefined))).toEqual({
      code: "save-failed",
      message:
        `The lock ${lock.path} cannot be made (ENOENT), so nothing was saved. ` +
        "Something on the way to it is gone: check the path.",
      fields: { lockPath: lock.path, cause: "ENOENT" },
    });
    mkdirSync(folder);
    expect(await lock.run(() => "again")).toBe("again");
  });

  test.each([
    ["an error without a code", new Error("odd")],
    ["no error at all", "odd"],
  ])("that cannot be made because of %s is save-failed too", async (_, thrown) => {
    const lock = lockOf(temporaryFolder());
    intercept("mkdirSync", () => () => {
      throw thrown;
    });
    await expect(lock.run(() => undefined)).rejects.toMatchObject({
      code: "save-failed",
      fields: { cause: "unknown" },
      cause: { message: "odd" },
    });
  });

  test.each(["openSync", "closeSync", "readdirSync"] as const)(
    "that cannot be marked (%s) is save-failed, and no folder is left behind",
    async (operation) => {
      const folder = temporaryFolder();
      const lock = lockOf(folder);
      let isFirst = true;
      intercept(operation, (real) => (...parts) => {
        const result = operation === "openSync" ? undefined : Reflect.apply(real, undefined, parts);
        if (!isFirst) return result;
        isFirst = false;
        throw fileError("EMFILE");
      });
      expect(await refusalOf(() => lock.run(() => undefined))).toEqual({
        code: "save-failed",
        message:
          `The lock ${lock.path} cannot be made (EMFILE), so nothing was saved. ` +
          "Too many files are open: close some, or raise the limit (ulimit -n).",
        fields: { lockPath: lock.path, cause: "EMFILE" },
      });
      expect(existsSync(lock.path)).toBe(false);
    },
  );

  test("that another process removes while it is made is made again", async () => {
    const waits: string[] = [];
    const lock = lockOf(temporaryFolder(), { onWait: (path) => void waits.push(path) });
    beforeThe(1, "openSync", isMark, () => rmdirSync(lock.path));
    expect(await lock.run(() => "mine")).toBe("mine");
    expect(waits).toEqual([lock.path]);
  });

  test("that cannot be removed at first is removed at the second attempt", async () => {
    const folder = temporaryFolder();
    let attempts = 0;
    intercept("rmdirSync", (remove) => (path) => {
      attempts += 1;
      if (attempts === 1) throw fileError("EBUSY");
      remove(path);
    });
    expect(await lockOf(folder).run(() => "done")).toBe("done");
    expect(attempts).toBe(2);
    expect(filesIn(folder)).toEqual({});
  });

  test("that cannot be removed does not spoil the result of its section", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder);
    const result = await lock.run(() => {
      writeFileSync(join(lock.path, "file"), "");
      return "done";
    });
    expect(result).toBe("done");
    expect(lock.held).toBe(false);
    expect(filesIn(lock.path)).toEqual({ file: "" });
  });
});
