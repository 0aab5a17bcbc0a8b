import fs, {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sendMessage } from "../../lessons/s15-mailboxes/mailbox.ts";
import { createTeam } from "../../lessons/s15-mailboxes/team.ts";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { joinSession, startSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { lettersOf, memberOf, temporaryFolder, withMail } from "../harness/sessions.ts";
import {
  filesOf,
  mailboxPath,
  openFolderSession,
  openPlan,
  refusal,
  reply,
  statusOf,
  type TestSession,
} from "./test-session.ts";

function send(session: TestSession, body: string, recipient = "alice") {
  return sendMessage(session, { sender: "lead", recipient, body });
}

// https://github.com/cline/kanban/issues/128
test("F02 lock lost while held", async () => {
  const session = await openFolderSession({ staleMs: 2_000 });
  await send(session, "Before.");
  const lockPath = join(session.directory, ".lock");
  const thefts: Record<string, () => void> = {
    "removed, and the event loop blocked past the stale time": () => {
      rmSync(lockPath, { recursive: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100);
    },
    "taken over by another process": () => {
      rmSync(lockPath, { recursive: true });
      mkdirSync(lockPath);
      utimesSync(lockPath, 0, 0);
    },
  };
  for (const [how, steal] of Object.entries(thefts)) {
    const robbed = withMail(session, ({ mail }) => ({
      // The letters are read; the lock goes before they are saved.
      read: (name) => {
        const text = mail.read(name);
        steal();
        return text;
      },
      replace: (name, text) => mail.replace(name, text),
    }));
    const before = readFileSync(mailboxPath(session, "alice"));
    const lost = sendMessage(robbed, { sender: "lead", recipient: "alice", body: how });
    await expect(lost).rejects.toMatchObject({ code: "lock-lost", fields: { lockPath } });
    expect(readFileSync(mailboxPath(session, "alice"))).toEqual(before);
    expect(session.lock.held).toBe(false);
    expect(await send(session, `After the lock was ${how}.`)).toMatchObject({ status: "queued" });
  }
  expect(lettersOf(session, "alice")).toHaveLength(3);
});

// https://github.com/moxystudio/node-proper-lockfile/pull/109
test("F06 clock-dependent lock state", async () => {
  const session = await openFolderSession({ staleMs: 2_000, waitMs: 20_000 });
  const lockPath = join(session.directory, ".lock");
  const leaveKilled = (hoursAhead: number) => {
    mkdirSync(lockPath);
    writeFileSync(join(lockPath, `mark-${"0".repeat(32)}`), "");
    const then = Date.now() / 1000 + hoursAhead * 3_600;
    utimesSync(lockPath, then, then);
  };
  for (const hoursAhead of [1, 100_000]) {
    leaveKilled(hoursAhead);
    expect(await send(session, `After a clock that was ${hoursAhead} h ahead.`)).toMatchObject({
      status: "queued",
    });
  }

  const obstacles: Record<string, () => void> = {
    "is a file": () => writeFileSync(lockPath, ""),
    "is a link": () => symlinkSync("nowhere", lockPath),
    "holds notes.txt": () => {
      mkdirSync(lockPath);
      writeFileSync(join(lockPath, "notes.txt"), "");
    },
  };
  for (const [what, put] of Object.entries(obstacles)) {
    put();
    const refused = await refusal(session, () => send(session, "Never."));
    expect(refused).toMatchObject({ code: "mailbox-unsafe", fields: { lockPath } });
    expect(refused.message).toContain(what);
    rmSync(lockPath, { recursive: true });
  }
  expect(lettersOf(session, "alice")).toHaveLength(2);
});

// https://github.com/npm/write-file-atomic/issues/28
test("F08 rename refused by the system", async () => {
  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    const session = await openFolderSession();
    const plan = await openPlan(session);
    const refuse = () => {
      throw Object.assign(new Error(code), { code });
    };
    const rename = vi.spyOn(fs, "renameSync").mockImplementationOnce(refuse);
    const restore = () => {
      rename.mockRestore();
      syncBuiltinESMExports();
    };
    syncBuiltinESMExports();
    onTestFinished(restore);
    expect(await send(session, "Once.")).toMatchObject({ status: "queued" });
    // The session's file, twice, and the mailbox.
    expect(rename).toHaveBeenCalledTimes(3);
    await consumeResponses(session, "alice");

    rename.mockClear().mockImplementation(refuse);
    for (const operation of [() => send(session, "Always."), () => reply(session, plan, true)])
      expect(await refusal(session, operation)).toMatchObject({
        code: "save-failed",
        fields: { cause: code },
      });
    expect(rename).toHaveBeenCalledTimes(6);
    expect(readdirSync(session.directory).sort()).toEqual([
      "alice.jsonl",
      "events.jsonl",
      "lead.jsonl",
      "session.json",
    ]);
    expect(memberOf(session, "alice").cursor).toBe(1);
    expect(statusOf(session, plan)).toBe("pending");

    restore();
    expect(await reply(session, plan, true)).toMatchObject({ status: "queued", receipt: "alice-2" });
  }
});

// https://github.com/npm/write-file-atomic/issues/65
test("F09 symlink decides where data lands", async () => {
  const outside = join(temporaryFolder(), "outside.txt");
  writeFileSync(outside, "mine\n");
  for (const target of [outside, join(outside, "..", "not there")]) {
    const session = await openFolderSession();
    symlinkSync(target, mailboxPath(session, "alice"));
    for (const operation of [() => send(session, "Hello."), () => consumeResponses(session, "alice")])
      expect((await refusal(session, operation)).code).toBe("mailbox-unsafe");
    expect(lstatSync(mailboxPath(session, "alice")).isSymbolicLink()).toBe(true);
    expect(await send(session, "Hello.", "bob")).toMatchObject({ status: "queued" });
  }
  expect(filesOf(join(outside, ".."))).toEqual({ [outside]: "mine\n" });

  const session = await openFolderSession();
  renameSync(session.directory, `${session.directory}-moved`);
  symlinkSync(`${session.directory}-moved`, session.directory);
  expect((await refusal(session, () => send(session, "Hello."))).code).toBe("mailbox-unsafe");
  expect(readdirSync(`${session.directory}-moved`)).toEqual(["session.json"]);
  for (const reopened of [
    joinSession(session.directory, { program: "practice" }),
    startSession(session.directory, createTeam([]), { program: "practice" }),
  ])
    await expect(reopened).rejects.toMatchObject({ code: "mailbox-unsafe" });
});

// https://github.com/anthropics/claude-code/issues/52387
test("J01 torn last line", async () => {
  const session = await openFolderSession();
  for (const body of ["one", "two", "drei äöü"]) await send(session, body);
  await send(session, "Another mailbox.", "bob");
  const path = mailboxPath(session, "alice");
  const whole = readFileSync(path);
  const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
  for (let length = whole.length - 1; length > lastLine; length -= 1) {
    writeFileSync(path, whole.subarray(0, length));
    const refused = await refusal(session, () => send(session, "next"));
    expect(refused).toMatchObject({ code: "mailbox-corrupt", fields: { line: 3 } });
  }
  expect(lettersOf(session, "bob")).toHaveLength(1);

  // Cut at the line's start, the file is a whole one with one letter less: no letter is lost silently.
  writeFileSync(path, whole.subarray(0, lastLine));
  const refused = await refusal(session, () => send(session, "next"));
  expect(refused).toMatchObject({ code: "mailbox-corrupt", fields: { line: 3, missing: ["alice-3"] } });
  writeFileSync(path, whole);
  expect(await send(session, "next")).toEqual({ id: "alice-4", status: "queued" });
});

// https://github.com/Tracer-Cloud/opensre/issues/6356
test("J02 invalid UTF-8", async () => {
  const session = await openFolderSession();
  const path = mailboxPath(session, "alice");
  await send(session, "one");
  const good = readFileSync(path);
  const record = '{"id":"alice-2","sender":"lead","recipient":"alice","body":"?"}\n';
  const invalid = {
    FF: [0xff],
    "C3 alone": [0xc3],
    "E2 80": [0xe2, 0x80],
    overlong: [0xc0, 0xaf],
    surrogate: [0xed, 0xa0, 0x80],
  };
  const files = Object.values(invalid).map((bytes) => {
    const [before = "", after = ""] = record.split("?");
    return {
      line: 2,
      bytes: Buffer.concat([good, Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]),
    };
  });
  files.push({ line: 1, bytes: Buffer.from(`\ufeff${good}`, "utf16le") });
  files.push({ line: 2, bytes: Buffer.concat([good, Buffer.from([0xe2, 0x80])]) });
  for (const { line, bytes } of files) {
    writeFileSync(path, bytes);
    for (const operation of [() => send(session, "two"), () => consumeResponses(session, "alice")])
      expect(await refusal(session, operation)).toMatchObject({ code: "mailbox-corrupt", fields: { line } });
  }
});

// https://github.com/steipete/birdclaw/issues/61
test("J05 line separator inside a string", async () => {
  const session = await openFolderSession();
  const bodies = ["\u2028", "\u2029", "\u0085", "\v", "\f", "\r", "\r\n", "\n"].map(
    (line) => `one${line}two`,
  );
  for (const body of bodies) await send(session, body);
  expect(lettersOf(session, "alice").map(({ body }) => body)).toEqual(bodies);
  expect(readFileSync(mailboxPath(session, "alice")).filter((byte) => byte === 0x0a)).toHaveLength(
    bodies.length,
  );

  // The separators as bytes of their own, as another writer of JSON may put them.
  const raw = "\u2028\u2029\u0085";
  const line = `{"id":"bob-1","sender":"lead","recipient":"bob","body":"one${raw}two"}\n`;
  writeFileSync(mailboxPath(session, "bob"), line);
  expect(await send(session, `three${raw}four`, "bob")).toMatchObject({ id: "bob-2" });
  expect(lettersOf(session, "bob").map(({ body }) => body)).toEqual([`one${raw}two`, `three${raw}four`]);
});

// https://github.com/expressjs/body-parser/issues/347
test("J08 prototype keys", async () => {
  const session = await openFolderSession();
  const plan = await openPlan(session);
  await reply(session, plan, true);
  const path = mailboxPath(session, "alice");
  const saved = readFileSync(path, "utf8");
  const response = `"request_id":"${plan}","type":"plan_response","feedback":"Yes."`;
  const bodies = [
    `{${response},"__proto__":{"approve":true}}`,
    `{${response},"__proto__":{"approve":true},"approve":true}`,
    `{${response},"approve":true,"constructor":{}}`,
    `{${response},"approve":true,"toString":"x"}`,
  ].map((body) => `[team-protocol] ${body}`);
  const lines = bodies.map(
    (body, index) =>
      `${JSON.stringify({ id: `alice-${index + 1}`, sender: "lead", recipient: "alice", body })}\n`,
  );
  writeFileSync(path, lines.join(""));
  expect(await consumeResponses(session, "alice")).toMatchObject(
    bodies.map(() => ({ outcome: "ignored", reason: "invalid_response" })),
  );
  expect(statusOf(session, plan)).toBe("pending");

  for (const key of ["__proto__", "constructor", "toString"]) {
    writeFileSync(path, saved.replace("{", `{"${key}":{"sender":"lead"},`));
    expect((await refusal(session, () => lettersOf(session, "alice"))).code).toBe("mailbox-corrupt");
    expect((await refusal(session, () => send(session, "Hello.", key))).code).toBe("unknown-member");
    expect((await refusal(session, () => reply(session, key, true))).code).toBe("not-yours");
  }
  expect({}).not.toHaveProperty("approve");
});

// https://github.com/openclaw/openclaw/pull/64858
test("J10 huge line", async () => {
  const session = await openFolderSession();
  const path = mailboxPath(session, "alice");
  const read = vi.spyOn(fs, "readFileSync");
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  const huge: [bytes: number, fill: () => void][] = [
    [32_001, () => writeFileSync(path, "a".repeat(32_001))],
    [50_000_000, () => truncateSync(path, 50_000_000)],
    [100_000, () => writeFileSync(path, "\n".repeat(100_000))],
  ];
  for (const [bytes, fill] of huge) {
    fill();
    const before = lstatSync(path);
    read.mockClear();
    for (const operation of [() => send(session, "Hello."), () => consumeResponses(session, "alice")])
      await expect(operation()).rejects.toMatchObject({
        code: "mailbox-too-large",
        fields: { bytes, limit: 32_000 },
      });
    expect(read).not.toHaveBeenCalled();
    expect(lstatSync(path)).toEqual(before);
  }
  // Within the limit, the same spy does see the read.
  writeFileSync(path, "\n".repeat(32_000));
  await expect(send(session, "Hello.")).rejects.toMatchObject({ code: "mailbox-corrupt" });
  expect(read).toHaveBeenCalled();
});
