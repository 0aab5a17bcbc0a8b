import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bundle } from "../harness/processes/bundles.ts";

/** Where the programs make their session folders. */
const folder = mkdtempSync(join(tmpdir(), "two-gates-output-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PRACTICE = [bundle("practice")];
const TOUR = [bundle("console"), "--tour"];
const LIST = [bundle("showTrace")];

type Ended = { code: number | null; stderr: string };

/** Runs a program whose standard output or error is the device that has no room for a single byte. */
async function runIntoFullDevice(
  [program = "", ...flags]: readonly string[],
  full: "stdout" | "stderr",
): Promise<Ended> {
  const device = openSync("/dev/full", "w");
  const stdio: ("ignore" | "pipe" | number)[] =
    full === "stdout" ? ["ignore", device, "pipe"] : ["ignore", "ignore", device];
  const child = spawn(process.execPath, [program, ...flags], {
    stdio,
    env: { ...process.env, TMPDIR: folder },
  });
  closeSync(device);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}

/** Reads a program's first output, closes the pipe, and lets it go on with `input`. */
async function hangUpOn([program = "", ...flags]: readonly string[], input: string): Promise<Ended> {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, ...flags], {
    env: { ...process.env, TMPDIR: folder },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => undefined);
  await once(child.stdout, "data");
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, stderr };
}

// https://github.com/torognes/vsearch/issues/243
describe.runIf(existsSync("/dev/full"))("vsearch#243: an output that has no room", () => {
  test.concurrent.each([
    ["the practice", PRACTICE],
    ["the practice as JSON", [...PRACTICE, "--json"]],
    ["the practice's help", [...PRACTICE, "--help"]],
    ["the console's tour", TOUR],
    ["the list of recordings", LIST],
  ])("ends %s with exit code 1 and one sentence", async (_, program) => {
    const { code, stderr } = await runIntoFullDevice(program, "stdout");
    expect(stderr).toBe("The output cannot be written (ENOSPC: no space left on device, write).\n");
    expect(code).toBe(1);
  });

  test.concurrent.each([
    ["the practice", PRACTICE],
    ["the console", [bundle("console")]],
  ])("for the sentence about a wrong command line does not change %s's exit code", async (_, program) => {
    expect(await runIntoFullDevice([...program, "--plan-b"], "stderr")).toMatchObject({ code: 2 });
  });
});

describe("a reader who hangs up", () => {
  test("ends the practice as SIGPIPE would, with 141 and without a word: its path did not run to its end", async () => {
    const session = join(folder, "session");
    const ended = await hangUpOn([...PRACTICE, "--step", "--decision", "allow", "--dir", session], "\n\n\n");
    expect(ended).toEqual({ code: 141, stderr: "" });
    expect(readdirSync(join(session, "workspace"))).not.toContain("runs.txt");
  });

  test("ends the console with 141", async () => {
    expect(await hangUpOn([bundle("console")], "/help\n/team\n")).toEqual({ code: 141, stderr: "" });
  });
});

test("an output that was closed from the start is no fault: there is nobody to tell", async () => {
  const command = `exec "$0" "$@" >&-`;
  const child = spawn("sh", ["-c", command, process.execPath, ...PRACTICE, "--dir", join(folder, "closed")]);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
