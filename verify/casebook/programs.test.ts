import { once } from "node:events";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import type { ProgramOutcome } from "../../lessons/s16-team-protocols/run/program.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { memberOf } from "../harness/sessions.ts";
import { openBeacon } from "./beacon.ts";
import { type GatedProgram, gatedProgram, gateOf } from "./gated-program.ts";
import { endTurn, scriptedTurn, useTool } from "./member-turn.ts";
import { openShutdown, openTestSession, reply, type TestSession } from "./test-session.ts";

type Outcome = Extract<ProgramOutcome, { stdout: unknown }>;

/** A program with an approved plan, and how its one run ended. */
async function runApproved(
  source: string,
  options: Omit<Parameters<typeof gatedProgram>[1], "source"> = {},
): Promise<{ outcome: Outcome; isError: boolean }> {
  const session = await openTestSession();
  const program = gatedProgram(session, { ...options, source });
  await approve(session, program);
  const { content, is_error = false } = await program.run();
  return { outcome: JSON.parse(content), isError: is_error };
}

async function approve(session: TestSession, program: GatedProgram): Promise<string> {
  const plan = await program.plan();
  await reply(session, plan, true);
  await consumeResponses(session, "alice");
  return plan;
}

// https://github.com/anthropics/claude-code/issues/79727
test("R01 process left running after kill", async () => {
  const session = await openTestSession();
  const beacon = await openBeacon();
  const cancellation = new AbortController();
  const writer = `${beacon.python}
import time
while True:
    with open("lines.txt", "a") as lines:
        lines.write("line\\n")
    beacon.sendall(b".")
    time.sleep(0.01)
`;
  const program = gatedProgram(session, {
    signal: cancellation.signal,
    source: `import subprocess, sys, time\nsubprocess.Popen([sys.executable, "-c", ${JSON.stringify(writer)}])\ntime.sleep(60)\n`,
  });
  await approve(session, program);
  const steps = [
    { expect: {}, reply: useTool("run_main") },
    {
      expect: { toolResult: { tool_use_id: "call-1", is_error: true, contains: "cancelled" } },
      reply: endTurn(),
    },
  ];
  const turn = () =>
    scriptedTurn(session, "alice", { tools: [program.tool], execute: program.execute, steps });
  const running = turn();
  const writing = await beacon.connected;
  const dead = once(writing, "close");
  const shutdown = await openShutdown(session);

  // While the program runs the member is taken: no second turn starts a second run, no yes to the shutdown counts.
  expect(await scriptedTurn(session, "alice", { steps: [] })).toEqual({ status: "busy" });
  expect(await reply(session, shutdown, true, "alice")).toMatchObject({ status: "deferred" });
  cancellation.abort();
  expect(await running).toMatchObject({ status: "finished" });

  // The writer's socket is closed by its death alone, and what it had written by then stays all there is.
  const lines = readFileSync(join(program.workspace, "lines.txt"), "utf8");
  await dead;
  expect(readFileSync(join(program.workspace, "lines.txt"), "utf8")).toBe(lines);
  expect(gateOf(await program.run())).toBe("plan-used");
  expect(await reply(session, shutdown, true, "alice")).toMatchObject({ status: "queued" });
  expect(memberOf(session, "alice").status).toBe("closed");
});

// https://github.com/python/cpython/issues/76116
test("R02 time limit not effective", async () => {
  // In the group of the program, and in one of its own, which a kill of the group does not reach.
  const ended = ["False", "True"].map(async (startsSession) => {
    const grandchild = `["sh", "-c", "sleep 5; touch waited-for"], start_new_session=${startsSession}`;
    const session = await openTestSession();
    const program = gatedProgram(session, {
      source: `import subprocess, time\nprint("started", flush=True)\nsubprocess.Popen(${grandchild})\ntime.sleep(60)\n`,
      limits: { timeLimitMs: 1_000 },
    });
    await approve(session, program);
    const { content, is_error } = await program.run();
    expect(existsSync(join(program.workspace, "waited-for"))).toBe(false);
    expect(JSON.parse(content)).toMatchObject({
      status: "timeout",
      stdout: { text: "started\n", cut: false },
    });
    expect(is_error).toBe(true);
  });
  await Promise.all(ended);
});

