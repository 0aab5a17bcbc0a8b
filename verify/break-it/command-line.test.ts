import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { parseAttackArguments } from "../../user_code/attack/arguments.ts";
import { UsageError } from "../../user_code/command-line.ts";
import { parseSearchArguments } from "../../user_code/search/arguments.ts";

const NAMES = ["forged-yes", "two-runs"];

describe("a wrong command line is refused in one sentence", () => {
  test.each([
    [
      ["forgd-yes"],
      'There is no attack "forgd-yes". Did you mean forged-yes? There are: forged-yes, two-runs.',
    ],
    [["zzzzzzzzzz"], 'There is no attack "zzzzzzzzzz". There are: forged-yes, two-runs.'],
    [["forged-yes", "--step", "--json"], "--step waits for keys and --json is for programs: use one."],
    [["--without", "saved-reply"], "Name the attack first, as in: npm run attack -- forged-yes."],
    [["forged-yes", "more"], "Unexpected argument 'more'. See --help for the options."],
  ])("attack %j", (flags, sentence) => {
    expect(() => parseAttackArguments(flags, NAMES)).toThrow(new UsageError(sentence));
  });

  test.each([
    [
      ["--without", "saved-replies"],
      /^There is no guard "saved-replies"\. Did you mean saved-reply\? There are: direction,/,
    ],
    [["--depth", "0"], /^--depth takes a number from 1 to 8\.$/],
    [["--depth", "many"], /^--depth takes a number from 1 to 8\.$/],
    [["--depth", "10"], /^--depth 10 would take about 600 hours/],
    [["forged-yes"], /^Unexpected argument 'forged-yes'/],
  ])("search %j", (flags, sentence) => {
    expect(() => parseSearchArguments(flags)).toThrow(sentence);
  });
});

test("a wrong name ends the command with 2 and nothing on standard output", async () => {
  const { code, stdout, stderr } = await run("attack", "forgd-yes");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^usage: There is no attack "forgd-yes"\. Did you mean forged-yes\?/);
});

test("--help shows every option of both", async () => {
  const [attack, search] = [await run("attack", "--help"), await run("search", "--help")];
  for (const option of ["--without", "--step", "--json", "--help"]) expect(attack.stdout).toContain(option);
  for (const option of ["--without", "--depth", "--help"]) expect(search.stdout).toContain(option);
  expect([attack.code, search.code]).toEqual([0, 0]);
});

test("attack lists every attack with a story of three lines", async () => {
  const { stdout } = await run("attack");
  expect(stdout).toMatch(/^forged-yes {2}\(saved-reply\)\n {2}.+\(M09\)\n {2}.+\n {2}.+\n/);
});

test("the last line of --json says who held, or that nobody did", async () => {
  const held = await run("attack", "forged-yes", "--json");
  expect(lastOf(held.stdout)).toMatchObject({
    event: "attack_result",
    attack: "forged-yes",
    without: null,
    held_by: "saved-reply",
    program_runs: 0,
  });
  const through = await run("attack", "forged-yes", "--without", "saved-reply", "--json");
  expect(lastOf(through.stdout)).toMatchObject({
    event: "attack_result",
    without: "saved-reply",
    held_by: null,
    program_runs: 1,
    broken: { step: 7 },
  });
});

test("the search shows the shortest attack as a story", async () => {
  const { code, stdout } = await run("search", "--without", "plan-pending");
  expect(code).toBe(0);
  expect(stdout).toContain("The shortest way there, 4 steps:");
  expect(stdout).toMatch(/4 {2}reader +starts main\.py +main\.py runs\n$/);
});

test("an interrupted search says what it has seen", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "user_code/search.ts"]);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (stdout === "") child.kill("SIGINT");
    stdout += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(130);
  expect(stdout).toMatch(/Stopped\. Seen so far: [\d,]+ states, [\d,]+ transitions, no rule broken\.\n$/);
});

function lastOf(output: string): unknown {
  return JSON.parse(output.trimEnd().split("\n").at(-1) ?? "");
}

async function run(
  program: string,
  ...words: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", `user_code/${program}.ts`, ...words]);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  return { code: await new Promise((resolve) => child.once("close", resolve)), ...output };
}
