import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  findPython,
  fingerprintOf,
  fingerprintProgram,
  missingPython,
  programLimits,
  runProgram,
} from "../lessons/s16-team-protocols/program.ts";
import { installDoorbell, runSource, startVisitor, workspaceWith } from "./python-workspace.ts";
import { temporaryFolder } from "./sessions.ts";

const kept = (text: string, cut = false) => ({ text, cut });
const nothing = kept("");

describe("a run ends", () => {
  test("as exited with 0, which alone is success", async () => {
    expect(await runSource("print(6 * 7)")).toEqual({
      status: "exited",
      exit_code: 0,
      stdout: kept("42\n"),
      stderr: nothing,
    });
  });

  test("as exited with the code that the program gave", async () => {
    const source = 'import sys\nprint("out")\nprint("err", file=sys.stderr)\nsys.exit(3)';
    expect(await runSource(source)).toEqual({
      status: "exited",
      exit_code: 3,
      stdout: kept("out\n"),
      stderr: kept("err\n"),
    });
  });

  test.each(["SIGTERM", "SIGKILL"])("as killed by %s, which is no exit code", async (signal) => {
    const source = `import os, signal\nprint("begun", flush=True)\nos.kill(os.getpid(), signal.${signal})`;
    expect(await runSource(source)).toEqual({
      status: "killed",
      signal,
      stdout: kept("begun\n"),
      stderr: nothing,
    });
  });

  test("as timeout after ten seconds, together with a grandchild that holds its stdout", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const bell = await installDoorbell();
    const controller = new AbortController();
    const run = runSource(`${startVisitor(bell)}visitor.wait()`, { signal: controller.signal });
    await bell.came;
    vi.advanceTimersByTime(programLimits.timeLimitMs - 1);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    controller.abort();

    expect(await run).toMatchObject({ status: "timeout", time_limit_ms: 10_000, stderr: nothing });
    await bell.gone;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("as timeout after another limit when the host sets one", async () => {
    const limits = { timeLimitMs: 20, outputBytes: 10 };
    expect(await runSource("import signal\nsignal.pause()", { limits })).toMatchObject({
      status: "timeout",
      time_limit_ms: 20,
    });
  });

  test("as cancelled when the host cancels it, together with all that it has started", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const bell = await installDoorbell();
    const controller = new AbortController();
    const run = runSource(`${startVisitor(bell)}visitor.wait()`, { signal: controller.signal });
    await bell.came;
    controller.abort();
    vi.advanceTimersByTime(programLimits.timeLimitMs);

    expect(await run).toMatchObject({ status: "cancelled", stderr: nothing });
    await bell.gone;
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("as cancelled when it was cancelled before it began", async () => {
    const run = runSource("import signal\nsignal.pause()", { signal: AbortSignal.abort() });
    expect(await run).toMatchObject({ status: "cancelled" });
  });

  test("without leaving a timer or a listener behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { signal } = new AbortController();
    expect(await runSource("pass", { signal })).toMatchObject({ status: "exited" });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("when the program ends, and what it left running in its group ends with it", async () => {
    const bell = await installDoorbell();
    const source = `${startVisitor(bell, ", stdout=subprocess.PIPE")}visitor.stdout.readline()`;
    expect(await runSource(source)).toMatchObject({ status: "exited", exit_code: 0, stdout: nothing });
    await bell.gone;
  });

  test("although a process that left the group keeps stdout open", async () => {
    const bell = await installDoorbell();
    const source = `${startVisitor(bell, ", start_new_session=True")}print("mine")`;
    const outcome = await runSource(source);
    expect(outcome).toMatchObject({ status: "exited", exit_code: 0 });
    bell.hangUp();
  });
});

describe("the interpreter", () => {
  const MISSING =
    "There is no python3 on PATH. Install Python 3 (https://www.python.org/downloads/), or name the interpreter: " +
    "PYTHON=/path/to/python3.";

  /** A program that stands in for python3 and says what it was given. */
  function standIn(folder: string, name = "python3"): string {
    const path = join(folder, name);
    writeFileSync(path, '#!/bin/sh\necho "$0 runs $@"\n', { mode: 0o755 });
    return path;
  }

  test.each([
    ["PATH is empty", { PATH: "" }],
    ["there is no PATH", {}],
    ["PATH leads nowhere", { PATH: `/nowhere${delimiter}/nowhere/else` }],
    ["PYTHON is empty", { PYTHON: "", PATH: "" }],
  ])("is missing when %s: the claim is not asked and nothing is laid out", async (_, environment) => {
    const folders = workspaceWith("print(42)");
    let claims = 0;
    const claim = async () => {
      claims += 1;
      return undefined;
    };
    expect(await runProgram({ ...folders, claim, environment })).toEqual({
      status: "missing-python",
      message: MISSING,
    });
    expect(missingPython(environment)).toBe(MISSING);
    expect(claims).toBe(0);
    expect(existsSync(folders.runFolder)).toBe(false);
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
  ])("is missing when PYTHON names what %s, whatever PATH holds", async (_, name) => {
    const folder = temporaryFolder();
    standIn(folder);
    const path = name();
    const environment = { PYTHON: path, PATH: folder };
    const message = `PYTHON names ${path}, which is no program that can be run. Set it to a Python 3 interpreter.`;
    expect(missingPython(environment)).toBe(message);
    expect(await runSource("print(42)", { environment })).toEqual({ status: "missing-python", message });
  });

  test("is missing when the one that was found cannot be started", async () => {
    const path = standIn(temporaryFolder());
    writeFileSync(path, "#!/nowhere/interpreter\n");
    const outcome = await runSource("print(42)", { environment: { PYTHON: path } });
    expect(outcome).toEqual({
      status: "missing-python",
      message: `${path} could not be started: spawn ${path} ENOENT`,
    });
  });

  test("is what PYTHON names, before python3 on PATH, and gets the kept main.py alone", async () => {
    const folder = temporaryFolder();
    const path = standIn(folder, "my-python");
    standIn(folder);
    const environment = { PYTHON: path, PATH: folder };
    expect(missingPython(environment)).toBeUndefined();
    expect(await runSource("print(42)", { environment })).toMatchObject({
      stdout: kept(`${path} runs ../runs/req-1/main.py\n`),
    });
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
    expect(findPython({ PYTHON: "", PATH })).toBe(path);
  });
});

describe("a main.py that cannot be run", () => {
  const missing = (workspace: string) => ({
    status: "missing-file",
    message: `There is no main.py in ${workspace} that could be run: it is missing, a link, or too large.`,
  });

  const realProgram = (path: string): string => {
    writeFileSync(`${path}.real`, "print(42)");
    return `${path}.real`;
  };

  test.each<[string, (path: string) => void]>([
    ["because it is not there", () => undefined],
    ["because it is a folder", (path) => mkdirSync(path)],
    ["because it is a link", (path) => symlinkSync(realProgram(path), path)],
    ["because it is a FIFO, on which nobody waits", (path) => void execFileSync("mkfifo", [path])],
    ["because it is too large", (path) => writeFileSync(path, "#".repeat(1_000_001))],
  ])("is missing-file %s, before the interpreter is looked for", async (_, make) => {
    const folders = workspaceWith();
    make(join(folders.workspace, "main.py"));
    const run = { ...folders, claim: () => Promise.reject(new Error("asked")), environment: {} };
    expect(await runProgram(run)).toEqual(missing(folders.workspace));
    expect(fingerprintProgram(folders.workspace)).toBeUndefined();
  });

  test("is not one of a million bytes", async () => {
    const source = `print(42)${"#".repeat(999_991)}`;
    expect(await runSource(source)).toMatchObject({ stdout: kept("42\n") });
  });
});

describe("what runs", () => {
  test("is named by the first 16 digits of its SHA-256", async () => {
    expect(fingerprintOf("abc")).toBe("ba7816bf8f01cfea");
    expect(fingerprintOf(new Uint8Array())).toBe("e3b0c44298fc1c14");
    const { workspace } = workspaceWith("abc");
    expect(fingerprintProgram(workspace)).toBe("ba7816bf8f01cfea");
  });

  test("is exactly the bytes that were claimed, even when main.py is changed in that moment", async () => {
    const source = 'print("claimed")\n';
    const folders = workspaceWith(source);
    const claimed: string[] = [];
    const outcome = await runProgram({
      ...folders,
      claim: async (fingerprint) => {
        claimed.push(fingerprint);
        writeFileSync(join(folders.workspace, "main.py"), 'print("changed")\n');
        return undefined;
      },
    });
    expect(outcome).toMatchObject({ stdout: kept("claimed\n") });
    expect(claimed).toEqual([fingerprintOf(source)]);
    const ran = join(folders.runFolder, "main.py");
    expect(readFileSync(ran, "utf8")).toBe(source);
    expect(statSync(ran).mode & 0o777).toBe(0o400);
    expect(statSync(folders.runFolder).mode & 0o777).toBe(0o700);
  });

  test("does not start when the claim is refused, and nothing is laid out", async () => {
    const folders = workspaceWith('open("ran", "w")');
    const refused = { reason: "plan-used", message: "It was good for one run." };
    const outcome = await runProgram({ ...folders, claim: async () => refused });
    expect(outcome).toEqual({ status: "refused", ...refused });
    expect(existsSync(folders.runFolder)).toBe(false);
    expect(existsSync(join(folders.workspace, "ran"))).toBe(false);
  });

  test("never runs over an earlier run: a run folder that holds one is a fault", async () => {
    const folders = workspaceWith("print(42)");
    const run = { ...folders, claim: async () => undefined };
    await runProgram(run);
    await expect(runProgram(run)).rejects.toMatchObject({ code: "EEXIST" });
  });
});
