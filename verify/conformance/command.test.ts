import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../../user_code/command-line.ts";
import { bundle } from "../harness/processes/bundles.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";
import { parseArguments } from "./arguments.ts";
import { allChecks } from "./checks/all-checks.ts";
import { type PortWithout, portWithout } from "./port-without.ts";
import { junitOf } from "./report/reports.ts";

const ROOT = join(import.meta.dirname, "../..");
const python = [testInterpreter.executable, join(ROOT, "fixtures/ports/python/two_gates.py")];
const folder = mkdtempSync(join(tmpdir(), "two-gates-conformance-"));
let broken: PortWithout;
beforeAll(async () => {
  broken = await portWithout("saved-reply");
});
afterAll(() => {
  broken.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Finished = { code: number; stdout: string; stderr: string };

/** The command as npm starts it, in a folder of its own, from a plain file. */
function conform(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Finished> {
  const env = { ...process.env, GITHUB_ACTIONS: "", ...environment };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bundle("conformance"), ...words],
      { cwd: folder, env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The lessons without saved-reply, on the wire. */
const withoutGuard = (): string[] => [process.execPath, bundle("serveModule"), broken.file];

test("a port that passes ends with exit code 0, and its random sequences are counted", async () => {
  const { code, stdout } = await conform(["--runs", "20", ...python]);
  expect(stdout).toMatch(
    /^two-gates, Python, held against the lessons\n\n {2}\d+ random operations in 20 sequences, seed 1\n/,
  );
  expect(stdout).toContain(`${allChecks().length + 1} checks: ${allChecks().length + 1} passed.`);
  expect(code).toBe(0);
});

describe("a difference", () => {
  test("is told in six parts, the last of which runs it again, with exit code 1", async () => {
    const { code, stdout } = await conform(["--only", "attack/forged-yes", ...withoutGuard()]);
    expect(code).toBe(1);
    for (const part of [
      /^FAILED {2}attack\/forged-yes$/m,
      /^ {2}sent {6}1\. \{"do":"reset"/m,
      /^ {12}5\. \{"do":"consume","member":"reader"\}$/m,
      /^ {2}rule {6}main\.py never runs against the lead's no\.$/m,
      /^ {12}Guard saved-reply: /m,
      /^ {2}expected {2}result\.letters\.0\.outcome: "ignored"$/m,
      /^ {2}got {7}result\.letters\.0\.outcome: "matched"$/m,
      /^ {2}why {7}.*\(M09\)$/m,
      /^1 check: 0 passed, 1 failed\.$/m,
    ])
      expect(stdout).toMatch(part);
    const [, again = ""] = /^ {2}again {5}npm run conformance -- (.*)$/m.exec(stdout) ?? [];
    const repeated = await conform(again.split(" "));
    expect(repeated).toEqual({ code, stdout, stderr: "" });
  });

  test("is a line of JSON, a case of the report and an annotation at the place of the check", async () => {
    const junit = join(folder, "report.xml");
    const words = ["--only", "forged-yes,scenario", "--json", "--junit", "report.xml", ...withoutGuard()];
    const { code, stdout, stderr } = await conform(words, { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: ROOT });
    expect(code).toBe(1);
    const annotations = stderr.trimEnd().split("\n");
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toEqual({ event: "result", passed: 21, failed: 2, expected_failures: 0, stale: 0 });
    const failed = events.find(({ name }) => name === "attack/forged-yes");
    expect(Object.keys(failed.failure)).toEqual(["sent", "rule", "expected", "got", "why", "again"]);
    expect(failed).toMatchObject({ event: "check", status: "failed", guards: ["saved-reply"] });
    expect(annotations).toHaveLength(2);
    const [forged = ""] = annotations;
    const [, file = "", line = ""] =
      /^::error file=([^,]+),line=(\d+),title=conformance scenario\/match_response-forged::/.exec(forged) ??
      [];
    expect(readFileSync(join(ROOT, file), "utf8").split("\n")[Number(line) - 1]).toContain(
      '"scenario": "forged"',
    );
    expect(annotations[1]).toContain("file=fixtures/attacks/forged-yes.json,line=2,title=");
    const report = readFileSync(junit, "utf8");
    expect(report).toContain('tests="23" failures="2" errors="0" skipped="0"');
    expect(report).toMatch(
      /<testcase classname="conformance\.attack" name="forged-yes" time="[\d.]+">\n {6}<failure message="main\.py never/,
    );
  });

  test("that is known does not count, and one that is none any more does", async () => {
    const known = join(folder, "known.txt");
    writeFileSync(known, "# not yet\nattack/forged-yes\nscenario/match_response-forged # the same\n");
    const words = ["--expected-failures", "known.txt", "--only", "saved-reply"];
    const first = await conform([...words, ...withoutGuard()]);
    expect(first.stdout).toMatch(/\d+ checks: \d+ passed, 2 expected failures\.$/m);
    expect(first.code).toBe(0);
    const stale = await conform([...words, ...python]);
    expect(stale.stdout).toMatch(/^STALE {2}attack\/forged-yes\n {2}.* Take it out of the file\.$/m);
    expect(stale.code).toBe(1);
    writeFileSync(known, "attack\n");
    expect((await conform([...words, ...python])).stderr).toContain('There is no check "attack".');
    writeFileSync(known, "attack/forged-jes\n");
    const wrong = await conform([...words, ...python]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain("Did you mean attack/forged-yes?");
  });
});

describe("a program that is no port ends the command with exit code 2 and one sentence", () => {
  test.each([
    [["/bin/cat"], /^The port answers JSON, but no answer/],
    [
      ["--timeout", "0.3", "sh", "-c", `printf '{"id"'; exec sleep 60`],
      /^The port has not answered request 1 \(hello\) within 0\.3 s/,
    ],
    [["sh", "-c", "exec cat /dev/zero"], /^The port floods/],
    [["./not-there"], /^The port could not be started/],
  ])("%j", async (words, sentence) => {
    const { code, stderr } = await conform(words);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
  });
});

test("a port that dies on the way leaves a report of what was checked, and of its end", async () => {
  const script = [
    "import json, sys",
    "for number, line in enumerate(sys.stdin, start=1):",
    "    if number == 3: sys.exit('too much')",
    `    print(json.dumps({"id": number, "result": {"wire": 1, "name": "x"} if number == 1 else {}}), flush=True)`,
  ].join("\n");
  const words = ["--junit", "died.xml", testInterpreter.executable, "-c", script];
  const { code, stderr } = await conform(words, { GITHUB_ACTIONS: "true" });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^::error title=conformance::The port has ended with exit code 1/m);
  expect(readFileSync(join(folder, "died.xml"), "utf8")).toContain(
    '<error message="The port has ended with exit code 1 instead of answering request 3. It said on stderr:">',
  );
});

describe("the command line", () => {
  const parse = (...words: string[]) => parseArguments(words, allChecks(), folder);

  test("takes options up to the command, and leaves the command its own", () => {
    const { command, only, module } = parse("--only", "P01,attack", "python3", "my.py", "--only", "x");
    expect({ command, only, module }).toEqual({
      command: ["python3", "my.py", "--only", "x"],
      only: ["casebook/P01", "attack"],
      module: undefined,
    });
    expect(parse("--json", "--", "--odd-name").command).toEqual(["--odd-name"]);
  });

  test("takes one file of JavaScript or TypeScript as a module", () => {
    writeFileSync(join(folder, "mine.ts"), "");
    expect(parse("./mine.ts").module).toBe(join(folder, "mine.ts"));
    expect(parse("node", "./mine.ts").module).toBeUndefined();
  });

  test.each([
    [
      [],
      "Name the implementation, as in: npm run conformance -- python3 my_port.py. See --help for the options.",
    ],
    [
      ["--only", "atack", "cat"],
      'There is no check, kind or guard "atack". Did you mean attack? --list shows all there are.',
    ],
    [
      ["--only", "saved-repli", "cat"],
      'There is no check, kind or guard "saved-repli". Did you mean saved-reply? --list shows all there are.',
    ],
    [["--timeout", "soon", "cat"], '--timeout takes a number of 0.01 to 3600, not "soon".'],
    [["--runs", "0", "cat"], '--runs takes a number of 1 to 1000000, not "0".'],
    [["--colour", "cat"], "Unknown option '--colour'. See --help for the options."],
    [["./not-mine.ts"], `There is no file ${folder}/not-mine.ts.`],
  ])("%j is refused in one sentence", (words, sentence) => {
    expect(() => parse(...words)).toThrow(new UsageError(sentence));
  });

  test("--help names every option", async () => {
    const { stdout, code } = await conform(["--help"]);
    for (const option of [
      "only",
      "list",
      "expected-failures",
      "timeout",
      "runs",
      "seed",
      "json",
      "junit",
      "schema",
    ])
      expect(stdout).toContain(`--${option}`);
    expect(code).toBe(0);
  });
});

test("a report holds no character that XML cannot", () => {
  const failure = {
    sent: ['\u0000\ud800\u001b<&>"'],
    rule: "r",
    expected: "e",
    got: "g",
    why: "w",
    again: "a",
  };
  const at = { file: import.meta.filename, find: "at" };
  const report = junitOf(
    [{ name: "attack/x", guards: [], status: "failed", seconds: 1, at, failure }],
    "a\u0007b",
  );
  expect(report).toContain("\\u0000\ufffd\\u001b&lt;&amp;&gt;&quot;");
  expect(report).toContain("a\\u0007b");
});
