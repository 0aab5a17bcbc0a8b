import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { FileLock } from "../lessons/s15-mailboxes/file-lock.ts";
import { filesIn, refusalOf, temporaryFolder } from "./sessions.ts";

type Holder = { child: ChildProcess; says: (word: string) => Promise<void>; press: (key: string) => void };

/** Starts a real process that takes the lock of `folder` and stays in its section until a key is pressed. */
function startHolder(folder: string, log = join(folder, "log")): Holder {
  const program = join(import.meta.dirname, "lock/hold-lock.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, folder, log], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = new Set<string>();
  const lines = createInterface({ input: child.stdout }).on("line", (line) => void said.add(line));
  return {
    child,
    press: (key) => void child.stdin.write(key),
    says: async (word) => {
      while (!said.has(word)) await once(lines, "line", { signal: AbortSignal.timeout(20_000) });
    },
  };
}

test("of two real processes one waits until the other has left its section", async () => {
  const folder = temporaryFolder();
  const holders = [startHolder(folder), startHolder(folder)];
  const first = await Promise.race(holders.map((holder) => holder.says("entered").then(() => holder)));
  const [second] = holders.filter((holder) => holder !== first);
  await second?.says("waiting");
  const log = () => readFileSync(join(folder, "log"), "utf8");
  expect(log()).toBe(`${first.child.pid} enters\n`);

  first.press(" ");
  await first.says("left");
  await second?.says("entered");
  second?.press(" ");
  await second?.says("left");
  const section = ({ child }: Holder) => `${child.pid} enters\n${child.pid} leaves\n`;
  expect(log()).toBe([first, ...(second ? [second] : [])].map(section).join(""));
  expect(Object.keys(filesIn(folder))).toEqual(["log"]);
});

test("a process that is killed in its section leaves the lock, which is taken over when it is stale", async () => {
  const folder = temporaryFolder();
  const holder = startHolder(folder);
  await holder.says("entered");
  const lock = new FileLock(folder, { staleMs: 600_000, waitMs: 100 });
  expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });

  holder.child.kill("SIGKILL");
  await once(holder.child, "exit");
  expect(await refusalOf(() => lock.run(() => undefined))).toMatchObject({ code: "lock-timeout" });
  utimesSync(lock.path, 1, 1);
  expect(await lock.run(() => "taken over")).toBe("taken over");
});

test("a process that exits in its section gives the lock back", async () => {
  const folder = temporaryFolder();
  const holder = startHolder(folder);
  await holder.says("entered");
  holder.press("x");
  await once(holder.child, "exit");
  expect(Object.keys(filesIn(folder))).toEqual(["log"]);
});
