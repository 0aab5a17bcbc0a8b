import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { noteCalls } from "./harness/explained/note-calls.ts";

/** Files that take several seconds each, longest first: begun last, one of them would keep one worker alone at the end. */
const LONGEST = [
  "shared-session/processes-long",
  "practice/kill-operations",
  "page/eye-span",
  "break-it/guards",
  "page/page",
  "sequences/sequences",
  "console/console",
  "agent-loop/sdk/sdk",
  "shared-session/processes",
  "gates/trial",
  "console/team",
  "conformance/command",
  "practice/outcomes",
  "program/program",
  "casebook/files",
  "bad-input/text",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  plugins: [noteCalls],
  test: {
    include: ["verify/**/*.test.ts"],
    setupFiles: ["verify/harness/explained/explain.ts"],
    globalSetup: ["verify/harness/processes/environment.ts", "verify/harness/processes/bundles.ts"],
    diff: { expand: false, contextLines: 1 },
    pool: "forks",
    // Every test puts back what it changes; loading the same modules anew for each file would take half the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
