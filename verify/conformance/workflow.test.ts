import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withoutGuard } from "../../lessons/x2-break-it/guard.ts";
import { guards } from "../../lessons/x2-break-it/guards.ts";
import { myProtocol } from "../../user_code/quests/my-protocol.ts";
import { changedProject } from "../harness/changed-project.ts";
import { testInterpreter } from "../harness/processes/interpreter.ts";

const ROOT = join(import.meta.dirname, "../..");
const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "two-gates-class-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [, workflow = ""] = /```yaml\n(name: conformance\n[\s\S]*?)```/.exec(readme) ?? [];
const commands = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, command = ""]) => command);

/** A student's repository with this one beside it, and a python3 that starts. */
function inClass(command: string): { status: number | null; output: string } {
  const PATH = `${dirname(testInterpreter.executable)}:${dirname(process.execPath)}:${process.env.PATH}`;
  // As a shell of its own has it: npm has not started this one.
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|VITEST|NODE_)/i.test(name));
  const env = { ...Object.fromEntries(kept), PATH, GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: folder };
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", command], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test("the workflow for a class checks a student's port, and annotates what fails", () => {
  symlinkSync(ROOT, join(folder, "two-gates"));
  const port = join(folder, "my_port.py");
  copyFileSync(join(ROOT, "fixtures/ports/python/two_gates.py"), port);
  const [install = "", check = "", ...rest] = commands;
  expect(rest).toEqual([]);
  expect(install).toBe("npm ci --prefix two-gates");

  const passed = inClass(check);
  expect(passed.output).toContain("119 checks: 119 passed.");
  expect(passed.status).toBe(0);
  expect(readFileSync(join(folder, "conformance.xml"), "utf8")).toContain(
    'tests="119" failures="0" errors="0"',
  );

  const source = readFileSync(port, "utf8");
  const guard =
    '    if record["reply"] != {"approve": content["approve"], "feedback": content["feedback"]}:\n        return ignored("not_saved_reply")\n';
  expect(source).toContain(guard);
  writeFileSync(port, source.replace(guard, ""));
  const failed = inClass(check);
  expect(failed.status).toBe(1);
  expect(failed.output).toMatch(/^::error .*title=conformance attack\/forged-yes::/m);
  expect(readFileSync(join(folder, "conformance.xml"), "utf8")).toContain('name="forged-yes"');
}, 90_000);

test("the two steps for the quests check a learner's folder", () => {
  const [, block = ""] = /```yaml\n( +- run: cp [\s\S]*?)```/.exec(readme) ?? [];
  const [copy = "", check = "", ...rest] = [...block.matchAll(/^ +- run: (.*)$/gm)].map(
    ([, one = ""]) => one,
  );
  expect(rest).toEqual([]);
  // A checkout of its own: the folder is copied into it.
  const checkout = join(folder, "two-gates");
  rmSync(checkout, { force: true });
  mkdirSync(checkout);
  for (const name of readdirSync(ROOT).filter((entry) => entry !== "user_code"))
    symlinkSync(join(ROOT, name), join(checkout, name));
  cpSync(join(ROOT, "user_code"), join(checkout, "user_code"), {
    recursive: true,
    filter: (path) => !path.includes("user_code/my-protocol"),
  });
  myProtocol(folder, false);
  expect(inClass(copy)).toEqual({ status: 0, output: "" });
  const checked = inClass(check);
  expect(checked.output).toContain("0 of 24 guards stand");
  expect(checked.status).toBe(1);
  expect(readFileSync(join(folder, "quests.xml"), "utf8")).toContain('tests="24" failures="24"');
});

test("the workflow for a class that works in the lessons reports what fails, with the guard that is out", () => {
  const page = readFileSync(join(ROOT, "verify/README.md"), "utf8");
  const [, yaml = ""] = /```yaml\n(name: verify\n[\s\S]*?)```/.exec(page) ?? [];
  const [install, check = "", ...rest] = [...yaml.matchAll(/^ +- run: (.*)$/gm)].map(
    ([, command = ""]) => command,
  );
  expect({ install, rest }).toEqual({ install: "npm ci", rest: [] });
  const guard = guards.find(({ id }) => id === "saved-reply");
  if (!guard) throw new Error("There is no guard saved-reply.");
  const project = changedProject([[`lessons/${guard.file}`, (text) => withoutGuard(text, guard)]]);
  const { status, output } = inClass(`cd ${project} && ${check}`);
  expect(status).toBe(1);
  expect(output).toContain("guard     saved-reply, which is not as it was shipped");
  const report = readFileSync(join(project, "verify.xml"), "utf8");
  expect(report).toMatch(/<testsuites [^>]*failures="[1-9]/);
  expect(report).toContain("guard     saved-reply, which is not as it was shipped");
}, 90_000);

test("what the workflow installs is what the lock file says", () => {
  // `npm ci` refuses a lock file that does not fit; whether it fits can be seen without a network.
  const output = execFileSync("npm", ["ls", "--package-lock-only", "--json", "--prefix", ROOT], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(JSON.parse(output)).not.toHaveProperty("problems");
});
