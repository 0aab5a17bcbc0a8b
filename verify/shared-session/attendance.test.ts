import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { joinTeam } from "../../lessons/s15-mailboxes/join-team.ts";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { attend, isAttended } from "../../lessons/x1-shared-session/attendance.ts";
import { type FolderSession, joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { bundle } from "../harness/processes/bundles.ts";
import {
  changeMember,
  failRename,
  fileError,
  fileSession,
  filesIn,
  intercept,
  refusalOf,
} from "../harness/sessions.ts";

async function freshSession(): Promise<FolderSession> {
  const { directory } = await fileSession();
  return joinSession(directory, { program: "practice" });
}

/** A real process that plays members. */
function startAttendant(directory: string, members: string) {
  const child = spawn(process.execPath, [bundle("attendant"), directory, members], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await said.next()).value;
  const exit = once(child, "exit");
  return {
    pid: child.pid,
    child,
    next,
    ask: (line: string) => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

const epochs = ({ current }: FolderSession) =>
  [...current.team.values()].map(({ name, epoch }) => [name, epoch]);

describe("attending", () => {
  test("counts the epoch up, tells it, and leaves a private file with the process in it", async () => {
    const session = await freshSession();
    const mask = process.umask(0);
    const { interrupted, leave } = await attend(session, ["reader", "reviewer"]).finally(() =>
      process.umask(mask),
    );
    const folder = join(session.directory, "attending");
    expect(interrupted).toEqual([]);
    expect(epochs(session)).toEqual([
      ["lead", 0],
      ["reader", 1],
      ["reviewer", 1],
    ]);
    expect(readFileSync(join(session.directory, "events.jsonl"), "utf8")).toBe(
      '{"number":1,"event":"members_attended","members":["reader","reviewer"],"interrupted":[]}\n',
    );
    expect(readFileSync(join(folder, "reader"), "utf8")).toMatch(new RegExp(`^${process.pid} .+\\n$`));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "reader")).mode & 0o777).toBe(0o600);
    expect(await isAttended(session.directory, "reader")).toBe(true);
    expect(await isAttended(session.directory, "lead")).toBe(false);
    await leave();
    expect(await isAttended(session.directory, "reader")).toBe(false);
    expect(filesIn(folder)).toEqual({});
  });

  test("under a umask that takes all away makes the same modes", async () => {
    const session = await freshSession();
    const mask = process.umask(0o777);
    const { leave } = await attend(session, ["reader"]).finally(() => process.umask(mask));
    const folder = join(session.directory, "attending");
    expect([folder, join(folder, "reader")].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ]);
    await leave();
  });

  test("a member that is attended already is refused with the process, and nothing is changed", async () => {
    const session = await freshSession();
    const { leave } = await attend(session, ["reader"]);
    expect(await refusalOf(() => attend(session, ["reviewer", "reader"]))).toEqual({
      code: "member-attended",
      message:
        `reader is played by another process (${process.pid}), so nothing was changed. End that one first, or play ` +
        "another member.",
      fields: { member: "reader", process: `${process.pid}` },
    });
    expect(epochs(session)).toEqual([
      ["lead", 0],
      ["reader", 1],
      ["reviewer", 0],
    ]);
    expect(await isAttended(session.directory, "reviewer")).toBe(false);
    await leave();
    await (await attend(session, ["reader"])).leave();
    expect(epochs(session)).toEqual([
      ["lead", 0],
      ["reader", 2],
      ["reviewer", 0],
    ]);
  });

  test("somebody who is not on the team is refused before anything is written", async () => {
    const session = await freshSession();
    expect(await refusalOf(() => attend(session, ["nobody"]))).toMatchObject({ code: "unknown-member" });
    expect(Object.keys(filesIn(session.directory))).toEqual(["session.json"]);
  });

  test("a member that was in a turn is told as interrupted, and one that joins later can be added", async () => {
    const session = await freshSession();
    await changeMember(session, "reader", { status: "running" });
    const attendance = await attend(session, ["reader", "reviewer"]);
    expect(attendance.interrupted).toEqual(["reader"]);
    await joinTeam(session, { name: "guest", role: "any" });
    await attendance.add("guest");
    expect(await isAttended(session.directory, "guest")).toBe(true);
    expect(await attendance.session.transact(({ team }) => team.get("guest")?.epoch)).toBe(1);
    await attendance.leave();
    expect(await isAttended(session.directory, "guest")).toBe(false);
  });

  test("that cannot be written down is save-failed, and attends nobody", async () => {
    const session = await freshSession();
    failRename("ENOSPC", 1);
    expect(await refusalOf(() => attend(session, ["reader"]))).toMatchObject({ code: "save-failed" });
    expect(await isAttended(session.directory, "reader")).toBe(false);
    expect(epochs(session).flat()).not.toContain(1);
    await (await attend(session, ["reader"])).leave();
  });

  test("whose epoch cannot be kept attends nobody", async () => {
    const session = await freshSession();
    intercept("renameSync", (rename) => (from, to) => {
      if (String(to).endsWith("session.json")) throw fileError("ENOSPC");
      rename(from, to);
    });
    expect(await refusalOf(() => attend(session, ["reader"]))).toMatchObject({ code: "save-failed" });
    expect(await isAttended(session.directory, "reader")).toBe(false);
  });
});

