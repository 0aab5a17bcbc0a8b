import fs, { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileLock } from "../../lessons/s15-mailboxes/file-lock.ts";
import { FileMailStore } from "../../lessons/s15-mailboxes/file-mail-store.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import {
  fileError,
  fileSession,
  filesIn,
  intercept,
  lettersOf,
  refusalOf,
  temporaryFolder,
} from "../harness/sessions.ts";
import { failRenameOf, mailFiles } from "./folder-files.ts";

const letter = { sender: "lead", recipient: "reader", body: "hello" };

describe("a save", () => {
  test("needs no reading before it", async () => {
    const folder = temporaryFolder();
    const lock = new FileLock(folder);
    const mail = new FileMailStore(folder, lock);
    await lock.run(() => mail.replace("reader", "one line\n"));
    expect(filesIn(folder)).toEqual({ "reader.jsonl": "one line\n" });
  });

  test.each(["session.json", "reader.jsonl"])(
    "begins again when somebody removed the temporary file of %s",
    async (file) => {
      const session = await fileSession();
      const { attempts } = failRenameOf(file, "ENOENT", 1);
      expect(await sendMessage(session, letter)).toEqual({ id: "reader-1", status: "queued" });
      expect(attempts()).toBe(2);
    },
  );

  test("leaves files alone whose names only resemble a temporary file's", async () => {
    const session = await fileSession();
    const strangers = ["reader.jsonl.x12", "reader.jsonl.12x", "reader.jsonl.", "Xreader.jsonl.12"];
    for (const name of strangers) writeFileSync(join(session.directory, name), "mine");
    await sendMessage(session, letter);
    expect(Object.keys(mailFiles(session)).sort()).toEqual([...strangers, "reader.jsonl"].sort());
  });

  test("and a read leave no file open", async () => {
    const session = await fileSession();
    const open = new Set<number>();
    intercept("openSync", (real) => (...parts) => {
      const file = real(...parts);
      open.add(file);
      return file;
    });
    const before = readdirSync("/dev/fd").map(Number);
    for (let round = 0; round < 8; round += 1) {
      await sendMessage(session, letter);
      lettersOf(session, "reader");
    }
    const stillOpen = [...open].filter((file) => !before.includes(file) && isOpen(file));
    expect(open.size).toBeGreaterThan(0);
    expect(stillOpen).toEqual([]);
  });
});

function isOpen(file: number): boolean {
  try {
    fs.fstatSync(file);
    return true;
  } catch {
    return false;
  }
}

describe("a mailbox that is no valid UTF-8", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is refused with the right line behind %i long characters",
    async (length) => {
      const session = await fileSession();
      const line = Buffer.from(`${"\u{1f600}".repeat(length)}\n`);
      const bytes = Buffer.concat([line, line, Buffer.from([0xff, 0x0a]), line, line]);
      writeFileSync(join(session.directory, "reader.jsonl"), bytes);
      expect(await refusalOf(() => lettersOf(session, "reader"))).toMatchObject({
        code: "mailbox-corrupt",
        fields: { file: "reader.jsonl", line: 3, reason: "not valid UTF-8" },
      });
    },
  );
});

describe("a session folder that cannot be made", () => {
  test("is refused with the system's own reason, and the folders made on the way are gone", async () => {
    const folder = temporaryFolder();
    const cause = fileError("EROFS");
    let made = 0;
    intercept("mkdirSync", (real) => (...parts) => {
      made += 1;
      if (made === 3) throw cause;
      return real(...parts);
    });
    const opening = openSessionFolder(join(folder, "a", "b", "c"));
    const error = await opening.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "save-failed", fields: { cause: "EROFS" }, cause });
    expect(filesIn(folder)).toEqual({});
  });
});
