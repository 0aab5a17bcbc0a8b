import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { runSource, runWorkspace, workspaceWith } from "./python-workspace.ts";

const kept = (text: string, cut = false) => ({ text, cut });

describe("a program's surroundings", () => {
  test("are PATH, without its relative entries, and LANG alone: no secret, no PYTHON*, no LD_*", async () => {
    const environment = {
      PATH: ["", "/usr/bin", "bin", "./bin", "/bin", "../bin", ""].join(":"),
      ...{ ANTHROPIC_API_KEY: "secret", HOME: "/root", LANG: "de_DE.UTF-8", LC_ALL: "C" },
      ...{ PYTHONPATH: "/nowhere", PYTHONSTARTUP: "/nowhere", LD_PRELOAD: "", NODE_OPTIONS: "" },
    };
    const source = "import json, os\nprint(json.dumps(dict(os.environ)))";
    const outcome = await runSource(source, { environment });
    const text = "stdout" in outcome ? outcome.stdout.text : JSON.stringify(outcome);
    expect(JSON.parse(text)).toEqual({ PATH: "/usr/bin:/bin", LANG: "C.UTF-8" });
  });

  test("have an empty PATH when the host has none", async () => {
    const outcome = await runSource('import os\nprint(repr(os.environ["PATH"]))', {
      environment: {},
    });
    expect(outcome).toMatchObject({ stdout: kept("''\n") });
  });

  test("have a closed stdin: who asks for input ends at once", async () => {
    const outcome = await runSource("input()");
    expect(outcome).toMatchObject({ status: "exited", exit_code: 1 });
    expect("stderr" in outcome ? outcome.stderr.text : "").toContain("EOFError");
  });

  test("are the workspace, its own process group, and no shell that reads file names", async () => {
    const source =
      "import os, sys\nprint(os.getcwd())\nprint(os.getpgrp() == os.getpid())\nprint(sys.argv, sys.flags.isolated)";
    const workspace = workspaceWith(source, "a b; $(exit 7) 'c'");
    expect(await runWorkspace(workspace)).toMatchObject({
      status: "exited",
      stdout: kept(`${workspace}\nTrue\n['/dev/fd/3'] 1\n`),
    });
  });

  test("have none of the harness's open files, and not the monitor's", async () => {
    const secret = join(temporaryFolder(), "key");
    writeFileSync(secret, "secret");
    const file = openSync(secret, "r");
    onTestFinished(() => closeSync(file));
    const source = "import os\nprint(sorted(int(each) for each in os.listdir('/dev/fd'))[:5])";
    // Descriptor 3 is main.py itself, 4 the listing.
    expect(await runSource(source)).toMatchObject({ stdout: kept("[0, 1, 2, 3, 4]\n") });
  });

  test("do not include what lies beside main.py: no module there joins in", async () => {
    const workspace = workspaceWith(
      "import json\nprint(json.__file__.startswith('/'), 'planted' in dir(json))",
    );
    writeFileSync(join(workspace, "json.py"), "planted = True");
    expect(await runWorkspace(workspace)).toMatchObject({ stdout: kept("True False\n") });
  });

  test("do not include the session folder, only the workspace in it, where the machine can hide it", async () => {
    if (!testInterpreter.holds.hidden) return;
    const workspace = workspaceWith(
      "import os\nprint(os.listdir('..'))\ntry:\n    open('../amy.jsonl', 'a')\nexcept OSError as error:\n    print(error.strerror)\nopen('mine', 'w').write('x')",
    );
    const hide = dirname(workspace);
    writeFileSync(join(hide, "amy.jsonl"), "");
    expect(await runWorkspace(workspace, { hide })).toMatchObject({
      stdout: kept("['workspace']\nRead-only file system\n"),
    });
    expect(readFileSync(join(hide, "amy.jsonl"), "utf8")).toBe("");
    expect(readFileSync(join(workspace, "mine"), "utf8")).toBe("x");
  });

  test("are not entered when the session folder can no longer be hidden: nothing is claimed", async () => {
    if (!testInterpreter.holds.hidden) return;
    const workspace = workspaceWith("print(42)", "somewhere-else");
    const claim = () => Promise.reject(new Error("asked"));
    expect(await runWorkspace(workspace, { hide: dirname(workspace), claim })).toMatchObject({
      status: "not-started",
      reason: "the session folder can no longer be hidden from it",
    });
  });
});

describe("what a program prints", () => {
  /** Python that writes the two byte strings to stdout and stderr. */
  const writing = (out: string, error = out): string =>
    ["import sys", `sys.stdout.buffer.write(${out})`, `sys.stderr.buffer.write(${error})`].join("\n");
  const a = (count: number): string => "a".repeat(count);

  const cases = [
    { what: "4,000 bytes whole", bytes: 'b"a" * 4000', kept: kept(a(4_000)) },
    { what: "4,000 of 4,001 bytes", bytes: 'b"a" * 4001', kept: kept(a(4_000), true) },
    {
      what: "a character of two bytes that ends at the limit",
      bytes: '("a" * 3998 + "é").encode()',
      kept: kept(`${a(3_998)}é`),
    },
    {
      what: "nothing of a character of two bytes on the limit",
      bytes: '("a" * 3999 + "é").encode()',
      kept: kept(a(3_999), true),
    },
    { what: "a mark for a byte that is no text", bytes: 'b"a\\xff"', kept: kept("a\ufffd") },
    {
      what: "nothing of a character of four bytes on the limit",
      bytes: '("a" * 3997 + "😀b").encode()',
      kept: kept(a(3_997), true),
    },
    { what: "a mark for a character that ends too early", bytes: 'b"a\\xc3"', kept: kept("a\ufffd") },
  ];
  // Each stream meets each case, and each run has two different ones: a stream is cut for itself.
  const pairs = cases.map((onStdout, index) => ({ onStdout, onStderr: cases.at(index - 1) ?? onStdout }));

  test.each(pairs)(
    "is kept: $onStdout.what on stdout, $onStderr.what on stderr",
    async ({ onStdout, onStderr }) => {
      expect(await runSource(writing(onStdout.bytes, onStderr.bytes))).toEqual({
        status: "exited",
        exit_code: 0,
        stdout: onStdout.kept,
        stderr: onStderr.kept,
      });
    },
  );

  test("is drained beyond the limit, so that a program that floods both streams comes to its end", async () => {
    expect(await runSource(writing('b"a" * 2_000_000'))).toEqual({
      status: "exited",
      exit_code: 0,
      stdout: kept(a(4_000), true),
      stderr: kept(a(4_000), true),
    });
  });

  test("is put together from its parts, up to the limit that the host sets", async () => {
    const source = 'import sys\nfor part in ("ab", "cd", "ef"):\n    print(part, end="", flush=True)';
    const limits = { ...programLimits, outputBytes: 5 };
    expect(await runSource(source, { limits })).toMatchObject({ stdout: kept("abcde", true) });
  });

  test("has the limits of the practice unless the host sets others", () => {
    expect(programLimits).toEqual({ timeLimitMs: 10_000, outputBytes: 4_000 });
  });
});
