import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("nothing but the stepper's own cursor movement goes to a terminal in another way", () => {
  const root = join(import.meta.dirname, "../..");
  const folders = ["lessons", "user_code", "verify/recordings/recorder"];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      // What a learner writes there is the learner's own.
      .filter((name) => name.endsWith(".ts") && !name.startsWith("my-protocol"))
      .map((name) => join(folder, name)),
  );
  const printing = sources.flatMap((path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return lines
      .filter((line) => /process\.std(?:out|err)\.write|console\.(?:log|error|warn|info)/u.test(line))
      .map((line) => `${path}: ${line.trim()}`);
  });
  // The cursor of --step, a build that ends before it begins (its one value goes through safeText by itself), and JSON
  // from a process to the one that has started it.
  expect(printing.toSorted()).toEqual([
    "lessons/page/build/writable-folders.ts: process.stderr.write(",
    "lessons/x2-break-it/play-process.ts: process.stdout.write(line);",
    "user_code/attack/command.ts: write: (text) => process.stdout.write(text),",
    "user_code/practice/display.ts: write: (text) => process.stdout.write(text),",
    "verify/recordings/recorder/record-runs.ts: process.stdout.write(JSON.stringify(recordings));",
  ]);
});
