import { fstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import {
  type FileSession,
  fileError,
  fileSession,
  intercept,
  refusalOf,
  stateOf,
} from "../harness/sessions.ts";
import { failRenameOf, mailFiles } from "./folder-files.ts";
import { removeLock } from "./lock/folder-locks.ts";

const send = (session: FileSession, body: string) =>
  sendMessage(session, { sender: "lead", recipient: "reader", body });
const mailbox = ({ directory }: FileSession) => join(directory, "reader.jsonl");
const line = (number: number, body: string): string =>
  `${JSON.stringify({ id: `reader-${number}`, sender: "lead", recipient: "reader", body })}\n`;
const hello = line(1, "hello");

describe("a save that fails", () => {
  const FILES = [
    ["session.json", "The session is as it was."],
    ["reader.jsonl", "The old letters are untouched."],
  ] as const;

  describe.each(FILES)("of %s", (file, untouched) => {
    test.each([
      ["ENOSPC", "The disk is full: make room and try again."],
      ["EIO", "The disk, or the connection to it, fails: look at it, or use another one."],
      ["EROFS", "Nothing can be written there: use another disk."],
      ["EWHATEVER", "Mend the cause and try again."],
    ])("with %s at once leaves the old bytes and no temporary file", async (code, remedy) => {
      const session = await fileSession();
      await send(session, "hello");
      const before = stateOf(session);
      const { attempts } = failRenameOf(file, code, 1);
      const path = join(session.directory, file);
      expect(await refusalOf(() => send(session, "lost"))).toEqual({
        code: "save-failed",
        message: `${path} could not be saved (${code}). ${untouched} ${remedy}`,
        fields: { path, cause: code },
      });
      expect(attempts()).toBe(1);
      expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
      expect(stateOf(session)).toEqual(before);
      expect(stateOf(await joinSession(session.directory, { program: "practice" }))).toEqual(before);
      expect(await send(session, "again")).toEqual({ id: "reader-2", status: "queued" });
    });

    test.each(["EPERM", "EACCES", "EBUSY"])("with a passing %s is tried three times in all", async (code) => {
      const session = await fileSession();
      await send(session, "hello");
      const { attempts } = failRenameOf(file, code);
      expect(await refusalOf(() => send(session, "lost"))).toMatchObject({
        code: "save-failed",
        fields: { cause: code },
      });
      expect(attempts()).toBe(3);
      expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
    });

    test("twice with a passing error is saved by the third attempt, once", async () => {
      const session = await fileSession();
      const { attempts } = failRenameOf(file, "EBUSY", 2);
      expect(await send(session, "hello")).toEqual({ id: "reader-1", status: "queued" });
      expect(attempts()).toBe(3);
      expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
    });
  });

  test("keeps the error that the file system gave as its cause, with or without a code", async () => {
    const session = await fileSession();
    const failure = new Error("something else");
    intercept("renameSync", () => () => {
      throw failure;
    });
    await expect(send(session, "lost")).rejects.toMatchObject({
      code: "save-failed",
      cause: failure,
      fields: { cause: "unknown" },
    });
  });

  test("leaves no first mailbox behind either, and the next save works", async () => {
    const session = await fileSession();
    failRenameOf("reader.jsonl", "ENOSPC", 1);
    expect(await refusalOf(() => send(session, "lost"))).toMatchObject({ code: "save-failed" });
    expect(mailFiles(session)).toEqual({});
    expect(await send(session, "hello")).toEqual({ id: "reader-1", status: "queued" });
  });

  test("syncs the bytes before the rename, and a sync that fails saves nothing", async () => {
    const session = await fileSession();
    await send(session, "hello");
    const order: string[] = [];
    let failing = false;
    intercept("fsyncSync", (sync) => (file) => {
      const stats = fstatSync(file);
      order.push(stats.isFile() ? "sync" : "sync of the folder");
      if (failing && stats.size === fullSize) throw fileError("EIO");
      sync(file);
    });
    intercept("renameSync", (rename) => (from, to) => {
      order.push(`rename to ${basename(String(to))}`);
      rename(from, to);
    });

    const second = line(2, "again");
    const fullSize = hello.length + second.length + line(3, "lost").length;
    await send(session, "again");
    expect(order).toEqual(
      ["session.json", "reader.jsonl"].flatMap((name) => ["sync", `rename to ${name}`, "sync of the folder"]),
    );
    failing = true;
    expect(await refusalOf(() => send(session, "lost"))).toMatchObject({ fields: { cause: "EIO" } });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": hello + second });
  });

  test("because another program wrote the mailbox in the meantime overwrites nothing", async () => {
    const session = await fileSession();
    await send(session, "hello");
    const foreign = hello + line(2, "from elsewhere");
    const refused = await refusalOf(() =>
      session.lock.run(() => {
        session.mail.read("reader");
        writeFileSync(mailbox(session), foreign);
        session.current.mail.replace("reader", "");
      }),
    );
    expect(refused).toEqual({
      code: "lock-lost",
      message: `${mailbox(session)} was changed by another program while it was locked, so nothing was saved. Try again.`,
      fields: { path: mailbox(session) },
    });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": foreign });
    expect(await send(session, "after it")).toEqual({ id: "reader-3", status: "queued" });
  });

  test("because another program made the mailbox in the meantime overwrites nothing", async () => {
    const session = await fileSession();
    const refused = await refusalOf(() =>
      session.lock.run(() => {
        session.mail.read("reader");
        writeFileSync(mailbox(session), hello);
        session.current.mail.replace("reader", "");
      }),
    );
    expect(refused).toMatchObject({ code: "lock-lost", fields: { path: mailbox(session) } });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
  });

  const fail = (): void => {
    throw fileError("EIO");
  };

  test.each<[what: string, file: string, meddle: (temporary: string) => void]>([
    ["its temporary file is gone", "session.json", (temporary) => rmSync(temporary)],
    ["its temporary file is gone", "reader.jsonl", (temporary) => rmSync(temporary)],
    ["its rename fails", "session.json", fail],
    ["its rename fails", "reader.jsonl", fail],
  ])(
    "while the lock went to another owner is lock-lost, no fault of the disk: %s (%s)",
    async (_, file, meddle) => {
      const session = await fileSession();
      await send(session, "hello");
      intercept("renameSync", (rename) => (from, to) => {
        if (basename(String(to)) === file) {
          removeLock(session.lock.path);
          meddle(String(from));
        }
        rename(from, to);
      });
      expect(await refusalOf(() => send(session, "lost"))).toMatchObject({
        code: "lock-lost",
        fields: { lockPath: session.lock.path },
      });
      expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
    },
  );

  test.each([
    ["session.json", 1],
    ["the mailbox", 3],
  ])("because the lock was lost while the bytes of %s were written is lock-lost", async (_, at) => {
    const session = await fileSession();
    await send(session, "hello");
    let syncs = 0;
    intercept("fsyncSync", (sync) => (file) => {
      sync(file);
      syncs += 1;
      if (syncs === at) removeLock(session.lock.path);
    });
    expect(await refusalOf(() => send(session, "lost"))).toMatchObject({
      code: "lock-lost",
      fields: { lockPath: session.lock.path },
    });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
  });

  test("after a few bytes goes on until all are written", async () => {
    const session = await fileSession();
    intercept("writeSync", (write) => (...parts) => {
      const [file, bytes, offset] = parts as unknown as [number, Uint8Array | string, number];
      return typeof bytes === "string" ? write(file, bytes) : write(file, bytes.subarray(offset, offset + 7));
    });
    await send(session, "hello");
    expect(mailFiles(session)).toEqual({ "reader.jsonl": hello });
  });

  test("leaves what the next section removes, and nothing else is removed", async () => {
    const session = await fileSession();
    for (const name of ["lead.jsonl.5", "session.json.7"]) writeFileSync(join(session.directory, name), "");
    const kept = [
      "session.json.7x",
      "events.jsonlx.5",
      "reader.jsonl.7x",
      "reader.jsonl.",
      "X-reader.jsonl.5",
      "reader.jsonlx5",
    ];
    for (const name of ["reader.jsonl.77", ...kept]) writeFileSync(join(session.directory, name), "");
    await send(session, "hello");
    expect(Object.keys(mailFiles(session)).sort()).toEqual([...kept, "reader.jsonl"].sort());
  });

  test("is hindered by no folder and no link with the name of a temporary file, and leaves them", async () => {
    const session = await fileSession();
    mkdirSync(join(session.directory, "reader.jsonl.1"));
    symlinkSync("nowhere", join(session.directory, "reader.jsonl.2"));
    await send(session, "hello");
    expect(mailFiles(session)).toEqual({
      "reader.jsonl": hello,
      "reader.jsonl.1": "folder",
      "reader.jsonl.2": "other",
    });
  });

  test("never writes into what has the name of its temporary file: it takes another name", async () => {
    const session = await fileSession();
    const outside = join(session.directory, "outside");
    writeFileSync(outside, "mine");
    const names: string[] = [];
    intercept("openSync", (open) => (path, ...rest) => {
      const name = String(path);
      if (/reader\.jsonl\.\d+$/.test(name) && names.push(name) === 1) symlinkSync(outside, name);
      return open(path, ...rest);
    });
    expect(await send(session, "hello")).toEqual({ id: "reader-1", status: "queued" });
    expect(new Set(names).size).toBe(2);
    expect(readFileSync(outside, "utf8")).toBe("mine");
  });

  test.each([
    ["is set again", 0o600],
    ["and cannot be set again is left", 0o400],
  ])("whose file was made with another mode %s", async (what, mode) => {
    const session = await fileSession();
    intercept("openSync", (open) => (path, flags, asked) => open(path, flags, asked && 0o400));
    if (what !== "is set again") {
      intercept("fchmodSync", () => () => {
        throw fileError("EPERM");
      });
    }
    expect(await send(session, "hello")).toEqual({ id: "reader-1", status: "queued" });
    expect(statSync(mailbox(session)).mode & 0o777).toBe(mode);
  });

  test("cannot be without the lock", async () => {
    const session = await fileSession();
    expect(await refusalOf(() => session.current.mail.replace("reader", hello))).toMatchObject({
      code: "lock-lost",
    });
    expect(mailFiles(session)).toEqual({});
  });
});