describe("what else lies in the folder of the signs", () => {
  test.each<[string, (path: string) => void]>([
    ["a file of other words", (path) => writeFileSync(path, "hello")],
    ["an empty file", (path) => writeFileSync(path, "")],
    ["a link to a file outside", (path) => symlinkSync("/etc/hostname", path)],
    ["a FIFO", (path) => void execFileSync("mkfifo", [path])],
  ])("%s in a sign's place holds up nobody, and is replaced, not written through", async (_, put) => {
    const session = await freshSession();
    const folder = join(session.directory, "attending");
    mkdirSync(folder, { mode: 0o700 });
    put(join(folder, "reader"));
    writeFileSync(join(folder, "notes.txt"), "mine");
    expect(await isAttended(session.directory, "reader")).toBe(false);
    const { leave } = await attend(session, ["reader"]);
    expect(filesIn(folder)).toMatchObject({ reader: expect.stringMatching(/^\d+ /), "notes.txt": "mine" });
    await leave();
    expect(filesIn(folder)).toEqual({ "notes.txt": "mine" });
  });

  test("a link to the sign of a process that has ended takes no member from a living one", async () => {
    const session = await freshSession();
    const { leave } = await attend(session, ["reader"]);
    const path = join(session.directory, "attending", "reader");
    const [, machine = ""] = readFileSync(path, "utf8").split(/ (.*)/s);
    const { pid } = spawnSync("true");
    writeFileSync(`${path}-of-another`, `${pid} ${machine}`);
    rmSync(path);
    symlinkSync(`${path}-of-another`, path);
    const second = attend(session, ["reader"], { staleMs: 2_000 });
    expect(await refusalOf(() => second)).toMatchObject({ code: "member-attended" });
    await leave();
  });

  test.each<[string, (path: string) => void, string]>([
    [
      "a folder in a sign's place",
      (path) => mkdirSync(join(path, "reader"), { recursive: true, mode: 0o700 }),
      "save-failed",
    ],
    ["a file in the folder's place", (path) => writeFileSync(path, ""), "mailbox-unsafe"],
    ["a link in the folder's place", (path) => symlinkSync("/tmp", path), "mailbox-unsafe"],
    [
      "a folder that others can write to",
      (path) => execFileSync("mkdir", ["-m", "777", path]),
      "mailbox-unsafe",
    ],
  ])("%s is refused", async (_, put, code) => {
    const session = await freshSession();
    put(join(session.directory, "attending"));
    expect(await refusalOf(() => attend(session, ["reader"]))).toMatchObject({ code });
    expect(epochs(session).flat()).not.toContain(1);
  });
});

