import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import {
  currentInterpreter,
  findOnPath,
  findPython,
  programEnvironment,
  requireInterpreter,
  weaknessOf,
} from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { runSource } from "./python-workspace.ts";

/** A program that stands where an interpreter should. */
function standIn(folder: string, script = "exit 1", name = "python3"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

describe("without an interpreter, one sentence says how to get one:", () => {
  const MISSING =
    "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: " +
    "PYTHON=/path/to/python3.";

  test.each([
    ["PATH is empty", { PATH: "" }],
    ["there is no PATH", {}],
    ["PATH leads nowhere", { PATH: `/nowhere${delimiter}/nowhere/else` }],
    ["PYTHON is empty", { PYTHON: "", PATH: "" }],
  ])("%s", async (_, environment) => {
    expect(await requireInterpreter(environment)).toBe(MISSING);
  });

  test.each([
    ["is not there", () => "/nowhere/python3"],
    ["is a folder", () => temporaryFolder()],
    [
      "cannot be executed",
      () => {
        const path = standIn(temporaryFolder());
        chmodSync(path, 0o644);
        return path;
      },
    ],
  ])("PYTHON names what %s, whatever PATH holds", async (_, name) => {
    const folder = temporaryFolder();
    standIn(folder);
    const path = name();
    expect(await requireInterpreter({ PYTHON: path, PATH: folder })).toBe(
      `PYTHON names "${path}", which is no program that can be run. Set PYTHON to a Python 3 interpreter: ` +
        "PYTHON=/path/to/python3.",
    );
  });

  test("PYTHON is a name that is not on PATH", async () => {
    expect(await requireInterpreter({ PYTHON: "python3.8", PATH: temporaryFolder() })).toBe(
      'PYTHON names "python3.8", and no such program is on PATH. Set PYTHON to a Python 3 interpreter: ' +
        "PYTHON=/path/to/python3.",
    );
  });
});

describe("what only looks like an interpreter is found out by running it, once:", () => {
  test.each([
    ["ends with an exit code", "exit 1", "it ends with exit code 1"],
    [
      "needs more of the environment",
      'echo "shim: HOME is not set" >&2; exit 3',
      'it says "shim: HOME is not set"',
    ],
    ["is Python 2", 'echo "Unknown option: -I" >&2; exit 2', 'it says "Unknown option: -I"'],
    ["says nothing", "exit 0", "it does not answer like one"],
    ["says something else", "echo hello", "it does not answer like one"],
    ["says other JSON", 'echo "[3, 11]"', "it does not answer like one"],
    ["is killed", "kill -9 $$", "it does not run"],
  ])("a program that %s", async (_, script, reason) => {
    const path = standIn(temporaryFolder(), script);
    expect(await requireInterpreter({ PYTHON: path, PATH: "/usr/bin:/bin" })).toBe(
      `${path} is no Python 3 that can be run here: ${reason}. Set PYTHON to a Python 3 interpreter: ` +
        "PYTHON=/path/to/python3.",
    );
  });

  test("a script whose own interpreter is missing", async () => {
    const path = standIn(temporaryFolder());
    writeFileSync(path, "#!/nowhere/interpreter\n");
    expect(await requireInterpreter({ PYTHON: path })).toContain("no Python 3 that can be run here: ENOENT.");
  });
});

describe("the interpreter", () => {
  test("is named by the path that it gives for itself, behind a shim too", async () => {
    const shim = standIn(temporaryFolder(), `exec ${testInterpreter.executable} "$@"`);
    expect(await requireInterpreter({ PYTHON: shim, PATH: "/usr/bin:/bin" })).toEqual({
      ...testInterpreter,
      found: shim,
    });
  });

  test("is what PYTHON names, before python3 on PATH, as a path or as a name", () => {
    const folder = temporaryFolder();
    const named = standIn(folder, "", "my-python");
    const usual = standIn(folder, "", "python3");
    expect(findPython({ PYTHON: named, PATH: folder })).toBe(named);
    expect(findPython({ PYTHON: "my-python", PATH: folder })).toBe(named);
    expect(findPython({ PYTHON: "", PATH: folder })).toBe(usual);
  });

  test("is the first python3 on PATH that is a program", () => {
    const [folder, plain, first, second] = [0, 1, 2, 3].map(() => temporaryFolder());
    if (!folder || !plain || !first || !second) throw new Error("There are four folders.");
    mkdirSync(join(folder, "python3"));
    chmodSync(standIn(plain), 0o644);
    const path = standIn(first);
    standIn(second);
    const PATH = ["", folder, plain, first, second].join(delimiter);
    expect(findPython({ PATH })).toBe(path);
  });

  test("has an absolute path, although PYTHON was a relative one", () => {
    const path = standIn(temporaryFolder());
    expect(findPython({ PYTHON: relative(process.cwd(), path) })).toBe(path);
  });

  test("is never looked up in the folder one happens to stand in: a relative or empty place in PATH is none", () => {
    const here = relative(process.cwd(), process.execPath);
    expect(findOnPath(process.execPath, { PATH: "/" })).toBe(process.execPath);
    for (const PATH of [":", ".", "", "./", "node_modules/.bin"]) {
      expect(findOnPath(here, { PATH })).toBeUndefined();
      expect(findOnPath("tsc", { PATH })).toBeUndefined();
    }
    expect(programEnvironment({ PATH: ".:/usr/bin::bin:/bin" })).toEqual({
      PATH: "/usr/bin:/bin",
      LANG: "C.UTF-8",
    });
  });
});

describe("what would be run now", () => {
  test("is the interpreter of the session, as long as nothing has changed", () => {
    expect(currentInterpreter(testInterpreter, process.env)).toBe(testInterpreter.realPath);
  });

  test("is another one when PATH has got another python3 in front", () => {
    const folder = temporaryFolder();
    const environment = { PATH: `${folder}${delimiter}${process.env.PATH}` };
    const path = standIn(folder);
    expect(currentInterpreter(testInterpreter, environment)).toBe(path);
  });

  test("is another one when a link on the way leads elsewhere now, and none when it leads nowhere", async () => {
    const link = join(temporaryFolder(), "python3");
    symlinkSync(testInterpreter.executable, link);
    const environment = { PYTHON: link };
    const interpreter = await requireInterpreter(environment);
    if (typeof interpreter === "string") throw new Error(interpreter);
    expect(interpreter.executable).toBe(link);
    expect(currentInterpreter(interpreter, environment)).toBe(testInterpreter.realPath);
    const other = { ...interpreter, executable: process.execPath };
    expect(currentInterpreter(other, environment)).toBe(process.execPath);
    expect(currentInterpreter({ ...interpreter, executable: "/nowhere" }, environment)).toBe("");
    expect(currentInterpreter(interpreter, {})).toBe("");
  });

  test("cannot be started any more when its file is gone: the claim is not asked", async () => {
    const interpreter = { ...testInterpreter, executable: "/nowhere/python3" };
    const claim = () => Promise.reject(new Error("asked"));
    expect(await runSource("print(42)", { interpreter, claim })).toEqual({
      status: "missing-python",
      message: "/nowhere/python3, which ran before, is no program that can be run any more.",
    });
  });
});

describe("what holds a program", () => {
  test("is worth no word where nothing gets out", () => {
    expect(weaknessOf({ by: "namespaces", hidden: true, private: true })).toBeUndefined();
  });

  test("is told, with what it leaves open", () => {
    expect(weaknessOf({ by: "namespaces", hidden: false, private: true })).toBe(
      "Here an approved program can reach the session folder.",
    );
    expect(weaknessOf({ by: "descendants", hidden: false, private: false })).toBe(
      "This machine gives programs no process numbers of their own: a monitor ends what they start, and an approved " +
        "program can reach the session folder and your other processes.",
    );
    expect(weaknessOf({ by: "group", hidden: false, private: false })).toBe(
      "This machine cannot hold what leaves its process group: such a process may outlive its call, and an approved " +
        "program can reach the session folder and your other processes.",
    );
  });
});
