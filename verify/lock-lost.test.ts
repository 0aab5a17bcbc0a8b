import { mkdirSync, renameSync, rmdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sendMessage } from "../lessons/s15-mailboxes/mailbox.ts";
import { beforeLook, foreignLock, lockOf } from "./lock/folder-locks.ts";
import { fileError, fileSession, filesIn, refusalOf, temporaryFolder } from "./sessions.ts";

function replaceByFresh(path: string): void {
  rmdirSync(path);
  mkdirSync(path);
}

/** Puts a lock folder of another process in the place of the one that is there: another inode, the same times. */
function replaceByTwin(path: string): void {
  const { atime, mtime } = statSync(path);
  mkdirSync(`${path}-other`);
  rmdirSync(path);
  renameSync(`${path}-other`, path);
  utimesSync(path, atime, mtime);
}

describe("a lost lock", () => {
  const lost = (path: string) => ({
    code: "lock-lost",
    message: `The lock ${path} is no longer ours, so nothing was saved. Another process took it over: try again.`,
    fields: { lockPath: path },
  });

  test.each<[string, (path: string) => void]>([
    ["was removed", (path) => rmdirSync(path)],
    ["is a fresh one of another process", replaceByFresh],
    ["has the mark and is another one", replaceByTwin],
    ["was touched by another process", (path) => utimesSync(path, 1, 1)],
  ])("refuses the write when the folder %s, and the letters stay", async (_, lose) => {
    const session = await fileSession();
    await sendMessage(session, { sender: "lead", recipient: "reader", body: "hello" });
    const before = filesIn(session.directory);
    const { path } = session.lock;
    const refused = await refusalOf(() =>
      session.lock.run(() => {
        session.mail.read("reader");
        lose(path);
        session.mail.replace("reader", "");
      }),
    );
    expect(refused).toEqual(lost(path));
    const { ".lock": _lock, ...letters } = filesIn(session.directory);
    expect(letters).toEqual(before);
    expect(session.lock.held).toBe(false);
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
    const session = await fileSession();
    const { path } = session.lock;
    const refused = await refusalOf(() =>
      session.lock.run(() => {
        beforeLook(1, path, () => {
          throw fileError("EIO");
        });
        session.mail.replace("reader", "");
      }),
    );
    expect(refused).toEqual({
      code: "save-failed",
      message: `The lock ${path} cannot be looked at (EIO), so nothing was saved. Check that the folder can be written to.`,
      fields: { lockPath: path, cause: "EIO" },
    });
    expect(filesIn(session.directory)).toEqual({});
  });

  test("is noticed when another process took it between the making and the first look at it", async () => {
    const lock = lockOf(temporaryFolder());
    let ran = false;
    beforeLook(3, lock.path, () => replaceByTwin(lock.path));
    const section = lock.run(() => {
      ran = true;
    });
    expect(await refusalOf(() => section)).toEqual(lost(lock.path));
    expect(ran).toBe(false);
  });

  test("of a stale owner goes to one process: the fresh lock of a faster one is not removed", async () => {
    const folder = temporaryFolder();
    const path = foreignLock(folder, 60);
    beforeLook(2, path, () => replaceByFresh(path));
    const fresh = lockOf(folder);
    expect(await refusalOf(() => fresh.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
    expect(filesIn(folder)).toEqual({ ".lock": "folder" });
  });
});
