import { rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { layOutFolder } from "../../lessons/s15-mailboxes/lay-out-folder.ts";
import { openSessionFolder } from "../../lessons/s15-mailboxes/session-folder.ts";
import { makeTemporaryFolder } from "../../lessons/s15-mailboxes/trusted-folder.ts";
import { fileSession, temporaryFolder } from "../harness/sessions.ts";
import { send } from "../mailboxes/example-letters.ts";

/** Until the test ends. */
function setUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => void process.umask(before));
}

const modesOf = (paths: string[]): number[] => paths.map((path) => statSync(path).mode & 0o777);

// One that takes nothing away, one that takes away the owner's right to enter a folder, one that takes all.
test.each([0, 0o177, 0o777])("a umask of %o changes no mode: all is its owner's alone", async (mask) => {
  const root = temporaryFolder();
  setUmask(mask);
  const folder = join(root, "a", "session");
  const { lock } = await openSessionFolder(folder);
  expect(modesOf([folder, dirname(folder)])).toEqual([0o700, 0o700]);

  const workspace = join(folder, "workspace");
  layOutFolder(workspace, { "one.txt": "one" });
  expect(modesOf([workspace, join(workspace, "one.txt")])).toEqual([0o700, 0o600]);
  expect(await lock.run(() => modesOf([lock.path]))).toEqual([0o700]);

  const session = await fileSession();
  await send(session, "hello");
  const files = ["reader.jsonl", "session.json", "events.jsonl"];
  expect(modesOf(files.map((name) => join(session.directory, name)))).toEqual([0o600, 0o600, 0o600]);

  const temporary = makeTemporaryFolder("two-gates-test-");
  onTestFinished(() => rmdirSync(temporary));
  expect(modesOf([temporary])).toEqual([0o700]);
});
