import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import {
  makePrivateFolder,
  makeTemporaryFolder,
  requireTrustedFolder,
} from "../../lessons/s15-mailboxes/trusted-folder.ts";
import { fileError, fileSession, intercept, refusalOf, temporaryFolder } from "../harness/sessions.ts";
import { line, mailbox, send } from "../mailboxes/example-letters.ts";
import { mailFiles } from "./folder-files.ts";

const STRANGER = 4711;

/** A folder of a mode, whatever the umask says. */
function folderOf(mode: number, path = join(temporaryFolder(), "folder")): string {
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

/** Until the test ends, a path seems to belong to somebody who is neither this user nor root. */
function giveAway(path: string): void {
  intercept("lstatSync", (look) => (looked, ...rest) => {
    const stats = Reflect.apply(look, undefined, [looked, ...rest]);
    return stats && looked === path ? Object.assign(stats, { uid: STRANGER }) : stats;
  });
}

const open = (folder: string) => openSessionFolder(folder);

describe("a session folder", () => {
  test.each([0o777, 0o770, 0o702, 0o1777])(
    "of mode %o is refused with the remedy, and left as it is",
    async (mode) => {
      const folder = folderOf(mode);
      const refused = await refusalOf(() => open(folder));
      expect(refused).toEqual({
        code: "mailbox-unsafe",
        message:
          `Others can write to ${folder} (mode ${mode.toString(8)}), so what it holds is not trusted. ` +
          `Look at it, then run \`chmod go-w ${folder}\`.`,
        fields: { path: folder },
      });
      expect(statSync(folder).mode & 0o7777).toBe(mode);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.each([0o700, 0o755, 0o2750])("of mode %o is taken as it is", async (mode) => {
    const folder = folderOf(mode);
    await open(folder);
    expect(statSync(folder).mode & 0o7777).toBe(mode);
  });

  test.each([
    [0, "chown 0"],
    [1234, "sudo chown 1234"],
  ])("of another user is refused, for user %i with `%s` as the remedy", async (user, remedy) => {
    const folder = folderOf(0o700);
    const euid = vi.spyOn(process, "geteuid").mockReturnValue(user);
    onTestFinished(() => euid.mockRestore());
    giveAway(folder);
    expect(await refusalOf(() => requireTrustedFolder(folder))).toEqual({
      code: "mailbox-unsafe",
      message:
        `${folder} belongs to another user (uid 4711), so what it holds is not trusted. ` +
        `Use one of your own, or take it over: \`${remedy} ${folder}\`.`,
      fields: { path: folder },
    });
    expect(await refusalOf(() => open(folder))).toMatchObject({ code: "mailbox-unsafe" });
  });

  test("with a strange name is named so that a terminal and a shell take it as it is", async () => {
    const folder = folderOf(0o777, join(temporaryFolder(), "a 'b'"));
    expect((await refusalOf(() => open(folder))).message).toContain(
      `\`chmod go-w '${dirname(folder)}/a '\\''b'\\'''\``,
    );
    const bell = folderOf(0o777, join(temporaryFolder(), "a\u0007"));
    expect((await refusalOf(() => open(bell))).message).not.toContain("\u0007");
  });

  test("below a folder that others can write to is refused, and nothing is made there", async () => {
    for (const mode of [0o777, 0o775]) {
      const above = folderOf(mode);
      const made: string[] = [];
      intercept("mkdirSync", (make) => (path, ...rest) => {
        made.push(String(path));
        return make(path, ...rest);
      });
      for (const folder of [join(above, "session"), join(above, "a", "session")]) {
        expect(await refusalOf(() => open(folder))).toEqual({
          code: "mailbox-unsafe",
          message:
            `Others can write to ${above} (mode ${mode.toString(8)}) and replace what lies below it. ` +
            `Run \`chmod go-w ${above}\`, or name a folder elsewhere.`,
          fields: { path: above },
        });
      }
      expect(made).toEqual([]);
      mkdirSync(join(above, "session"), { mode: 0o700 });
      expect(await refusalOf(() => open(join(above, "session")))).toMatchObject({ fields: { path: above } });
    }
  });

  test("below a sticky folder is taken, as in /tmp", async () => {
    await open(join(folderOf(0o1777), "session"));
  });

  test("below a folder of another user is refused, sticky or not; below one of root it is not", async () => {
    for (const mode of [0o700, 0o1777]) {
      const above = folderOf(mode);
      giveAway(above);
      expect(await refusalOf(() => open(join(above, "session")))).toMatchObject({
        code: "mailbox-unsafe",
        message: `${above} belongs to another user (uid 4711), who can replace what lies below it. Name a folder that lies in one of your own.`,
        fields: { path: above },
      });
    }
    expect(statSync("/").uid).toBe(0);
  });

  test("behind a link is looked at where it is, and so is all on the way to it", async () => {
    const real = join(folderOf(0o777), "real");
    mkdirSync(real, { mode: 0o700 });
    const link = join(temporaryFolder(), "link");
    symlinkSync(real, link);
    const second = join(temporaryFolder(), "second");
    symlinkSync(link, second);
    for (const way of [link, second]) {
      expect(await refusalOf(() => open(join(way, "session")))).toMatchObject({
        code: "mailbox-unsafe",
        fields: { path: dirname(real) },
      });
    }
    expect(readdirSync(real)).toEqual([]);

    chmodSync(dirname(real), 0o755);
    await open(join(second, "session"));
    giveAway(link);
    expect(await refusalOf(() => open(join(second, "other")))).toMatchObject({ fields: { path: link } });
  });

  test("behind a link that leads round in a circle is refused", async () => {
    const folder = temporaryFolder();
    symlinkSync("two", join(folder, "one"));
    symlinkSync("one", join(folder, "two"));
    for (const way of ["one", "one/session"])
      expect((await refusalOf(() => open(join(folder, way)))).code).toMatch(/^(mailbox-unsafe|save-failed)$/);
    expect(await refusalOf(() => requireTrustedFolder(join(folder, "one", "session")))).toMatchObject({
      code: "mailbox-unsafe",
    });
  });

  test("that the system made with another mode gets its own", async () => {
    intercept("mkdirSync", (make) => (path) => make(path, { mode: 0o600 }));
    const folder = join(temporaryFolder(), "a", "b");
    await open(folder);
    expect([folder, dirname(folder)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  test.each([0o500, 0o777])("whose mode cannot be set is judged by the one it has (%o)", async (mode) => {
    const folder = join(temporaryFolder(), "session");
    const setMode = chmodSync;
    intercept("mkdirSync", (make) => (path) => {
      make(path);
      setMode(path, mode);
    });
    intercept("chmodSync", () => () => {
      throw fileError("EPERM");
    });
    if (mode === 0o500) await open(folder);
    else {
      expect(await refusalOf(() => open(folder))).toMatchObject({
        code: "mailbox-unsafe",
        fields: { path: folder },
      });
      expect(readdirSync(dirname(folder))).toEqual([]);
    }
  });

  test("is not judged where the system knows no users", async () => {
    const geteuid = process.geteuid;
    Object.assign(process, { geteuid: undefined });
    onTestFinished(() => void Object.assign(process, { geteuid }));
    const folder = folderOf(0o777);
    giveAway(folder);
    await open(folder);
  });
});

describe("a folder to trust", () => {
  test("is a folder, by whatever path, and no link, file or nothing", async () => {
    const folder = temporaryFolder();
    requireTrustedFolder(folder);
    requireTrustedFolder(`${folder}/.`);
    symlinkSync(folder, join(folder, "link"));
    writeFileSync(join(folder, "file"), "");
    for (const name of ["link", "file"]) {
      expect(await refusalOf(() => requireTrustedFolder(join(folder, name)))).toEqual({
        code: "mailbox-unsafe",
        message: `${join(folder, name)} is not a folder (a link is not followed). Name another one.`,
        fields: { path: join(folder, name) },
      });
    }
    expect((await refusalOf(() => requireTrustedFolder(join(folder, "nothing")))).message).toContain(
      "(ENOENT)",
    );
  });

  test("is one of this user: one of root will do on the way only", async () => {
    const euid = vi.spyOn(process, "geteuid").mockReturnValue(STRANGER);
    onTestFinished(() => euid.mockRestore());
    expect(await refusalOf(() => requireTrustedFolder("/usr"))).toMatchObject({
      message: expect.stringContaining("/usr belongs to another user (uid 0)"),
    });
  });

  test("is made once: a second making of it throws what the system says", () => {
    const folder = join(temporaryFolder(), "folder");
    makePrivateFolder(folder);
    expect(() => makePrivateFolder(folder)).toThrow("EEXIST");
  });
});

describe("a mailbox", () => {
  test.each([0o666, 0o620, 0o602])("of mode %o is refused with the remedy, and not changed", async (mode) => {
    const session = await fileSession();
    await send(session, "hello");
    chmodSync(mailbox(session), mode);
    const refused = {
      code: "mailbox-unsafe",
      message:
        `Others can write to ${mailbox(session)} (mode ${mode.toString(8)}), so what it holds is not trusted. ` +
        `Look at it, then run \`chmod go-w ${mailbox(session)}\`.`,
      fields: { path: mailbox(session) },
    };
    expect(await refusalOf(() => session.mail.read("reader"))).toEqual(refused);
    expect(await refusalOf(() => send(session, "again"))).toEqual(refused);
    expect(mailFiles(session)).toEqual({ "reader.jsonl": line() });
    chmodSync(mailbox(session), 0o644);
    expect(await send(session, "again")).toEqual({ id: "reader-2", status: "queued" });
  });

  test("of another user is refused", async () => {
    const session = await fileSession();
    await send(session, "hello");
    intercept("fstatSync", (look) => (...parts) => {
      const stats = Reflect.apply(look, undefined, parts);
      return typeof stats.uid === "number" ? Object.assign(stats, { uid: STRANGER }) : stats;
    });
    expect(await refusalOf(() => session.mail.read("reader"))).toMatchObject({
      code: "mailbox-unsafe",
      message: expect.stringContaining(`${mailbox(session)} belongs to another user (uid 4711)`),
    });
  });

  test("in a folder that others can write to by now is neither read nor written", async () => {
    const session = await fileSession();
    await send(session, "hello");
    chmodSync(session.directory, 0o777);
    for (const operation of [() => session.mail.read("reader"), () => send(session, "again")]) {
      expect(await refusalOf(operation)).toMatchObject({
        code: "mailbox-unsafe",
        fields: { path: session.directory },
      });
    }
    const blind = session.lock.run(() => session.current.mail.replace("reader", ""));
    expect(await refusalOf(() => blind)).toMatchObject({ code: "mailbox-unsafe" });
    expect(mailFiles(session)).toEqual({ "reader.jsonl": line() });
  });
});

describe("a temporary session folder", () => {
  const inPlace = (place: string): void => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = place;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
  };

  test("in a place that is not there, or is full, is save-failed in one sentence", async () => {
    const place = join(temporaryFolder(), "nowhere");
    inPlace(place);
    expect((await refusalOf(() => makeTemporaryFolder("x-"))).message).toContain("(ENOENT)");
    inPlace(dirname(place));
    intercept("mkdtempSync", () => () => {
      throw fileError("ENOSPC");
    });
    expect(await refusalOf(() => makeTemporaryFolder("x-"))).toEqual({
      code: "save-failed",
      message: `No folder can be made in ${dirname(place)} (ENOSPC). Name one with --dir, or set TMPDIR.`,
      fields: { path: dirname(place), cause: "ENOSPC" },
    });
  });

  test("in a place where others could replace it is refused, and none is made", async () => {
    const place = folderOf(0o777);
    inPlace(place);
    expect(await refusalOf(() => makeTemporaryFolder("x-"))).toMatchObject({
      code: "mailbox-unsafe",
      fields: { path: place },
    });
    expect(readdirSync(place)).toEqual([]);
  });
});
