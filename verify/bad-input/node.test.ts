import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { LONG_FILES } from "../harness/long-tests.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHECK = "user_code/node-version.mjs";
const MACHINE = "user_code/check-machine.mjs";

const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);
/** The TypeScript that a command of package.json starts. */
const ENTRY_POINTS = [
  ...new Set(
    Object.values(scripts).flatMap((script) => /\b(?:tsx|start\.mjs) (\S+\.ts)/.exec(script)?.[1] ?? []),
  ),
];

/** What Node.js 20 can give by name and 18 cannot: an import of one fails before any line of the program runs. */
const NEWER = new Map([
  ["node:crypto", ["hash"]],
  ["node:fs", ["openAsBlob"]],
  ["node:path", ["matchesGlob"]],
  ["node:process", ["availableMemory", "getBuiltinModule", "loadEnvFile"]],
  ["node:stream", ["duplexPair"]],
  ["node:timers", ["promises"]],
  ["node:util", ["parseEnv", "styleText"]],
  ["node:v8", ["queryObjects"]],
  ["node:vm", ["constants"]],
  ["node:worker_threads", ["postMessageToThread"]],
  ["node:zlib", ["crc32"]],
]);

type Import = { from: string; names: string[] };

/** The imports of a file that are there when it runs, in order. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const statements = text.matchAll(/^(?:import|export) (?!type )(?:([^;"]*?) from )?"([^"]+)";/gm);
  return [...statements].map(([, clause = "", from = ""]) => ({
    from,
    names: (/\{([^}]*)\}/.exec(clause)?.[1] ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type ")),
  }));
}

/** All that is imported when `file` is, its own files followed. */
function graphOf(file: string, seen = new Map<string, Import[]>()): Map<string, Import[]> {
  if (seen.has(file)) return seen;
  seen.set(file, importsOf(file));
  for (const { from } of importsOf(file)) if (from.startsWith(".")) graphOf(join(dirname(file), from), seen);
  return seen;
}

function run(...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe("a Node.js that is too old is named in one sentence", () => {
  /** This Node.js, and what it says about itself. */
  const pretending = (version: string): string[] => [
    "--import",
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`,
  ];

  test.each(["18.20.8", "20.18.3", "16.20.2"])("%s ends with exit code 1", async (version) => {
    const { code, stdout, stderr } = await run(...pretending(version), CHECK);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `two-gates needs Node.js ${engines.node.replace(">=", "")} or newer, and this is ${version}. ` +
        "Install a newer one from https://nodejs.org, or with a version manager such as nvm.\n",
    );
  });

  test.each(["20.19.0", "22.1.0", "26.0.0"])("%s passes without a word", async (version) => {
    expect(await run(...pretending(version), CHECK)).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("also where the machine is looked at before a tool starts", async () => {
    const { code, stderr } = await run(...pretending("18.20.8"), MACHINE);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^two-gates needs Node\.js [^\n]*\n$/);
  });

  test("by a whole entry point, before it does anything", async () => {
    const { code, stdout, stderr } = await run(
      ...pretending("18.20.8"),
      "--import",
      "tsx",
      "user_code/practice.ts",
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^two-gates needs Node\.js [^\n]*\n$/);
  });
});

describe("every command asks first how old Node.js is", () => {
  test.each(ENTRY_POINTS)("%s imports the check before anything else", (file) => {
    const [first] = importsOf(file);
    expect(join(dirname(file), first?.from ?? "")).toBe(CHECK);
  });

  test.each(ENTRY_POINTS)("%s imports nothing by name that an old Node.js lacks", (file) => {
    const missing = [...graphOf(file)].flatMap(([path, imports]) =>
      imports.flatMap(({ from, names }) =>
        names
          .filter((name) => NEWER.get(from)?.includes(name.split(" ")[0] ?? ""))
          .map((name) => `${path}: ${name} of ${from}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  test("a command of package.json that starts anything but npm, tsc and biome looks at the machine first", () => {
    // A program that `start.mjs` starts has its machine looked at there.
    const tools = Object.entries(scripts).filter(
      ([, script]) => !/^(?:npm|tsc|biome|node user_code\/start\.mjs) /.test(script),
    );
    expect(tools.map(([name]) => name)).toEqual(
      expect.arrayContaining(["trace", "record", "debug", "page", "build", "verify", "bench"]),
    );
    for (const [name, script] of tools)
      expect(`${name}: ${script}`).toContain(`${name}: node ${MACHINE} && `);
  });
});

test("the list of long tests names files that are there, each once", () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length);
});
