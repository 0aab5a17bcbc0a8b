import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writableCache } from "../../lessons/page/build/writable-folders.ts";

const ROOT = join(import.meta.dirname, "../..");
const VITE = [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "--configLoader", "runner"];
const PAGE = ["--config", "lessons/page/vite.config.ts", "--logLevel", "error"];

const folder = mkdtempSync(join(tmpdir(), "two-gates-folders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Behind a file, nobody can make anything, root included. */
const NOWHERE = join(folder, "file", "inside");
beforeAll(() => writeFileSync(join(folder, "file"), ""));

type Ended = { code: unknown; stdout: string; stderr: string };

function run(
  command: readonly string[],
  { cwd = ROOT, uid, env = {} }: { cwd?: string; uid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const { VITEST: _, NODE_ENV: __, ...inherited } = process.env;
  const user = uid === undefined ? {} : { uid, gid: uid };
  return new Promise((resolve) => {
    const options = { cwd, ...user, env: { ...inherited, NO_COLOR: "1", ...env } };
    execFile(process.execPath, [...command], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** One sentence on standard error, and no stack. */
function expectSentence({ code, stderr }: Ended, sentence: RegExp): void {
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
}

describe("a folder that cannot be written is named in one sentence", () => {
  test("by the look at the machine, of temporary files", async () => {
    const ended = await run(["user_code/check-machine.mjs"], { env: { TMPDIR: NOWHERE } });
    expectSentence(
      ended,
      /^The folder for temporary files cannot be written \(ENOTDIR.*\)\. Set TMPDIR to one/,
    );
  });

  test("and the look at the machine says nothing when there is one", async () => {
    expect(await run(["user_code/check-machine.mjs"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("by npm run record", async () => {
    const ended = await run(["--import", "tsx", "verify/recordings/recorder/record.ts", "--out", NOWHERE]);
    expectSentence(
      ended,
      /^The recordings cannot be written \(ENOTDIR.*\)\. Name another folder: npm run record -- --out DIR\n$/,
    );
  });

  test("by npm run bench", async () => {
    const ended = await run(["--import", "tsx", "verify/bench/bench.ts", "--dir", NOWHERE]);
    expectSentence(
      ended,
      /^The files to measure with cannot be written \(ENOTDIR.*\)\. Name another folder: npm run bench -- --dir DIR\n$/,
    );
  });

  test("by npm run build, before it builds anything", async () => {
    const ended = await run([...VITE, ...PAGE, "--outDir", NOWHERE]);
    expectSentence(
      ended,
      /^The page cannot be written to \S+inside \(ENOTDIR.*\)\. Name another folder: npm run build -- --outDir DIR\n$/,
    );
  });
});

test("npm run bench refuses a wrong command line in one sentence", async () => {
  const { code, stderr } = await run(["--import", "tsx", "verify/bench/bench.ts", "--fast"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^usage: Unknown option '--fast'.*\n$/),
  });
});

/** The user of a process that owns nothing; undefined for a test that runs as somebody who is not root already. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;
const isReadable =
  NOBODY === undefined ||
  spawnSync("test", ["-r", join(ROOT, "package.json")], { uid: NOBODY, gid: NOBODY }).status === 0;

const NOT_CLONED = [".git", "node_modules", "dist", "screenshots", "reports", ".stryker-tmp"];

// https://github.com/vitejs/vite/issues/18839
describe.runIf(isReadable)("vite#18839: in a clone that is read-only", { timeout: 90_000 }, () => {
  const clone = join(folder, "clone");
  const out = join(folder, "out");
  const inClone = { cwd: clone, ...(NOBODY !== undefined && { uid: NOBODY }) };

  beforeAll(() => {
    mkdirSync(clone);
    for (const name of readdirSync(ROOT).filter((name) => !NOT_CLONED.includes(name))) {
      cpSync(join(ROOT, name), join(clone, name), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
    execFileSync("chmod", ["-R", "a-w,a+rX", clone]);
    chmodSync(folder, 0o755);
    mkdirSync(out);
    chmodSync(out, 0o777);
  });
  afterAll(() => void execFileSync("chmod", ["-R", "u+w", clone]));

  test("the recordings and the transcripts are refused in one sentence", async () => {
    expectSentence(
      await run(["--import", "tsx", "verify/recordings/recorder/record.ts"], inClone),
      /^The recordings cannot be written \(EACCES/,
    );
    expectSentence(
      await run(["--import", "tsx", "verify/recordings/transcripts/renew.ts"], inClone),
      /^The transcripts cannot be written \(EACCES.*\)\. Renew them in a clone that is yours\.\n$/,
    );
  });

  // https://github.com/nodejs/node/issues/60557
  test("node#60557: a workspace is laid out, and its main.py can be edited although the one in the clone cannot", async () => {
    const session = join(out, "session");
    const code = `import("./user_code/practice/setup.ts").then((setup) => setup.layOutWorkspace(${JSON.stringify(session)}))`;
    const command = [
      "--import",
      "tsx",
      "--eval",
      `require("node:fs").mkdirSync(${JSON.stringify(session)}); ${code}`,
    ];
    expect(await run(command, inClone)).toMatchObject({ code: 0, stderr: "" });
    for (const name of ["main.py", "expected.txt"]) {
      expect(statSync(join(clone, "fixtures/practice-workspace", name)).mode & 0o200).toBe(0);
      expect(statSync(join(session, "workspace", name)).mode & 0o200).toBe(0o200);
    }
    rmSync(session, { recursive: true });
  });

  test("the page is refused in one sentence, and built into a folder that can be written", async () => {
    expectSentence(await run([...VITE, ...PAGE], inClone), /^The page cannot be written to \S+dist \(EACCES/);
    const { code, stderr } = await run([...VITE, ...PAGE, "--outDir", out, "--emptyOutDir"], inClone);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readdirSync(out)).toEqual(["index.html"]);
  });

  test("the tests run", async () => {
    const command = ["node_modules/vitest/vitest.mjs", "run", "--configLoader", "runner"];
    const only = ["--config", "verify/vitest.config.ts", "verify/mailboxes/quoted-values"];
    const { code, stdout, stderr } = await run([...command, ...only], inClone);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/Tests +\d+ passed/);
  });
});

test("what vite prepares goes into a temporary folder where its own place is read-only, and nowhere else", () => {
  expect(writableCache(folder)).toEqual({});
  const { cacheDir = "" } = writableCache(NOWHERE);
  expect(readdirSync(cacheDir)).toEqual([]);
  rmSync(cacheDir, { recursive: true });
});
