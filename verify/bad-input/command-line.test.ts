import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { practise } from "../harness/processes/practice.ts";

const folder = mkdtempSync(join(tmpdir(), "two-gates-bad-input-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One sentence on stderr, nothing on stdout, no stack trace. */
function expectOneSentence({ stdout, stderr }: { stdout: string; stderr: string }): void {
  expect(stdout).toBe("");
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|\.ts:\d/);
}

test("a wrong command line is refused in one sentence, with exit code 2", async () => {
  const finished = await practise("--plan", "maybe");
  expectOneSentence(finished);
  expect(finished).toMatchObject({
    code: 2,
    stderr: 'usage: --plan takes approve or reject, not "maybe".\n',
  });
});

test("--help shows every option and ends with exit code 0", async () => {
  const { code, stdout } = await practise("--help");
  expect(code).toBe(0);
  for (const option of [
    "--plan",
    "--decision",
    "--dir",
    "--expected",
    "--json",
    "--step",
    "--model",
    "--help",
  ]) {
    expect(stdout).toContain(option);
  }
});

test("a folder that is not empty is refused with exit code 2 and left as it is", async () => {
  const dir = mkdtempSync(join(folder, "full-"));
  writeFileSync(join(dir, "reader.jsonl"), "old\n");
  const finished = await practise("--dir", dir);
  expectOneSentence(finished);
  expect(finished.code).toBe(2);
  expect(finished.stderr).toMatch(/^directory-not-empty: .* is not empty: it holds reader\.jsonl\./);
  expect(readdirSync(dir)).toEqual(["reader.jsonl"]);
});

test("a folder inside a file cannot be made: exit code 1", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const finished = await practise("--dir", join(file, "session"));
  expectOneSentence(finished);
  expect(finished.code).toBe(1);
  expect(finished.stderr).toMatch(/^save-failed: .*ENOTDIR.*not a folder: check the path\.\n$/);
});

test.runIf(existsSync("/proc/self"))(
  "a folder where nothing can be made is refused at once: exit code 1",
  async () => {
    const finished = await practise("--dir", "/proc/two-gates/session");
    expectOneSentence(finished);
    expect(finished.code).toBe(1);
    expect(finished.stderr).toMatch(/^save-failed: /);
  },
);

test("a link is not followed to a session folder: exit code 1", async () => {
  const target = mkdtempSync(join(folder, "target-"));
  const link = join(folder, "link");
  symlinkSync(target, link);
  const finished = await practise("--dir", link);
  expectOneSentence(finished);
  expect(finished.code).toBe(1);
  expect(finished.stderr).toMatch(/^mailbox-unsafe: /);
  expect(readdirSync(target)).toEqual([]);
});

test("no python3 on PATH ends with exit code 1, says how to get one, and leaves nothing behind", async () => {
  const dir = join(folder, "never-made");
  const { PYTHON: _, ...environment } = process.env;
  const finished = await practise("--dir", dir, { environment: { ...environment, PATH: dirname(folder) } });
  expectOneSentence(finished);
  expect(finished.code).toBe(1);
  expect(finished.stderr).toMatch(
    /^There is no python3 on PATH\. Install Python 3 .*PYTHON=\/path\/to\/python3\.\n$/,
  );
  expect(existsSync(dir)).toBe(false);
});

test("PYTHON that names no program ends with exit code 1", async () => {
  const finished = await practise({ environment: { ...process.env, PYTHON: join(folder, "nothing") } });
  expectOneSentence(finished);
  expect(finished.code).toBe(1);
  expect(finished.stderr).toMatch(/^PYTHON names ".*nothing", which is no program that can be run\./);
});
