import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedProject } from "../harness/changed-project.ts";
import { RECORDED_FILE } from "./recorder/fixture-files.ts";

const SAID = `${RECORDED_FILE} is not the text that fixtures/traces were recorded from: recorded afresh, for this once. To keep it: npm run record`;

type Ended = { code: unknown; stdout: string; stderr: string };

function run(cwd: string, ...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const trace = (root: string): Promise<Ended> =>
  run(root, "--import", "tsx", "verify/recordings/recorder/show-trace.ts", "open_request", "plan");

/** Two lines more above the functions, and another word in a call of theirs. */
const edited = changedProject([
  [
    RECORDED_FILE,
    (text) =>
      `// My copy.\n\n${text.replace("requests.set(request_id, {", "requests.set(String(request_id), {")}`,
  ],
]);

test("npm run trace shows the functions as they are now, and says that it has recorded them", async () => {
  const kept = readFileSync(join(edited, "fixtures/traces/open_request-plan.json"), "utf8");
  const { code, stdout, stderr } = await trace(edited);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${SAID}\n\n` });
  expect(stdout).toContain("requests.set(String(request_id), {");
  expect(readFileSync(join(edited, "fixtures/traces/open_request-plan.json"), "utf8")).toBe(kept);
});

test("the page is built with the functions as they are now, and says so", async () => {
  const vite = join(edited, "node_modules/vite/bin/vite.js");
  const words = ["build", "--configLoader", "runner", "--config", "lessons/page/vite.config.ts"];
  const { code, stdout, stderr } = await run(edited, vite, ...words);
  expect({ code, said: `${stdout}${stderr}`.includes(SAID) }).toEqual({ code: 0, said: true });
  const page = readFileSync(join(edited, "dist/index.html"), "utf8");
  const recorded: { text: string }[] = [...page.matchAll(/"text":"(requests\.set\([^"]*)"/g)].map(
    ([, text = ""]) => ({ text }),
  );
  expect(new Set(recorded.map(({ text }) => text.slice(0, 32)))).toEqual(
    new Set(["requests.set(String(request_id),"]),
  );
}, 90_000);

test.each([
  [
    "const known = nobody();",
    `${RECORDED_FILE} has changed, and cannot be recorded as it is now: ReferenceError: nobody is not defined`,
  ],
  [
    "const known == 1;",
    'The lessons cannot be loaded as they are now: .*/requests\\.ts:\\d+:\\d+: ERROR: Expected ";".*',
  ],
])("what cannot be run is named in one sentence: %s", async (line, sentence) => {
  const broken = changedProject([[RECORDED_FILE, (text) => text.replace(/const known = .*/, line)]]);
  const { code, stdout, stderr } = await trace(broken);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(new RegExp(`^${sentence}\n$`));
});
