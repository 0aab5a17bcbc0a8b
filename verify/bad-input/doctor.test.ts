import { execFile } from "node:child_process";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Check } from "../../user_code/doctor/check.ts";
import { checkMachine, type MachineOptions } from "../../user_code/doctor/machine.ts";
import { canRun, drawMachine, machineLines } from "../../user_code/doctor/report.ts";
import { temporaryFolder } from "../harness/sessions.ts";

const PARTS = [
  "Node.js",
  "packages",
  "Python",
  "folder",
  "saving",
  "modes",
  "links",
  "walls",
  "terminal",
  "browser",
];

const look = (options: Partial<MachineOptions> = {}): Promise<Check[]> =>
  checkMachine({ environment: process.env, output: {}, postgres: false, ...options });

async function partOf(part: string, options: Partial<MachineOptions>): Promise<Check | undefined> {
  return (await look(options)).find((check) => check.part === part);
}

/** The typed command, in an environment of its own. */
function type(
  words: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      "./user_code/doctor.ts",
      words,
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe("the doctor looks at the machine", () => {
  test("part by part, finds this one good enough, and leaves nothing behind", async () => {
    const place = temporaryFolder();
    const before = process.env.TMPDIR;
    process.env.TMPDIR = place;
    try {
      const checks = await look();
      expect(checks.map(({ part }) => part)).toEqual(PARTS);
      expect(canRun(checks)).toBe(true);
      expect(readdirSync(place)).toEqual([]);
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, "TMPDIR");
      else process.env.TMPDIR = before;
    }
  });

  test("names a Python that is none, with one remedy, and then the practice cannot run", async () => {
    const checks = await look({ environment: { ...process.env, PYTHON: "/nowhere" } });
    expect(checks.find(({ part }) => part === "Python")).toEqual({
      part: "Python",
      condition: "missing",
      says: 'PYTHON names "/nowhere", which is no program that can be run.',
      remedy: "Set PYTHON to a Python 3 interpreter: PYTHON=/path/to/python3.",
    });
    expect(canRun(checks)).toBe(false);
  });

  test.each<[string, Partial<MachineOptions>, Check["condition"]]>([
    ["terminal", { output: { isTTY: true, columns: 120 } }, "good"],
    ["terminal", { output: { isTTY: true, columns: 80 } }, "limited"],
    ["browser", { environment: { PYTHON: process.env.PYTHON } }, "limited"],
    ["browser", { environment: { PYTHON: process.env.PYTHON, CHROMIUM: "/opt/chrome" } }, "good"],
    ["PostgreSQL", { postgres: true, environment: { PYTHON: process.env.PYTHON } }, "limited"],
    [
      "PostgreSQL",
      {
        postgres: true,
        environment: { PYTHON: process.env.PYTHON, TWO_GATES_STORE: "postgres://a@127.0.0.1:1/b" },
      },
      "limited",
    ],
  ])("%s with %j is %s, and no reason not to run", async (part, options, condition) => {
    const check = await partOf(part, options);
    expect(check?.condition).toBe(condition);
    expect(check?.remedy === null).toBe(condition === "good");
  });

  test("as a command ends with exit status 1 where others can write to the folder, and says what to do", async () => {
    const open = join(temporaryFolder());
    chmodSync(open, 0o777);
    const { code, stdout } = await type(["--json"], { TMPDIR: open });
    const lines: { part?: string; condition?: string; practice_can_run?: boolean }[] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(lines.find(({ part }) => part === "folder")).toMatchObject({
      condition: "missing",
      says: expect.stringContaining("Others can write to"),
    });
    expect(lines.at(-1)).toEqual({ event: "result", practice_can_run: false });
  });

  test.each([[["--json", "--dir", "x"]], [["--postgres", "--repair"]], [["--repair"]]])(
    "%j is a wrong command line",
    async (words) => {
      expect(await type(words)).toMatchObject({ code: 2, stdout: "" });
    },
  );
});

test("each part has a line, and below it what to do", () => {
  const checks: Check[] = [
    { part: "one", condition: "good", says: "is there", remedy: null },
    { part: "two", condition: "missing", says: "is\u001b not", remedy: "Get it." },
  ];
  expect(drawMachine(checks, (_, text) => text).split("\n")).toEqual([
    "  part  condition  what was found",
    "  one   good       is there",
    "  two   missing    is\\u001b not",
    "      Get it.",
    "",
    "The practice cannot run here yet.",
  ]);
  expect(machineLines(checks)).toHaveLength(3);
});