describe("two processes that play members", () => {
  test("share a session, each with its own; the second for one member is refused with the first one's id", async () => {
    const session = await freshSession();
    const { directory } = session;
    const reader = startAttendant(directory, "reader");
    expect(await reader.next()).toBe("attending, interrupted: ");
    const lead = startAttendant(directory, "lead");
    expect(await lead.next()).toBe("attending, interrupted: ");
    const second = startAttendant(directory, "reader");
    expect(await second.next()).toMatch(
      new RegExp(`^member-attended: reader is played by another process \\(${reader.pid}\\)`),
    );
    expect(await isAttended(directory, "reader")).toBe(true);
    expect(await reader.ask("count")).toBe("counted to 1");
    expect(await lead.ask("count")).toBe("counted to 2");
    expect(await reader.ask("leave")).toBe("left");
    expect(await isAttended(directory, "reader")).toBe(false);
    expect(await isAttended(directory, "lead")).toBe(true);
  });

  test("one that is killed is absent at once on this machine, and taken over without waiting", async () => {
    const session = await freshSession();
    const { directory } = session;
    const first = startAttendant(directory, "reader");
    await first.next();
    await changeMember(session, "reader", { status: "running" });
    await first.kill();
    expect(await isAttended(directory, "reader")).toBe(false);
    const waits: string[] = [];
    const attendance = await attend(session, ["reader"], { onWait: (member) => void waits.push(member) });
    expect(attendance.interrupted).toEqual(["reader"]);
    expect(waits).toEqual([]);
    expect(epochs(session)).toContainEqual(["reader", 2]);
    await attendance.leave();
  });

  test("one that is stopped and overtaken is refused in every section with the new process, and changes nothing more", async () => {
    const session = await freshSession();
    const { directory } = session;
    const first = startAttendant(directory, "reader");
    await first.next();
    expect(await first.ask("count")).toBe("counted to 1");
    first.child.kill("SIGSTOP");
    // As after the stale time.
    utimesSync(join(directory, "attending", "reader.lock"), 1, 1);
    const second = startAttendant(directory, "reader");
    expect(await second.next()).toBe("attending, interrupted: ");
    expect(await second.ask("count")).toBe("counted to 2");
    first.child.kill("SIGCONT");
    for (let round = 0; round < 2; round += 1)
      expect(await first.ask("count")).toMatch(
        new RegExp(`^member-attended: reader is played by another process \\(${second.pid}\\)`),
      );
    expect(await first.ask("leave")).toBe("left");
    expect(await isAttended(directory, "reader")).toBe(true);
    expect(await second.ask("count")).toBe("counted to 3");
    await session.transact(() => undefined);
    expect(session.current.notes.get("count")).toBe(3);
    expect(epochs(session)).toContainEqual(["reader", 2]);
  });

  test("a process on another machine is waited for, which is told, and then refused", async () => {
    const session = await freshSession();
    const path = join(session.directory, "attending", "reader");
    mkdirSync(join(path, ".."), { mode: 0o700 });
    writeFileSync(path, "1 another-machine\n");
    const lock = `${path}.lock`;
    mkdirSync(lock);
    const waits: [string, number][] = [];
    const keepAlive = setInterval(() => utimesSync(lock, new Date(), new Date()), 200);
    onTestFinished(() => clearInterval(keepAlive));
    const attending = attend(session, ["reader"], {
      staleMs: 2_000,
      onWait: (...said) => void waits.push(said),
    });
    expect(await refusalOf(() => attending)).toMatchObject({
      code: "member-attended",
      fields: { process: "1" },
    });
    expect(waits).toEqual([["reader", 2]]);
    clearInterval(keepAlive);
    rmSync(lock, { recursive: true });
    await (await attend(session, ["reader"])).leave();
  });
});

test("an attended session is a session like any other for whoever asks in it", async () => {
  const session = await freshSession();
  const { session: attended, leave } = await attend(session, ["lead"]);
  expect(attended.limits).toEqual(session.limits);
  expect(await sendMessage(attended, { sender: "lead", recipient: "reader", body: "hello" })).toMatchObject({
    id: "reader-1",
  });
  await leave();
});
