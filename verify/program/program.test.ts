import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ProtocolError } from "../../lessons/s15-mailboxes/protocol-error.ts";
import type { ApprovedWork } from "../../lessons/s16-team-protocols/protocol-state.ts";
import type { Interpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import {
  programLimits,
  programWork,
  type StartedProgram,
  sha256Of,
} from "../../lessons/s16-team-protocols/run/program.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { installDoorbell, runSource, runWorkspace, startVisitor, workspaceWith } from "./python-workspace.ts";

const kept = (text: string, cut = false) => ({ text, cut });
const nothing = kept("");
const place = (workspace: string) => ({ workspace, interpreter: testInterpreter, environment: process.env });

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

  test("as exited with a code that looks like a signal's, which is none", async () => {
    expect(await runSource("import os\nos._exit(137)")).toMatchObject({ status: "exited", exit_code: 137 });
  });

  test.each(["SIGTERM", "SIGKILL", "SIGSEGV"])("as killed by %s, which is no exit code", async (signal) => {
    const source = `import os, signal\nprint("begun", flush=True)\nos.kill(os.getpid(), signal.${signal})`;
    expect(await runSource(source)).toEqual({
      status: "killed",
      signal,
      stdout: kept("begun\n"),
      stderr: nothing,
    });
  });

  test("as timeout after the limit, together with a grandchild that holds its stdout", async () => {
    const bell = await installDoorbell();
    const limits = { ...programLimits, timeLimitMs: 2_000 };
    const run = runSource(`${startVisitor(bell)}visitor.wait()`, { limits });
    await bell.came;
    expect(await run).toMatchObject({ status: "timeout", time_limit_ms: 2_000, stderr: nothing });
    await bell.gone;
  });

  test("as timeout although it ignores every request to end", async () => {
    const source =
      "import signal, time\nfor number in (1, 2, 3, 15): signal.signal(number, signal.SIG_IGN)\nwhile True: time.sleep(1)";
    const outcome = await runSource(source, { limits: { ...programLimits, timeLimitMs: 300 } });
    expect(outcome).toMatchObject({ status: "timeout", time_limit_ms: 300 });
  });

  test("as cancelled when the host cancels it, together with all that it has started", async () => {
    const bell = await installDoorbell();
    const controller = new AbortController();
    const run = runSource(`${startVisitor(bell)}visitor.wait()`, { signal: controller.signal });
    await bell.came;
    controller.abort();
    expect(await run).toMatchObject({ status: "cancelled", stderr: nothing });
    await bell.gone;
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("as cancelled when it was cancelled before it began: the claim is not asked", async () => {
    const claim = () => Promise.reject(new Error("asked"));
    const run = runSource("open('ran', 'w')", { signal: AbortSignal.abort(), claim });
    expect(await run).toMatchObject({ status: "cancelled" });
  });

  test("without leaving a listener behind", async () => {
    const { signal } = new AbortController();
    expect(await runSource("pass", { signal })).toMatchObject({ status: "exited" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a main.py that cannot be run", () => {
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
  ])("is missing-file %s, before the interpreter is looked at", async (_, make) => {
    const workspace = workspaceWith();
    make(join(workspace, "main.py"));
    const interpreter = { ...testInterpreter, executable: "/nowhere" };
    const claim = () => Promise.reject(new Error("asked"));
    expect(await runWorkspace(workspace, { interpreter, claim })).toEqual({
      status: "missing-file",
      message: `There is no main.py in ${workspace} that could be run: it is missing, a link, or too large.`,
    });
    expect(programWork(place(workspace))).toBeUndefined();
  });

  test("is missing-file when the workspace is a link, is no folder, or is not there", async () => {
    const workspace = workspaceWith("print(42)");
    const link = join(temporaryFolder(), "workspace");
    symlinkSync(workspace, link);
    for (const none of [link, join(workspace, "main.py"), "/nowhere"]) {
      expect(await runWorkspace(none)).toMatchObject({ status: "missing-file" });
      expect(programWork(place(none))).toBeUndefined();
    }
  });

  test("is not one of a million bytes", async () => {
    const source = `print(42)${"#".repeat(999_991)}`;
    expect(await runSource(source)).toMatchObject({ stdout: kept("42\n") });
  });

  test("is not an empty one", async () => {
    expect(await runSource("")).toMatchObject({ status: "exited", exit_code: 0, stdout: nothing });
  });
});

describe("what runs", () => {
  test("is named by its whole SHA-256, the interpreter's real path and the folder", () => {
    expect(sha256Of("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const workspace = workspaceWith("abc");
    expect(programWork(place(workspace))).toEqual({
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      command: [testInterpreter.realPath, "-I", "main.py"],
      folder: workspace,
    });
  });

  test("is exactly the bytes that were claimed, even when main.py is changed in that moment", async () => {
    const source = 'print("claimed")\n';
    const workspace = workspaceWith(source);
    const claimed: ApprovedWork[] = [];
    const outcome = await runWorkspace(workspace, {
      claim: async (work) => {
        claimed.push(work);
        writeFileSync(join(workspace, "main.py"), 'print("changed")\n');
        return undefined;
      },
    });
    expect(outcome).toMatchObject({ stdout: kept("claimed\n") });
    expect(claimed.map(({ sha256 }) => sha256)).toEqual([sha256Of(source)]);
  });

  test("runs in the folder that was claimed, even when a link is put in its place in that moment", async () => {
    const workspace = workspaceWith('open("here", "w")');
    const elsewhere = temporaryFolder();
    await runWorkspace(workspace, {
      claim: async () => {
        renameSync(workspace, `${workspace}.moved`);
        symlinkSync(elsewhere, workspace);
        return undefined;
      },
    });
    expect(existsSync(join(`${workspace}.moved`, "here"))).toBe(true);
    expect(existsSync(join(elsewhere, "here"))).toBe(false);
  });

  test("cannot change the bytes that it is read from", async () => {
    const source = [
      "import os",
      'for path in ("/dev/fd/3", "/proc/self/fd/3"):',
      "    try:",
      "        os.write(os.open(path, os.O_RDWR), b'changed')",
      "    except OSError as error:",
      "        print(type(error).__name__)",
    ].join("\n");
    expect(await runSource(source)).toMatchObject({ stdout: kept("PermissionError\nPermissionError\n") });
  });

  test("does not start when the claim is refused, or fails", async () => {
    const workspace = workspaceWith('open("ran", "w")');
    const refused = { reason: "plan-used", message: "It was good for one run." };
    expect(await runWorkspace(workspace, { claim: async () => refused })).toEqual({
      status: "refused",
      ...refused,
    });
    const fails = () => Promise.reject(new Error("the lock is lost"));
    await expect(runWorkspace(workspace, { claim: fails })).rejects.toThrow("the lock is lost");
    expect(existsSync(join(workspace, "ran"))).toBe(false);
  });
});

describe("an approval", () => {
  /** What was called, and how the run ended. */
  async function callsOf(interpreter: Interpreter): Promise<{ status: string; calls: string[] }> {
    const calls: string[] = [];
    const { status } = await runWorkspace(workspaceWith('open("ran", "w")'), {
      interpreter,
      claim: async () => void calls.push("claimed"),
      giveBack: async () => void calls.push("given back"),
    });
    return { status, calls };
  }

  test("is claimed once and kept by a run that has started", async () => {
    expect(await callsOf(testInterpreter)).toEqual({ status: "exited", calls: ["claimed"] });
  });

  test("is not even claimed when the monitor cannot be made ready", async () => {
    const folder = temporaryFolder();
    const broken = join(folder, "python3");
    writeFileSync(broken, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect(await callsOf({ ...testInterpreter, executable: broken })).toEqual({
      status: "not-started",
      calls: [],
    });
  });

  test("is given back when the start itself fails", async () => {
    // The monitor's python runs; what it is to start is a file that the kernel cannot execute.
    const folder = temporaryFolder();
    const python = join(folder, "python3");
    writeFileSync(
      python,
      `#!/bin/sh\nif [ "$2" = -S ]; then printf "" > ${python}.next; chmod 755 ${python}.next; mv ${python}.next ${python}; fi\nexec ${testInterpreter.executable} "$@"\n`,
      { mode: 0o755 },
    );
    expect(await callsOf({ ...testInterpreter, executable: python })).toEqual({
      status: "not-started",
      calls: ["claimed", "given back"],
    });
  });

  /** The same with a mark of the start between claim and start. */
  async function markedCallsOf(
    mark: () => { reason: string; message: string } | undefined,
    signal?: AbortController,
  ): Promise<{ outcome: StartedProgram; calls: string[]; hasRun: boolean }> {
    const calls: string[] = [];
    const workspace = workspaceWith('open("ran", "w")');
    const outcome = await runWorkspace(workspace, {
      claim: async () => {
        calls.push("claimed");
        signal?.abort();
        return undefined;
      },
      mark: () => {
        calls.push("marked");
        return mark();
      },
      giveBack: async () => void calls.push("given back"),
      ...(signal && { signal: signal.signal }),
    });
    return { outcome, calls, hasRun: existsSync(join(workspace, "ran")) };
  }

  test("is marked after the claim and before the start", async () => {
    const { outcome, calls, hasRun } = await markedCallsOf(() => undefined);
    expect(outcome).toMatchObject({ status: "exited", exit_code: 0 });
    expect(calls).toEqual(["claimed", "marked"]);
    expect(hasRun).toBe(true);
  });

  test("stays used, and nothing starts, when the mark says that something was started before", async () => {
    const before = { reason: "outcome-unknown", message: "It was started before." };
    expect(await markedCallsOf(() => before)).toEqual({
      outcome: { status: "refused", ...before },
      calls: ["claimed", "marked"],
      hasRun: false,
    });
  });

  test("is given back when the mark cannot be left", async () => {
    const full = (): never => {
      throw new ProtocolError("save-failed", "The disk is full.");
    };
    expect(await markedCallsOf(full)).toEqual({
      outcome: { status: "not-started", reason: "save-failed", message: "The disk is full." },
      calls: ["claimed", "marked", "given back"],
      hasRun: false,
    });
  });

  test("is given back when the run is cancelled between the claim and the start: no mark is left", async () => {
    expect(await markedCallsOf(() => undefined, new AbortController())).toEqual({
      outcome: {
        status: "not-started",
        reason: "cancelled",
        message: "The run was cancelled before its start.",
      },
      calls: ["claimed", "given back"],
      hasRun: false,
    });
  });
});
