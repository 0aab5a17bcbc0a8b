import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { consumeResponses } from "../../lessons/s16-team-protocols/consume-responses.ts";
import { requireInterpreter } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { practise } from "../harness/processes/practice.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { playPractice } from "../practice/played.ts";
import { type GatedProgram, gatedProgram, gateOf } from "./gated-program.ts";
import { openTestSession, reply, type TestSession } from "./test-session.ts";

async function approve(session: TestSession, program: GatedProgram): Promise<string> {
  const plan = await program.plan();
  await reply(session, plan, true);
  await consumeResponses(session, "alice");
  return plan;
}

/** An interpreter of its own, as a link, so that a test can change where it leads. */
function linkedPython(folder = temporaryFolder()): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "python3");
  symlinkSync(testInterpreter.executable, path);
  return path;
}

// https://github.com/justsml/ExploitHunter.app/issues/102
test("R07 approval not bound to the run context", async () => {
  const changes: Record<string, (program: GatedProgram, environment: NodeJS.ProcessEnv) => void> = {
    "the working folder is another one": ({ workspace }) => {
      renameSync(workspace, `${workspace}.moved`);
      symlinkSync(`${workspace}.moved`, workspace);
    },
    "PATH has another python3 in front": (_, environment) => {
      const folder = temporaryFolder();
      linkedPython(folder);
      environment.PATH = `${folder}${delimiter}${environment.PATH}`;
    },
    "the link that PATH leads to is another one": (_, environment) => {
      const other = join(temporaryFolder(), "python3");
      copyFileSync(testInterpreter.realPath, other);
      const link = join(environment.PATH?.split(delimiter)[0] ?? "", "python3");
      renameSync(link, `${link}.old`);
      symlinkSync(other, link);
    },
    "PYTHON names another one": (_, environment) => {
      environment.PYTHON = linkedPython();
    },
  };
  const gates: Record<string, string> = {};
  for (const [name, change] of Object.entries(changes)) {
    const session = await openTestSession();
    const environment: NodeJS.ProcessEnv = { PATH: join(linkedPython(), "..") };
    const interpreter = await requireInterpreter(environment);
    if (typeof interpreter === "string") throw new Error(interpreter);
    const program = gatedProgram(session, { environment, interpreter });
    const plan = await approve(session, program);
    expect(session.requests.get(plan)?.work).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      command: [testInterpreter.realPath, "-I", "main.py"],
      folder: program.workspace,
    });
    change(program, environment);
    gates[name] = gateOf(await program.run());
    expect(program.runs()).toBe(0);
    expect(session.requests.get(plan)?.used).toBe(false);
  }
  expect(new Set(Object.values(gates))).toEqual(new Set(["plan-changed"]));

  // Another member with the very same program.
  const session = await openTestSession();
  const alice = gatedProgram(session);
  const plan = await approve(session, alice);
  const bob = gatedProgram(session, { actor: "bob" });
  expect(gateOf(await bob.run(plan))).toBe("plan-not-yours");
  expect(alice.runs() + bob.runs()).toBe(0);
});

// https://github.com/anomalyco/opencode/issues/42286
test("M36 cancelled run leaves pending requests", async () => {
  const directory = join(temporaryFolder(), "session");
  const child = spawn(process.execPath, [bundle("practice"), "--step", "--dir", directory], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  let isStopped = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const before = shown.split("[q] quit").length;
    shown += text;
    const isAsked = shown.includes("registered   req-1   pending");
    if (isAsked && !isStopped) isStopped = child.kill("SIGINT");
    else if (isAsked) return;
    else if (shown.split("[q] quit").length > before) child.stdin.write("\n");
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(130);
  expect(shown).not.toContain("Result:");

  // The request went with its session. Nothing can answer it any more: its folder takes no further session.
  const later = await practise("--dir", directory);
  expect(later.code).toBe(2);
  expect(later.stderr).toMatch(/^directory-not-empty: /);
  expect(existsSync(join(directory, "workspace/runs.txt"))).toBe(false);
});

// https://github.com/FOSSEE/online_test/issues/208
test("online_test#208 a failure without its own message", async () => {
  const { text, report } = await playPractice({ source: "import nothing_of_that_name\n" });
  expect(text).toContain("stderr: ModuleNotFoundError: No module named 'nothing_of_that_name'");
  expect(report).toContain("ModuleNotFoundError: No module named 'nothing_of_that_name'");
  expect(text).not.toContain("was expected");
});

test("agent-os#1563 every refusal reported with one and the same reason", async () => {
  const sentences = await Promise.all([
    playPractice({ plan: "reject" }),
    playPractice({ decision: "deny" }),
    playPractice({
      on: (event, workspace) => {
        if (event.event === "response_matched" && event.request_id === "req-1")
          writeFileSync(join(workspace, "main.py"), "");
      },
    }),
  ]);
  expect(sentences.map(({ conclusion }) => conclusion)).toEqual([
    "main.py did not run: gate 1 is closed, the lead rejected the plan. The host was never asked.",
    "main.py did not run: gate 2 is closed, the host did not allow it. The approved plan is no permission.",
    "main.py did not run: gate 1 is closed, what would run is no longer what the lead approved. The host was never asked.",
  ]);
});

// https://github.com/pypa/pipx/pull/1791
test("pipx PR#1791 the name of an interpreter taken for a path", async () => {
  const folder = temporaryFolder();
  symlinkSync(testInterpreter.executable, join(folder, "python3.8"));
  const environment = { PYTHON: "python3.8", PATH: folder };
  expect(await requireInterpreter(environment)).toMatchObject({ found: join(folder, "python3.8") });
  const { code, stderr } = await practise({
    environment: { ...process.env, ...environment, PATH: "/nowhere" },
  });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'PYTHON names "python3.8", and no such program is on PATH. Set PYTHON to a Python 3 interpreter: ' +
      "PYTHON=/path/to/python3.\n",
  );
});

// https://github.com/localstack/awscli-local/pull/63
test("awscli-local PR#63 an interpreter that is there and does not work", async () => {
  const folder = temporaryFolder();
  const programs = {
    "/bin/false": "/bin/false",
    "a shim that needs HOME": join(folder, "shim"),
    "Python 2": join(folder, "python2"),
  };
  writeFileSync(programs["a shim that needs HOME"], `#!/bin/sh\nexec "\${HOME:?is not set}/python3" "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(programs["Python 2"], '#!/bin/sh\necho "Unknown option: -I" >&2\nexit 2\n', { mode: 0o755 });
  for (const PYTHON of Object.values(programs)) {
    const dir = join(folder, "session");
    const { code, stdout, stderr } = await practise("--dir", dir, {
      environment: { ...process.env, PYTHON },
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.startsWith(`${PYTHON} is no Python 3 that can be run here: `)).toBe(true);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect(existsSync(dir)).toBe(false);
  }
});
