import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type FileSession,
  fileError,
  fileSession,
  intercept,
  refusalOf,
  temporaryFolder,
} from "../harness/sessions.ts";
import { line, mailbox, send } from "../mailboxes/example-letters.ts";
import { mailFiles } from "./folder-files.ts";

describe("a mailbox that is no plain file", () => {
  const outside = (session: FileSession): string => {
    const path = join(temporaryFolder(), "outside.jsonl");
    writeFileSync(path, line());
    symlinkSync(path, mailbox(session));
    return path;
  };
  const link = "not a regular file (a link is not followed)";

  test("as a link is neither followed nor replaced, and the file outside stays", async () => {
    const session = await fileSession();
    const path = outside(session);
    const refused = {
      code: "mailbox-unsafe",
      message: `${mailbox(session)} is ${link}, so it is neither read nor written.`,
      fields: { path: mailbox(session), reason: link },
    };
    expect(await refusalOf(() => session.mail.read("reader"))).toEqual(refused);
    expect(await refusalOf(() => send(session, "x"))).toEqual(refused);
    expect(await refusalOf(() => session.lock.run(() => session.current.mail.replace("reader", "")))).toEqual(
      refused,
    );
    expect(readFileSync(path, "utf8")).toBe(line());
    expect(mailFiles(session)).toEqual({ "reader.jsonl": "other" });
  });

  test("as a dangling link is refused and not replaced", async () => {
    const session = await fileSession();
    symlinkSync(join(session.directory, "nowhere"), mailbox(session));
    expect(await refusalOf(() => send(session, "x"))).toMatchObject({ code: "mailbox-unsafe" });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": "other" });
  });

  test("as a folder is refused", async () => {
    const session = await fileSession();
    mkdirSync(mailbox(session));
    expect(await refusalOf(() => send(session, "x"))).toMatchObject({
      code: "mailbox-unsafe",
      fields: { reason: link },
    });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": "folder" });
  });

  test("as a FIFO is refused at once: nobody waits for a writer", async () => {
    const session = await fileSession();
    execFileSync("mkfifo", [mailbox(session)]);
    expect(await refusalOf(() => session.mail.read("reader"))).toMatchObject({ code: "mailbox-unsafe" });
    expect(await refusalOf(() => send(session, "x"))).toMatchObject({ code: "mailbox-unsafe" });
  });

  test("is refused also when a link takes its place between the look and the opening", async () => {
    const session = await fileSession();
    await send(session, "hello");
    let isFirst = true;
    intercept("openSync", (open) => (path, ...rest) => {
      if (isFirst) {
        rmSync(path);
        symlinkSync("elsewhere", path);
      }
      isFirst = false;
      return open(path, ...rest);
    });
    expect(await refusalOf(() => session.mail.read("reader"))).toMatchObject({
      code: "mailbox-unsafe",
      message:
        `${mailbox(session)} is not readable (ELOOP), so it is neither read nor written. ` +
        "A link stands there or on the way to it: use the real path.",
    });
  });

  test.each(["lstatSync", "openSync"] as const)(
    "or that the file system refuses to show (%s) is not taken for an empty one",
    async (operation) => {
      const session = await fileSession();
      await send(session, "hello");
      intercept(operation, () => () => {
        throw fileError("EACCES");
      });
      const refused = await refusalOf(() => session.mail.read("reader"));
      expect(refused).toMatchObject({ code: "mailbox-unsafe", fields: { reason: "not readable (EACCES)" } });
    },
  );

  test("in a session folder that was replaced by a link is refused", async () => {
    const session = await fileSession();
    await send(session, "hello");
    const { directory } = session;
    const moved = join(temporaryFolder(), "moved");
    renameSync(directory, moved);
    symlinkSync(moved, directory);
    expect(await refusalOf(() => session.mail.read("reader"))).toEqual({
      code: "mailbox-unsafe",
      message: `${directory} is not a folder (a link is not followed), so it is neither read nor written.`,
      fields: { path: directory, reason: "not a folder (a link is not followed)" },
    });
    expect(
      await refusalOf(() => session.lock.run(() => session.current.mail.replace("reader", ""))),
    ).toMatchObject({
      code: "mailbox-unsafe",
    });
    expect(mailFiles({ directory: moved })).toEqual({ "reader.jsonl": line() });
  });

  test("in a session folder that is gone is refused", async () => {
    const session = await fileSession();
    rmSync(session.directory, { recursive: true });
    expect(await refusalOf(() => session.mail.read("reader"))).toMatchObject({ code: "mailbox-unsafe" });
    expect(existsSync(session.directory)).toBe(false);
  });

  test("of a name that could leave the folder is refused before any path is built", async () => {
    const session = await fileSession();
    expect(await refusalOf(() => session.mail.read("../reader"))).toMatchObject({ code: "unknown-member" });
    expect(await refusalOf(() => session.current.mail.replace("a/b", "x"))).toMatchObject({
      code: "unknown-member",
    });
  });
});
