import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { joinSession } from "../../lessons/x1-shared-session/folder-session.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { withoutWeakness } from "../harness/processes/interpreter.ts";
import { practise } from "../harness/processes/practice.ts";
import { temporaryFolder } from "../harness/sessions.ts";
import { type Doorbell, installDoorbell } from "../program/python-workspace.ts";

type Practice = {
  directory: string;
  bell: Doorbell;
  kill: (signal: NodeJS.Signals) => void;
  closeOutput: () => void;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
};

/** The real practice, whose main.py comes to a doorbell and then waits for ever. */
async function practiseAtLength(): Promise<Practice> {
  const bell = await installDoorbell();
  const directory = join(temporaryFolder(), "session");
  const child = spawn(
    process.execPath,
    [bundle("practice"), "--decision", "allow", "--dir", directory, "--step"],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => undefined);
  const output = { stdout: "", stderr: "" };
  let hasBegun = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
    if (hasBegun || !output.stdout.includes("begins turn 1")) return;
    hasBegun = true;
    // From here on nothing waits for a key: what is planned, approved and run is this program.
    const source = `import os, socket\nbell = socket.socket(socket.AF_UNIX)\nbell.connect(${JSON.stringify(bell.path)})\nif os.fork() == 0: os.setsid()\nbell.recv(1)\nopen("went-on", "w")\n`;
    writeFileSync(join(directory, "workspace/main.py"), source);
    child.stdin.end();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, ...output }));
  });
  await bell.came;
  return {
    directory,
    bell,
    kill: (signal) => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
    ended,
  };
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGQUIT", 131],
] as const)(
  "%s ends main.py first and then the practice, which says where the letters are",
  async (signal, code) => {
    const practice = await practiseAtLength();
    practice.kill(signal);
    const finished = await practice.ended;
    await practice.bell.gone;
    expect(finished.code).toBe(code);
    expect(withoutWeakness(finished.stderr)).toBe(
      `Stopped by ${signal}. Session folder: ${practice.directory} ` +
        `(to go on, add --dir ${practice.directory} --resume)\n`,
    );
    expect(finished.stdout).not.toContain("Result:");
    expect(existsSync(join(practice.directory, "workspace/went-on"))).toBe(false);
    const log = readFileSync(join(practice.directory, "events.jsonl"), "utf8");
    expect(log.match(/"event":"gate_checked"/g)).toHaveLength(2);

    // Nothing but the end of what was started is kept: the reader is in its turn, as after a kill.
    const kept = await joinSession(practice.directory, { program: "practice" });
    expect(kept.current.team.get("reader")?.status).toBe("running");
    expect(kept.current.runs.get("req-1")).toMatchObject({
      status: "ended",
      outcome: { status: "cancelled" },
    });

    // How it ended is known, and all that is left is done by the next process.
    const flags = ["--decision", "allow", "--dir", practice.directory, "--resume", "--json"];
    const resumed = await practise(...flags);
    expect(JSON.parse(resumed.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      call: { how: "ran", status: "cancelled" },
      model_calls: 7,
      letters: 4,
      members: { reader: "closed" },
    });
    expect(existsSync(join(practice.directory, "workspace/went-on"))).toBe(false);
  },
);

test("SIGKILL leaves nobody to end main.py, which ends all the same, and nobody knows how", async () => {
  const practice = await practiseAtLength();
  practice.kill("SIGKILL");
  await Promise.all([practice.ended, practice.bell.gone]);
  expect(existsSync(join(practice.directory, "workspace/went-on"))).toBe(false);
  const flags = ["--decision", "allow", "--dir", practice.directory, "--resume"];
  const resumed = await practise(...flags);
  expect(resumed.code).toBe(0);
  expect(resumed.stdout).toContain(
    "Result: main.py was started behind two open gates, and nobody knows what became of it. It is not started again.",
  );
});
