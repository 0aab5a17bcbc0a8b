import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../harness/sessions.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "user_code");
const PROGRAMS = ["attack", "console", "doctor", "member", "practice", "quest", "search", "sessions"];
const FIRST_LINE = `#!/usr/bin/env -S sh -c 'exec node "$(dirname "$(readlink -f "$0")")/start.mjs" "$0" "$@"'`;

type Ended = { code: number | null; stdout: string; stderr: string };

/** A program as a person types it. `node` on PATH is the one that runs this test. */
function type(command: string, words: string[], { cwd = "/", node = "" } = {}): Promise<Ended> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, ...(node && { NODE_OPTIONS: node }) };
  const child = spawn(command, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...ended }));
  });
}

/** The project once more, in a folder whose name means something to a shell and to a URL. */
function copied({ packages }: { packages: boolean }): string {
  const root = join(temporaryFolder(), "a b#c%20$d'e");
  mkdirSync(root);
  for (const part of ["user_code", "lessons", "fixtures", "package.json"]) {
    cpSync(join(ROOT, part), join(root, part), {
      recursive: true,
      filter: (path) => !/lessons\/page$|my-protocol/.test(path),
    });
  }
  if (packages) symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return root;
}

describe("a program that is typed as a command", () => {
  test("is each one whose first line says how it is started, and no other file", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
    const executable = files.filter((name) => (statSync(join(FOLDER, name)).mode & 0o111) === 0o111);
    const begun = files.filter((name) => readFileSync(join(FOLDER, name), "utf8").startsWith("#!"));
    expect(executable).toEqual(PROGRAMS.map((name) => `${name}.ts`));
    expect(begun).toEqual(executable);
    for (const name of begun)
      expect(readFileSync(join(FOLDER, name), "utf8").split("\n")[0]).toBe(FIRST_LINE);
    // Linux reads no more of a first line before 5.1.
    expect(FIRST_LINE.length).toBeLessThan(127);
  });

  test.each(PROGRAMS)("%s.ts starts from another folder", async (name) => {
    const { code, stdout, stderr } = await type(join(FOLDER, `${name}.ts`), ["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: /);
  });

  test("starts from a folder with blanks and signs in its name, and through a link, with its words as they are", async () => {
    const root = copied({ packages: true });
    const link = join(root, "my practice");
    symlinkSync("user_code/practice.ts", link);
    const dir = "a 'session' $HOME \"#\"";
    const { code, stdout } = await type(link, ["--plan", "reject", "--dir", dir], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toContain("Result: main.py did not run: gate 1 is closed");
    expect(readdirSync(join(root, dir))).toContain("events.jsonl");
    expect((await type(link, ["--plan", "perhaps"], { cwd: root })).code).toBe(2);
  });

  test("says so in one sentence when the packages are not there", async () => {
    const root = copied({ packages: false });
    expect(await type(join(root, "user_code/practice.ts"), [])).toEqual({
      code: 1,
      stdout: "",
      stderr: "The packages of two-gates are not installed. In its folder: npm ci\n",
    });
  });

  test("says so in one sentence when Node.js is too old", async () => {
    const old =
      'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.8"}})';
    const { code, stdout, stderr } = await type(join(FOLDER, "practice.ts"), [], {
      node: `--import ${encodeURI(old)}`,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^two-gates needs Node\.js [^\n]*\n$/);
  });
});
