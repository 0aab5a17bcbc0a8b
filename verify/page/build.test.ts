import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { highlightSource } from "../../lessons/page/build/highlight-source.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { readRecordedSource } from "../recordings/recorder/fixture-files.ts";
import { buildPage } from "./browser.ts";

test("kolu PR#1853: a machine on which every look at the clock takes a minute colours each line to its end", async () => {
  const { text } = readRecordedSource();
  const onThisMachine = (await highlightSource(text))(["openRequest"]);
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 60_000;
    return now;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await highlightSource(text))(["openRequest"])).toEqual(onThisMachine);
});

test("the page built twice is the same page, byte for byte", async () => {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  await Promise.all(folders.map((folder) => buildPage(folder)));
  const [first, second] = folders.map((folder) => readFileSync(join(folder, "index.html"), "utf8"));
  expect(first).toContain("<title>");
  expect(second === first).toBe(true);
}, 90_000);