// https://github.com/earendil-works/pi/issues/8992
test("R03 killed run reported as success", async () => {
  const endings: Record<string, string> = {};
  const programs = {
    SIGKILL: "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
    SIGTERM: "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n",
    zero: "raise SystemExit(0)\n",
    three: "raise SystemExit(3)\n",
  };
  for (const [name, source] of Object.entries(programs)) {
    const { outcome, isError } = await runApproved(source);
    const { status } = outcome;
    const detail = status === "killed" ? outcome.signal : status === "exited" ? outcome.exit_code : "";
    endings[name] = `${status} ${detail}, ${isError ? "error" : "success"}`;
  }
  const session = await openTestSession();
  let mainIsThere = true;
  const standIn = join(session.directory, "python3");
  symlinkSync(testInterpreter.executable, standIn);
  const environment = { PYTHON: standIn, PATH: "" };
  const interpreter = await requireInterpreter(environment);
  if (typeof interpreter === "string") throw new Error(interpreter);
  const program = gatedProgram(session, {
    environment,
    interpreter,
    decide: () => {
      if (mainIsThere) rmSync(standIn);
      else rmSync(join(program.workspace, "main.py"));
      return "allow";
    },
  });
  const plan = await approve(session, program);
  for (const missing of ["no python3", "no main.py"]) {
    mainIsThere = missing !== "no main.py";
    const { content, is_error } = await program.run();
    endings[missing] = `${JSON.parse(content).status}, ${is_error ? "error" : "success"}`;
    if (mainIsThere) symlinkSync(testInterpreter.executable, standIn);
  }

  expect(endings).toEqual({
    SIGKILL: "killed SIGKILL, error",
    SIGTERM: "killed SIGTERM, error",
    zero: "exited 0, success",
    three: "exited 3, error",
    "no python3": "missing-python, error",
    "no main.py": "missing-file, error",
  });
  expect(session.requests.get(plan)?.used).toBe(false);
});

// https://github.com/MoonshotAI/kimi-code/pull/1285
test("R04 output flooding", async () => {
  const floods = {
    stdout: "import sys\nwhile True: print('line of output')\n",
    stderr: "import sys\nwhile True: print('line of output', file=sys.stderr)\n",
    "one line": "import sys\nwhile True: sys.stdout.write('€' * 1000)\n",
  };
  const ended = Object.entries(floods).map(async ([name, source]) => {
    const { outcome } = await runApproved(source, { limits: { timeLimitMs: 500 } });
    expect(outcome.status).toBe("timeout");
    const { stdout, stderr } = outcome;
    const [flooded, other] = name === "stderr" ? [stderr, stdout] : [stdout, stderr];
    expect(flooded.cut).toBe(true);
    // Three bytes a character: the limit falls inside one, which is then left out.
    expect(Buffer.byteLength(flooded.text)).toBe(name === "one line" ? 3_999 : 4_000);
    expect(other).toEqual({ text: "", cut: false });
  });
  await Promise.all(ended);
});

// https://github.com/neuml/txtai/issues/1209
test("R05 run waits for input", async () => {
  const { outcome, isError } = await runApproved('input("Your name? ")\n');
  expect(outcome).toMatchObject({ status: "exited", exit_code: 1, stdout: { text: "Your name? " } });
  expect(outcome.stderr.text).toContain("EOFError");
  expect(isError).toBe(true);
});

// https://github.com/Yeachan-Heo/oh-my-claudecode/issues/1280
test("R06 environment leakage into the subprocess", async () => {
  const environment = {
    ...process.env,
    FAKE_SECRET: "s3cret",
    ANTHROPIC_API_KEY: "s3cret",
    PYTHONPATH: "/nowhere",
    PYTHONSTARTUP: "/nowhere/startup.py",
    LD_PRELOAD: "/nowhere/preload.so",
    LD_LIBRARY_PATH: "/nowhere",
  };
  const { outcome } = await runApproved("import json, os\nprint(json.dumps(dict(os.environ)))\n", {
    environment,
  });
  expect(outcome.status).toBe("exited");
  expect(outcome.stdout.text).not.toContain("s3cret");
  expect(Object.keys(JSON.parse(outcome.stdout.text)).sort()).toEqual(["LANG", "PATH"]);
});
