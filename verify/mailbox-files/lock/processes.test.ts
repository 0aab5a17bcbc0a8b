import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { FileLock } from "../../../lessons/s15-mailboxes/file-lock.ts";
import { bundle } from "../../harness/processes/bundles.ts";
import { filesIn, refusalOf, temporaryFolder } from "../../harness/sessions.ts";

const folder = mkdtempSync(join(tmpdir(), "two-gates-test-"));
const log = () => readFileSync(join(folder, "log"), "utf8");

/** Starts a real process that takes the lock of `folder` and leaves its critical section when it is told to. */
function startHolder() {
  const child = spawn(process.execPath, [bundle("holdLock"), folder, join(folder, "log")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    press: (key: string) => void child.stdin.write(key),
    /** What the process says next. */
    next: async () => (await said.next()).value,
    section: `${child.pid} enters\n${child.pid} leaves\n`,
    exit: once(child, "exit"),
    kill: () => child.kill("SIGKILL"),
  };
}

const [one, two] = [startHolder(), startHolder()];
afterAll(() => {
  for (const holder of [one, two]) holder.kill();
  rmSync(folder, { recursive: true, force: true });
});

// The section of a process that waits for a key is as long as the test needs it, so nothing here may become stale.
const lock = new FileLock(folder, { staleMs: 600_000, waitMs: 100 });
const tryIt = () => lock.run(() => "mine");

test("of two real processes one waits until the other has left its section", async () => {
  one.press("b");
  expect(await one.next()).toBe("entered");
  two.press("b");
  expect(await two.next()).toBe("waiting");
  expect(await refusalOf(tryIt)).toMatchObject({ code: "lock-timeout", fields: { lockPath: lock.path } });

  one.press("l");
  expect(await one.next()).toBe("left");
  expect(await two.next()).toBe("entered");
  two.press("l");
  expect(await two.next()).toBe("left");
  expect(log()).toBe(one.section + two.section);
  expect(Object.keys(filesIn(folder))).toEqual(["log"]);
});

test("a process that exits in its section gives the lock back", async () => {
  one.press("b");
  expect(await one.next()).toBe("entered");
  one.press("x");
  await one.exit;
  expect(Object.keys(filesIn(folder))).toEqual(["log"]);
  expect(await tryIt()).toBe("mine");
});

test("a process that is killed in its section leaves the lock, which is taken over once it is stale", async () => {
  two.press("b");
  expect(await two.next()).toBe("entered");
  two.kill();
  await two.exit;
  expect(await refusalOf(tryIt)).toMatchObject({ code: "lock-timeout" });
  utimesSync(lock.path, 1, 1);
  expect(await tryIt()).toBe("mine");
});

const OWN_MOUNTS = ["--user", "--map-root-user", "--mount"];

/** Whether this user may mount a file system for a process of its own. */
function canMount(): boolean {
  return spawnSync("unshare", [...OWN_MOUNTS, "true"]).status === 0;
}

test.runIf(canMount())("a lock stays its owner's where every look at it changes the access time", () => {
  const place = temporaryFolder();
  const command = `mount -t tmpfs -o strictatime none ${place} && exec ${process.execPath} ${bundle("lookedAt")} ${place}`;
  const said = execFileSync("unshare", [...OWN_MOUNTS, "sh", "-c", command]);
  expect(said.toString()).toBe("access time changed: true, still ours: true\n");
});
