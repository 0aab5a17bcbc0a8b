import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Containment } from "../../lessons/s16-team-protocols/run/interpreter.ts";
import { programLimits } from "../../lessons/s16-team-protocols/run/program.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import {
  type Doorbell,
  installDoorbell,
  runSource,
  startVisitor,
  workspaceWith,
} from "./python-workspace.ts";

/** The ways of holding a program that this machine has, strongest first. */
const ways: Containment["by"][] = [
  ...(testInterpreter.holds.by === "namespaces" ? (["namespaces"] as const) : []),
  ...(process.platform === "linux" ? (["descendants"] as const) : []),
];
const heldBy = (by: Containment["by"]) => ({
  ...testInterpreter,
  holds: { ...testInterpreter.holds, by },
});

/** What a program may do to get away, as Python: each starts something that comes to the doorbell and stays. */
const escapes = (bells: readonly Doorbell[]): string => {
  const [child, session, group, daemon, stubborn] = bells;
  if (!child || !session || !group || !daemon || !stubborn) throw new Error("There are five doorbells.");
  return [
    "import os, signal, socket, time",
    "def visit(path):",
    "    bell = socket.socket(socket.AF_UNIX)",
    "    bell.connect(path)",
    "    bell.recv(1)",
    "    os._exit(0)",
    startVisitor(child),
    "if os.fork() == 0:",
    "    os.setsid()",
    `    visit(${JSON.stringify(session.path)})`,
    "if os.fork() == 0:",
    "    os.setpgrp()",
    `    visit(${JSON.stringify(group.path)})`,
    "if os.fork() == 0:",
    "    os.setsid()",
    "    if os.fork() == 0:",
    "        for number in (0, 1, 2): os.close(number)",
    `        visit(${JSON.stringify(daemon.path)})`,
    "    os._exit(0)",
    "if os.fork() == 0:",
    "    for number in (1, 2, 3, 13, 14, 15): signal.signal(number, signal.SIG_IGN)",
    `    visit(${JSON.stringify(stubborn.path)})`,
    "",
  ].join("\n");
};

const fiveBells = (): Promise<Doorbell[]> => Promise.all([1, 2, 3, 4, 5].map(installDoorbell));
const allCame = (bells: readonly Doorbell[]) => Promise.all(bells.map(({ came }) => came));
const allGone = (bells: readonly Doorbell[]) => Promise.all(bells.map(({ gone }) => gone));

/** The same in each way of holding a program, at the same time: most of it is waiting. */
const inEachWay = (task: (by: Containment["by"]) => Promise<void>) => async (): Promise<void> => {
  await Promise.all(ways.map(task));
};

describe("nothing outlives its call: children, daemons and processes that ignore every signal end", () => {
  test(
    "with the program",
    inEachWay(async (by) => {
      const bells = await fiveBells();
      const workspace = workspaceWith();
      void allCame(bells).then(() => writeFileSync(join(workspace, "seen"), ""));
      const source = `${escapes(bells)}while not os.path.exists("seen"): time.sleep(0.005)\nprint("done")`;
      const outcome = await runSource(source, { interpreter: heldBy(by), workspace });
      expect(outcome).toMatchObject({ status: "exited", exit_code: 0 });
      await allGone(bells);
    }),
  );

  test(
    "at the time limit",
    inEachWay(async (by) => {
      const bells = await fiveBells();
      const limits = { ...programLimits, timeLimitMs: 3_000 };
      const source = `${escapes(bells)}while True: time.sleep(1)`;
      const run = runSource(source, { interpreter: heldBy(by), limits });
      await allCame(bells);
      expect(await run).toMatchObject({ status: "timeout" });
      await allGone(bells);
    }),
  );

  test(
    "when the harness is killed",
    inEachWay(async (by) => {
      const { harness, bells } = await startHarness(by, 60_000);
      harness.kill("SIGKILL");
      await Promise.all([once(harness, "exit"), allGone(bells)]);
    }),
  );

  test("when the harness is asked to end, by whatever signal", async () => {
    const [by = "group"] = ways;
    await Promise.all(
      (["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"] as const).map(async (signal) => {
        const { harness, bells } = await startHarness(by, 60_000);
        harness.kill(signal);
        await Promise.all([once(harness, "exit"), allGone(bells)]);
      }),
    );
  });

  test(
    "at the time limit when the harness is stopped, which tells it once it goes on",
    inEachWay(async (by) => {
      const { harness, bells, told } = await startHarness(by, 3_000);
      harness.kill("SIGSTOP");
      await allGone(bells);
      harness.kill("SIGCONT");
      expect(JSON.parse(await told)).toMatchObject({ status: "timeout", time_limit_ms: 3_000 });
    }),
  );

  test(
    "when the program kills its own parent",
    inEachWay(async (by) => {
      const bells = await fiveBells();
      const workspace = workspaceWith();
      void allCame(bells).then(() => writeFileSync(join(workspace, "seen"), ""));
      const source = [
        escapes(bells),
        'while not os.path.exists("seen"): time.sleep(0.005)',
        "os.kill(os.getppid(), signal.SIGKILL)",
      ].join("\n");
      await runSource(source, { interpreter: heldBy(by), workspace });
      await allGone(bells);
    }),
  );
});

/** A harness in a process of its own whose main.py has started what tries to get away. */
async function startHarness(
  by: Containment["by"],
  timeLimitMs: number,
): Promise<{ harness: ChildProcess; bells: Doorbell[]; told: Promise<string> }> {
  const bells = await fiveBells();
  const workspace = workspaceWith(`${escapes(bells)}while True: time.sleep(1)`);
  const harness = spawn(process.execPath, [bundle("programHarness"), workspace, by, String(timeLimitMs)], {
    cwd: temporaryFolder(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void harness.kill("SIGKILL"));
  const told = new Promise<string>((resolve) => {
    let text = "";
    harness.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    harness.once("close", () => resolve(text));
  });
  await allCame(bells);
  return { harness, bells, told };
}

test("held by its group alone, a child in that group ends with the program", async () => {
  const bell = await installDoorbell();
  const source = `${startVisitor(bell, ", stdout=subprocess.PIPE")}visitor.stdout.readline()`;
  expect(await runSource(source, { interpreter: heldBy("group") })).toMatchObject({ status: "exited" });
  await bell.gone;
});
