import {
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FileSession, fileError, fileSession, intercept, refusalOf } from "../harness/sessions.ts";
import { line, mailbox, send } from "../mailboxes/example-letters.ts";
import { mailFiles } from "./folder-files.ts";

/** Reads the mailbox, lets somebody meddle, then saves. */
function saveAfter(session: FileSession, meddle: () => void): Promise<void> {
  return session.lock.run(() => {
    session.mail.read("reader");
    meddle();
    session.current.mail.replace("reader", "");
  });
}

/** Writes other bytes of the same length, and puts the times back. */
function editInSecret(path: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, readFileSync(path, "utf8").replace("hello", "HELLO"));
  utimesSync(path, atime, mtime);
}

describe("a mailbox that was changed between the reading and the rename", () => {
  test.each<[string, (path: string) => void]>([
    ["by an edit of the same size with its times put back", editInSecret],
    [
      "by another file in its place with the same size and times",
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(`${path}-other`, readFileSync(path), { mode: 0o600 });
        utimesSync(`${path}-other`, atime, mtime);
        renameSync(`${path}-other`, path);
      },
    ],
    ["because it was removed", (path) => rmSync(path)],
  ])("%s is not overwritten", async (_, meddle) => {
    const session = await fileSession();
    await send(session, "hello");
    let changed: unknown;
    const saved = saveAfter(session, () => {
      meddle(mailbox(session));
      changed = mailFiles(session)["reader.jsonl"];
    });
    expect(await refusalOf(() => saved)).toMatchObject({
      code: "lock-lost",
      fields: { path: mailbox(session) },
    });
    expect(mailFiles(session)["reader.jsonl"]).toEqual(changed);
  });

  test.each(["ino", "size", "mtimeNs", "ctimeNs"] as const)("is told by its %s alone", async (field) => {
    const session = await fileSession();
    await send(session, "hello");
    const saved = saveAfter(session, () =>
      intercept("lstatSync", (look) => (path, ...rest) => {
        const stats = Reflect.apply(look, undefined, [path, ...rest]);
        const isExact = path === mailbox(session) && stats && "ctimeNs" in stats;
        return isExact ? Object.assign(stats, { [field]: stats[field] + 1n }) : stats;
      }),
    );
    expect(await refusalOf(() => saved)).toMatchObject({
      code: "lock-lost",
      fields: { path: mailbox(session) },
    });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": line() });
  });

  test("while it was read is not overwritten either", async () => {
    const session = await fileSession();
    await send(session, "hello");
    let isFirst = true;
    intercept("readFileSync", (read) => (...parts) => {
      const bytes = Reflect.apply(read, undefined, parts);
      if (isFirst) {
        isFirst = false;
        editInSecret(mailbox(session));
      }
      return bytes;
    });
    expect(await refusalOf(() => saveAfter(session, () => undefined))).toMatchObject({ code: "lock-lost" });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": line({ body: "HELLO" }) });
  });
});

describe("a mailbox that was saved here", () => {
  const twice = (session: FileSession, meddle: () => void): Promise<void> =>
    session.lock.run(() => {
      session.current.mail.replace("reader", line());
      meddle();
      session.current.mail.replace("reader", "");
    });

  test("is known: it can be saved again without another reading", async () => {
    const session = await fileSession();
    await twice(session, () => undefined);
    expect(mailFiles(session)).toEqual({ "reader.jsonl": "" });
  });

  test("and changed by somebody since is not overwritten", async () => {
    const session = await fileSession();
    const saved = twice(session, () => editInSecret(mailbox(session)));
    expect(await refusalOf(() => saved)).toMatchObject({ code: "lock-lost" });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": line({ body: "HELLO" }) });
  });

  test.each<[string, (path: string) => void]>([
    [
      "was replaced",
      (path) => {
        rmSync(path);
        writeFileSync(path, "theirs");
      },
    ],
    ["cannot be looked at", () => undefined],
  ])("and %s right after the rename is known no more, and not overwritten", async (what, meddle) => {
    const session = await fileSession();
    let renamed = false;
    intercept("renameSync", (rename) => (from, to) => {
      rename(from, to);
      renamed = true;
      meddle(mailbox(session));
    });
    intercept("lstatSync", (look) => (path, ...rest) => {
      const isExact = renamed && path === mailbox(session) && what === "cannot be looked at";
      renamed &&= !isExact;
      if (isExact) throw fileError("EIO");
      return Reflect.apply(look, undefined, [path, ...rest]);
    });
    expect(await refusalOf(() => twice(session, () => undefined))).toMatchObject({ code: "lock-lost" });
  });

  test("may have a second name: that alone is a change, and refused once", async () => {
    const session = await fileSession();
    await send(session, "hello");
    const saved = saveAfter(session, () => linkSync(mailbox(session), join(session.directory, "copy")));
    expect(await refusalOf(() => saved)).toMatchObject({ code: "lock-lost" });
    expect(lstatSync(mailbox(session)).nlink).toBe(2);
    expect(await send(session, "again")).toEqual({ id: "reader-2", status: "queued" });
  });
});
