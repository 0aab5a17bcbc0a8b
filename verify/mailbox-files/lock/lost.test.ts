import { mkdirSync, readdirSync, renameSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";
import { FileMailStore } from "../../../lessons/s15-mailboxes/file-mail-store.ts";
import { fileError, filesIn, refusalOf, temporaryFolder } from "../../harness/sessions.ts";
import { beforeThe, foreignLock, lockOf, markIn, removeLock } from "./folder-locks.ts";

function replaceByFresh(path: string): void {
  removeLock(path);
  mkdirSync(path);
}

/** Puts a lock folder of another process in the place of the one that is there: the same times, another mark. */
function replaceByTwin(path: string): void {
  const { atime, mtime } = statSync(path);
  mkdirSync(`${path}-other`);
  writeFileSync(join(`${path}-other`, `mark-${"0".repeat(32)}`), "");
  removeLock(path);
  renameSync(`${path}-other`, path);
  utimesSync(path, atime, mtime);
}

function replaceByFile(path: string): void {
  removeLock(path);
  writeFileSync(path, "");
}

/** Mailboxes in a fresh folder, with the lock that their saves look at. */
function lockedMail(): { folder: string; lock: FileLock; mail: FileMailStore } {
  const folder = temporaryFolder();
  const lock = lockOf(folder);
  return { folder, lock, mail: new FileMailStore(folder, lock) };
}

describe("a lost lock", () => {
  const lost = (path: string) => ({
    code: "lock-lost",
    message: `The lock ${path} is no longer ours, so nothing was saved. Another process took it over or removed it: try again.`,
    fields: { lockPath: path },
  });

  test.each<[string, (path: string) => void]>([
    ["was removed", removeLock],
    ["is a fresh one of another process", replaceByFresh],
    ["has the times and is another one", replaceByTwin],
    ["has lost its mark", (path) => removeLock(markIn(path))],
    ["became a file", replaceByFile],
  ])("refuses the write when the folder %s, and the letters stay", async (_, lose) => {
    const { folder, lock, mail } = lockedMail();
    await lock.run(() => mail.replace("reader", "a letter\n"));
    const before = filesIn(folder);
    const { path } = lock;
    const refused = await refusalOf(() =>
      lock.run(() => {
        mail.read("reader");
        lose(path);
        mail.replace("reader", "");
      }),
    );
    expect(refused).toEqual(lost(path));
    const { ".lock": _lock, ...letters } = filesIn(folder);
    expect(letters).toEqual(before);
    expect(lock.held).toBe(false);
  });

  test("belongs to its new owner: it is not removed at the end of the section, and waited for from then on", async () => {
    const folder = temporaryFolder();
    const lock = lockOf(folder);
    expect(
      await lock.run(() => {
        replaceByFresh(lock.path);
        return "read only";
      }),
    ).toBe("read only");
    expect(filesIn(folder)).toEqual({ ".lock": "folder" });
    expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
    rmdirSync(lock.path);
    expect(await lock.run(() => "mine again")).toBe("mine again");
  });

  test("is noticed by a check outside of any section", async () => {
    const lock = lockOf(temporaryFolder());
    expect(await refusalOf(() => lock.assertHeld())).toEqual(lost(lock.path));
    await lock.run(() => lock.assertHeld());
    foreignLock(join(lock.path, ".."));
    expect(await refusalOf(() => lock.assertHeld())).toEqual(lost(lock.path));
  });

  test("is not told apart from a held one when nobody can look: nothing is saved", async () => {
    const { folder, lock, mail } = lockedMail();
    const { path } = lock;
    const refused = await refusalOf(() =>
      lock.run(() => {
        const mark = markIn(path);
        beforeThe(
          1,
          "lstatSync",
          (looked) => looked === mark,
          () => {
            throw fileError("EIO");
          },
        );
        mail.replace("reader", "");
      }),
    );
    expect(refused).toEqual({
      code: "save-failed",
      message: `The lock ${path} cannot be looked at (EIO), so nothing was saved. The disk, or the connection to it, fails: look at it, or use another one.`,
      fields: { lockPath: path, cause: "EIO" },
    });
    expect(filesIn(folder)).toEqual({});
  });

  test("is noticed when another process took it between the making and the section", async () => {
    const lock = lockOf(temporaryFolder());
    let ran = false;
    beforeThe(
      1,
      "lstatSync",
      (path) => basename(path).startsWith("mark-"),
      () => replaceByTwin(lock.path),
    );
    const section = lock.run(() => {
      ran = true;
    });
    expect(await refusalOf(() => section)).toEqual(lost(lock.path));
    expect(ran).toBe(false);
  });

  test.each([
    ["without a mark", foreignLock],
    [
      "with the mark of its owner",
      (folder: string, secondsAgo: number) => {
        const path = foreignLock(folder);
        writeFileSync(join(path, `mark-${"1".repeat(32)}`), "");
        utimesSync(path, 1, Date.now() / 1000 - secondsAgo);
        return path;
      },
    ],
  ])(
    "that is stale, %s, goes to one process: the fresh lock of a faster one is not removed",
    async (_, leave) => {
      for (const replace of [replaceByFresh, replaceByTwin]) {
        const folder = temporaryFolder();
        const path = leave(folder, 60);
        const isStale = () => statSync(path).mtimeMs < Date.now() - 5_000;
        // Right after the stale lock was judged: in the removal of its mark, or in the second look at one without.
        const operation = readdirSync(path).length > 0 ? "unlinkSync" : "readdirSync";
        beforeThe(
          operation === "unlinkSync" ? 1 : 2,
          operation,
          (at) => at.startsWith(path),
          () => {
            expect(isStale()).toBe(true);
            replace(path);
            utimesSync(path, new Date(), new Date());
          },
        );
        const kept = () => readdirSync(path);
        const fresh = lockOf(folder);
        expect(await refusalOf(() => fresh.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
        expect(kept()).toEqual(replace === replaceByTwin ? [`mark-${"0".repeat(32)}`] : []);
      }
    },
  );
});

describe("a lock that is only looked at", () => {
  test("or touched stays its owner's: neither its times nor a list of it say whose it is", async () => {
    const { folder, lock, mail } = lockedMail();
    await lock.run(() => {
      readdirSync(lock.path);
      utimesSync(lock.path, 1, 1);
      mail.replace("reader", "");
    });
    expect(filesIn(folder)).toEqual({ "reader.jsonl": "" });
  });
});
